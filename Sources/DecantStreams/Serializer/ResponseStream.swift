public import DecantCore
public import DecantJSON

/// The elements of a response, decoded as their bytes arrive.
///
/// A stream can be iterated once; a second iterator throws. Read ``findings``, the counts, and values of the format,
/// such as `lastEventID` or `rest()`, between elements or after the end. The client's sequence is released, which ends
/// the transfer, at the end, after an error or a cancellation, and with the last copy of the stream. Leaving the loop
/// releases it only if the stream is not used afterward.
public struct ResponseStream<Format: StreamFormat & ~Copyable>: AsyncSequence {
    /// The type of the elements.
    public typealias Element = Format.Element

    /// The type of the error that ends a stream.
    public typealias Failure = ResponseError

    private let state: StreamState<Format>

    init(_ state: StreamState<Format>) { self.state = state }

    /// An iterator over the elements of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        @usableFromInline let state: StreamState<Format>
        @usableFromInline let isFirst: Bool

        /// Waits for the next element and returns it.
        ///
        /// - Returns: The element; nil at the end.
        /// - Throws: `ResponseError`. Every later call throws the same error.
        @inlinable
        public mutating func next() async throws(ResponseError) -> Element? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next element on an actor and returns it.
        ///
        /// - Parameter actor: The actor that decodes the element.
        /// - Returns: The element; nil at the end.
        /// - Throws: `ResponseError`. Every later call throws the same error.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Element? {
            guard isFirst else { throw StreamState<Format>.secondIteration }
            do throws(ResponseError) {
                // Most elements are already complete, and need neither a call nor a thread switch.
                if let element = try state.reader.next() { return element }
            } catch {
                throw state.end(with: error)
            }
            return try await state.receiveElement(isolation: actor)
        }
    }
}

extension ResponseStream where Format: ~Copyable {
    /// Returns the iterator of the stream.
    ///
    /// Every iterator after the first throws an error.
    public func makeAsyncIterator() -> AsyncIterator {
        defer { state.isIterated = true }
        return AsyncIterator(state: state, isFirst: !state.isIterated)
    }

    /// The head of the response and the request it answers.
    public var context: ResponseContext { state.source.context }

    /// The findings so far about the head, the content codings, and the elements.
    ///
    /// At most 100 findings of each kind are kept; further ones are only counted.
    public var findings: [Finding] { state.findings }

    /// The number of bytes received, before content decoding.
    public var receivedBytes: Int { state.source.input.receivedBytes }

    /// The number of bytes after content decoding.
    public var decodedBytes: Int { state.source.input.decodedBytes }

    /// The number of elements read.
    public var elementCount: Int { state.reader.elementCount }
}

extension ResponseStream where Format: EventStreamFormat & ~Copyable {
    /// The last event ID; empty if the stream has set none.
    ///
    /// A client sends it as `Last-Event-ID` when it reconnects.
    public var lastEventID: String { state.reader.format.lastEventID }

    /// The reconnection time most recently set by the stream.
    public var retry: Duration? { state.reader.format.retry }
}

extension ResponseStream where Format: ~Copyable {
    /// Returns the document around the array, with the array empty.
    ///
    /// - Throws: `ResponseError` if the stream was not read to its end.
    public func rest<Item>() throws(ResponseError) -> JSON where Format == JSONElements<Item> {
        try state.reader.format.rest()
    }

    /// Decodes the document around the array, with the array empty.
    ///
    /// - Throws: `ResponseError` if the stream was not read to its end, or if the document does not match the type.
    public func rest<Item, Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value
    where Format == JSONElements<Item> {
        try state.reader.format.rest().decode(type)
    }
}
