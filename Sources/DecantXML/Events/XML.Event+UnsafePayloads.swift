// Unsafe only in that views are bound to the event they are of instead of to a variable: what they show stands still as long
// as the event may be used, see UnsafeXMLState.

extension XML.Event {
    /// The start tag of an element.
    public struct StartElement: ~Escapable {
        let loan: UnsafeXMLLoan

        @inline(__always)
        @_lifetime(immortal)
        init(loan: UnsafeXMLLoan) { self.loan = loan }

        /// The name of the element.
        public var name: Name {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(Name(loan, loan.token.name), copying: self) }
        }

        /// The attributes, those that declare namespaces included; those that the document type adds come last.
        public var attributes: Attributes {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(Attributes(loan: loan), copying: self) }
        }

        /// Where the tag begins in the text, in bytes; an element that comes out of an entity is where that is referred to.
        ///
        /// In a body in UTF-8 this is the place in the body as received. ``XML/Event/position`` gives that for any charset.
        public var offset: Int { loan.offset }
    }

    /// The end of an element.
    public struct EndElement: ~Escapable {
        let loan: UnsafeXMLLoan

        @inline(__always)
        @_lifetime(immortal)
        init(loan: UnsafeXMLLoan) { self.loan = loan }

        /// The name of the element.
        public var name: Name {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(Name(loan, loan.token.name), copying: self) }
        }

        /// Where the tag begins in the text, in bytes; for an element without content, where its `/>` stands.
        public var offset: Int { loan.offset }
    }

    /// Character data, the content of a CDATA section, or a comment.
    public struct Text: ~Escapable {
        let loan: UnsafeXMLLoan

        @inline(__always)
        @_lifetime(immortal)
        init(loan: UnsafeXMLLoan) { self.loan = loan }

        /// The text.
        public var content: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(loan.token.text)), copying: self) }
        }

        /// The text as a string, which is made anew each time.
        public var string: String { content.string }

        /// Whether the text is white space only (XML 1.0 production 3).
        public var isWhiteSpace: Bool { content.isWhiteSpace }

        /// Where it begins in the text of the document, in bytes.
        public var offset: Int { loan.offset }
    }

    /// A processing instruction.
    public struct ProcessingInstruction: ~Escapable {
        let loan: UnsafeXMLLoan

        @inline(__always)
        @_lifetime(immortal)
        init(loan: UnsafeXMLLoan) { self.loan = loan }

        /// For whom it is.
        public var target: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(loan.token.name.slice)), copying: self) }
        }

        /// What it says, without the white space behind the target.
        public var data: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(loan.token.text)), copying: self) }
        }

        /// Where it begins in the text of the document, in bytes.
        public var offset: Int { loan.offset }
    }

    /// The document type declaration.
    public struct DocumentTypeDeclaration: ~Escapable {
        let loan: UnsafeXMLLoan

        @inline(__always)
        @_lifetime(immortal)
        init(loan: UnsafeXMLLoan) { self.loan = loan }

        /// What it says.
        public var value: XML.DocumentType { loan.documentType ?? XML.DocumentType(name: "") }

        /// Where it begins in the text of the document, in bytes.
        public var offset: Int { loan.offset }
    }
}
