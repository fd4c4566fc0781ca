extension ResponseSerializer {
    /// Validates and decodes a response.
    ///
    /// The steps are content decoding, limits, validation, the empty-body rule, preparation, and decoding.
    ///
    /// ```swift
    /// let user = try JSONResponseSerializer(User.self).value(of: bytes, for: head)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, or a buffer's readable view. A ``ResponseBytes`` is
    ///     not copied.
    ///   - head: The head of the response. A ``ResponseContext`` also has the request.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @inlinable
    public func value(
        of bytes: some Sequence<UInt8>,
        for head: some ResponseContextConvertible
    ) throws(ResponseError) -> Output {
        var context = DecodingContext(of: head, handling)
        return try value(of: ResponseBytes(bytes), in: &context)
    }

    /// Validates and decodes a response like ``value(of:for:)``, and returns the head and the findings with the value.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body.
    ///   - head: The head of the response. A ``ResponseContext`` also has the request.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @inlinable
    public func response(
        of bytes: some Sequence<UInt8>,
        for head: some ResponseContextConvertible
    ) throws(ResponseError) -> DecodedResponse<Output> {
        try response(of: ResponseBytes(bytes), in: DecodingContext(of: head, handling))
    }
}

/// A decoded value with the head and the findings of its response.
public struct DecodedResponse<Output: Sendable>: Sendable {
    /// The value.
    public let value: Output

    /// The head of the response, and the request it answers.
    public let context: ResponseContext

    /// The tolerated deviations, the repairs, and the notes; never a failure.
    public let findings: [Finding]

    /// Whether the value represents an empty body.
    public let isEmpty: Bool
}
