public import DecantCore
public import DecantDocument

extension XML {
    /// An event of a document, borrowed from the reader that produced it.
    ///
    /// An event involves no copying and no reference counting. It is valid until the reader is used again:
    ///
    /// ```swift
    /// while let event = try reader.next() {
    ///     switch event.kind {
    ///     case .startElement where event.name == "item": items += 1
    ///     case .text: if event.text == "sold out" { items -= 1 }
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// To keep an event, use ``owned``.
    public struct Event: ~Escapable {
        @usableFromInline let view: XMLTokenView

        @inlinable @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }
    }
}

extension XML.Event {
    /// The kind of an event.
    public enum Kind: Sendable {
        /// The start tag of an element.
        ///
        /// An end event follows even if the element has no content.
        case startElement
        /// The end of an element.
        case endElement
        /// Character data up to the next markup, with references and line ends replaced; never empty.
        case text
        /// The content of a CDATA section, which may be empty (XML 1.0 §2.7).
        case cdata
        /// The content of a comment (§2.5).
        case comment
        /// A processing instruction (§2.6).
        case processingInstruction
        /// The document type declaration (§2.8), which the reader has already applied.
        ///
        /// ``XML/Event/documentType`` returns its content.
        case documentType
    }

    /// The kind of the event.
    ///
    /// After inlining, the caller's switch over the kind is the only switch.
    @inlinable public var kind: Kind {
        switch view.kind {
        case .startElement: .startElement
        case .endElement: .endElement
        case .text: .text
        case .cdata: .cdata
        case .comment: .comment
        case .processingInstruction: .processingInstruction
        default: .documentType
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

    /// The content of a document type declaration, or nil for other events.
    public var documentType: XML.DocumentType? { kind == .documentType ? view.documentType : nil }

    /// The event as a value that outlives the reader's next use.
    public var owned: XML.OwnedEvent { view.owned }
}

extension XML.Event {
    /// The text of a text, a CDATA section, or a comment, or the data of a processing instruction without the
    /// whitespace after the target; empty for other events.
    @inlinable public var text: BorrowedText { @_lifetime(copy self) get { view.text } }
    /// The name of an element as written, including its prefix, the target of a processing instruction, or the name of
    /// a document type; empty for other events.
    @inlinable public var name: BorrowedText { @_lifetime(copy self) get { view.name } }
    /// The name of an element without its prefix; the whole name if namespaces are not processed.
    public var localName: BorrowedText { @_lifetime(copy self) get { view.text(view.ownName.local) } }
    /// The prefix of the name; empty if the name has none.
    public var prefix: BorrowedText { @_lifetime(copy self) get { view.text(view.ownName.prefix) } }
    /// The namespace of the name, or nil if the name has none or namespaces are not processed.
    public var namespace: String? { view.namespace(of: view.ownName) }
    /// The name as a value that outlives the event.
    public var ownedName: XML.Name { view.owned(view.ownName) }

    /// Returns whether the name has a local part in a namespace; nil or an empty string means no namespace.
    public func matches(_ local: String, in namespace: String?) -> Bool {
        localName == local && self.namespace ?? "" == namespace ?? ""
    }
}

extension XML.Event {
    /// The attributes of a start tag as values that outlive the event, in the order of their indices.
    public var attributes: [XML.Attribute] { view.ownedAttributes }
    /// The number of attributes of a start tag, including namespace declarations and, at the end, defaults from the
    /// document type; 0 for other events.
    public var attributeCount: Int { view.attributeCount }

    /// Returns the name of an attribute as written, including its prefix.
    @_lifetime(copy self)
    public func attributeName(at index: Int) -> BorrowedText { view.text(view.attribute(at: index).name.slice) }

    /// Returns the name of an attribute without its prefix.
    @_lifetime(copy self)
    public func attributeLocalName(at index: Int) -> BorrowedText { view.text(view.attribute(at: index).name.local) }

    /// Returns the namespace of an attribute's name, or nil if the name has none.
    ///
    /// Namespace declarations are in the namespace `http://www.w3.org/2000/xmlns/` (Namespaces in XML 1.0 §3).
    public func attributeNamespace(at index: Int) -> String? { view.namespace(of: view.attribute(at: index).name) }

    /// Returns the value of an attribute, normalized (XML 1.0 §3.3.3).
    @_lifetime(copy self)
    public func attributeValue(at index: Int) -> BorrowedText { view.text(view.attribute(at: index).value) }

    /// Returns the value of the attribute with a name as written, or nil if no attribute has the name.
    @_lifetime(copy self)
    public func attribute(named name: String) -> BorrowedText? {
        for index in 0..<attributeCount where attributeName(at: index) == name { return attributeValue(at: index) }
        return nil
    }

    /// Returns the value of the attribute with a local name in a namespace, or nil if no attribute matches.
    ///
    /// Pass nil for no namespace.
    @_lifetime(copy self)
    public func attribute(named local: String, in namespace: String?) -> BorrowedText? {
        for index in 0..<attributeCount
        where attributeLocalName(at: index) == local && attributeNamespace(at: index) == namespace {
            return attributeValue(at: index)
        }
        return nil
    }
}

extension BorrowedText {
    /// Whether the text consists only of whitespace (XML 1.0 production 3).
    public var isWhitespace: Bool { withBytes { $0.leadingSpace == $0.count } }
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
