import Decant

/// All that the command knows of a format: how a body is recognised and what decodes it.
///
/// What is done with the value is said by the value's conformance to ``DecodedValue``. A further format is a type that conforms to this, its value's conformance, and a case of ``DecodingKind``.
protocol BodyFormat {
    associatedtype Serializer: ResponseSerializer where Serializer.Output: DecodedValue

    /// What decodes a body, with what the options say about the format.
    static func serializer(_ options: DecodingOptions) -> Serializer

    /// The media type of a body that has none, and of which nothing else is known than that it is to be of this format; nil
    /// if every type will do.
    static var usualMediaType: MediaType? { get }

    /// The media type that the first bytes of a body leave no doubt about; nil if there is a doubt.
    static func mediaType(bySignatureOf body: ResponseBody) -> MediaType?
}

extension BodyFormat {
    static func mediaType(bySignatureOf body: ResponseBody) -> MediaType? { nil }

    /// Whether a body with a media type is decoded without being asked for twice.
    static func accepts(_ mediaType: MediaType, _ options: DecodingOptions) -> Bool {
        serializer(options).handling.configuration.validation.accepts(.declared(mediaType, findings: []))
    }
}
