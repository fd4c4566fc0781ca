public import DecantCore
import DecantJSON

/// The result of a stream, for its observer.
struct StreamOutcome {
    let output: any Sendable.Type
    let elementCount: Int
    let findings: [Finding]
    let error: ResponseError?
}

/// The source of a stream: the head, the chunks of the body, and their decoding.
final class StreamSource {
    let context: ResponseContext
    var input: StreamInput

    /// The remaining chunks; nil once the stream has ended or was rejected.
    private(set) var chunks: StreamChunks?

    private let path: ResponsePath
    private let limits: Limits
    private var headFindings: [Finding] = []
    private var partCount = 0
    private var observer: ResponseHandling.Observer?
    private let start: ContinuousClock.Instant?

    init(_ chunks: @escaping StreamChunks, _ handling: ResponseHandling, _ context: ResponseContext) {
        self.context = context
        self.chunks = chunks
        input = StreamInput(handling, context)
        observer = handling.currentObserver
        start = observer == nil ? nil : .now
        limits = handling.limits
        var handling = handling
        // An error body is decoded as JSON unless the serializer specifies a type.
        if handling.failure == nil {
            handling.failure = FailureDecoding(JSONResponseSerializer<JSON>(), isChosen: false)
        }
        path = ResponsePath(handling)
    }

    /// The findings about the head and the content codings.
    var findings: [Finding] { headFindings + input.findings }
}

extension StreamSource {
    /// The number of 64 KiB parts decoded before the task yields.
    private static var partsBeforeYield: Int { 4 }

    /// Counts a part, and returns whether to yield the thread to other tasks.
    ///
    /// A chunk can decode to gigabytes, while deadlines and cancellations need other tasks to run.
    var isTimeToYield: Bool {
        partCount += 1
        return partCount.isMultiple(of: Self.partsBeforeYield)
    }

    /// Ends the body, unless a short one is still to be decoded.
    ///
    /// - Returns: Whether the body has ended.
    /// - Throws: `ResponseError` if the body is incomplete.
    func endOfChunks(_ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        // Many sequences end early when their task is canceled.
        guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was canceled") }
        // A sequence is not asked again after its end.
        chunks = { _ in false }
        guard try !input.endFirstBytes(pass) else { return false }
        chunks = nil
        try input.finish(pass)
        var decoding = DecodingContext(context, limits: limits)
        try path.checkLength(input.receivedBytes, in: &decoding)
        headFindings += decoding.findings
        return true
    }

    /// Returns the error for a failed transfer.
    func failure(_ error: any Error, elementCount: Int) -> ResponseError {
        switch Task.isCancelled ? .cancelled(error) : TransferFailure(error) {
        case .rejected(let error): return error
        case .cancelled(let cause): return ResponseError(.cancelled, "the task was canceled", underlying: cause)
        case .transport(let cause, let fault, let reason, let hint):
            let count = "\(input.receivedBytes.counted("byte")) and \(elementCount.counted("element"))"
            let message = "the transfer failed after \(count): \(reason)"
            var result = ResponseError(.transportFailed, message, at: nil, hint: hint, underlying: cause)
            result.details.fault = fault
            result.details.transferReason = reason
            return result
        }
    }

    /// Adds the response to an error of the body.
    ///
    /// The error's position is relative to the whole stream.
    func completed(_ error: ResponseError, findings: [Finding]) -> ResponseError {
        var error = error
        // If the format did not locate the error, its offset is relative to the stream. Most of the stream is no longer
        // held.
        error.locate { .bytes($0) }
        let decoding = DecodingContext(context, limits: limits)
        var completed = path.completed(error, body: ResponseBytes(), decoding: decoding)
        completed.details.bodyCount = input.decodedBytes
        completed.details.findings += self.findings + findings
        return completed
    }

