public import DecantCore
public import DecantJSON

/// A synchronous, incremental reader of the elements of a stream, for programs without async and for tests.
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
/// Chunks may be split anywhere without affecting elements, findings, and errors. Memory is bounded by the longest item
/// plus the bytes that were appended but not read, and each byte is read a few times at most. A `JSON` value refers to
/// the memory it was read from, and keeps alive all bytes that arrived with it.
public struct StreamReader<Format: StreamFormat & ~Copyable>: ~Copyable {
    @usableFromInline var format: Format
    @usableFromInline var failure: ResponseError?
    private var isFinished = false

    @usableFromInline var readCount = 0

    init(_ format: consuming Format) { self.format = format }
}

extension StreamReader where Format: ~Copyable {
    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    ///
    /// - Parameter chunk: The next bytes of the stream. A chunk may have any length.
    public mutating func append(_ chunk: Span<UInt8>) {
        if !isFinished { format.append(chunk) }
    }

    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    ///
    /// - Parameter chunk: The next bytes of the stream. A chunk may have any length.
    public mutating func append(_ chunk: some Sequence<UInt8>) { append(Array(chunk).elementSpan) }

    /// Ends the input.
    ///
    /// `next()` then returns the remaining elements and checks that the stream is complete.
    public mutating func finish() {
        isFinished = true
        format.finish()
    }

    /// Reads the next element.
    ///
    /// - Returns: The element; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item. Every later call
    ///   throws the same error.
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

    /// The number of elements read.
    public var elementCount: Int { readCount }

    /// The findings so far.
    ///
    /// At most 100 of each kind are kept; further ones are only counted.
    public var findings: [Finding] { format.findings }

    /// The current read position in the stream.
    public var position: SourcePosition { mutating get { format.position } }
}

extension StreamReader where Format: EventStreamFormat & ~Copyable {
    /// The last event ID; empty if the stream has set none.
    ///
    /// A client sends it as `Last-Event-ID` when it reconnects.
    public var lastEventID: String { format.lastEventID }

    /// The reconnection time most recently set by the stream.
    public var retry: Duration? { format.retry }

    /// The number of reconnection times that the stream has set.
    public var retryCount: Int { format.retryCount }

    /// The decimal digits of the last reconnection time, which may exceed `Int`; empty if the stream has set none.
    public var retryDigits: String { format.retryDigits }
}

extension StreamReader where Format: ~Copyable {
    /// Returns the document around the array, with the array empty.
    ///
    /// - Throws: `ResponseError` if the stream was not read to its end.
    public func rest<Element>() throws(ResponseError) -> JSON where Format == JSONElements<Element> {
        try format.rest()
    }

    /// Decodes the document around the array, with the array empty.
    ///
    /// - Throws: `ResponseError` if the stream was not read to its end, or if the document does not match the type.
    public func rest<Element, Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value
    where Format == JSONElements<Element> {
        try format.rest().decode(type)
    }

    /// Reads the next line, and continues after a line that is not a JSON text.
    ///
    /// Use this in programs that report on each line.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` if the stream cannot continue, for example because a record is too large.
    public mutating func nextRecord<Element>() throws(ResponseError) -> StreamRecord?
    where Format == JSONLines<Element> {
        try format.texts.nextRecord()
    }

    /// Reads the next record, and continues after a record that is not a JSON text.
    ///
    /// Use this in programs that report on each record.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` if the stream cannot continue, for example because a record is too large.
    public mutating func nextRecord<Element>() throws(ResponseError) -> StreamRecord?
    where Format == JSONSequence<Element> {
        try format.texts.nextRecord()
    }
}

// MARK: - Unsafe
//
// Bound: the view borrows the reader exclusively. The reader can neither continue nor be destroyed while the view is
// used.

extension StreamReader where Format: ~Copyable {
    /// Reads the next event without copying it.
    ///
    /// - Returns: The event, valid until the reader is used again; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` in the same cases as `next()`.
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
        let view = unsafe _overrideLifetime(format.events.reader.view, copying: ())
        return unsafe _overrideLifetime(view, mutating: &self)
    }
}

extension StreamReader where Format == TextLines {
    /// Reads the next line without copying or preparing it.
    ///
    /// - Returns: The line in UTF-8 without its terminator, valid until the reader is used again; nil if more bytes are
    ///   needed, or at the end.
    /// - Throws: `ResponseError` in the same cases as `next()`.
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
