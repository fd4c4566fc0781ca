/// What a document type declaration says (XML 1.0 §2.8).
package struct XMLDocumentType: Sendable, Hashable {
    /// The name of the root element.
    package var name = ""

    /// The public identifier of the external subset, which is never read.
    package var publicID: String?

    /// The system identifier of the external subset, which is never read.
    package var systemID: String?

    /// The notations that are declared, the first of each name, in their order.
    package var notations: [XML.DocumentType.Notation] = []

    /// The names of the unparsed entities that are declared.
    package var unparsedEntities: [String] = []
}