    /// Ends the transfer and calls the observer once.
    func end(_ outcome: @autoclosure () -> StreamOutcome) {
        chunks = nil
        guard let observer = observer.take(), let start else { return }
        let outcome = outcome()
        observer(
            ResponseOutcome(
                context,
                output: outcome.output,
                bodyCount: input.decodedBytes,
                elementCount: outcome.elementCount,
                findings: outcome.findings,
                error: outcome.error,
                duration: .now - start
            )
        )
    }
}

// MARK: - The head

extension StreamSource {
    /// Validates the head.
    ///
    /// If it is rejected, receives as much of the body as the error needs.
    func checkHead(_ noted: [Finding], output: any Sendable.Type) async throws(ResponseError) {
        var decoding = DecodingContext(context, limits: limits)
        decoding.headFindings = noted
        do throws(ResponseError) {
            try path.checkHead(nil, in: &decoding)
            headFindings = decoding.findings
        } catch {
            let error = await completedRejection(error)
            end(StreamOutcome(output: output, elementCount: 0, findings: error.findings, error: error))
            throw error
        }
    }

    private func completedRejection(_ rejection: ResponseError) async -> ResponseError {
        var error = rejection
        var decoding = DecodingContext(context, limits: limits)
        let maxCount = max(limits.errorBodyBytes, 1 << 20)
        // One chunk is enough for the hint about a wrong media type, but not for the message of a JSON error.
        let wanted = context.mediaType?.isJSON == true ? ServerMessage.reach : 1
        var body = RejectedBody(wanted: error.code == .unacceptableStatus ? maxCount : wanted, maxCount: maxCount)
        while body.isWanted, !Task.isCancelled, await receive(&body, &decoding.codingFailure) {}
        if Task.isCancelled { error = ResponseError(.cancelled, "the task was canceled") }
        error.details.findings += input.findings
        return path.completed(error, body: ResponseBytes(body.bytes), decoding: decoding)
    }

    /// Receives bytes of a rejected body.
    ///
    /// - Parameter failure: The error, if the body cannot be decoded.
    /// - Returns: False at the end and after an error.
    private func receive(_ body: inout RejectedBody, _ failure: inout ResponseError?) async -> Bool {
        if input.isAfterPart, isTimeToYield { await Task.yield() }
        do {
            if input.hasCodedBytes {
                _ = try input.decodePart(items: 0, held: body.bytes.count) { body.append($0) }
                return true
            }
            try input.checkChunks()
            let isThere = try await chunks? { (bytes) throws(ResponseError) in
                _ = try input.receive(bytes) { body.append($0) }
                return true
            }
            if isThere == true { return true }
            chunks = { _ in false }
            if try input.endFirstBytes({ body.append($0) }) { return true }
            try input.finish { body.append($0) }
            return false
        } catch {
            failure = error as? ResponseError
            return false
        }
    }
}

/// The prefix of a body whose head was rejected.
private struct RejectedBody {
    let wanted: Int
    let maxCount: Int
    private(set) var bytes: [UInt8] = []

    var isWanted: Bool { bytes.count < wanted }

    mutating func append(_ part: Span<UInt8>) {
        bytes.append(contentsOf: ResponseBytes(part.extracting(first: max(0, maxCount - bytes.count))))
    }
}

// MARK: - Chunks

/// A closure that passes the next chunks of a body to `take` until it returns true; returns false at the end.
///
/// A closure is specialized for the type of the chunks; the methods of a generic class are not.
typealias StreamChunks = (_ take: (Span<UInt8>) throws(ResponseError) -> Bool) async throws -> Bool

/// Returns the chunks of a sequence as a closure.
@inlinable
func streamChunks<Chunks: AsyncSequence>(
    _ chunks: sending Chunks
) -> sending (_ take: (Span<UInt8>) throws(ResponseError) -> Bool) async throws -> Bool
where Chunks.Element: Sequence<UInt8> {
    var iterator = chunks.makeAsyncIterator()
    return { take in
        while let chunk = try await iterator.nextElement(isolation: #isolation) {
            if try withContiguousBytes(of: chunk, take) { return true }
        }
        return false
    }
}
