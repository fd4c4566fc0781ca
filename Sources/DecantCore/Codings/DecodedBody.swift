/// A body after content decoding; unchanged if it had no content coding.
struct DecodedBody {
    /// The decoded bytes, including those before a failure; the original body if it had no content coding.
    private(set) var body: ResponseBytes

    /// The findings about the codings.
    private(set) var findings: [Finding] = []

    /// The encoded body, if the body had a content coding.
    private(set) var coded: CodedBody?

    /// The error that ended decoding, if the body is incomplete.
    private(set) var failure: ResponseError?

    /// Creates a body from output that was decoded while the body arrived.
    init(streamed body: ResponseBytes, of coded: CodedBody, findings: [Finding], failure: ResponseError?) {
        (self.body, self.coded, self.findings, self.failure) = (body, coded, findings, failure)
    }

    /// Decodes a body by the codings that the head lists, if the evidence shows that it is encoded.
    init(_ body: ResponseBytes, _ context: ResponseContext, _ limits: Limits) {
        self.body = body
        let decision = CodingDecision(body, context)
        (findings, failure) = (decision.findings, decision.rejection)
        do throws(ResponseError) {
            switch decision.verdict {
            case .pass, .passWithWarning, .reject: break
            case .decode: try decode(decision.codings, limits)
            case .tryToDecode: try tryToDecode(decision.codings, limits)
            }
        } catch {
            failure = error
        }
    }

    private mutating func tryToDecode(_ codings: [ContentCoding], _ limits: Limits) throws(ResponseError) {
        let (received, before) = (body, findings)
        try decode(codings, limits)
        guard let failure, failure.code != .limitExceeded else { return }
        (body, findings, coded, self.failure) = (received, before, nil, nil)
        let message = "the body was left encoded, because decoding failed: \(failure.message)"
        findings.append(Finding(.contentCoding, .warning, message))
    }

    private mutating func decode(_ codings: [ContentCoding], _ limits: Limits) throws(ResponseError) {
        let received = body
        coded = CodedBody(codings: codings.reversed(), body: received, count: received.count)
        guard codings.count <= limits.codingLayers else {
            throw ContentCodingList.tooManyLayers(codings.count, limit: limits.codingLayers)
        }
        guard received.count <= limits.codedBytes else {
            let message =
                "the encoded body has \(received.count.counted("byte")), more than the limit of \(limits.codedBytes)"
            throw .exceeded(.codedBytes, limits, message)
        }
        var pipeline = CodingPipeline(codings, limits: limits, takesPlainData: true, keepsOutput: true)
        var collector = ResponseBodyCollector(limits: limits)
        do throws(ResponseError) {
            try collector.fill(from: received, by: &pipeline, limits)
            try pipeline.finish()
            findings += pipeline.findings
            findings.append(.decoded(codings, from: received.count, to: collector.count))
        } catch {
            coded?.offset = error.details.codedOffset
            failure = error
        }
        if failure != nil { collector.truncate(to: limits.bodyBytes) }
        body = collector.finish()
    }
}

extension ResponseBodyCollector {
    /// The minimum initial capacity of the output.
    private static let minCapacity = 4096

    /// Decodes a whole encoded body into contiguous memory.
    fileprivate mutating func fill(
        from body: ResponseBytes,
        by pipeline: inout CodingPipeline,
        _ limits: Limits
    ) throws(ResponseError) {
        // One byte beyond the limit shows that the body is too large.
        let most = limits.bodyBytes == .max ? .max : limits.bodyBytes + 1
        var capacity = min(most, max(Self.minCapacity, pipeline.estimatedCount(of: body.span)))
        var position = 0
        while true {
            let isFull = try write(upTo: capacity) { (output: inout OutputSpan<UInt8>) throws(ResponseError) -> Bool in
                try pipeline.decode(body.span, from: &position, into: &output)
            }
            guard count <= limits.bodyBytes else {
                let message = "the decoded body has more than \(limits.bodyBytes.counted("byte"))"
                throw .exceeded(.bodyBytes, limits, message)
            }
            guard isFull else { return }
            capacity = capacity > most / 2 ? most : capacity * 2
        }
    }
}
