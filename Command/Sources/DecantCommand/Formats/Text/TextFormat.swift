import Decant

/// Text.
enum TextFormat: BodyFormat {
    static var usualMediaType: MediaType? { "text/plain" }

    static func serializer(_ options: DecodingOptions) -> StringResponseSerializer { StringResponseSerializer() }
}
