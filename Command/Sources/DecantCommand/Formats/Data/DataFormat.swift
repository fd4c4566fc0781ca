import Decant

/// Bytes of whatever format.
enum DataFormat: BodyFormat {
    static var usualMediaType: MediaType? { nil }

    static func serializer(_ options: DecodingOptions) -> DataResponseSerializer { DataResponseSerializer() }
}
