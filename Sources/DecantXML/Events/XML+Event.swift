public import DecantCore

extension XML {
    /// An event of a document, borrowed from the reader that found it.
    ///
    /// An event costs no copy and no reference counting, and is valid until the reader is used again:
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
    /// ``owned`` makes a value of it that can be kept.
    public enum Event: ~Escapable {
        /// The start tag of an element. An element without content is followed by its end.
        case startElement(Element)
        /// The end of an element.
        case endElement(Element)
        /// Character data up to the next markup, with references and line ends replaced; never empty.
        case text(TextSpan)
        /// The content of a CDATA section, which may be empty (XML 1.0 §2.7).
        case cdata(TextSpan)
        /// The content of a comment (§2.5).
        case comment(TextSpan)
        /// A processing instruction, and its data without the white space after the target (§2.6).
        case processingInstruction(target: TextSpan, data: TextSpan)
        /// The document type declaration (§2.8), which has been applied; ``documentType`` has its content.
        case documentType(name: TextSpan)
    }
}

extension XML.Event {
    /// Creates the event of the current token.
    ///
    /// Where it is inlined, the switch over the event is the only one.
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

    /// The position at which the event begins: offset in the body as received, line and column.
    ///
    /// An event from an entity is at the reference to it; the end of an element without content is at its `/>`. Lines are
    /// counted from the position that was requested last.
    public var position: SourcePosition { view.position }

    /// The offset of the event in the text, in bytes of UTF-8.
    ///
    /// In a body in UTF-8 this is the offset of ``position``, without counting lines.
    public var offset: Int { view.offset }

    /// The content of a document type declaration; nil for other events.
    public var documentType: XML.DocumentType? {
        if case .documentType = self { view.documentType } else { nil }
    }

    /// The event, as a value that can be kept.
    public var owned: XML.OwnedEvent { view.owned }

    /// The tag of an element; only start tags have attributes.
    public struct Element: ~Escapable {
        @usableFromInline let view: XMLTokenView

        @inlinable @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }
    }
}

extension XML.Event.Element {
    /// The name as written, with its prefix.
    public var name: XML.TextSpan { @_lifetime(copy self) get { view.name } }
    /// The name without its prefix; the whole name if namespaces are not processed.
    public var localName: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.name.local) } }
    /// The prefix of the name; empty if it has none.
    public var prefix: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.name.prefix) } }
    /// The namespace of the name; nil if it is in none, or if namespaces are not processed.
    public var namespace: String? { view.namespace(of: view.token.name) }
    /// The name, as a value that can be kept.
    public var ownedName: XML.Name { view.owned(view.token.name) }

    /// Returns whether the name has a local part in a namespace; with nil, in none.
    public func matches(_ local: String, in namespace: String?) -> Bool {
        localName == local && self.namespace == namespace
    }

    /// The attributes, as values that can be kept: as ``attributeCount`` counts them.
    public var attributes: [XML.Attribute] { view.ownedAttributes }

    /// The number of attributes, including declarations of namespaces and, at the end, the defaults of the document type.
    public var attributeCount: Int { view.attributeCount }

    /// The name of an attribute as written, with its prefix.
    @_lifetime(copy self)
    public func attributeName(at index: Int) -> XML.TextSpan { view.text(view.attribute(at: index).name.slice) }

    /// The name of an attribute without its prefix.
    @_lifetime(copy self)
    public func attributeLocalName(at index: Int) -> XML.TextSpan { view.text(view.attribute(at: index).name.local) }

    /// The namespace of the name of an attribute, or nil if it is in none.
    ///
    /// Declarations of namespaces are in the namespace `http://www.w3.org/2000/xmlns/` (Namespaces in XML 1.0 §3).
    public func attributeNamespace(at index: Int) -> String? { view.namespace(of: view.attribute(at: index).name) }

    /// The value of an attribute, normalized (XML 1.0 §3.3.3).
    @_lifetime(copy self)
    public func attributeValue(at index: Int) -> XML.TextSpan { view.text(view.attribute(at: index).value) }

    /// The value of the attribute with a name as written, or nil if there is none.
    @_lifetime(copy self)
    public func attribute(named name: String) -> XML.TextSpan? {
        for index in 0..<attributeCount where attributeName(at: index) == name { return attributeValue(at: index) }
        return nil
    }

    /// The value of the attribute with a local name in a namespace, or with nil in none; nil if there is no such attribute.
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
        /// The bytes.
        public let utf8: Span<UInt8>
        /// The token that the text is part of.
        fileprivate let view: XMLTokenView

        @_lifetime(copy utf8, copy view)
        init(_ utf8: Span<UInt8>, of view: XMLTokenView) {
            self.utf8 = utf8
            self.view = view
        }

        /// The number of bytes.
        public var count: Int { utf8.count }
        /// Whether there is no text.
        public var isEmpty: Bool { utf8.isEmpty }
        /// Whether the text is white space only (XML 1.0 production 3).
        public var isWhiteSpace: Bool { utf8.indices.allSatisfy { XMLCharacters.isWhitespace(utf8[$0]) } }
        /// The text as a string, which is created at each call.
        public var string: String { utf8.string }

        /// Returns whether the text is a string, scalar by scalar, without creating one.
        public static func == (span: borrowing TextSpan, text: String) -> Bool { span.utf8.hasText(text) }
        /// Returns whether the text differs from a string.
        public static func != (span: borrowing TextSpan, text: String) -> Bool { !(span == text) }
    }
}

extension XML {
    /// An event of a document, as a value that can be kept, compared and sent.
    ///
    /// Borrowed events, see ``Event``, cost much less.
    public enum OwnedEvent: Sendable, Hashable {
        /// The start tag of an element, with its attributes in order, including declarations of namespaces and defaults.
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
