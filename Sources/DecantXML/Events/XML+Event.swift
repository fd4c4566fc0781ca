public import DecantCore

extension XML {
    /// An event of a document, borrowed from the reader that produced it.
    ///
    /// An event involves no copying and no reference counting. It is valid until the reader is used again:
    ///
    /// ```swift
    /// while let event = try reader.next() {
    ///     switch event {
    ///     case .startElement(let element) where element.name == "item": items += 1
    ///     case .text(let text): length += text.count
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// To keep an event, use ``owned``.
    public enum Event: ~Escapable {
        /// The start tag of an element.
        ///
        /// An end event follows even if the element has no content.
        case startElement(Element)
        /// The end of an element.
        case endElement(Element)
        /// Character data up to the next markup, with references and line ends replaced; never empty.
        case text(TextSpan)
        /// The content of a CDATA section, which may be empty (XML 1.0 §2.7).
        case cdata(TextSpan)
        /// The content of a comment (§2.5).
        case comment(TextSpan)
        /// A processing instruction.
        ///
        /// The data excludes the whitespace after the target (§2.6).
        case processingInstruction(target: TextSpan, data: TextSpan)
        /// The document type declaration (§2.8), which the reader has already applied.
        ///
        /// ``documentType`` returns its content.
        case documentType(name: TextSpan)
    }
}

extension XML.Event {
    /// Creates the event of the current token.
    ///
    /// After inlining, the caller's switch over the event is the only switch.
    @inlinable
    @_lifetime(copy view)
    init(_ view: XMLTokenView) {
        switch view.kind {
        case .startElement: self = .startElement(Element(view))
        case .endElement: self = .endElement(Element(view))
        case .text: self = .text(view.text)
        case .cdata: self = .cdata(view.text)
        case .comment: self = .comment(view.text)
        case .processingInstruction: self = .processingInstruction(target: view.name, data: view.text)
        default: self = .documentType(name: view.name)
        }
    }

    private var view: XMLTokenView {
        @_lifetime(copy self)
        get {
            switch self {
            case .startElement(let element), .endElement(let element): element.view
            case .text(let text), .cdata(let text), .comment(let text), .documentType(let text): text.view
            case .processingInstruction(let target, _): target.view
            }
        }
    }

    /// The position where the event begins: the offset in the body as received, the line, and the column.
    ///
    /// For an event from an entity, this is the position of the reference. For the end of an element without content,
    /// it is the position of `/>`. Lines are counted from the previously requested position.
    public var position: SourcePosition { view.position }

    /// The offset of the event in the text, in UTF-8 bytes.
    ///
    /// In a UTF-8 body, it equals the offset of ``position``, but requires no line counting.
    public var offset: Int { view.offset }

    /// The content of a document type declaration; nil for other events.
    public var documentType: XML.DocumentType? {
        if case .documentType = self { view.documentType } else { nil }
    }

    /// The event as a value that outlives the reader's next use.
    public var owned: XML.OwnedEvent { view.owned }

    /// The tag of an element.
    ///
    /// Only start tags have attributes.
    public struct Element: ~Escapable {
        @usableFromInline let view: XMLTokenView

        @inlinable @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }
    }
}

