public import DecantCore

extension ResponseSerializer where Self == XMLDocumentResponseSerializer {
    /// XML as a tree.
    public static var xmlDocument: Self { XMLDocumentResponseSerializer() }

    /// XML as a tree, with options.
    ///
    /// - Parameter options: How the text is read, and what the tree keeps of it.
    /// - Returns: The serializer.
    public static func xmlDocument(options: XML.Options) -> Self { XMLDocumentResponseSerializer(options: options) }
}
