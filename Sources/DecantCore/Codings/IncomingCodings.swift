/// The content codings of a body, which are undone while it arrives, so that its limits stop the transfer.
///
/// An object, because few bodies have any, and each would make room for it otherwise: it belongs to one ``IncomingResponse``.
final class IncomingCodings {
    /// The least capacity in which output is collected.
    private static let leastCapacity = 4096

    private let limits: Limits
    /// The codings, outermost first.
    private let codings: [ContentCoding]
    private var pipeline: CodingPipeline
    private var output: ResponseBodyCollector
    private var capacity = leastCapacity
    /// The beginning of the coded bytes, as far as an error keeps them.
    private var beginning: ResponseBodyCollector
    private var codedCount = 0
    private let headFindings: [Finding]

    /// The reason for which no more bytes are needed, if there is one.
    private(set) var failure: ResponseError?

    /// Decides whether codings are undone while a body arrives; nil if they are not, or not before all of it has come.
    ///
    /// - Parameters:
    ///   - context: The head, and what is known about the client.
    ///   - first: The first bytes of the body.
    ///   - limits: The limits of coded and decoded bytes, layers and windows.
    init?(_ context: ResponseContext, startingWith first: ResponseBytes, limits: Limits) {
        let values = context.codings(of: first)
        guard !values.isEmpty else { return nil }
        let list = ContentCodingList(fieldValues: values)
        guard let outermost = list.elements.last, let codings = try? list.undoable(),
            codings.count <= limits.codingLayers
        else { return nil }
        var evidence = CodingEvidence(first, context, outermost: outermost, isUndoable: true)
        // Whatever length the body turns out to have.
        for length in [CodingEvidence.Length.equal, .different, .unknown] {
            evidence.length = length
            guard evidence.verdict(context.codingState) == .undo else { return nil }
        }
        (self.limits, self.codings, headFindings) = (limits, codings, list.findings)
        pipeline = CodingPipeline(codings, limits: limits, takesPlainData: true, keepsOutput: true)
        output = ResponseBodyCollector(limits: .unlimited)
        beginning = ResponseBodyCollector(limits: .unlimited)
        append(first.span)
    }

    /// Undoes the codings of the next bytes, unless there was a failure before.
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
        // One byte more than the limit shows that there is more.
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

    /// Ends the body.
    ///
    /// - Parameter isComplete: Whether all of it has come, and so the data of all codings must have.
    /// - Returns: The bytes that came out, with what is known about the codings.
    func finish(isComplete: Bool) -> UndoneBody {
        var findings = headFindings
        if failure == nil {
            do throws(ResponseError) {
                if isComplete { try pipeline.finish() }
                findings += pipeline.findings
                findings.append(UndoneBody.note(codings, from: codedCount, to: output.count))
            } catch {
                failure = error
            }
        }
        var coded = CodedBody(codings: codings.reversed(), body: beginning.finish(), count: codedCount)
        coded.offset = failure?.details.codedOffset
        var body = output.finish()
        if failure != nil, body.count > limits.bodyBytes { body = body.prefix(limits.bodyBytes) }
        return UndoneBody(streamed: body, of: coded, findings: findings, failure: failure)
    }
}
