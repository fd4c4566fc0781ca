internal import HTTPTypes

/// A body whose content codings were undone, as far as it was in any.
struct UndoneBody {
    /// The decoded bytes, also those before a failure; the body itself if it had no coding.
    private(set) var body: ResponseBytes

    /// The findings about the codings.
    private(set) var findings: [Finding] = []

    /// The body before, if it was in a coding.
    private(set) var coded: CodedBody?

    /// The reason for which it is not complete.
    private(set) var failure: ResponseError?

    /// Takes the output of codings that were undone while the body arrived.
    init(streamed body: ResponseBytes, of coded: CodedBody, findings: [Finding], failure: ResponseError?) {
        (self.body, self.coded, self.findings, self.failure) = (body, coded, findings, failure)
    }

    /// Undoes the codings that the head of a response names in the values of its fields, if the body is in them.
    init(_ body: ResponseBytes, _ fieldValues: [String], _ context: ResponseContext, _ limits: Limits) {
        self.body = body
        let list = ContentCodingList(fieldValues: fieldValues)
        findings = list.findings
        guard let outermost = list.elements.last else { return }
        do throws(ResponseError) {
            let codings = try list.undoable()
            let evidence = CodingEvidence(body, context, outermost: outermost, isUndoable: true)
            try follow(evidence.verdict(context.codingState), codings, limits)
        } catch {
            guard error.code == .unsupportedFormat else {
                failure = error
                return
            }
            let evidence = CodingEvidence(body, context, outermost: outermost, isUndoable: false)
            refuse(error, evidence.verdict(context.codingState))
        }
    }

    private mutating func refuse(_ error: ResponseError, _ verdict: CodingEvidence.Verdict) {
        switch verdict {
        case .refuse: failure = error
        case .leaveWithWarning:
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
        case .leave, .refuse: break
        case .leaveWithWarning:
            let names = Self.names(codings)
            findings.append(
                Finding(.contentCoding, .warning, "the body is labelled \(names), but is not in that coding")
            )
        case .undo:
            try undo(codings, limits)
        case .tryToUndo:
            let (received, before) = (body, findings)
            try undo(codings, limits)
            guard let failure, failure.code != .limitExceeded else { break }
            (body, findings, coded, self.failure) = (received, before, nil, nil)
            let message = "the body was left encoded, because decoding failed: \(failure.message)"
            findings.append(Finding(.contentCoding, .warning, message))
        }
    }

    private mutating func undo(_ codings: [ContentCoding], _ limits: Limits) throws(ResponseError) {
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

    /// The note about the codings that were undone, outermost first.
    static func note(_ codings: [ContentCoding], from codedCount: Int, to count: Int) -> Finding {
        let counts = "\(codedCount.grouped) -> \(count.grouped) \(count == 1 ? "byte" : "bytes")"
        return Finding(.contentCoding, .note, "decoded: \(names(codings)), \(counts)")
    }

    /// The names of codings, in the order in which they were applied.
    private static func names(_ codings: [ContentCoding]) -> String {
        codings.reversed().map(\.rawValue).joined(separator: ", ")
    }
}

extension ResponseBodyCollector {
    /// The least capacity in which output is collected.
    private static let leastCapacity = 4096

    /// Collects the output of a whole encoded body, in one piece of memory.
    fileprivate mutating func fill(
        from body: ResponseBytes,
        by pipeline: inout CodingPipeline,
        _ limits: Limits
    ) throws(ResponseError) {
        // One byte more than the limit shows that there is more.
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
    /// The number with a comma between groups of three digits.
    fileprivate var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