extension XML.Event.Element {
    /// The name as written, including its prefix.
    public var name: XML.TextSpan { @_lifetime(copy self) get { view.name } }
    /// The name without its prefix; the whole name if namespaces are not processed.
    public var localName: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.name.local) } }
    /// The prefix of the name; empty if the name has none.
    public var prefix: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.name.prefix) } }
    /// The namespace of the name; nil if the name has none or namespaces are not processed.
    public var namespace: String? { view.namespace(of: view.token.name) }
    /// The name as a value that outlives the event.
    public var ownedName: XML.Name { view.owned(view.token.name) }

    /// Returns whether the name has a local part in a namespace; nil or an empty string means no namespace.
    public func matches(_ local: String, in namespace: String?) -> Bool {
        localName == local && self.namespace ?? "" == namespace ?? ""
    }

    /// The attributes as values that outlive the event, in the order of their indices.
    public var attributes: [XML.Attribute] { view.ownedAttributes }
    /// The number of attributes, including namespace declarations and, at the end, defaults from the document type.
    public var attributeCount: Int { view.attributeCount }

    /// Returns the name of an attribute as written, including its prefix.
    @_lifetime(copy self)
    public func attributeName(at index: Int) -> XML.TextSpan { view.text(view.attribute(at: index).name.slice) }

    /// Returns the name of an attribute without its prefix.
    @_lifetime(copy self)
    public func attributeLocalName(at index: Int) -> XML.TextSpan { view.text(view.attribute(at: index).name.local) }

    /// Returns the namespace of an attribute's name, or nil if the name has none.
    ///
    /// Namespace declarations are in the namespace `http://www.w3.org/2000/xmlns/` (Namespaces in XML 1.0 §3).
    public func attributeNamespace(at index: Int) -> String? { view.namespace(of: view.attribute(at: index).name) }

    /// Returns the value of an attribute, normalized (XML 1.0 §3.3.3).
    @_lifetime(copy self)
    public func attributeValue(at index: Int) -> XML.TextSpan { view.text(view.attribute(at: index).value) }

    /// Returns the value of the attribute with a name as written, or nil if no attribute has the name.
    @_lifetime(copy self)
    public func attribute(named name: String) -> XML.TextSpan? {
        for index in 0..<attributeCount where attributeName(at: index) == name { return attributeValue(at: index) }
        return nil
    }

    /// Returns the value of the attribute with a local name in a namespace, or nil if no attribute matches.
    ///
    /// Pass nil for no namespace.
    @_lifetime(copy self)
    public func attribute(named local: String, in namespace: String?) -> XML.TextSpan? {
        for index in 0..<attributeCount
        where attributeLocalName(at: index) == local && attributeNamespace(at: index) == namespace {
            return attributeValue(at: index)
        }
        return nil
    }
}

extension XML {
    /// A borrowed run of text, in UTF-8.
    public struct TextSpan: ~Escapable {
        /// The bytes of the text.
        public let utf8: Span<UInt8>
        /// The token that contains the text.
        fileprivate let view: XMLTokenView

        @_lifetime(copy utf8, copy view)
        init(_ utf8: Span<UInt8>, of view: XMLTokenView) {
            self.utf8 = utf8
            self.view = view
        }

        /// The number of bytes.
        public var count: Int { utf8.count }
        /// Whether the text is empty.
        public var isEmpty: Bool { utf8.isEmpty }
        /// Whether the text consists only of whitespace (XML 1.0 production 3).
        public var isWhitespace: Bool { utf8.leadingSpace == count }
        /// The text as a string.
        ///
        /// Each access creates a string.
        public var string: String { utf8.string }

        /// Returns whether the text equals a string, scalar by scalar, without creating a string.
        public static func == (span: borrowing TextSpan, text: String) -> Bool { span.utf8.hasText(text) }
        /// Returns whether the text differs from a string.
        public static func != (span: borrowing TextSpan, text: String) -> Bool { !(span == text) }
    }
}

extension XML {
    /// An event of a document, as a value that can be stored, compared, and sent.
    ///
    /// Borrowed events are much cheaper; see ``Event``.
    public enum OwnedEvent: Sendable, Hashable {
        /// The start tag of an element.
        ///
        /// The attributes are in order and include namespace declarations and defaults.
        case startElement(name: Name, attributes: [Attribute])
        /// The end of an element.
        case endElement(name: Name)
        /// Character data up to the next markup.
        case text(String)
        /// The content of a CDATA section.
        case cdata(String)
        /// The content of a comment.
        case comment(String)
        /// A processing instruction.
        case processingInstruction(target: String, data: String)
        /// The document type declaration.
        case documentType(DocumentType)
    }
}
