extension ResponseSerializer {
    /// Receives and decodes a body that a client provides as an asynchronous sequence of chunks.
    ///
    /// ```swift
    /// let user = try await JSONResponseSerializer(User.self).value(of: body, for: head)
    /// ```
    ///
    /// Each chunk is requested after the previous one is stored, so the client is never ahead of the limits. If a limit
    /// is exceeded, no further chunk is requested, and the iterator of the sequence is released, which ends the
    /// transfer with most clients. Neither reading nor decoding runs on the caller's actor.
    ///
    /// An error of the sequence becomes `transportFailed` with the head and the received bytes. If the task is
    /// canceled, the error is `cancelled`, whether the sequence throws or ends. A `ResponseError` of the sequence keeps
    /// its code.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the body, in order; empty ones are allowed.
    ///   - head: The head of the response. A ``ResponseContext`` also has the request and the state of the content
    ///     codings; otherwise, the bytes, the length, and the media type decide whether the client has decoded them.
    ///   - progress: Called after each chunk, before the next one is requested. If the client does not decode content
    ///     codings, the progress counts encoded bytes.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @concurrent
    public func value<Chunks: AsyncSequence>(
        of chunks: sending Chunks,
        for head: some ResponseContextConvertible,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output where Chunks.Element: Sequence<UInt8> {
        try await response(of: chunks, for: head, progress: progress).value
    }

    /// Receives and decodes a body like ``value(of:for:progress:)``, and returns the head and the findings with the
    /// value.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the body, in order; empty ones are allowed.
    ///   - head: The head of the response.
    ///   - progress: Called after each chunk.
    /// - Throws: ``ResponseError``, like ``value(of:for:progress:)``.
    @concurrent
    public func response<Chunks: AsyncSequence>(
        of chunks: sending Chunks,
        for head: some ResponseContextConvertible,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> where Chunks.Element: Sequence<UInt8> {
        let context: ResponseContext
        do throws(ResponseError) {
            context = try head.responseContext
        } catch {
            let rejected = ReceivedResponse(rejecting: error)
            return try response(of: ResponseBytes(), in: DecodingContext(rejected, limits: handling.limits))
        }
        var incoming = IncomingResponse(
            limits: handling.limits,
            since: handling.currentObserver == nil ? nil : .now,
            progress: progress,
            keepsContent: handling.verifiesDigests
        )
        incoming.receive(context, findings: context.headFindings)
        let failure = await incoming.receive(chunks)
        let received = incoming.finish(failure, of: context)
        return try response(of: received.body, in: DecodingContext(received, limits: handling.limits))
    }
}

extension IncomingResponse {
    /// Receives all chunks, one after the other.
    ///
    /// - Returns: The reason the body is incomplete, or nil if it is complete.
    fileprivate mutating func receive<Chunks: AsyncSequence>(_ chunks: Chunks) async -> TransferFailure?
    where Chunks.Element: Sequence<UInt8> {
        guard !Task.isCancelled else { return .cancelled(nil) }
        do {
            for try await chunk in chunks {
                if case .end(let failure) = withContiguousBytes(of: chunk, { receive($0) }) { return failure }
            }
        } catch {
            return Task.isCancelled ? .cancelled(error) : TransferFailure(error)
        }
        // Many sequences end when their task is canceled.
        return Task.isCancelled ? .cancelled(nil) : nil
    }
}
