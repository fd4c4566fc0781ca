/// A serializer that validates a response and returns its bytes unchanged.
///
/// By default, any media type is acceptable. It corresponds to AFNetworking's `AFHTTPResponseSerializer`.
///
/// ```swift
/// let body = try DataResponseSerializer().value(of: bytes, for: response)
/// ```
public struct DataResponseSerializer: ResponseSerializer {
    /// The checks of a response, and the steps around decoding.
    public var handling = ResponseHandling.any

    /// Creates a serializer with the default handling.
    public init() {}

    /// Returns the bytes unchanged.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> ResponseBytes
    {
        body
    }

    /// Returns the bytes of an error body unchanged.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        body
    }
}

extension ResponseSerializer where Self == DataResponseSerializer {
    /// A serializer that validates a response and returns its bytes unchanged.
    public static var data: DataResponseSerializer { DataResponseSerializer() }
}

extension ResponseHandling {
    /// The default handling for any media type; serializers share its storage until they modify their copy.
    static let any = ResponseHandling(accepting: nil)
}
