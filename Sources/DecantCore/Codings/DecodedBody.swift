internal import HTTPTypes

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
    init(_ body: ResponseBytes, _ fieldValues: [String], _ context: ResponseContext, _ limits: Limits) {
        self.body = body
        let list = ContentCodingList(fieldValues: fieldValues)
        findings = list.findings
        guard let outermost = list.elements.last else { return }
        do throws(ResponseError) {
            let codings = try list.supported()
            let evidence = CodingEvidence(body, context, outermost: outermost, isSupported: true)
            try follow(evidence.verdict(context.codingState), codings, limits)
        } catch {
            guard error.code == .unsupportedFormat else {
                failure = error
                return
            }
            let evidence = CodingEvidence(body, context, outermost: outermost, isSupported: false)
            refuse(error, evidence.verdict(context.codingState))
        }
    }

    private mutating func refuse(_ error: ResponseError, _ verdict: CodingEvidence.Verdict) {
        switch verdict {
        case .reject: failure = error
        case .passWithWarning:
            findings.append(Finding(.contentCoding, .warning, "\(error.message); the body was left encoded"))
        default: break
        }
    }

    private mutating func follow(
        _ verdict: CodingEvidence.Verdict,
        _ codings: [ContentCoding],
        _ limits: Limits
    ) throws(ResponseError) {
        switch verdict {
        case .pass, .reject: break
        case .passWithWarning:
            let names = Self.names(codings)
            findings.append(
                Finding(.contentCoding, .warning, "the body is labeled \(names), but is not in that coding")
            )
        case .decode:
            try decode(codings, limits)
        case .tryToDecode:
            let (received, before) = (body, findings)
            try decode(codings, limits)
            guard let failure, failure.code != .limitExceeded else { break }
            (body, findings, coded, self.failure) = (received, before, nil, nil)
            let message = "the body was left encoded, because decoding failed: \(failure.message)"
            findings.append(Finding(.contentCoding, .warning, message))
        }
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
            findings.append(Self.note(codings, from: received.count, to: collector.count))
        } catch {
            coded?.offset = error.details.codedOffset
            failure = error
        }
        if failure != nil { collector.truncate(to: limits.bodyBytes) }
        body = collector.finish()
    }

    /// Returns the note about the decoded codings, which are given outermost first.
    static func note(_ codings: [ContentCoding], from codedCount: Int, to count: Int) -> Finding {
        let counts = "\(codedCount.grouped) -> \(count.grouped) \(count == 1 ? "byte" : "bytes")"
        return Finding(.contentCoding, .note, "decoded: \(names(codings)), \(counts)")
    }

    /// Returns the names of the codings in the order they were applied.
    private static func names(_ codings: [ContentCoding]) -> String {
        codings.reversed().map(\.rawValue).joined(separator: ", ")
    }
}

extension ResponseBodyCollector {
    /// The minimum initial capacity of the output.
    private static let leastCapacity = 4096

    /// Decodes a whole encoded body into contiguous memory.
    fileprivate mutating func fill(
        from body: ResponseBytes,
        by pipeline: inout CodingPipeline,
        _ limits: Limits
    ) throws(ResponseError) {
        // One byte beyond the limit shows that the body is too large.
        let most = limits.bodyBytes == .max ? .max : limits.bodyBytes + 1
        var capacity = min(most, max(Self.leastCapacity, pipeline.estimatedCount(of: body.span)))
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

extension Int {
    /// The decimal digits with commas between groups of three.
    fileprivate var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
