public import DecantCore
import DecantJSON
import HTTPTypes

/// The state of a stream, which its copies and its iterator share: receives chunks, and passes their bytes to the format.
@usableFromInline
final class StreamState<Format: StreamFormat & ~Copyable> {
    /// The number of parts of 64 KiB that are decoded before other tasks may use the thread.
    private static var partsBeforeSuspension: Int { 4 }

    let context: ResponseContext
    @usableFromInline var reader: StreamReader<Format>
    let input: StreamInput
    var isIterated = false

    private let head: DataResponseSerializer
    private var headFindings: [Finding] = []
    /// Nil once the stream has ended, or was rejected.
    private var chunks: AnyStreamChunks?
    private var observation: StreamObservation?

    init(_ chunks: AnyStreamChunks, _ serializer: StreamSerializer<Format>, _ context: ResponseContext) {
        (self.context, self.chunks) = (context, chunks)
        reader = StreamReader(serializer.format(for: context))
        input = StreamInput(serializer.handling, context)
        var head = DataResponseSerializer()
        head.handling = serializer.handling
        // The general value of an error body.
        if head.handling.failure == nil { head.handling.failure = FailureDecoding(JSONResponseSerializer<JSON>()) }
        self.head = head
        observation = StreamObservation(serializer.handling)
    }

    // A program that leaves its loop ends the stream by releasing it.
    deinit { observe(nil) }

    /// The findings so far.
    var findings: [Finding] { headFindings + input.findings + reader.findings }

    /// The error of an iterator that is not the first.
    @usableFromInline
    static var secondIteration: ResponseError {
        let hint = "keep the iterator to read on, or the elements to read them again"
        return ResponseError(.alreadyIterated, "the stream was iterated before", hint: hint)
    }

    private func observe(_ error: ResponseError?) {
        observation?.end(
            context,
            output: Format.Element.self,
            bodyCount: input.decodedBytes,
            elementCount: reader.elementCount,
            findings: error?.findings ?? findings,
            error: error
        )
        observation = nil
    }
}

extension StreamState where Format: ~Copyable {
    /// Receives bytes until they complete an element.
    ///
    /// - Returns: The element; nil at the end.
    @usableFromInline
    func receiveElement(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Format.Element? {
        do throws(ResponseError) {
            while chunks != nil, !reader.format.hasEnded {
                guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was cancelled") }
                if try await !receive({ self.reader.format.heldBytes }, { self.reader.append($0) }) {
                    chunks = nil
                    reader.finish()
                }
                if let element = try reader.next() { return element }
            }
            if let failure = reader.failure { throw failure }
            chunks = nil
            observe(nil)
            return nil
        } catch {
            throw end(with: error)
        }
    }

    /// Ends the transfer with an error, which is completed with the response, and thrown again by every later call.
    @usableFromInline
    func end(with error: ResponseError) -> ResponseError {
        chunks = nil
        guard error.context == nil else { return error }
        var located = error
        // The position is one in the whole stream; the error has no body.
        if error.position == nil { located.details.isBinary = true }
        var completed = head.completed(
            located,
            body: ResponseBody(),
            decoding: DecodingContext(context, limits: limits)
        )
        completed.details.position = error.position ?? completed.details.position
        completed.details.snippet = error.snippet ?? completed.details.snippet
        completed.details.bodyCount = input.decodedBytes
        completed.details.findings += findings
        reader.failure = completed
        observe(completed)
        return completed
    }

    private var limits: Limits { head.handling.limits }

    /// Receives the next chunk, or decodes the next part of the last one.
    ///
    /// - Parameters:
    ///   - heldBytes: Returns the number of bytes that are held for an incomplete item.
    ///   - pass: Called with the bytes.
    /// - Returns: Whether there was one; false at the end.
    private func receive(
        _ heldBytes: () -> Int,
        _ pass: (Span<UInt8>) -> Void,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ResponseError) -> Bool {
        func decodePart() throws(ResponseError) -> Bool {
            try input.decodePart(items: reader.elementCount, held: heldBytes(), pass)
        }
        if input.isAfterPart, input.countPart().isMultiple(of: Self.partsBeforeSuspension) {
            // A chunk can decode to gigabytes; deadlines and cancellations are tasks that need the thread.
            await Task.yield()
        }
        if input.hasCodedBytes, try decodePart() { return true }
        guard let chunks else { return false }
        try input.checkChunks()
        do {
            let isThere = try await chunks.next { (bytes) throws(ResponseError) in
                if try input.take(bytes, pass) { _ = try decodePart() }
            }
            if isThere { return true }
        } catch {
            throw failure(error)
        }
        guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was cancelled") }
        try input.finish(pass)
        return false
    }

    private func failure(_ error: any Error) -> ResponseError {
        switch Task.isCancelled ? .cancelled(error) : TransferFailure(error) {
        case .refused(let error): return error
        case .cancelled(let cause): return ResponseError(.cancelled, "the task was cancelled", underlying: cause)
        case .transport(let cause, _, let reason, let hint):
            let count = "\(input.receivedBytes.counted("byte")) and \(reader.elementCount.counted("element"))"
            let message = "the transfer failed after \(count): \(reason)"
            return ResponseError(.transportFailed, message, hint: hint, underlying: cause)
        }
    }
}

// MARK: - The head

extension StreamState where Format: ~Copyable {
    /// Validates the head; if it is rejected, receives as much of the body as the error needs.
    func checkHead(_ serializer: StreamSerializer<Format>, _ noted: [Finding]) async throws(ResponseError) {
        let handling = serializer.handling
        var findings = handling.configuration.validation.findings(for: contextWithoutLength, ResponseBody([0]))
        findings += handling.validators.flatMap { $0(context, ResponseBody()) } + noted
        headFindings = findings
        guard var error = ResponseError(refusing: findings) else {
            guard let failure = input.codingFailure else { return }
            throw end(with: failure)
        }
        headFindings = []
        let most = max(limits.errorBodyBytes, 1 << 20)
        // A chunk is enough for the hint about a wrong media type.
        var body = RejectedBody(wanted: error.code == .unacceptableStatus ? most : 1, most: most)
        if let failure = input.codingFailure {
            error.details.errorBodyFailure = error.code == .unacceptableStatus ? [failure] : []
        } else {
            while body.isWanted, !Task.isCancelled, await receive(&body) {}
        }
        chunks = nil
        if Task.isCancelled { error = ResponseError(.cancelled, "the task was cancelled") }
        let decoding = DecodingContext(context, limits: limits)
        let completed = head.completed(error, body: ResponseBody(body.bytes), decoding: decoding)
        reader.failure = completed
        observe(completed)
        throw completed
    }

