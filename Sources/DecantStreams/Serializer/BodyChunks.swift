public import DecantCore

/// The format of a body's bytes as they arrive, after content decoding.
public struct BodyChunks: StreamFormat, ~Copyable {
    // An array slice removes its first element in constant time.
    private var chunks: ArraySlice<ResponseBytes> = []
    private var preparation: ItemPreparation?
    private var offset = 0

    init(_ settings: StreamSettings) { preparation = ItemPreparation(settings) }

    /// Appends bytes.
    public mutating func append(_ bytes: Span<UInt8>) {
        if !bytes.isEmpty { chunks.append(ResponseBytes(bytes)) }
    }

    /// Ends the input.
    public mutating func finish() {}

    /// Reads the next chunk.
    public mutating func next() throws(ResponseError) -> ResponseBytes? {
        guard let chunk = chunks.popFirst() else { return nil }
        offset += chunk.count
        return try preparation?.prepare(chunk) ?? chunk
    }

    /// The findings so far.
    public var findings: [Finding] { preparation?.findings ?? [] }

    /// Always zero, because each chunk is an element.
    public var heldBytes: Int { 0 }

    /// The current read offset in the body.
    ///
    /// Lines are not counted.
    public var position: SourcePosition { SourcePosition(offset: offset, line: 1, column: offset + 1) }
}

extension StreamSerializer where Format == BodyChunks {
    /// The chunks of a body of any media type as they arrive, after content decoding.
    public static var chunks: Self { Self(accepting: nil) { settings in BodyChunks(settings) } }
}
