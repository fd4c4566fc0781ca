public import DecantCore

// Why: a class that is generic over its format is not specialized in this module, and would look up the types of its
// values for each chunk. Code that depends on the format is therefore inlinable, and everything else is in
// `StreamSource`.

/// The state of a stream, shared by its copies and its iterator.
@usableFromInline
final class StreamState<Format: StreamFormat & ~Copyable> {
    @usableFromInline let source: StreamSource
    @usableFromInline var reader: StreamReader<Format>
    var isIterated = false
    private var hasFailed = false

    init(_ source: StreamSource, _ reader: consuming StreamReader<Format>) {
        self.source = source
        self.reader = reader
    }

    // A program that leaves its loop ends the stream by releasing it.
    deinit { finish(nil) }

    /// The findings so far.
    var findings: [Finding] { source.findings + reader.findings }

    /// The error thrown by every iterator after the first.
    @usableFromInline
    static var secondIteration: ResponseError {
        let hint = "keep the iterator to read on, or the elements to read them again"
        return ResponseError(.alreadyIterated, "the stream was iterated before", hint: hint)
    }
}

extension StreamState where Format: ~Copyable {
    /// Receives bytes until they complete an element.
    ///
    /// - Returns: The element; nil at the end.
    @inlinable
    func receiveElement(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Format.Element? {
        do throws(ResponseError) {
            while !reader.format.hasEnded, let chunks = source.chunks {
                if source.input.isAfterPart, source.isTimeToYield { await Task.yield() }
                // Check before each part, because a chunk can decode to gigabytes.
                guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was canceled") }
                if try !decodePart() {
                    try source.input.checkChunks()
                    var element: Format.Element?
                    do {
                        let isThere = try await chunks { (bytes) throws(ResponseError) in
                            let isPassedOn = try source.input.take(bytes) { reader.append($0) }
                            if !isPassedOn { _ = try decodePart() }
                            element = try reader.next()
                            return element != nil || !isPassedOn || reader.format.hasEnded || Task.isCancelled
                        }
                        if !isThere { try endOfChunks() }
                    } catch {
                        throw source.failure(error, elementCount: reader.elementCount)
                    }
                    if let element { return element }
                }
                if let element = try reader.next() { return element }
            }
            if let failure = reader.failure { throw failure }
        } catch {
            throw end(with: error)
        }
        finish(nil)
        return nil
    }

    /// Decodes the next part of the last chunk.
    ///
    /// Returns false if another chunk is needed.
    @usableFromInline
    func decodePart() throws(ResponseError) -> Bool {
        guard source.input.hasCodedBytes else { return false }
        let held = reader.format.heldBytes
        return try source.input.decodePart(items: reader.elementCount, held: held) { reader.append($0) }
    }

    @usableFromInline
    func endOfChunks() throws(ResponseError) {
        if try source.endOfChunks({ reader.append($0) }) { reader.finish() }
    }

    /// Ends the transfer with an error.
    ///
    /// Completes the error with the response, and stores it for later calls.
    @usableFromInline
    func end(with error: ResponseError) -> ResponseError {
        if hasFailed { return error }
        hasFailed = true
        // A closure of the program may throw an error of another response. That error is left unchanged.
        let completed = error.context == nil ? source.completed(error, findings: reader.findings) : error
        reader.failure = completed
        finish(completed)
        return completed
    }

    /// Ends the transfer, successfully or with an error.
    @usableFromInline
    func finish(_ error: ResponseError?) {
        source.end(
            StreamOutcome(
                output: Format.Element.self,
                elementCount: reader.elementCount,
                findings: error?.findings ?? findings,
                error: error
            )
        )
    }
}
