/// Validates a response whose body is of no interest.
public struct EmptyResponseSerializer: ResponseSerializer {
    /// Which responses are acceptable.
    public var handling = ResponseHandling(accepting: nil)

    /// Creates a serializer with the default handling.
    public init() {}

    /// Ignores the bytes.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
    /// - Returns: The value.
    /// - Throws: Nothing.
    public func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Empty {
        Empty()
    }
}

extension ResponseSerializer where Self == EmptyResponseSerializer {
    /// Validates a response whose body is of no interest.
    public static var empty: EmptyResponseSerializer { EmptyResponseSerializer() }
}
