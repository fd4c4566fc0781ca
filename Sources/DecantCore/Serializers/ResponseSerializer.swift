/// A type that turns a response into a value, or into a ``ResponseError`` that explains the failure.
///
/// A format declares its handling and decodes a body. Validation, the empty-body rule, preparation, and the creation of
/// errors are the same for all formats. A custom serializer takes ten lines:
///
/// ```swift
/// struct LineCount: ResponseSerializer {
///     var handling = ResponseHandling(accepting: ["text/plain"])
///
///     func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
///         body.count { $0 == UInt8(ascii: "\n") }
///     }
/// }
/// ```
public protocol ResponseSerializer<Output>: ResponseHandler {
    /// The type of the value.
    associatedtype Output: Sendable

    /// Decodes a validated and prepared body.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The head of the response, the request, and the codings. Report findings to it.
    /// - Throws: ``ResponseError`` with the position where decoding stopped. The caller adds the other details.
    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output

    /// Decodes the body of a response with a bad status if no type was set for it with `.failure(…)`.
    ///
    /// The default implementation returns nil. A format returns its general value here, not a value of the success
    /// type.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The head of the response, the request, and the codings.
    /// - Returns: The value, or nil if the format has no general value.
    /// - Throws: ``ResponseError`` with the position where decoding stopped.
    func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?

    /// Returns the value for an empty body, or nil if the output has no such value.
    ///
    /// The default implementation uses the value of the output type. `Optional`, `String`, byte arrays, and
    /// ``EmptyResponse`` have one.
    func emptyValue() -> Output?

    /// Returns the value for a validated, empty body.
    ///
    /// The default implementation returns ``emptyValue()``. A serializer that forwards responses to others with
    /// separate validation also forwards empty ones. Otherwise, they would be accepted without that validation.
    ///
    /// - Parameters:
    ///   - body: The bytes, if any: only whitespace, if the serializer treats it as empty.
    ///   - context: The head of the response, the request, and the codings.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/emptyBody`` if the serializer has no such value.
    func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output
}

extension ResponseSerializer {
    /// Returns nil; the error of a format without a general value has only the bytes of the body.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        nil
    }

    /// Returns the output type's value for an empty body, or nil if the type has no such value.
    public func emptyValue() -> Output? {
        emptyBodyValue(Output.self)
    }

    /// Returns ``emptyValue()``, or throws if it is nil.
    public func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        guard let value = emptyValue() else {
            let text = "wrap the serializer in `.optional(…)` to decode an empty body as nil"
            throw ResponseError(emptyBodyFor: Output.self, hint: Hint(nil, Remedy(.option, "optional", text: text)))
        }
        return value
    }
}

#if Digests
extension ResponseSerializer {
    /// Returns a serializer that verifies the fields `Content-Digest` and `Repr-Digest` (RFC 9530) of a response.
    ///
    /// Each digest by SHA-256 or SHA-512 is compared with the content as it was sent, before content decoding. A
    /// mismatch rejects the response with the code ``ResponseError/Code/rejected`` and the finding
    /// ``Finding/Code/digestMismatch``. A digest that cannot be verified is a finding: its algorithm is another one, it
    /// is malformed, or the client has decoded the content codings. Responses without these fields are accepted, and so
    /// is the `Repr-Digest` of a partial response.
    public func verifyingDigests() -> Self {
        var copy = self
        copy.handling.verifiesDigests = true
        return copy
    }
}
#endif

// MARK: - Bytes

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
