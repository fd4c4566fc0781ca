/// A body after content decoding; unchanged if it had no content coding.
struct DecodedBody {
    /// The decoded bytes, including those before a failure; the original body if it had no content coding.
    var body: ResponseBytes

    /// The findings about the codings.
    var findings: [Finding]

    /// The encoded body, if the body had a content coding.
    var coded: CodedBody?

    /// The error that ended decoding, if the body is incomplete.
    var failure: ResponseError?
}

extension DecodedBody {
    /// Decodes a body by the codings that the head lists, if the evidence shows that it is encoded.
    init(_ body: ResponseBytes, _ context: ResponseContext, _ limits: Limits) {
        let decision = CodingDecision(body, context)
        self.init(body: body, findings: decision.findings, failure: decision.rejection)
        guard decision.decodes else { return }
        do throws(ResponseError) {
            try limits.checkLayers(of: decision.codings)
            try limits.checkCodedSize(of: body)
        } catch {
            coded = CodedBody(codings: decision.codings, body: body, count: body.count)
            failure = error
            return
        }
        let decoded = BodyDecoder(decision, limits).decode(body)
        guard decision.verdict == .tryToDecode, let failure = decoded.failure, failure.code != .limitExceeded else {
            self = decoded
            return
        }
        let message = "the body was left encoded, because decoding failed: \(failure.message)"
        findings.append(Finding(.contentCoding, .warning, message))
    }
}

extension Limits {
    /// Throws if an encoded body exceeds the size limit.
    func checkCodedSize(of body: ResponseBytes) throws(ResponseError) {
        guard body.count > codedBytes else { return }
        let message = "the encoded body has \(body.count.counted("byte")), more than the limit of \(codedBytes)"
        throw ResponseError(.limitExceeded, message, at: .bytes(codedBytes), limit: .codedBytes)
    }
}

/// A decoder for the content codings of a body, whole or while it arrives, which writes to contiguous memory.
///
/// This is a class because few bodies have content codings, and all others would pay for the inline storage. Each
/// instance decodes one body.
final class BodyDecoder {
    /// The minimum initial capacity of the output.
    private static let minCapacity = 4096

    private let limits: Limits
    /// The codings, in the order they were applied.
    private let codings: [ContentCoding]
    private let headFindings: [Finding]
    private var pipeline: CodingPipeline
    private var output = ResponseBodyCollector(limits: .unlimited)
    private var capacity = minCapacity
    /// The prefix of an arriving body that an error keeps.
    private var prefix = ResponseBodyCollector(limits: .unlimited)
    private var codedCount = 0

    /// The error that ended decoding, or nil while more bytes are accepted.
    private(set) var failure: ResponseError?

    /// Creates a decoder for a body that is decoded by a decision.
    ///
    /// - Parameters:
    ///   - decision: The decision, with at least one coding.
    ///   - limits: The limits of encoded and decoded bytes, and of windows.
    convenience init(_ decision: CodingDecision, _ limits: Limits) {
        self.init(decision.codings, findings: decision.findings, limits)
    }

    /// Creates a decoder for a body in the given codings, in the order they were applied.
    init(_ codings: [ContentCoding], findings: [Finding] = [], _ limits: Limits) {
        self.limits = limits
        self.codings = codings
        headFindings = findings
        pipeline = CodingPipeline(codings, limits: limits, acceptsPlainData: true, keepsOutput: true)
    }

    /// Decodes a whole body, in one call if the encoded data shows the size.
    func decode(_ body: ResponseBytes) -> DecodedBody {
        capacity = max(capacity, pipeline.estimatedCount(of: body.span))
        codedCount = body.count
        do throws(ResponseError) { try decode(body.span) } catch { failure = error }
        return finish(body, isComplete: true)
    }

    /// Decodes the next bytes of an arriving body; does nothing after a failure.
    func append(_ bytes: Span<UInt8>) {
        guard failure == nil else { return }
        do throws(ResponseError) {
            let kept = min(bytes.count, limits.errorBodyBytes - prefix.count)
            if kept > 0 { try prefix.append(bytes.extracting(first: kept)) }
            guard bytes.count <= limits.codedBytes - codedCount else { throw .exceeded(.codedBytes, limits) }
            codedCount += bytes.count
            try decode(bytes)
        } catch {
            failure = error
        }
    }

    /// Ends an arriving body.
    ///
    /// - Parameter isComplete: Whether the whole body was received. If so, the data of all codings must be complete.
    func finish(isComplete: Bool) -> DecodedBody { finish(prefix.finish(), isComplete: isComplete) }

    private func decode(_ bytes: Span<UInt8>) throws(ResponseError) {
        // One byte beyond the limit shows that the body is too large.
        let maxCapacity = limits.bodyBytes == .max ? .max : limits.bodyBytes + 1
        var position = 0
        while true {
            let isFull = try output.write(upTo: min(maxCapacity, capacity)) {
                (output: inout OutputSpan<UInt8>) throws(ResponseError) -> Bool in
                try pipeline.decode(bytes, from: &position, into: &output)
            }
            guard output.count <= limits.bodyBytes else { throw .exceeded(.bodyBytes, limits) }
            guard isFull else { return }
            capacity = capacity > maxCapacity / 2 ? maxCapacity : capacity * 2
        }
    }

    private func finish(_ encoded: ResponseBytes, isComplete: Bool) -> DecodedBody {
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
        if failure != nil { output.truncate(to: limits.bodyBytes) }
        var coded = CodedBody(codings: codings, body: encoded, count: codedCount)
        coded.offset = failure?.details.codedOffset
        return DecodedBody(body: output.finish(), findings: findings, coded: coded, failure: failure)
    }
}
