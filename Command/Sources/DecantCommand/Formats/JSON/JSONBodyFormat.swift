import Decant

/// JSON.
enum JSONBodyFormat: BodyFormat {
    static var usualMediaType: MediaType? { "application/json" }

    static func serializer(_ options: DecodingOptions) -> JSONResponseSerializer<JSON> { JSONResponseSerializer() }
}
