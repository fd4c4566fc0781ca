public import DecantCore

extension WARC.Reader: CaptureReader {}

extension WARC {
    /// The records of an archive, read as its chunks arrive.
    public struct Records<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
        /// The type of the elements.
        public typealias Element = Record

        /// The type of the error that ends the sequence.
        public typealias Failure = ResponseError

        private let chunks: Chunks
        private let limits: Limits

        init(_ chunks: Chunks, _ limits: Limits) { (self.chunks, self.limits) = (chunks, limits) }

        /// Returns an iterator that begins at the first chunk.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(CaptureChunks(chunks.makeAsyncIterator(), WARC.Reader(limits: limits)))
        }

        /// An iterator over the records of an archive.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var parts: CaptureChunks<Chunks, WARC.Reader>

            init(_ parts: CaptureChunks<Chunks, WARC.Reader>) { self.parts = parts }

            /// Waits for the next record and returns it.
            ///
            /// - Returns: The record; nil at the end.
            /// - Throws: `ResponseError`. An error of the chunks becomes `transportFailed` or, after a cancellation,
            ///   `cancelled`.
            public mutating func next() async throws(ResponseError) -> Record? { try await next(isolation: #isolation) }

            /// Waits for the next record on an actor and returns it.
            ///
            /// - Parameter actor: The actor that reads the record.
            /// - Returns: The record; nil at the end.
            /// - Throws: `ResponseError`, as ``next()`` does.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(ResponseError) -> Record? {
                try await parts.next(isolation: actor)
            }
        }
    }
}
