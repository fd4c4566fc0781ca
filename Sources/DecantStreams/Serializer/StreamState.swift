import DecantCore

/// The elements of a stream with the source of its bytes, shared by the stream's copies and its iterator.
@usableFromInline
final class StreamState<Element: Sendable>: ElementReader<Element> {
    let source: StreamSource
    var isIterated = false
    private var hasFailed = false

    init(_ source: StreamSource, _ decoder: ElementDecoder<Element>) {
        self.source = source
        super.init(decoder)
    }

    // A program that leaves its loop ends the stream by releasing it.
    deinit { finish(nil) }
}

extension StreamState {
    /// Decodes the next batch, and receives bytes until they complete an element.
    ///
    /// - Parameter stream: The state of the stream, or nil if it was iterated before.
    /// - Returns: Whether the batch has elements; false at the end.
    @usableFromInline
    static func receiveBatch(
        of stream: StreamState?,
        isolation actor: isolated (any Actor)?
    ) async throws(ResponseError) -> Bool {
        guard let stream else {
            let hint = "keep the iterator to read on, or the elements to read them again"
            throw ResponseError(.alreadyIterated, "the stream was iterated before", hint: hint)
        }
        return try await stream.receiveBatch(isolation: actor)
    }

    private func receiveBatch(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Bool {
        // User interfaces share the main actor.
        let length = actor === MainActor.shared ? 4 << 10 : Self.batchLength
        do throws(ResponseError) {
            if mayHaveElements {
                if failure == nil { try checkCancellation() }
                if try decodeBatch(length: length) { return true }
            }
            while !decoder.hasEnded, let chunks = source.chunks {
                if source.input.isAfterPart, source.isTimeToYield { await Task.yield() }
                // Check before each part, because a chunk can decode to gigabytes.
                try checkCancellation()
                if try !decodePart() {
                    try source.input.checkChunks()
                    var isComplete = false
                    do {
                        let isThere = try await chunks { (bytes) throws(ResponseError) in
                            let isPassedOn = try source.input.receive(bytes) { append($0) }
                            if !isPassedOn { _ = try decodePart() }
                            isComplete = try decodeBatch(length: length)
                            return isComplete || !isPassedOn || decoder.hasEnded || Task.isCancelled
                        }
                        if !isThere { try endOfChunks() }
                    } catch {
                        throw source.failure(error, elementCount: count)
                    }
                    if isComplete { return true }
                }
                if try decodeBatch(length: length) { return true }
            }
        } catch {
            throw end(with: error)
        }
        finish(nil)
        return false
    }

    private func checkCancellation() throws(ResponseError) {
        guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was canceled") }
    }

    /// Decodes the next part of the last chunk.
    ///
    /// Returns false if another chunk is needed.
    private func decodePart() throws(ResponseError) -> Bool {
        guard source.input.hasCodedBytes else { return false }
        let held = decoder.heldBytes
        return try source.input.decodePart(items: count, held: held) { append($0) }
    }

    private func endOfChunks() throws(ResponseError) {
        if try source.endOfChunks({ append($0) }) { finish() }
    }

    /// Ends the transfer with an error.
    ///
    /// Completes the error with the response, and stores it for later calls.
    private func end(with error: ResponseError) -> ResponseError {
        if hasFailed { return error }
        hasFailed = true
        // A closure of the program may throw an error of another response. That error is left unchanged.
        let completed = error.context == nil ? source.completed(error, findings: values.findings) : error
        fail(completed)
        finish(completed)
        return completed
    }

    /// Ends the transfer, successfully or with an error.
    private func finish(_ error: ResponseError?) {
        source.end(
            StreamOutcome(
                output: Element.self,
                elementCount: count,
                findings: error?.findings ?? source.findings + values.findings,
                error: error
            )
        )
    }
}
