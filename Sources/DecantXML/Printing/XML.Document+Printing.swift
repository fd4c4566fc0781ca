extension XML.Document {
    /// Writes the document as XML.
    ///
    /// What is read from it again is equal to the document, if the format is ``XML/Format/compact``. The document type declaration
    /// is written without its internal subset, which the document has taken in. A carriage return in a comment or in a
    /// processing instruction, which only an entity can have brought there, is read as a line feed.
    ///
    /// - Parameter format: How it is written.
    /// - Returns: The text.
    public func xmlString(_ format: XML.Format = .compact) -> String { node.xmlString(format) }

    /// Writes the document as XML in UTF-8.
    ///
    /// - Parameter format: How it is written.
    /// - Returns: The bytes.
    public func xmlBytes(_ format: XML.Format = .compact) -> [UInt8] { node.xmlBytes(format) }

    /// Writes the document in the form that is the same for all documents that differ only in how they are written
    /// (Canonical XML 1.1), in UTF-8, fit to be hashed, compared and signed.
    ///
    /// It is defined for documents whose namespaces were processed. What was left out while reading is not in it.
    ///
    /// - Parameter comments: Whether comments are written.
    /// - Returns: The bytes.
    public func canonicalBytes(comments: Bool = false) -> [UInt8] {
        var printer = XMLCanonicalPrinter(storage, keepsComments: comments)
        return printer.bytes()
    }
}

extension XML.Document: CustomStringConvertible {
    /// The document as XML.
    public var description: String { xmlString() }
}
