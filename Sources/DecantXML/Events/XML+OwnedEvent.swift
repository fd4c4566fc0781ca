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
