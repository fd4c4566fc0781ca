/// A decoder for the content codings of an arriving body; exceeding a limit stops the transfer.
///
/// This is a class because few bodies have content codings, and all others would pay for the inline storage. Each
/// instance belongs to one ``IncomingResponse``.
final class IncomingCodings {
    /// The initial capacity of the output.
    private static let minCapacity = 4096

    private let limits: Limits
    /// The codings, outermost first.
    private let codings: [ContentCoding]
    private var pipeline: CodingPipeline
    private var output: ResponseBodyCollector
    private var capacity = minCapacity
    /// The prefix of the encoded bytes that an error keeps.
    private var beginning: ResponseBodyCollector
    private var codedCount = 0
    private let headFindings: [Finding]

    /// The error that ended decoding, or nil while more bytes are accepted.
    private(set) var failure: ResponseError?

    /// Creates a decoder; returns nil if the body is not encoded or must be complete before that can be decided.
    ///
    /// - Parameters:
    ///   - context: The head, and information about the client.
    ///   - first: The first bytes of the body.
    ///   - limits: The limits of encoded and decoded bytes, layers, and windows.
    init?(_ context: ResponseContext, startingWith first: ResponseBytes, limits: Limits) {
        let decision = CodingDecision(first, context)
        guard var evidence = decision.evidence, decision.codings.count <= limits.codingLayers else { return nil }
        // The decision must not depend on the length of the body, which is unknown until the end.
        for length in [CodingEvidence.Length.equal, .different, .unknown] {
            evidence.length = length
            guard evidence.verdict(isDecoded: context.isDecoded) == .decode else { return nil }
        }
        (self.limits, codings, headFindings) = (limits, decision.codings, decision.findings)
        pipeline = CodingPipeline(codings, limits: limits, takesPlainData: true, keepsOutput: true)
        output = ResponseBodyCollector(limits: .unlimited)
        beginning = ResponseBodyCollector(limits: .unlimited)
        append(first.span)
    }

    /// Decodes the next bytes; does nothing after a failure.
    func append(_ bytes: Span<UInt8>) {
        guard failure == nil else { return }
        do throws(ResponseError) {
            let kept = min(bytes.count, limits.errorBodyBytes - beginning.count)
            if kept > 0 { try beginning.append(bytes.extracting(first: kept)) }
            guard bytes.count <= limits.codedBytes - codedCount else {
                let message = "the encoded body has more than \(limits.codedBytes.counted("byte"))"
                throw .exceeded(.codedBytes, limits, message)
            }
            codedCount += bytes.count
            try decode(bytes)
        } catch {
            failure = error
        }
    }

    private func decode(_ bytes: Span<UInt8>) throws(ResponseError) {
        // One byte beyond the limit shows that the body is too large.
        let most = limits.bodyBytes == .max ? .max : limits.bodyBytes + 1
        var position = 0
        while true {
            let isFull = try output.write(upTo: min(most, capacity)) {
                (output: inout OutputSpan<UInt8>) throws(ResponseError) -> Bool in
                try pipeline.decode(bytes, from: &position, into: &output)
            }
            guard output.count <= limits.bodyBytes else {
                let message = "the decoded body has more than \(limits.bodyBytes.counted("byte"))"
                throw .exceeded(.bodyBytes, limits, message)
            }
            guard isFull else { return }
            capacity = capacity > most / 2 ? most : capacity * 2
        }
    }

    /// Finishes the body and returns the decoded bytes with the findings about the codings.
    ///
    /// - Parameter isComplete: Whether the whole body was received. If so, the data of all codings must be complete.
    func finish(isComplete: Bool) -> DecodedBody {
        var findings = headFindings
        if failure == nil {
            do throws(ResponseError) {
                if isComplete { try pipeline.finish() }
                findings += pipeline.findings
                findings.append(.decoded(codings, from: codedCount, to: output.count))
            } catch {
                failure = error
            }
        }
        var coded = CodedBody(codings: codings.reversed(), body: beginning.finish(), count: codedCount)
        coded.offset = failure?.details.codedOffset
        var body = output.finish()
        if failure != nil, body.count > limits.bodyBytes { body = body.prefix(limits.bodyBytes) }
        return DecodedBody(streamed: body, of: coded, findings: findings, failure: failure)
    }
}
