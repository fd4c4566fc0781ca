public import DecantCore
public import DecantJSON

/// The elements of a response, decoded as their bytes arrive.
///
/// A stream can be iterated once; a second iterator throws. Read ``findings``, the counts, and values of the stream,
/// such as ``lastEventID`` or ``rest()``, between elements or after the end. Elements are decoded in batches, but these
/// values are those of the last element that was delivered. The client's sequence is released, which ends the transfer,
/// at the end, after an error or a cancellation, and with the last copy of the stream. Leaving the loop releases it only
/// if the stream is not used afterward.
public struct ResponseStream<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol {
    /// The type of the error that ends a stream.
    public typealias Failure = ResponseError

    @usableFromInline let state: StreamState<Element>

    /// Whether the stream is an iterator after the first one, which has no elements.
    @usableFromInline let isRepeated: Bool

    init(_ state: StreamState<Element>, isRepeated: Bool = false) {
        self.state = state
        self.isRepeated = isRepeated
    }

    /// Returns the stream as an iterator.
    ///
    /// Every iterator after the first throws an error.
    public func makeAsyncIterator() -> Self {
        defer { state.isIterated = true }
        return ResponseStream(state, isRepeated: state.isIterated)
    }

    /// Waits for the next element and returns it, or nil at the end.
    ///
    /// - Throws: `ResponseError`. Every later call throws the same error.
    @inlinable
    public mutating func next() async throws(ResponseError) -> Element? {
        try await next(isolation: #isolation)
    }

    /// Waits for the next element on an actor and returns it, or nil at the end.
    ///
    /// - Parameter actor: The actor that decodes the element.
    /// - Throws: `ResponseError`. Every later call throws the same error.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Element? {
        // Most elements are already decoded, and need neither a call nor a thread switch.
        if !isRepeated, let element = state.batch.popFirst() { return element }
        guard try await StreamState.receiveBatch(of: isRepeated ? nil : state, isolation: actor) else { return nil }
        return state.batch.popFirst()
    }
}

extension ResponseStream {
    /// The head of the response and the request it answers.
    public var context: ResponseContext { state.source.context }

    /// The findings so far about the head, the content codings, and the elements.
    ///
    /// At most 100 findings of each kind are kept; further ones are only counted.
    public var findings: [Finding] { state.source.findings + state.values.findings }

    /// The number of bytes received, before content decoding.
    public var receivedBytes: Int { state.source.input.receivedBytes }

    /// The number of bytes after content decoding.
    public var decodedBytes: Int { state.source.input.decodedBytes }

    /// The number of elements read.
    public var elementCount: Int { state.count }

    /// The last event ID; empty if the stream has set none, or is no event stream.
    ///
    /// A client sends it as `Last-Event-ID` when it reconnects.
    public var lastEventID: String { state.values.lastEventID }

    /// The reconnection time most recently set by the stream, or nil if it has set none, or is no event stream.
    public var retry: Duration? { state.values.retry }

    /// Returns the document around the elements of an array, with the array empty.
    ///
    /// - Throws: `ResponseError` with the code `valueNotFound` if the stream was not read to its end, or has no such
    ///   document.
    public func rest() throws(ResponseError) -> JSON { try state.rest() }

    /// Decodes the document around the elements of an array, with the array empty.
    ///
    /// - Throws: `ResponseError` with the code `valueNotFound` if the stream was not read to its end, or has no such
    ///   document; another error if the document does not match the type.
    public func rest<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value {
        try rest().decode(type)
    }
}
