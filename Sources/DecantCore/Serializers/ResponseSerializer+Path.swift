/// The common code path of all responses that were received as a whole, from any client.
extension ResponseSerializer {
    /// Validates and decodes a response, and passes the outcome to the observer, if any.
    ///
    /// - Parameter context: The head, its findings, and the details of the transfer. On return, it has all findings.
    /// - Throws: `ResponseError` with all details of the response.
    @usableFromInline
    package func value(of body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let handling = handling
        guard !context.isOfMember, let observer = handling.currentObserver else {
            return try unobservedValue(of: body, handling, in: &context)
        }
        return try observedValue(of: body, in: &context, by: observer)
    }

    private func observedValue(
        of body: ResponseBytes,
        in context: inout DecodingContext,
        by observer: ResponseObserver
    ) throws(ResponseError) -> Output {
        let start = ContinuousClock.now
        let result: Result<Output, ResponseError>
        do throws(ResponseError) {
            result = .success(try unobservedValue(of: body, handling, in: &context))
        } catch {
            result = .failure(error)
        }
        let error = result.failure
        let outcome = ResponseOutcome(
            error?.context ?? context.response,
            output: Output.self,
            bodyCount: body.count,
            findings: error?.findings ?? context.findings,
            error: error,
            duration: ContinuousClock.now - start,
            transferDuration: context.transfer?.duration
        )
        observer.observe(outcome)
        return try result.get()
    }

    /// Validates and decodes a response like ``value(of:in:)``, and returns the head and the findings with the value.
    package func response(of body: ResponseBytes, in context: consuming DecodingContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        DecodedResponse(value: try value(of: body, in: &context), context)
    }

    /// Runs the steps: content codings, size, validation, empty-body rule, preparation, decoding.
    ///
    /// For most responses, all steps but decoding leave the body and the findings unchanged.
    private func unobservedValue(
        of body: ResponseBytes,
        _ handling: ResponseHandling,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Output {
        if handling.acceptsPlainly(body, in: context) {
            do throws(ResponseError) {
                return try decode(body, in: &context)
            } catch {
                throw completed(error.located(in: body.whole), body: body, decoding: context)
            }
        }
        let body = context.decodeCodings(of: body)
        do throws(ResponseError) {
            try check(body, handling, in: &context)
            return try content(of: context.response.forbidsBody ? ResponseBytes() : body, handling, in: &context)
        } catch {
            throw completed(error, body: context.received ?? body, decoding: context)
        }
    }

    /// Rejects an unacceptable response, or reports its findings.
    ///
    /// An incomplete transfer comes first, then a body that exceeds a limit, then the other checks; a bad status takes
    /// precedence over all of them.
    private func check(_ body: ResponseBytes, _ handling: ResponseHandling, in context: inout DecodingContext)
        throws(ResponseError)
    {
        let (received, response) = (context.received ?? body, context.response)
        if let failure = context.transfer?.failure {
            var refusal = ResponseError?.none
            if !response.isUnknown {
                refusal = ResponseError(refusing: handling.findings(about: received, in: context))
                refusal = refusal ?? statusRefusal(of: received, in: response)
            }
            throw ResponseError(failure, in: response, receivedBytes: received.count, refusal: refusal)
        }
        do throws(ResponseError) {
            if let failure = context.codingFailure, failure.code == .limitExceeded { throw failure }
            try handling.checkSize(of: body)
        } catch {
            // In an error body, the members of a compound do not check the status.
            guard !context.isOfFailure else { throw error }
            throw statusRefusal(of: received, in: response) ?? error
        }
        let findings = handling.findings(about: received, in: context)
        if findings.contains(where: { $0.severity == .failure }), let error = ResponseError(refusing: findings) {
            throw error
        }
        context.report(findings)
        if let failure = context.codingFailure { throw failure }
    }

    /// Prepares and decodes a validated body, unless it is empty before or after the preparation.
    private func content(of body: ResponseBytes, _ handling: ResponseHandling, in context: inout DecodingContext)
        throws(ResponseError) -> Output
    {
        context.isOfEmptyBody = handling.isEmpty(body)
        guard !context.isOfEmptyBody else { return try decodeEmptyBody(body, in: &context) }
        let prepared = try handling.prepared(body, in: &context)
        context.isOfEmptyBody = handling.isEmpty(prepared)
        guard !context.isOfEmptyBody else { return try decodeEmptyBody(prepared, in: &context) }
        do throws(ResponseError) {
            return try decode(prepared, in: &context)
        } catch {
            // The decoder's offsets refer to the prepared bytes, which may differ from the received ones.
            throw error.located(in: prepared.whole)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
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
        (context, findings, isEmpty) = (decoding.response, decoding.findings, decoding.isOfEmptyBody)
    }
}
