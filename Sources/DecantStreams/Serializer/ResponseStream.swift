public import DecantCore
public import DecantJSON

/// The elements of a response, decoded as their bytes arrive, or an error that explains itself.
///
/// A stream is iterated once; a second iterator throws. ``findings``, the counts, and what a format adds, such as `lastEventID` or
/// `rest()`, are read between elements, or after the end. The client's sequence is released, which ends the transfer, at the end,
/// after an error or a cancellation, and with the last copy of the stream. Leaving the loop releases it only if the stream is not
/// used afterward.
public struct ResponseStream<Format: StreamFormat & ~Copyable>: AsyncSequence {
    /// The type of the elements.
    public typealias Element = Format.Element

    /// The error that ends a stream.
    public typealias Failure = ResponseError

    private let state: StreamState<Format>

    init(_ state: StreamState<Format>) { self.state = state }

    /// Reads the elements of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        @usableFromInline let state: StreamState<Format>
        @usableFromInline let isFirst: Bool

        /// Returns the next element, and waits for it if necessary.
        ///
        /// - Returns: The element, or nil at the end.
        /// - Throws: `ResponseError`; every later call throws it again.
        @inlinable
        public mutating func next() async throws(ResponseError) -> Element? {
            try await next(isolation: #isolation)
        }

        /// Returns the next element on an actor, and waits for it if necessary.
        ///
        /// - Parameter actor: The actor on which the element is made.
        /// - Returns: The element, or nil at the end.
        /// - Throws: `ResponseError`; every later call throws it again.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Element? {
            guard isFirst else { throw StreamState<Format>.secondIteration }
            do throws(ResponseError) {
                // Most elements are complete already, and need neither a call nor a change of thread.
                if let element = try state.reader.next() { return element }
            } catch {
                throw state.end(with: error)
            }
            return try await state.receiveElement(isolation: actor)
        }
    }
}

extension ResponseStream where Format: ~Copyable {
    /// Returns the iterator of the stream; one that is not the first throws an error.
    public func makeAsyncIterator() -> AsyncIterator {
        defer { state.isIterated = true }
        return AsyncIterator(state: state, isFirst: !state.isIterated)
    }

    /// The head of the response, and the request it answers.
    public var context: ResponseContext { state.source.context }

    /// The findings so far, about the head, the content codings and the elements.
    ///
    /// Up to 100 of each kind are kept; the others are counted.
    public var findings: [Finding] { state.findings }

    /// The number of bytes received, before content decoding.
    public var receivedBytes: Int { state.source.input.receivedBytes }

    /// The number of bytes after content decoding.
    public var decodedBytes: Int { state.source.input.decodedBytes }

    /// The number of elements that were read.
    public var elementCount: Int { state.reader.elementCount }
}

extension ResponseStream where Format: EventStreamFormat & ~Copyable {
    /// The last event ID, which a client sends as `Last-Event-ID` when it reconnects; empty if there is none.
    public var lastEventID: String { state.reader.format.lastEventID }

    /// The reconnection time that the stream has set last.
    public var retry: Duration? { state.reader.format.retry }
}

extension ResponseStream where Format: ~Copyable {
    /// The document around the array, in which the array is empty.
    ///
    /// - Throws: `ResponseError` if the stream was not read to its end.
    public func rest<Item>() throws(ResponseError) -> JSON where Format == JSONElements<Item> {
        try state.reader.format.rest()
    }

    /// Decodes the document around the array, in which the array is empty.
    ///
    /// - Throws: `ResponseError` as from ``rest()``, and if the type does not fit.
    public func rest<Item, Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value
    where Format == JSONElements<Item> {
        try state.reader.format.rest().decode(type)
    }
}
