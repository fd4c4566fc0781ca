public import DecantCore

extension XML {
    /// One piece of a document, borrowed from the reader that found it: it costs no reference counting and no copy, and is good
    /// until the next one is read.
    ///
    /// ```swift
    /// while let event = try reader.next() {
    ///     switch event {
    ///     case .startElement(let element) where element.name == "item": items += 1
    ///     case .text(let text): length += text.content.count
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// ``owned`` makes a value of it that can be kept.
    public enum Event: ~Escapable {
        /// The start tag of an element; one without content is followed by its end.
        case startElement(StartElement)
        /// The end of an element.
        case endElement(EndElement)
        /// Character data up to the next piece of markup, with references and line ends replaced; never empty.
        case text(Text)
        /// The content of a CDATA section, which may be empty (XML 1.0 §2.7).
        case cdata(Text)
        /// A comment (§2.5).
        case comment(Text)
        /// A processing instruction (§2.6).
        case processingInstruction(ProcessingInstruction)
        /// The document type declaration (§2.8); its declarations have been applied.
        case documentType(DocumentTypeDeclaration)
    }
}

extension XML.Event {
    /// Creates the event of the current token.
    @inline(__always)
    @_lifetime(copy view)
    init(_ view: XMLTokenView) {
        switch view.token.kind {
        case .startElement: self = .startElement(StartElement(view))
        case .endElement: self = .endElement(EndElement(view))
        case .text: self = .text(Text(view))
        case .cdata: self = .cdata(Text(view))
        case .comment: self = .comment(Text(view))
        case .processingInstruction: self = .processingInstruction(ProcessingInstruction(view))
        default: self = .documentType(DocumentTypeDeclaration(view))
        }
    }

    /// The position at which the event begins: offset in the body as received, line and column.
    ///
    /// What comes out of an entity is where that is referred to. Lines are counted on from where that was asked last.
    public var position: SourcePosition {
        switch self {
        case .startElement(let element): element.view.position
        case .endElement(let element): element.view.position
        case .text(let text), .cdata(let text), .comment(let text): text.view.position
        case .processingInstruction(let instruction): instruction.view.position
        case .documentType(let declaration): declaration.view.position
        }
    }

    /// The event with strings of its own, as a value that can be kept.
    public var owned: XML.OwnedEvent {
        switch self {
        case .startElement(let element): .startElement(name: element.name.owned, attributes: element.attributes.owned)
        case .endElement(let element): .endElement(name: element.name.owned)
        case .text(let text): .text(text.string)
        case .cdata(let text): .cdata(text.string)
        case .comment(let text): .comment(text.string)
        case .processingInstruction(let instruction):
            .processingInstruction(target: instruction.target.string, data: instruction.data.string)
        case .documentType(let declaration): .documentType(declaration.value)
        }
    }
}

extension XML.Event.Name {
    /// The name with strings of its own.
    public var owned: XML.OwnedEvent.Name { XML.OwnedEvent.Name(string, namespace: namespace) }
}

extension XML.Event.Attributes {
    /// The attributes with strings of their own.
    public var owned: [XML.OwnedEvent.Attribute] {
        var attributes: [XML.OwnedEvent.Attribute] = []
        attributes.reserveCapacity(count)
        for index in indices {
            attributes.append(XML.OwnedEvent.Attribute(self[index].name.owned, self[index].value.string))
        }
        return attributes
    }
}

extension XML.Event {
    /// The start tag of an element.
    public struct StartElement: ~Escapable {
        let view: XMLTokenView

        @inline(__always) @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }

        /// The name of the element.
        public var name: Name { @_lifetime(copy self) get { Name(view, view.token.name) } }
        /// The attributes, those that declare namespaces included; those that the document type adds come last.
        public var attributes: Attributes { @_lifetime(copy self) get { Attributes(view) } }

