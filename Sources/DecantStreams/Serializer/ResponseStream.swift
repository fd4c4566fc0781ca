public import DecantCore
public import DecantJSON

/// The elements of a response, which come as their bytes arrive, or an error that explains itself.
///
/// A stream is read once: its copies share one state, so that a second loop goes on where the first one stopped. ``findings``,
/// the counts, ``lastEventID`` and ``rest()`` are read between elements, or after the end. The client's sequence is released, which
/// ends the transfer, at the end, after an error or a cancellation, and with the last copy of the stream. Leaving the loop releases it
/// only if the stream is not used afterward.
public struct ResponseStream<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol {
    /// The error that ends a stream.
    public typealias Failure = ResponseError

    private let reading: StreamReading<Element>

    init(_ reading: StreamReading<Element>) {
        self.reading = reading
    }

    /// The head of the response, and the request it answers.
    public var context: ResponseContext { reading.context }

    /// The findings so far, about the head, the content codings and the elements.
    ///
    /// Up to 100 of each kind are kept; the others are counted.
    public var findings: [Finding] { reading.findings }

    /// The number of bytes received, before content codings were undone here.
    public var receivedBytes: Int { reading.receivedBytes }

    /// The number of bytes after content codings were undone.
    public var decodedBytes: Int { reading.decodedBytes }

    /// The number of elements that were read.
    public var elementCount: Int { reading.elementCount }

    /// The last event ID of an event stream, which a client sends as `Last-Event-ID` when it reconnects; empty if there is none.
    public var lastEventID: String { reading.lastEventID }

    /// The reconnection time that an event stream has set last.
    public var retry: Duration? { reading.retry }

    /// The document around the array of a stream of elements, in which the array is empty.
    ///
    /// - Returns: The document.
    /// - Throws: `ResponseError` if the stream was not read to its end, or is of another format.
    public func rest() throws(ResponseError) -> JSON { try reading.rest() }

    /// Decodes the document around the array of a stream of elements; the array in it is empty.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: `ResponseError` as from ``rest()``, and if the type does not fit.
    public func rest<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value {
        try rest().decode(type)
    }

    /// Returns the stream itself, which continues at its current position.
    public func makeAsyncIterator() -> Self { self }

    /// Returns the next element, and waits for it if necessary.
    ///
    /// - Returns: The element, or nil at the end.
    /// - Throws: `ResponseError`; every later call throws it again.
    public mutating func next() async throws(ResponseError) -> Element? {
        try await reading.next(isolation: #isolation)
    }

    /// Returns the next element on an actor, and waits for it if necessary.
    ///
    /// - Parameter actor: The actor on which the element is made.
    /// - Returns: The element, or nil at the end.
    /// - Throws: `ResponseError`; every later call throws it again.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Element? {
        try await reading.next(isolation: actor)
    }
}
