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
/// appended and not read yet, and each byte is read a few times at most. A `JSON` value refers to the memory in which it
/// arrived. While one is kept, so is all that arrived with it.
public struct StreamReader<Format: StreamFormat & ~Copyable>: ~Copyable {
    @usableFromInline var format: Format
    @usableFromInline var failure: ResponseError?
    private var isFinished = false

    @usableFromInline var readCount = 0

    init(_ format: consuming Format) { self.format = format }
}

extension StreamReader where Format: ~Copyable {
    /// Adds bytes; they are parsed when elements are read.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: Span<UInt8>) {
        if !isFinished { format.append(chunk) }
    }

    /// Adds bytes; they are parsed when elements are read.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: some Sequence<UInt8>) { append(Array(chunk).span) }

    /// Ends the input; `next()` returns the remaining elements, and checks the end.
    public mutating func finish() {
        isFinished = true
        format.finish()
    }

    /// Reads the next element.
    ///
    /// - Returns: The element; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item. Every later call throws it again.
    @inlinable
    public mutating func next() throws(ResponseError) -> Format.Element? {
        if let failure { throw failure }
        do throws(ResponseError) {
            guard let element = try format.next() else { return nil }
            readCount &+= 1
            return element
        } catch {
            failure = error
            throw error
        }
    }

    /// The number of elements that were read.
    public var elementCount: Int { readCount }

    /// The findings so far; up to 100 of each kind are kept, and the others counted.
    public var findings: [Finding] { format.findings }

    /// The position in the stream up to which it was read.
    public var position: SourcePosition { mutating get { format.position } }
}

extension StreamReader where Format: EventStreamFormat & ~Copyable {
    /// The last event ID, which a client sends as `Last-Event-ID` when it reconnects; empty if there is none.
    public var lastEventID: String { format.lastEventID }

    /// The reconnection time that the stream has set last.
    public var retry: Duration? { format.retry }

    /// The number of reconnection times that the stream has set.
    public var retryCount: Int { format.retryCount }

    /// The digits of the reconnection time that the stream has set last, which can exceed an `Int`; empty if it has set none.
    public var retryDigits: String { format.retryDigits }
}

extension StreamReader where Format: ~Copyable {
    /// The document around the array, in which the array is empty.
    ///
    /// - Throws: `ResponseError` if the stream was not read to its end.
    public func rest<Element>() throws(ResponseError) -> JSON where Format == JSONElements<Element> {
        try format.rest()
    }

    /// Decodes the document around the array, in which the array is empty.
    ///
    /// - Throws: `ResponseError` as from ``rest()``, and if the type does not fit.
    public func rest<Element, Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value
    where Format == JSONElements<Element> {
        try format.rest().decode(type)
    }

    /// Reads the next line, and continues after one that is not a JSON text, for programs that report on each.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` for what ends the stream, such as a record that is too large.
    public mutating func nextRecord<Element>() throws(ResponseError) -> StreamRecord?
    where Format == JSONLines<Element> {
        try format.texts.nextRecord()
    }

    /// Reads the next record, and continues after one that is not a JSON text, for programs that report on each.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` for what ends the stream, such as a record that is too large.
    public mutating func nextRecord<Element>() throws(ResponseError) -> StreamRecord?
    where Format == JSONSequence<Element> {
        try format.texts.nextRecord()
    }
}

// MARK: - Unsafe
//
// Bound: the view borrows the reader exclusively, so that the reader can neither continue nor go away while it is used.

extension StreamReader where Format: ~Copyable {
    /// Reads the next event without a copy.
    ///
    /// - Returns: The event, valid until the reader is used again; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` as from `next()`.
    @_lifetime(&self)
    public mutating func nextView<Element>() throws(ResponseError) -> ServerSentEventView?
    where Format == ServerSentEvents<Element> {
        if let failure { throw failure }
        do throws(ResponseError) {
            guard try format.events.advance() else { return nil }
        } catch {
            failure = error
            throw error
        }
        let parts = unsafe format.events.reader.parts
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

extension StreamReader where Format == TextLines {
    /// Reads the next line without a copy, and without preparation.
    ///
    /// - Returns: The line in UTF-8 without its end, valid until the reader is used again; nil if more bytes are needed, or
    ///   at the end.
    /// - Throws: `ResponseError` as from `next()`.
    @_lifetime(&self)
    public mutating func nextView() throws(ResponseError) -> Span<UInt8>? {
        if let failure { throw failure }
        do throws(ResponseError) {
            guard let line = unsafe try format.nextBytes() else { return nil }
            return unsafe _overrideLifetime(Span(_unsafeElements: line), mutating: &self)
        } catch {
            failure = error
            throw error
        }
    }
}
