import Decant

/// XML as a tree.
enum XMLBodyFormat: BodyFormat {
    static var usualMediaType: MediaType? { "application/xml" }

    static func serializer(_ options: DecodingOptions) -> XMLDocumentResponseSerializer {
        XMLDocumentResponseSerializer(options: options.xml)
    }
}