        /// The offset of the tag in the text, in bytes; for an element from an entity, the offset of the reference.
        ///
        /// In a body in UTF-8 this is the place in the body as received. ``XML/Event/position`` gives that for any charset.
        public var offset: Int { view.offset }
    }

    /// The end of an element.
    public struct EndElement: ~Escapable {
        let view: XMLTokenView

        @inline(__always) @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }

        /// The name of the element.
        public var name: Name { @_lifetime(copy self) get { Name(view, view.token.name) } }
        /// The offset of the tag in the text, in bytes; for an element without content, the offset of its `/>`.
        public var offset: Int { view.offset }
    }

    /// Character data, the content of a CDATA section, or a comment.
    public struct Text: ~Escapable {
        let view: XMLTokenView

        @inline(__always) @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }

        /// The text.
        public var content: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.text) } }
        /// The text as a string, which is created at each call.
        public var string: String { content.string }
        /// Whether the text is white space only (XML 1.0 production 3).
        public var isWhiteSpace: Bool { content.isWhiteSpace }
        /// The offset in the text of the document, in bytes.
        public var offset: Int { view.offset }
    }

    /// A processing instruction.
    public struct ProcessingInstruction: ~Escapable {
        let view: XMLTokenView

        @inline(__always) @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }

        /// The target: the application that the instruction is for.
        public var target: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.name.slice) } }
        /// The data, without the white space after the target.
        public var data: XML.TextSpan { @_lifetime(copy self) get { view.text(view.token.text) } }
        /// The offset in the text of the document, in bytes.
        public var offset: Int { view.offset }
    }

    /// The document type declaration.
    public struct DocumentTypeDeclaration: ~Escapable {
        let view: XMLTokenView

        @inline(__always) @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }

        /// The content of the declaration.
        public var value: XML.DocumentType { view.documentType ?? XML.DocumentType(name: "") }
        /// The offset in the text of the document, in bytes.
        public var offset: Int { view.offset }
    }

    /// The name of an element or attribute.
    public struct Name: ~Escapable {
        private let view: XMLTokenView
        private let record: XMLName

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView, _ record: XMLName) {
            self.view = view
            self.record = record
        }

        /// The name as written, with the prefix.
        public var written: XML.TextSpan { @_lifetime(copy self) get { view.text(record.slice) } }
        /// The name after the prefix; all of it if namespaces are not processed.
        public var local: XML.TextSpan { @_lifetime(copy self) get { view.text(record.local) } }
        /// The prefix; empty if there is none.
        public var prefix: XML.TextSpan { @_lifetime(copy self) get { view.text(record.prefix) } }
        /// The namespace that the name is in, or nil if it is in none.
        public var namespace: String? { record.namespace == .none ? nil : view.name(of: record.namespace) }

        /// Returns whether the name has a local part and is in a namespace, or with nil in none, whatever its prefix is.
        public func matches(_ local: String, in namespace: String?) -> Bool {
            self.local == local && self.namespace == namespace
        }

        /// The name as written, as a string.
        public var string: String { written.string }

        /// Returns whether a name is written like this, scalar by scalar; no string is made for it.
        public static func == (name: borrowing Name, written: String) -> Bool { name.written == written }
        /// Returns whether a name as written differs from a text.
        public static func != (name: borrowing Name, written: String) -> Bool { !(name == written) }
    }

    /// One attribute of a start tag.
    public struct Attribute: ~Escapable {
        private let view: XMLTokenView
        private let record: XMLAttributeRecord

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView, _ record: XMLAttributeRecord) {
            self.view = view
            self.record = record
        }

        /// The name.
        public var name: Name { @_lifetime(copy self) get { Name(view, record.name) } }
        /// The value, normalised (XML 1.0 §3.3.3).
        public var value: XML.TextSpan { @_lifetime(copy self) get { view.text(record.value) } }
        /// Whether it declares a namespace; never if namespaces are not processed.
        public var declaresNamespace: Bool { record.flags.contains(.declaresNamespace) }
        /// Whether the attribute is absent from the tag, but declared with a default in the document type.
        public var isDefault: Bool { record.flags.contains(.isDefault) }
    }

    /// The attributes of a start tag.
    public struct Attributes: ~Escapable {
        private let view: XMLTokenView

        @inline(__always) @_lifetime(copy view) init(_ view: XMLTokenView) { self.view = view }

        /// The number of attributes.
        public var count: Int { view.attributeCount }
        /// The indices of all.
        public var indices: Range<Int> { 0..<view.attributeCount }
        /// Whether the collection is empty.
        public var isEmpty: Bool { view.attributeCount == 0 }

        /// The attribute at an index from 0.
        public subscript(index: Int) -> Attribute {
            @_lifetime(copy self)
            get { Attribute(view, view.attribute(at: index)) }
        }

        /// The value of the attribute with a name as written, or nil if there is none.
        public subscript(name: String) -> String? {
            for index in indices where self[index].name == name { return self[index].value.string }
            return nil
        }
    }
}

extension XML {
    /// A borrowed run of text, in UTF-8.
    public struct TextSpan: ~Escapable {
        /// The bytes.
        public let utf8: Span<UInt8>

        @inline(__always) @_lifetime(copy utf8) init(_ utf8: Span<UInt8>) { self.utf8 = utf8 }

        /// The number of bytes.
        public var count: Int { utf8.count }
        /// Whether there is no text.
        public var isEmpty: Bool { utf8.isEmpty }
        /// Whether the text is white space only (XML 1.0 production 3).
        public var isWhiteSpace: Bool { utf8.indices.allSatisfy { XMLCharacters.isSpace(utf8[$0]) } }

        /// Returns whether the text is this, scalar by scalar; no string is made for it.
        public static func == (span: borrowing TextSpan, text: String) -> Bool {
            guard span.utf8.count == text.utf8.count else { return false }
            var index = 0
            for byte in text.utf8 {
                guard span.utf8[index] == byte else { return false }
                index += 1
            }
            return true
        }

        /// Returns whether the text differs.
        public static func != (span: borrowing TextSpan, text: String) -> Bool { !(span == text) }
    }
}

extension XML.TextSpan {
    // MARK: - Unsafe
    //
    // Bound: the bytes are used inside the closure that has them.

    /// The text as a string, which is created at each call.
    public var string: String {
        unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
