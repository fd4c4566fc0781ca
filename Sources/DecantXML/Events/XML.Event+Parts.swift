extension XML.Event {
    /// The start tag of an element.
    public struct StartElement: ~Escapable {
        let view: XMLTokenView

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView) { self.view = view }

        /// The name of the element.
        public var name: Name {
            @_lifetime(copy self)
            get { Name(view, view.token.name) }
        }

        /// The attributes, those that declare namespaces included; those that the document type adds come last.
        public var attributes: Attributes {
            @_lifetime(copy self)
            get { Attributes(view) }
        }

        /// Where the tag begins in the text, in bytes; an element that comes out of an entity is where that is referred to.
        ///
        /// In a body in UTF-8 this is the place in the body as received. ``XML/Event/position`` gives that for any charset.
        public var offset: Int { view.offset }
    }

    /// The end of an element.
    public struct EndElement: ~Escapable {
        let view: XMLTokenView

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView) { self.view = view }

        /// The name of the element.
        public var name: Name {
            @_lifetime(copy self)
            get { Name(view, view.token.name) }
        }

        /// Where the tag begins in the text, in bytes; for an element without content, where its `/>` stands.
        public var offset: Int { view.offset }
    }

    /// Character data, the content of a CDATA section, or a comment.
    public struct Text: ~Escapable {
        let view: XMLTokenView

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView) { self.view = view }

        /// The text.
        public var content: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(view.token.text) }
        }

        /// The text as a string, which is made anew each time.
        public var string: String { content.string }

        /// Whether the text is white space only (XML 1.0 production 3).
        public var isWhiteSpace: Bool { content.isWhiteSpace }

        /// Where it begins in the text of the document, in bytes.
        public var offset: Int { view.offset }
    }

    /// A processing instruction.
    public struct ProcessingInstruction: ~Escapable {
        let view: XMLTokenView

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView) { self.view = view }

        /// For whom it is.
        public var target: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(view.token.name.slice) }
        }

        /// What it says, without the white space behind the target.
        public var data: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(view.token.text) }
        }

        /// Where it begins in the text of the document, in bytes.
        public var offset: Int { view.offset }
    }

    /// The document type declaration.
    public struct DocumentTypeDeclaration: ~Escapable {
        let view: XMLTokenView

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView) { self.view = view }

        /// What it says.
        public var value: XML.DocumentType { view.documentType ?? XML.DocumentType(name: "") }

        /// Where it begins in the text of the document, in bytes.
        public var offset: Int { view.offset }
    }
}
