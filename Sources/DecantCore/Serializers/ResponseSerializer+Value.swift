extension ResponseSerializer {
    /// Validates and decodes a response, and passes the outcome to the observer, if any.
    ///
    /// - Parameter context: The head, its findings, and the details of the transfer. On return, it has all findings.
    /// - Throws: `ResponseError` with all details of the response.
    @usableFromInline
    package func value(of body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try ResponsePath(handling).value(of: body, by: self, in: &context)
    }

    /// Validates and decodes a response like ``value(of:in:)``, and returns the head and the findings with the value.
    package func response(of body: ResponseBytes, in context: consuming DecodingContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        DecodedResponse(value: try value(of: body, in: &context), context)
    }
}

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
        let (response, error) = head.conversion
        var context = DecodingContext(response, limits: handling.limits)
        context.addHead(error)
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
        let (response, error) = head.conversion
        var context = DecodingContext(response, limits: handling.limits)
        context.addHead(error)
        return DecodedResponse(value: try value(of: ResponseBytes(bytes), in: &context), context)
    }
}

/// A decoded value with the head and the findings of its response.
public struct DecodedResponse<Output: Sendable>: Sendable {
    /// The decoded value.
    public let value: Output

    /// The head of the response, and the request it answers.
    public let context: ResponseContext

    /// The tolerated deviations, the repairs, and the notes; never a failure.
    public let findings: [Finding]

    /// Whether the value represents an empty body.
    public let isEmpty: Bool

    /// Creates a response from a value and the state of its decoding.
    @usableFromInline
    init(value: Output, _ decoding: DecodingContext) {
        self.value = value
        (context, findings, isEmpty) = (decoding.response, decoding.findings, decoding.bodyIsEmpty)
    }
}
