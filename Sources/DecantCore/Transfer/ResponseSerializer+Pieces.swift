public import HTTPTypes

extension ResponseSerializer {
    /// Decodes the body of any client whose body is an asynchronous sequence of pieces.
    ///
    /// ```swift
    /// let user = try await JSONResponseSerializer(User.self).value(of: body, for: head)
    /// ```
    ///
    /// Each piece is asked for when the one before is in the body's memory, so the client is never ahead of the limits: once
    /// one is exceeded, no further piece is asked for, and the sequence's iterator is released, which ends the transfer with
    /// most clients. Neither reading nor decoding runs on the caller's actor.
    ///
    /// An error of the sequence becomes `transportFailed` with the head and the bytes that came, and a cancelled task
    /// `cancelled`, whether the sequence throws then or ends. A `ResponseError` of the sequence keeps its code.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, in order; empty ones are allowed.
    ///   - context: The head of the response, the request it answers, and whether the client undoes content codings.
    ///   - progress: Called after each piece, before the next one is asked for; with a content coding that is still to be
    ///     undone, it counts coded bytes.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @concurrent
    public func value<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for context: ResponseContext,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output where Pieces.Element: BodyPiece {
        try await decodedResponse(of: pieces, for: context, progress: progress).value
    }

    /// Decodes the body of any client whose body is an asynchronous sequence of pieces.
    ///
    /// ``value(of:for:progress:)`` says how. Whether the client has undone the content codings, the bytes, the length and the
    /// media type decide; to state it, pass a ``ResponseContext``.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, in order; empty ones are allowed.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    ///   - progress: Called after each piece.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    @concurrent
    public func value<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for response: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output where Pieces.Element: BodyPiece {
        let context = ResponseContext(response, method: method, url: url)
        return try await decodedResponse(of: pieces, for: context, progress: progress).value
    }

    /// Decodes the body of any client whose body is an asynchronous sequence of pieces, and keeps the findings.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, in order; empty ones are allowed.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    ///   - progress: Called after each piece.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: ``ResponseError``, as ``value(of:for:progress:)`` does.
    @concurrent
    public func decodedResponse<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for response: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> where Pieces.Element: BodyPiece {
        let context = ResponseContext(response, method: method, url: url)
        return try await decodedResponse(of: pieces, for: context, progress: progress)
    }

    /// Decodes the body of any client whose body is an asynchronous sequence of pieces, and keeps the findings.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, in order; empty ones are allowed.
    ///   - context: The head of the response, the request it answers, and whether the client undoes content codings.
    ///   - progress: Called after each piece.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: ``ResponseError``, as ``value(of:for:progress:)`` does.
    @concurrent
    public func decodedResponse<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for context: ResponseContext,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> where Pieces.Element: BodyPiece {
        var incoming = IncomingResponse(
            limits: handling.limits,
            since: handling.currentObserver == nil ? nil : .now,
            progress: progress
        )
        incoming.receive(context)
        let failure = await incoming.receive(pieces)
        let received = incoming.finish(failure, of: context)
        return try response(of: received.body, in: DecodingContext(received, limits: handling.limits))
    }
}

extension IncomingResponse {
    /// Receives all chunks, one after the other.
    ///
    /// - Returns: The reason why the body is not complete, if it is not.
    fileprivate mutating func receive<Chunks: AsyncSequence>(_ chunks: Chunks) async -> TransferFailure?
    where Chunks.Element: BodyPiece {
        guard !Task.isCancelled else { return .cancelled(nil) }
        do {
            for try await chunk in chunks {
                if case .end(let failure) = chunk.withBytes({ receive($0) }) { return failure }
            }
        } catch {
            return Task.isCancelled ? .cancelled(error) : TransferFailure(error)
        }
        // Many sequences end when their task is canceled.
        return Task.isCancelled ? .cancelled(nil) : nil
    }
}
