extension ResponseSerializer {
    /// Validates and decodes a response: content codings, limits, validation, empty-body rule, preparation, decoding.
    ///
    /// ```swift
    /// let user = try JSONResponseSerializer(User.self).value(of: bytes, for: head)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view. A ``ResponseBytes`` is not copied.
    ///   - head: The head of the response; a ``ResponseContext`` has the request as well.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @inlinable
    public func value(
        of bytes: some Sequence<UInt8>,
        for head: some ResponseContextConvertible
    ) throws(ResponseError) -> Output {
        var context = DecodingContext(of: head, handling)
        return try value(of: ResponseBytes(bytes), in: &context)
    }

    /// Validates and decodes a response as ``value(of:for:)`` does, and keeps the head and the findings.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body.
    ///   - head: The head of the response; a ``ResponseContext`` has the request as well.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @inlinable
    public func response(
        of bytes: some Sequence<UInt8>,
        for head: some ResponseContextConvertible
    ) throws(ResponseError) -> DecodedResponse<Output> {
        try response(of: ResponseBytes(bytes), in: DecodingContext(of: head, handling))
    }
}

/// A value together with the findings about its response.
public struct DecodedResponse<Output: Sendable>: Sendable {
    /// The value.
    public let value: Output

    /// The head of the response, and the request it answers.
    public let context: ResponseContext

    /// Deviations that were tolerated, repairs that were made, and notes; never a failure.
    public let findings: [Finding]

    /// Whether the value represents an empty body.
    public let isEmpty: Bool
}
