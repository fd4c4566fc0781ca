/// Validates a response and returns its bytes unchanged.
///
/// Any media type is acceptable unless others are set. The counterpart of AFNetworking's `AFHTTPResponseSerializer`.
public struct DataResponseSerializer: ResponseSerializer {
    /// The checks of a response, and the steps around decoding.
    public var handling = ResponseHandling.any

    /// Creates a serializer with the default handling.
    public init() {}

    /// Returns the bytes.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value.
    /// - Throws: Nothing.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> ResponseBytes
    {
        body
    }

    /// Returns the bytes of an error body, too.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value.
    /// - Throws: Any error of decoding.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        body
    }
}

extension ResponseSerializer where Self == DataResponseSerializer {
    /// Validates a response and returns its bytes unchanged.
    public static var data: DataResponseSerializer { DataResponseSerializer() }
}

extension ResponseHandling {
    /// The default for any bytes, which all serializers share until one changes its own.
    static let any = ResponseHandling(accepting: nil)
}
