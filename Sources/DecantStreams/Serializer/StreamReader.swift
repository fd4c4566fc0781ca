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
/// Chunks may be split anywhere without affecting elements, findings, and errors. Elements are decoded in batches of up
/// to 8 from up to 64 KiB; the findings, the counts, and the values of the stream are those of the last element that
/// was returned. Memory is bounded by a batch, the longest item, and the bytes that were appended but not read; each
/// byte is read a few times at most. A `JSON` value refers to the memory it was read from, and keeps alive all bytes
/// that arrived with it.
public struct StreamReader<Element: Sendable>: ~Copyable {
    @usableFromInline let elements: ElementReader<Element>

    init(_ decoder: ElementDecoder<Element>) { elements = ElementReader(decoder) }
}

extension StreamReader {
    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    ///
    /// - Parameter chunk: The next bytes of the stream. A chunk may have any length.
    public mutating func append(_ chunk: Span<UInt8>) { elements.append(chunk) }

    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    ///
    /// - Parameter chunk: The next bytes of the stream. A chunk may have any length.
    public mutating func append(_ chunk: some Sequence<UInt8>) { append(Array(chunk).elementSpan) }

    /// Ends the input.
    ///
    /// `next()` then returns the remaining elements and checks that the stream is complete.
    public mutating func finish() { elements.finish() }

    /// Reads the next element.
    ///
    /// - Returns: The element, or nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item. Every later call
    ///   throws the same error.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? {
        if let element = elements.batch.popFirst() { return element }
        return try elements.decodeBatch() ? elements.batch.popFirst() : nil
    }

    /// The number of elements read.
    public var elementCount: Int { elements.count }

    /// The findings so far.
    ///
    /// At most 100 of each kind are kept; further ones are only counted.
    public var findings: [Finding] { elements.values.findings }

    /// The current read position in the stream.
    public var position: SourcePosition { elements.position }

    /// The last event ID; empty if the stream has set none, or is no event stream.
    ///
    /// A client sends it as `Last-Event-ID` when it reconnects.
    public var lastEventID: String { elements.values.lastEventID }

    /// The reconnection time most recently set by the stream, or nil if it has set none, or is no event stream.
    public var retry: Duration? { elements.values.retry }

    /// Returns the document around the elements of an array, with the array empty.
    ///
    /// - Throws: `ResponseError` with the code `valueNotFound` if the stream was not read to its end, or has no such
    ///   document.
    public func rest() throws(ResponseError) -> JSON { try elements.rest() }

    /// Decodes the document around the elements of an array, with the array empty.
    ///
    /// - Throws: `ResponseError` with the code `valueNotFound` if the stream was not read to its end, or has no such
    ///   document; another error if the document does not match the type.
    public func rest<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value { try rest().decode(type) }
}
