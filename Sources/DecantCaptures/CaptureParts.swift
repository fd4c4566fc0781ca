public import DecantCore

/// A synchronous, incremental reader of the parts of a capture.
protocol CaptureReader<Part>: ~Copyable {
    associatedtype Part

    mutating func append(_ chunk: some Sequence<UInt8>)
    mutating func finish()
    mutating func next() throws(ResponseError) -> Part?
}

/// The entries or records of a capture, read as its chunks arrive.
public struct CaptureParts<Chunks: AsyncSequence, Part>: AsyncSequence, AsyncIteratorProtocol
where Chunks.Element: Sequence<UInt8> {
    private let chunks: Chunks
    private let makeReader: () -> PartReader<Part, Chunks.Element>
    private var iterator: Chunks.AsyncIterator?
    private var reader: PartReader<Part, Chunks.Element>?

    init<Reader: CaptureReader<Part> & ~Copyable>(_ chunks: Chunks, _ makeReader: @escaping () -> Reader) {
        self.chunks = chunks
        self.makeReader = { OwnedReader(makeReader()) }
    }

    /// Returns the parts from the beginning of the chunks.
    public func makeAsyncIterator() -> Self {
        var copy = self
        copy.iterator = chunks.makeAsyncIterator()
        copy.reader = makeReader()
        return copy
    }

    /// Waits for the next part and returns it, or nil at the end.
    ///
    /// - Throws: `ResponseError` for an error of the archive or of the chunks.
    public mutating func next() async throws(ResponseError) -> Part? { try await next(isolation: #isolation) }

    /// Waits for the next part on an actor and returns it, or nil at the end.
    ///
    /// - Throws: `ResponseError` for an error of the archive or of the chunks.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Part? {
        if reader == nil { self = makeAsyncIterator() }
        guard let reader else { return nil }
        while true {
            if let part = try reader.next() { return part }
            guard !reader.isAtEnd else { return nil }
            reader.append(try await nextChunk(isolation: actor))
        }
    }

    private mutating func nextChunk(
        isolation actor: isolated (any Actor)?
    ) async throws(ResponseError) -> Chunks.Element? {
        do {
            return try await iterator?.nextElement(isolation: actor)
        } catch let error as ResponseError {
            throw error
        } catch is CancellationError {
            throw ResponseError(.cancelled, "the task was canceled")
        } catch {
            throw ResponseError(.transportFailed, "the capture cannot be read: \(error)", underlying: error)
        }
    }
}

/// A reader whose type is erased, so that the type of a sequence is that of its parts.
private class PartReader<Part, Chunk: Sequence<UInt8>> {
    /// Whether the chunks have ended.
    fileprivate(set) var isAtEnd = false

    /// Appends a chunk; nil is the end of the chunks.
    func append(_ chunk: Chunk?) { isAtEnd = chunk == nil }

    func next() throws(ResponseError) -> Part? { nil }
}

/// The reader of a capture, in a class because iterators are copyable.
private final class OwnedReader<Reader: CaptureReader & ~Copyable, Chunk: Sequence<UInt8>>:
    PartReader<Reader.Part, Chunk>
{
    private var reader: Reader

    init(_ reader: consuming Reader) { self.reader = reader }

    override func append(_ chunk: Chunk?) {
        super.append(chunk)
        guard let chunk else { return reader.finish() }
        reader.append(chunk)
    }

    override func next() throws(ResponseError) -> Reader.Part? { try reader.next() }
}
