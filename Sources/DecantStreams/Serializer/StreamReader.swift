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
/// to 256 from up to 64 KiB; the findings, the counts, and the values of the stream are those of the last element that
/// was returned. Memory is bounded by a batch, the longest item, and the bytes that were appended but not read; each
/// byte is read a few times at most. A `JSON` value refers to the memory it was read from, and keeps alive all bytes
/// that arrived with it.
public struct StreamReader<Element: Sendable>: ~Copyable {
    /// The maximum number of bytes that are decoded into a batch.
    static var batchLength: Int { 64 << 10 }

    @usableFromInline var batch = ElementBatch<Element>()
    let decoder: ElementDecoder<Element>
    private(set) var failure: ResponseError?

    /// The number of elements in earlier batches.
    private var earlierCount = 0

    /// What the stream had set before the batch.
    private var earlier = StreamValues()

    /// The chunks that were appended before all elements of the batch were returned.
    private var waiting: [ResponseBytes] = []
    private var isFinished = false

    /// Whether there may be elements without more input.
    private(set) var mayHaveElements = false

    init(_ decoder: ElementDecoder<Element>) { self.decoder = decoder }
}

/// Values of a stream that change between its elements.
private struct StreamValues {
    var revision = 0
    var findings: [Finding] = []
    var lastEventID = ""
    var retry: Duration?

    init() {}

    init(of decoder: StreamDecoder) {
        revision = decoder.revision
        findings = decoder.findings
        lastEventID = decoder.lastEventID
        retry = decoder.retry
    }
}

extension StreamReader {
    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    ///
    /// - Parameter chunk: The next bytes of the stream. A chunk may have any length.
    public mutating func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        mayHaveElements = true
        guard batch.isDelivered else { return waiting.append(ResponseBytes(chunk)) }
        removeBatch()
        decoder.append(chunk)
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
        mayHaveElements = true
        if batch.isDelivered { appendWaiting() }
    }

    /// Reads the next element.
    ///
    /// - Returns: The element; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item. Every later call
    ///   throws the same error.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? {
        if let element = batch.popFirst() { return element }
        return try nextOfNewBatch()
    }

    @usableFromInline
    mutating func nextOfNewBatch() throws(ResponseError) -> Element? {
        try decodeBatch(length: Self.batchLength) ? batch.popFirst() : nil
    }

    /// Decodes a batch; all elements of the one before must be delivered.
    ///
    /// - Parameter length: The number of bytes to decode.
    /// - Returns: Whether the batch has elements.
    /// - Throws: The error after the elements before it were delivered.
    mutating func decodeBatch(length: Int) throws(ResponseError) -> Bool {
        removeBatch()
        guard mayHaveElements else { return false }
        if let failure { throw failure }
        if !waiting.isEmpty { appendWaiting() }
        if decoder.revision != earlier.revision { earlier = StreamValues(of: decoder) }
        do throws(ResponseError) {
            mayHaveElements = try decoder.decode(into: &batch, length: length)
        } catch {
            failure = error
            mayHaveElements = true
            if batch.isDelivered { throw error }
        }
        return !batch.isDelivered
    }

    /// Removes the batch whose elements were delivered, which publishes what the stream has set after them.
    private mutating func removeBatch() {
        earlierCount += batch.count
        batch.removeAll()
    }

    private mutating func appendWaiting() {
        removeBatch()
        for chunk in waiting { decoder.append(chunk.span) }
        waiting = []
        if isFinished { decoder.finish() }
    }

    /// Stores an error that every later call throws.
    mutating func fail(_ error: ResponseError) {
        failure = error
        mayHaveElements = true
    }
}

extension StreamReader {
    /// The number of elements read.
    public var elementCount: Int { earlierCount + batch.next }

    /// The findings so far.
    ///
    /// At most 100 of each kind are kept; further ones are only counted.
    public var findings: [Finding] { isCurrent ? decoder.findings : earlier.findings }

    /// The current read position in the stream.
    public var position: SourcePosition { batch.end.map(decoder.position(of:)) ?? decoder.position }

    /// The last event ID; empty if the stream has set none, or is no event stream.
    ///
    /// A client sends it as `Last-Event-ID` when it reconnects.
    public var lastEventID: String { isCurrent ? decoder.lastEventID : earlier.lastEventID }

    /// The reconnection time most recently set by the stream; nil if it has set none, or is no event stream.
    public var retry: Duration? { isCurrent ? decoder.retry : earlier.retry }

    /// Returns the document around the elements of an array, with the array empty.
    ///
    /// - Throws: `ResponseError` with the code `valueNotFound` if the stream was not read to its end, or has no such
    ///   document.
    public func rest() throws(ResponseError) -> JSON {
        guard batch.count == 0 else {
            throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
        }
        return try decoder.rest()
    }

    /// Decodes the document around the elements of an array, with the array empty.
    ///
    /// - Throws: `ResponseError` with the code `valueNotFound` if the stream was not read to its end, or has no such
    ///   document; another error if the document does not match the type.
    public func rest<Value: Decodable>(as type: Value.Type) throws(ResponseError) -> Value { try rest().decode(type) }

    /// Whether the decoder has set nothing after the last element that was returned.
    private var isCurrent: Bool { batch.isDelivered && (batch.count == 0 || batch.revision == decoder.revision) }
}