    /// Receives bytes of a rejected body; false at the end, and after an error.
    private func receive(_ body: inout RejectedBody) async -> Bool {
        do throws(ResponseError) {
            return try await receive({ body.bytes.count }, { body.append($0) })
        } catch {
            return false
        }
    }

    /// The context without a length, which does not apply to a part of the body.
    private var contextWithoutLength: ResponseContext {
        guard var head = context.head else { return context }
        head.headerFields[.contentLength] = nil
        return ResponseContext(head, method: context.method, url: context.url, codings: context.codingState)
    }
}

/// The beginning of a body whose head was rejected.
private struct RejectedBody {
    private let wanted: Int
    private let most: Int
    private(set) var bytes: [UInt8] = []

    init(wanted: Int, most: Int) { (self.wanted, self.most) = (wanted, most) }

    var isWanted: Bool { bytes.count < wanted }

    mutating func append(_ part: Span<UInt8>) {
        bytes.append(contentsOf: ResponseBody(part.extracting(first: max(0, most - bytes.count))).bytes)
    }
}

/// The observation of one stream.
private struct StreamObservation {
    private let observer: ResponseObserver
    private let start = ContinuousClock.now

    /// Creates nil if there is no observer.
    init?(_ handling: ResponseHandling) {
        guard let observer = handling.observer ?? ResponseObserver.current else { return nil }
        self.observer = observer
    }

    func end(
        _ context: ResponseContext,
        output: any Sendable.Type,
        bodyCount: Int,
        elementCount: Int,
        findings: [Finding],
        error: ResponseError?
    ) {
        observer.observe(
            ResponseOutcome(
                context,
                output: output,
                bodyCount: bodyCount,
                elementCount: elementCount,
                findings: findings,
                error: error,
                duration: ContinuousClock.now - start
            )
        )
    }
}

// MARK: - Chunks

/// The chunks of a body, whatever their type.
class AnyStreamChunks {
    /// Passes the next chunk to a closure; false at the end.
    func next(_ take: (Span<UInt8>) throws(ResponseError) -> Void) async throws -> Bool { false }
}

final class StreamChunks<Chunks: AsyncSequence>: AnyStreamChunks where Chunks.Element: BodyPiece {
    private var iterator: Chunks.AsyncIterator

    init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

    override func next(_ take: (Span<UInt8>) throws(ResponseError) -> Void) async throws -> Bool {
        guard let chunk = try await iterator.next(isolation: #isolation) else { return false }
        try chunk.withBytes { (bytes) throws(ResponseError) in try take(bytes) }
        return true
    }
}
