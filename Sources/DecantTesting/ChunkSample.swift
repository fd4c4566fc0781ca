import DecantCore

/// The chunks of a body for tests of streams, optionally with an error at the end.
///
/// ```swift
/// let chunks = ChunkSample("data: 1\n\ndata: 2\n\n".utf8, every: 1)
/// for try await event in try await StreamSerializer.serverSentEvents.stream(of: chunks, for: sample.head) { … }
/// ```
public struct ChunkSample: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var chunks: ArraySlice<[UInt8]>
    private let error: (any Error)?

    /// Creates a sequence of the given chunks.
    ///
    /// - Parameters:
    ///   - chunks: The chunks, in order.
    ///   - error: The error that is thrown after the last chunk, if any.
    public init(_ chunks: [[UInt8]], failingWith error: (any Error)? = nil) {
        self.chunks = chunks[...]
        self.error = error
    }

    /// Creates a sequence of chunks with the same length.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body.
    ///   - length: The number of bytes in a chunk; the last one may be shorter.
    ///   - error: The error that is thrown after the last chunk, if any.
    public init(_ bytes: some Sequence<UInt8>, every length: Int, failingWith error: (any Error)? = nil) {
        precondition(length > 0, "a chunk has at least one byte")
        let bytes = Array(bytes)
        let starts = stride(from: 0, to: bytes.count, by: length)
        self.init(starts.map { Array(bytes[$0..<Swift.min($0 + length, bytes.count)]) }, failingWith: error)
    }

    /// Returns a copy, which is its own iterator.
    public func makeAsyncIterator() -> ChunkSample { self }

    /// Removes and returns the next chunk, or nil at the end.
    ///
    /// - Throws: The error passed to the initializer, after the last chunk.
    public mutating func next() async throws -> [UInt8]? {
        if let chunk = chunks.popFirst() { return chunk }
        if let error { throw error }
        return nil
    }
}
