extension XMLTokenizer {
    /// Reads the document type declaration (production 28).
    mutating func documentType(at start: Int) throws(XMLFault) -> Bool {
        throw fault("document types are not read yet", at: start)
    }

    /// Adds the attributes that the document type declares for an element.
    mutating func addDeclaredAttributes(to name: XMLSlice, _ traits: inout XMLTagTraits) throws(XMLFault) {}
}
