import DecantCore
import DecantJSON
import HTTPTypes

/// The general value of an error body.
enum StreamErrorBody {
    static var json: JSONResponseSerializer<JSON> { JSONResponseSerializer() }
}

/// The pieces of a body, whatever their type.
class AnyStreamPieces {
    /// Passes the next piece to a closure; false at the end.
    func next(_ take: (Span<UInt8>) -> Void) async throws -> Bool { false }
}

final class StreamPieces<Pieces: AsyncSequence>: AnyStreamPieces where Pieces.Element: BodyPiece {
    private var iterator: Pieces.AsyncIterator

    init(_ pieces: Pieces) { iterator = pieces.makeAsyncIterator() }

    override func next(_ take: (Span<UInt8>) -> Void) async throws -> Bool {
        guard let piece = try await iterator.next(isolation: #isolation) else { return false }
        piece.withBytes { take($0) }
        return true
    }
}

/// The state of a stream, which its iterators share.
final class StreamReading<Element: Sendable> {
    let context: ResponseContext
    private let limits: Limits
    private let items: StreamItems<Element>
    private let head: DataResponseSerializer
    private let noting: [Finding]
    /// Nil once the stream has ended, or was refused.
    private var pieces: AnyStreamPieces?
    private var decoder: ContentDecoder?
    /// The reason that the content codings cannot be decoded.
    private var codingFailure: ResponseError?
    /// Whether the decoder may have more output without another piece.
    private var hasCodedBytes = false
    /// The number of parts of pieces after the first ones, and of pieces after one without output.
    private var partCount = 0
    private var barren: BarrenOutput
    private var hasFinished = false
    private var failure: ResponseError?
    private var headFindings: [Finding] = []
    private(set) var (receivedBytes, decodedBytes, elementCount) = (0, 0, 0)
    /// The beginning of the body, for errors about the head.
    private var beginning: [UInt8]?

    init(
        _ pieces: AnyStreamPieces,
        _ serializer: StreamSerializer<Element>,
        _ context: ResponseContext,
        noting: [Finding] = []
    ) {
        self.context = context
        self.pieces = pieces
        self.noting = noting
        head = serializer.head
        limits = serializer.handling.limits
        items = serializer.makeItems(context.contentType.mediaType)
        barren = BarrenOutput(limits: limits)
        guard context.codingState != .undone, !context.contentEncodings.isEmpty, let head = context.head else { return }
        var unbounded = limits
        (unbounded.bodyBytes, unbounded.codedBytes) = (.max, .max)
        do throws(ResponseError) {
            decoder = try ContentDecoder(for: head, limits: unbounded)
        } catch {
            codingFailure = error
        }
    }

    /// The findings so far.
    var findings: [Finding] { headFindings + (decoder?.findings ?? []) + items.findings }
    var lastEventID: String { items.lastEventID }
    var retry: Duration? { items.retry?.duration }

    func rest() throws(ResponseError) -> JSON { try items.rest() }

    /// Judges the head; if it is refused, reads as much of the body as the error needs.
    func checkHead(_ serializer: StreamSerializer<Element>) async throws(ResponseError) {
        let handling = serializer.handling
        var findings = handling.configuration.validation.findings(for: headOnly, ResponseBody([0]))
        findings += handling.validators.flatMap { $0(context, ResponseBody()) } + noting
        guard var error = ResponseError(refusing: findings) else {
            headFindings = findings
            guard let codingFailure else { return }
            end()
            throw completed(codingFailure)
        }
        beginning = []
        if let codingFailure {
            error.details.errorBodyFailure = error.code == .unacceptableStatus ? [codingFailure] : []
        } else {
            let wanted = error.code == .unacceptableStatus ? max(limits.errorBodyBytes, 1 << 20) : 1
            while (beginning?.count ?? 0) < wanted, !Task.isCancelled, await hasMore() {}
        }
        end()
        guard !Task.isCancelled else { throw completed(ResponseError(.cancelled, "the task was cancelled")) }
        throw completed(error)
    }

    private func hasMore() async -> Bool {
        do throws(ResponseError) { return try await feed() } catch { return false }
    }

    /// The context without a length, which does not apply to a part of the body.
    private var headOnly: ResponseContext {
        guard var head = context.head else { return context }
        head.headerFields[.contentLength] = nil
        return ResponseContext(head, method: context.method, url: context.url, codings: context.codingState)
    }

