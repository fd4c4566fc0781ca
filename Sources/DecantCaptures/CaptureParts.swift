internal import DecantCore

/// A synchronous, incremental reader of the parts of a capture.
protocol CaptureReader<Part>: ~Copyable {
    associatedtype Part

    mutating func append(_ chunk: some Sequence<UInt8>)
    mutating func finish()
    mutating func next() throws(ResponseError) -> Part?
}

/// The parts of a capture, read as its chunks arrive.
struct CaptureParts<Chunks: AsyncSequence, Reader: CaptureReader & ~Copyable>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
    private let chunks: Chunks
    private let makeReader: () -> Reader

    init(_ chunks: Chunks, _ makeReader: @escaping () -> Reader) {
        self.chunks = chunks
        self.makeReader = makeReader
    }

    func makeAsyncIterator() -> CapturePartIterator<Chunks, Reader> {
        CapturePartIterator(chunks.makeAsyncIterator(), makeReader())
    }
}

/// The shell around a reader of a capture.
struct CapturePartIterator<Chunks: AsyncSequence, Reader: CaptureReader & ~Copyable>: AsyncIteratorProtocol
where Chunks.Element: Sequence<UInt8> {
    private var chunks: Chunks.AsyncIterator
    private let state: State

    init(_ chunks: Chunks.AsyncIterator, _ reader: consuming Reader) {
        self.chunks = chunks
        state = State(reader)
    }

    /// The reader, which an iterator cannot contain, because iterators are copyable.
    private final class State {
        var reader: Reader
        var isAtEnd = false

        init(_ reader: consuming Reader) { self.reader = reader }
    }

    /// Waits for the next part and returns it; nil at the end.
    mutating func next() async throws(ResponseError) -> Reader.Part? { try await next(isolation: #isolation) }

    /// Waits for the next part on an actor and returns it; nil at the end.
    mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Reader.Part? {
        while true {
            if let part = try state.reader.next() { return part }
            guard !state.isAtEnd else { return nil }
            if let chunk = try await nextChunk(isolation: actor) {
                state.reader.append(chunk)
            } else {
                state.isAtEnd = true
                state.reader.finish()
            }
        }
    }

    private mutating func nextChunk(
        isolation actor: isolated (any Actor)?
    ) async throws(ResponseError) -> Chunks.Element? {
        do {
            return try await chunks.next(isolation: actor)
        } catch let error as ResponseError {
            throw error
        } catch is CancellationError {
            throw ResponseError(.cancelled, "the task was canceled")
        } catch {
            throw ResponseError(.transportFailed, "the capture cannot be read: \(error)", underlying: error)
        }
    }
}
