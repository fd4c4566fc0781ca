/// The path that every response takes, from any client, to a value, an error, or a stream.
///
/// The path belongs to the handling. A serializer adds the decoding of a body, and a stream adds its reader.
package struct ResponsePath: Sendable {
    let handling: ResponseHandling

    /// Creates the path of responses with a handling.
    package init(_ handling: ResponseHandling) { self.handling = handling }
}

// MARK: - The steps

extension ResponsePath {
    /// Validates and decodes a response, and passes the outcome to the observer, if any.
    ///
    /// - Parameters:
    ///   - body: The body as received.
    ///   - serializer: The serializer that decodes the body.
    ///   - context: The head, its findings, and the details of the transfer. On return, it has all findings.
    /// - Throws: `ResponseError` with all details of the response.
    func value<Serializer: ResponseSerializer>(
        of body: ResponseBytes,
        by serializer: Serializer,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Serializer.Output {
        guard !context.isMember, let observer = handling.currentObserver else {
            return try unobservedValue(of: body, by: serializer, in: &context)
        }
        return try observedValue(of: body, by: serializer, in: &context, observer)
    }

    // A separate function, because the result needs memory whose size is looked up at the start of a function.
    private func observedValue<Serializer: ResponseSerializer>(
        of body: ResponseBytes,
        by serializer: Serializer,
        in context: inout DecodingContext,
        _ observer: ResponseHandling.Observer
    ) throws(ResponseError) -> Serializer.Output {
        let start = ContinuousClock.now
        let result: Result<Serializer.Output, ResponseError>
        do throws(ResponseError) {
            result = .success(try unobservedValue(of: body, by: serializer, in: &context))
        } catch {
            result = .failure(error)
        }
        let error = result.failure
        observer(ResponseOutcome(context, output: Serializer.Output.self, body: body, error: error, since: start))
        return try result.get()
    }

    /// Runs the steps: content codings, size, validation, empty-body rule, preparation, decoding.
    ///
    /// For most responses, all steps but decoding leave the body and the findings unchanged.
    private func unobservedValue<Serializer: ResponseSerializer>(
        of body: ResponseBytes,
        by serializer: Serializer,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Serializer.Output {
        if handling.acceptsPlainly(body, in: context) {
            do throws(ResponseError) {
                return try serializer.decode(body, in: &context)
            } catch {
                throw completed(error.located(in: body.whole), body: body, decoding: context, by: serializer)
            }
        }
        let body = context.decodeCodings(of: body)
        do throws(ResponseError) {
            try check(body, in: &context)
            let content = context.response.forbidsBody ? ResponseBytes() : body
            return try decoded(content, by: serializer, in: &context)
        } catch {
            throw completed(error, body: context.received ?? body, decoding: context, by: serializer)
        }
    }

    /// Rejects an unacceptable response, or reports its findings.
    ///
    /// An incomplete transfer comes first, then a body that exceeds a limit, then the other checks; a bad status takes
    /// precedence over all of them.
    private func check(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) {
        let received = context.received ?? body
        if let failure = context.transfer?.failure { throw error(of: failure, received, in: context) }
        do throws(ResponseError) {
            if let failure = context.codingFailure, failure.code == .limitExceeded { throw failure }
            try handling.checkSize(of: body)
        } catch {
            // In an error body, the members of a compound do not check the status.
            guard !context.decodesErrorBody else { throw error }
            throw statusRejection(of: received, in: context.response) ?? error
        }
        try checkHead(received, in: &context)
        if let failure = context.codingFailure { throw failure }
    }

    /// Rejects a response by its head, or reports the findings about the head.
    ///
    /// - Parameter body: The bytes as received, or nil if the body has not arrived.
    package func checkHead(_ body: ResponseBytes?, in context: inout DecodingContext) throws(ResponseError) {
        let findings = handling.findings(about: body, in: context)
        if findings.contains(where: { $0.severity == .failure }), let error = ResponseError(rejectedBy: findings) {
            throw error
        }
        context.report(findings)
    }

    /// Compares the number of received bytes with the length in the head, at the end of a stream.
    package func checkLength(_ received: Int, in context: inout DecodingContext) throws(ResponseError) {
        let findings = handling.configuration.validation.lengthFindings(context.response, received)
        if let error = ResponseError(rejectedBy: findings) { throw error }
        // The others are findings about the head.
        context.report(findings.filter { $0.code == .surplusBytes })
    }

    /// Prepares and decodes a validated body, unless it is empty before or after the preparation.
    private func decoded<Serializer: ResponseSerializer>(
        _ body: ResponseBytes,
        by serializer: Serializer,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Serializer.Output {
        context.bodyIsEmpty = handling.isEmpty(body)
        guard !context.bodyIsEmpty else { return try serializer.decodeEmptyBody(body, in: &context) }
        let prepared = try handling.prepared(body, in: &context)
        if handling.hasSteps { context.prepared = prepared }
        context.bodyIsEmpty = handling.isEmpty(prepared)
        guard !context.bodyIsEmpty else { return try serializer.decodeEmptyBody(prepared, in: &context) }
        do throws(ResponseError) {
            return try serializer.decode(prepared, in: &context)
        } catch {
            // The decoder's offsets refer to the prepared bytes, which may differ from the received ones.
            throw error.located(in: prepared.whole)
        }
    }
}

// MARK: - Failed transfers

extension ResponsePath {
    /// Returns the error of a transfer that failed before a stream began, and passes it to the observer.
    ///
    /// - Parameters:
    ///   - received: The part of the response that was received.
    ///   - output: The type of the elements, for the observer.
    func error(of received: ReceivedResponse, output: any Sendable.Type) -> ResponseError {
        let start = ContinuousClock.now
        var context = DecodingContext(received, limits: handling.limits)
        let body = context.decodeCodings(of: received.body)
        let failure = received.failure ?? .nothing
        let error = completed(error(of: failure, body, in: context), body: body, decoding: context)
        let outcome = ResponseOutcome(context, output: output, body: received.body, error: error, since: start)
        handling.currentObserver?(outcome)
        return error
    }

    private func error(of failure: TransferFailure, _ body: ResponseBytes, in context: DecodingContext)
        -> ResponseError
    {
        let response = context.response
        var rejection = ResponseError?.none
        if !response.isUnknown {
            rejection = ResponseError(rejectedBy: handling.findings(about: body, in: context))
            rejection = rejection ?? statusRejection(of: body, in: response)
        }
        return ResponseError(failure, in: response, receivedBytes: body.count, rejection: rejection)
    }

    /// Returns the error for a status that the handling, or the handling of every member of a compound, rejects.
    private func statusRejection(
        of body: ResponseBytes,
        in context: ResponseContext,
        depth: Int = 0
    ) -> ResponseError? {
        let findings = handling.configuration.validation.findings(for: context, byteCount: body.count)
        let rejection = ResponseError(rejectedBy: findings)
        if let rejection, rejection.code == .unacceptableStatus { return rejection }
        let members = handling.members
        guard !members.isEmpty, depth < DecodingContext.maxNesting else { return nil }
        let rejections = members.compactMap { member in
            ResponsePath(member).statusRejection(of: body, in: context, depth: depth + 1)
        }
        return rejections.count == members.count ? ResponseError(noneOf: rejections, besides: []) : nil
    }
}

extension ResponseHandler {
    /// Returns the error of a transfer that failed before a stream began, and passes it to the observer.
    package func error<Element: Sendable>(of received: ReceivedResponse, for type: Element.Type) -> ResponseError {
        ResponsePath(handling).error(of: received, output: type)
    }
}

extension ResponseOutcome {
    fileprivate init(
        _ context: DecodingContext,
        output: any Sendable.Type,
        body: ResponseBytes,
        error: ResponseError?,
        since start: ContinuousClock.Instant
    ) {
        self.init(
            error?.context ?? context.response,
            output: output,
            bodyCount: body.count,
            findings: error?.findings ?? context.findings,
            error: error,
            duration: .now - start,
            transferDuration: context.transfer?.duration
        )
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}

// MARK: - Values of whole bodies

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
        context = decoding.response
        findings = decoding.findings
        isEmpty = decoding.bodyIsEmpty
    }
}