    /// Completes an error with the response, and keeps it.
    private func completed(_ error: ResponseError) -> ResponseError {
        let decoding = DecodingContext(context, limits: limits)
        let (position, snippet) = (error.position, error.snippet)
        var located = error
        // The place is one in the whole stream, of which the body of the error is not a part.
        if error.position == nil, beginning == nil { located.details.isBinary = true }
        var completed = head.completed(located, body: ResponseBody(beginning ?? []), decoding: decoding)
        completed.details.position = position ?? completed.details.position
        completed.details.snippet = snippet ?? completed.details.snippet
        if beginning == nil {
            completed.details.bodyCount = decodedBytes
            completed.details.findings += findings
        }
        failure = completed
        return completed
    }
}

extension StreamReading {
    /// The number of parts of 64 KiB that are decoded before other tasks may use the thread.
    private static var partsBeforeSuspension: Int { 4 }

    /// The next element; nil at the end.
    func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Element? {
        if let failure { throw failure }
        do throws(ResponseError) {
            while true {
                if let element = try items.next() {
                    elementCount += 1
                    return element
                }
                if items.hasEnded || hasFinished { return end() }
                guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was cancelled") }
                if try await !feed() {
                    items.finish()
                    hasFinished = true
                }
            }
        } catch {
            end()
            throw completed(error)
        }
    }

    /// Ends the transfer.
    @discardableResult
    private func end() -> Element? {
        pieces = nil
        hasFinished = true
        return nil
    }

    /// Takes the next piece, or decodes the next part of the last one; false at the end.
    private func feed(isolation actor: isolated (any Actor)? = #isolation) async throws(ResponseError) -> Bool {
        if hasCodedBytes || barren.isAfterChunkWithoutOutput {
            partCount += 1
            // A piece can decode to gigabytes; deadlines and cancellations are tasks that need the thread.
            if partCount.isMultiple(of: Self.partsBeforeSuspension) { await Task.yield() }
        }
        if hasCodedBytes, try decodePart() { return true }
        guard let pieces else { return false }
        try barren.checkChunks()
        var fault: ResponseError?
        do {
            let isThere = try await pieces.next { bytes in
                do throws(ResponseError) { try self.take(bytes) } catch { fault = error }
            }
            guard isThere else {
                if Task.isCancelled { throw CancellationError() }
                self.pieces = nil
                try decoder?.finish()
                return false
            }
        } catch let error as ResponseError where error.code != .transportFailed {
            throw error
        } catch {
            throw transferFailure(error)
        }
        if let fault { throw fault }
        return true
    }

    private func transferFailure(_ error: any Error) -> ResponseError {
        if Task.isCancelled || error is CancellationError {
            return ResponseError(.cancelled, "the task was cancelled", underlying: error)
        }
        switch TransferFailure(error) {
        case .refused(let error): return error
        case .cancelled(let cause): return ResponseError(.cancelled, "the task was cancelled", underlying: cause)
        case .transport(let cause, let reason, let hint):
            let message =
                "the transfer failed after \(receivedBytes.counted("byte")) and \(elementCount.counted("element")): \(reason)"
            return ResponseError(.transportFailed, message, hint: hint, underlying: cause)
        }
    }

    /// Takes a piece: passes it on, or leaves it to be decoded part by part.
    private func take(_ bytes: Span<UInt8>) throws(ResponseError) {
        receivedBytes += bytes.count
        barren.takeChunk(bytes.count)
        guard decoder != nil else { return pass(bytes) }
        try decoder?.append(bytes)
        hasCodedBytes = true
        _ = try decodePart()
    }

    /// Decodes at most 64 KiB once the items of the part before were taken; false if more coded bytes are needed.
    private func decodePart() throws(ResponseError) -> Bool {
        let intermediate = decoder?.intermediateCount ?? 0
        if beginning == nil {
            let output = decodedBytes + intermediate
            let counts = BarrenOutput.Counts(items: elementCount, output: output, held: items.heldBytes)
            try barren.take(counts, codedBytes: receivedBytes)
        }
        hasCodedBytes = try decoder?.step { pass($0) } == true
        return hasCodedBytes
    }

    private func pass(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        barren.takeOutput()
        decodedBytes += bytes.count
        if beginning != nil {
            let left = max(limits.errorBodyBytes, 1 << 20) - (beginning?.count ?? 0)
            let part = ResponseBody(bytes.extracting(first: max(0, left)))
            beginning?.append(contentsOf: part.bytes)
        } else {
            items.append(bytes)
        }
    }
}
