public import DecantCore
public import DecantJSON

/// Reads the elements of a stream step by step, for programs without async and for tests.
///
/// ```swift
/// var reader = StreamSerializer.jsonLines(Row.self).reader()
/// for chunk in chunks {
///     reader.append(chunk)
///     while let row = try reader.next() { store(row) }
/// }
/// reader.finish()
/// while let row = try reader.next() { store(row) }
/// ```
///
/// Chunks may be cut anywhere: elements, findings and errors are the same. Memory is bound by the longest item and by what was
/// appended and not read yet, and each byte is looked at a few times at most. A `JSON` value refers to the memory in which it
/// arrived. While one is kept, so is all that arrived with it.
public struct StreamReader<Element: Sendable>: ~Copyable {
    private let items: StreamItems<Element>
    private let json: JSONSource?
    @usableFromInline let events: EventSource?
    @usableFromInline let eventMaker: (@Sendable (EventSource) throws(ResponseError) -> Element?)?
    @usableFromInline var failure: ResponseError?
    private var isFinished = false

    init(_ items: StreamItems<Element>) {
        self.items = items
        (json, events, eventMaker) = (items.json, items.events, items.eventMaker)
    }

    /// Adds bytes; they are parsed when elements are read.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        if let events { events.append(chunk) } else { items.append(chunk) }
    }

    /// Adds bytes; they are parsed when elements are read.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: some Sequence<UInt8>) { append(Array(chunk).span) }

    /// Ends the input; `next()` returns the remaining elements, and checks the end.
    public mutating func finish() {
        isFinished = true
        items.finish()
    }

    /// Reads the next element.
    ///
    /// - Returns: The element; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the place in the whole stream and the index of the item. Every later call throws it again.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? {
        // In line, where the type is known, as in `StreamSerializer.serverSentEvents(_:)`.
        guard let events, let eventMaker else { return try nextElement() }
        if let failure { throw failure }
        do throws(ResponseError) {
            return try eventMaker(events)
        } catch {
            failure = error
            throw error
        }
    }

    @usableFromInline
    mutating func nextElement() throws(ResponseError) -> Element? {
        if let failure { throw failure }
        do throws(ResponseError) {
            return try items.next()
        } catch {
            failure = error
            throw error
        }
    }

    /// The findings so far; up to 100 of each kind are kept, and the others counted.
    public var findings: [Finding] { items.findings }

    /// The position in the stream up to which it was read.
    public var position: SourcePosition { items.position }

    /// The last event ID of an event stream, which a client sends as `Last-Event-ID` when it reconnects; empty if there is none.
    public var lastEventID: String { items.lastEventID }

    /// The reconnection time that an event stream has set last.
    public var retry: Duration? { items.retry?.duration }

    /// The document around the array of a stream of elements, in which the array is empty.
    ///
    /// - Returns: The document.
    /// - Throws: `ResponseError` if the stream was not read to its end, or is of another format.
    public func rest() throws(ResponseError) -> JSON { try items.rest() }

    /// Decodes the document around the array of a stream of elements; the array in it is empty.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: `ResponseError` as from ``rest()``, and if the type does not fit.
    public func rest<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value {
        try rest().decode(type)
    }
}

extension StreamReader where Element == JSON {
    /// Reads the next text as a document.
    ///
    /// - Returns: The document; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the place in the whole stream and the index of the item. Every later call throws it again.
    public mutating func next() throws(ResponseError) -> JSON? {
        guard let json else { return try nextElement() }
        return try json.next()
    }

    /// Reads the next record of JSON Lines or of a JSON sequence, and continues after one that is not a JSON text, for
    /// programs that report on each.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` for what ends the stream, such as a record that is too large.
    public mutating func nextRecord() throws(ResponseError) -> StreamRecord? { try json?.nextRecord() }
}

extension StreamReader where Element == ServerSentEvent<String> {
    /// The reconnection times that the stream has set: their number, and the last one in milliseconds and in digits, of which there
    /// may be any number.
    public var retries: (count: Int, last: String) { items.retry.map { ($0.count, $0.digits) } ?? (0, "") }
}

// MARK: - Unsafe
//
// Bound: the view borrows the reader exclusively, so that the reader can neither go on nor go away while it is used.

extension StreamReader where Element == ServerSentEvent<String> {
    /// Reads the next event without a copy.
    ///
    /// - Returns: The event, valid until the reader is used again; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` as from `next()`.
    @_lifetime(&self)
    public mutating func nextView() throws(ResponseError) -> ServerSentEventView? {
        if let failure { throw failure }
        guard let events, try advance(events) else { return nil }
        let parts = unsafe events.parts
        return unsafe _overrideLifetime(
            ServerSentEventView(
                type: Span(_unsafeElements: parts.type),
                data: Span(_unsafeElements: parts.data),
                lastEventID: Span(_unsafeElements: parts.lastEventID)
            ),
            mutating: &self
        )
    }
}

extension StreamReader where Element == String {
    /// Reads the next line without a copy.
    ///
    /// - Returns: The line in UTF-8 without its end, valid until the reader is used again; nil if more bytes are needed, or
    ///   at the end.
    /// - Throws: `ResponseError` as from `next()`.
    @_lifetime(&self)
    public mutating func nextView() throws(ResponseError) -> Span<UInt8>? {
        if let failure { throw failure }
        do throws(ResponseError) {
            guard let line = unsafe try items.nextLine() else { return nil }
            return unsafe _overrideLifetime(Span(_unsafeElements: line), mutating: &self)
        } catch {
            failure = error
            throw error
        }
    }
}

extension StreamReader {
    private mutating func advance(_ events: EventSource) throws(ResponseError) -> Bool {
        do throws(ResponseError) {
            return try events.advance()
        } catch {
            failure = error
            throw error
        }
    }
}

extension StreamSerializer {
    /// A reader of a stream whose head is not checked.
    ///
    /// - Parameter mediaType: The media type, whose `charset` counts for text.
    /// - Returns: The reader.
    public func reader(mediaType: MediaType? = nil) -> StreamReader<Element> { StreamReader(makeItems(mediaType)) }

    /// The items of a stream.
    func makeItems(_ mediaType: MediaType?) -> StreamItems<Element> {
        items(
            StreamItems<Element>.Settings(
                limits: handling.limits,
                mediaType: mediaType,
                skipsBadItems: skipsBadItems,
                end: end.map { Array($0.utf8) },
                failures: failures
            )
        )
    }
}
