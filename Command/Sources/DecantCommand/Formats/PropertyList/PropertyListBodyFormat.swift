import Decant

/// A property list.
enum PropertyListBodyFormat: BodyFormat {
    static var usualMediaType: MediaType? { "application/x-plist" }

    static func serializer(_ options: DecodingOptions) -> PropertyListResponseSerializer<PropertyList> {
        guard let format = options.plistFormat else { return PropertyListResponseSerializer() }
        return PropertyListResponseSerializer().options { $0.formats = format.formats }
    }

    static func mediaType(bySignatureOf body: ResponseBody) -> MediaType? {
        body.prefix(8).bytes.elementsEqual("bplist00".utf8) ? "application/x-apple-binary-plist" : nil
    }
}
