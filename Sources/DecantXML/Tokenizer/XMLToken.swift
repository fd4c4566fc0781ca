/// One piece of a document as the tokenizer finds it; the attributes of a start tag stand beside it.
package struct XMLToken: BitwiseCopyable, Sendable {
    /// What it is.
    package var kind: Kind

    /// The name of an element, or the target of a processing instruction; otherwise without meaning.
    package var name: XMLName

    /// Character data with references replaced, the content of a CDATA section or comment, or the data of a processing
    /// instruction.
    package var text: XMLSlice

    /// Where in the text of the document it begins, in bytes; what comes out of an entity begins at the reference.
    package var offset: Int
}

extension XMLToken {
    /// What a token can be.
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always)
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The start tag of an element; one without content is followed by an end.
        package static var startElement: Kind { Kind(rawValue: 0) }

        /// The end of an element.
        package static var endElement: Kind { Kind(rawValue: 1) }

        /// Character data between two pieces of markup; never empty.
        package static var text: Kind { Kind(rawValue: 2) }

        /// A CDATA section, which may be empty.
        package static var cdata: Kind { Kind(rawValue: 3) }

        /// A comment.
        package static var comment: Kind { Kind(rawValue: 4) }

        /// A processing instruction.
        package static var processingInstruction: Kind { Kind(rawValue: 5) }

        /// The document type declaration, whole.
        package static var documentType: Kind { Kind(rawValue: 6) }
    }
}
