/// A response that a client is receiving, as a head, chunks of the body, and the end.
///
/// The body is collected in contiguous memory, within the limits. If the client does not decode content codings, they
/// are decoded while the bytes arrive, after the first bytes show that the body is encoded. If that depends on the
/// length of the whole body, they are decoded at its end.
package struct IncomingResponse {
    private let limits: Limits
    private let start: ContinuousClock.Instant?
    private let handler: ProgressHandler?
    /// Whether the content is needed before content decoding, which then waits for the end of the body.
    private let keepsContent: Bool
    private var context: ResponseContext?
    private var findings: [Finding] = []
    /// Whether the body may be encoded: the head names content codings that the client may not have decoded, and the
    /// bytes received so far agree.
    private var isCoded = false
    private var isDecided = true
    private var collector: ResponseBodyCollector
    private var decoder: BodyDecoder?

    /// The number of bytes received, and the number that the head announces.
    package private(set) var progress = TransferProgress(receivedBytes: 0)

    /// Creates a response without a head.
    ///
    /// - Parameters:
    ///   - limits: The limits on the body's bytes and its content codings.
    ///   - start: The start of the transfer; nil unless an observer needs its duration.
    ///   - handler: Called with the progress after each chunk.
    ///   - keepsContent: Whether the content is needed before content decoding.
    package init(
        limits: Limits,
        since start: ContinuousClock.Instant? = nil,
        progress handler: ProgressHandler? = nil,
        keepsContent: Bool = false
    ) {
        self.limits = limits
        self.start = start
        self.handler = handler
        self.keepsContent = keepsContent
        collector = ResponseBodyCollector(limits: limits)
    }

    /// Receives a head, which replaces an interim head and the bytes received after it.
    ///
    /// - Parameters:
    ///   - context: The head, and the state of its content codings.
    ///   - findings: The findings about the head.
    ///   - expectedBytes: The number of bytes that the client expects, used if the head does not announce it.
    package mutating func receive(_ context: ResponseContext, findings: [Finding] = [], expectedBytes: Int? = nil) {
        self.context = context
        self.findings = findings
        decoder = nil
        isCoded = context.isDecoded != true && !context.contentEncodings.isEmpty
        isDecided = !isCoded || keepsContent
        var length = expectedBytes
        // If the client decodes the content codings, the announced length counts other bytes.
        if isCoded || context.contentEncodings.isEmpty, case .bytes(let count) = context.announcedLength {
            length = count
        }
        progress = TransferProgress(receivedBytes: 0, expectedBytes: length)
        var limits = limits
        // Until the bytes show whether they are encoded, the larger limit applies.
        if isCoded { limits.bodyBytes = max(limits.codedBytes, limits.bodyBytes) }
        collector = ResponseBodyCollector(limits: limits, expectedCount: isCoded ? nil : length)
    }

    /// The action that a client takes after a chunk.
    package enum Step {
        /// Request the next chunk.
        case next

        /// Request no more chunks; the failure, if any, is the reason the body is incomplete.
        case end(TransferFailure?)
    }

    /// Receives the next chunk of the body.
    package mutating func receive(_ bytes: Span<UInt8>) -> Step {
        do throws(ResponseError) {
            try append(bytes)
        } catch {
            return .end(.rejected(error))
        }
        handler?(progress)
        // After content decoding fails, no more bytes are needed.
        if decoder?.failure != nil { return .end(nil) }
        return Task.isCancelled ? .end(.cancelled(nil)) : .next
    }

    private mutating func append(_ bytes: Span<UInt8>) throws(ResponseError) {
        progress.receivedBytes += bytes.count
        if let decoder { return decoder.append(bytes) }
        if isCoded, bytes.count > max(limits.codedBytes, limits.bodyBytes) - collector.count {
            throw .exceeded(.codedBytes, limits)
        }
        try collector.append(bytes)
        guard !isDecided, collector.count >= CodingEvidence.decisiveCount else { return }
        decide()
        if decoder == nil, !isCoded { try limitPlainBody() }
    }

    private mutating func decide() {
        guard let context else { return }
        isDecided = true
        let first = collector.finish()
        let decision = CodingDecision(first, context)
        guard decision.decodesAtAnyLength(isDecoded: context.isDecoded),
            decision.codings.count <= limits.codingLayers
        else {
            isCoded = !decision.isPlain
            try? collector.append(first)
            return
        }
        let decoder = BodyDecoder(decision, limits)
        decoder.append(first.span)
        self.decoder = decoder
    }

    /// Applies the limit of decoded bytes to a body that is not encoded, although the head names content codings.
    private mutating func limitPlainBody() throws(ResponseError) {
        let received = collector.finish()
        collector = ResponseBodyCollector(limits: limits)
        do throws(ResponseError) {
            try collector.append(received)
        } catch {
            try? collector.append(received.prefix(limits.bodyBytes))
            throw error
        }
    }

    /// Ends the transfer and returns the response; the memory of the body is moved, not copied.
    ///
    /// - Parameters:
    ///   - failure: The reason the response is incomplete, or nil if it is complete.
    ///   - request: The request, used if no head was received.
    package mutating func finish(_ failure: TransferFailure?, of request: @autoclosure () -> ResponseContext)
        -> ReceivedResponse
    {
        if !isDecided, collector.count > 0 { decide() }
        let decoded = decoder?.finish(isComplete: failure == nil)
        return ReceivedResponse(
            context: context ?? request(),
            headFindings: findings,
            body: decoded?.body ?? collector.finish(),
            decoded: decoded,
            failure: failure ?? (context == nil ? .nothing : nil),
            duration: start.map { ContinuousClock.now - $0 }
        )
    }
}

/// A closure that receives the progress of a transfer, one call at a time, and not on the caller's actor.
///
/// Progress made during a call is combined: the next call receives the latest progress, and earlier values are skipped.
public typealias ProgressHandler = @Sendable (TransferProgress) -> Void

/// The progress of the transfer of a body.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes received, after any content decoding by the client.
    public var receivedBytes: Int

    /// The number of bytes that the head announces, or nil if unknown, or if the client decodes the announced bytes.
    public var expectedBytes: Int?

    /// Creates a progress value.
    ///
    /// - Parameters:
    ///   - receivedBytes: The number of bytes received.
    ///   - expectedBytes: The number of bytes that the head announces, or nil if unknown.
    public init(receivedBytes: Int, expectedBytes: Int? = nil) {
        self.receivedBytes = receivedBytes
        self.expectedBytes = expectedBytes
    }

    /// The received fraction of the body, from 0 to 1, or nil if the length is unknown.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(Double(receivedBytes) / Double(expectedBytes), 1)
    }
}
