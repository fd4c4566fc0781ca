public import DecantCore

/// The decoder of a body's bytes as they arrive, after content decoding.
final class ChunkDecoder: ElementDecoder<ResponseBytes> {
    // An array slice removes its first element in constant time.
    private var chunks: ArraySlice<ResponseBytes> = []
    private let preparation: ItemPreparation?
    private var offset = 0

    init(_ settings: StreamSettings) { preparation = ItemPreparation(settings) }

    override func append(_ bytes: Span<UInt8>) {
        if !bytes.isEmpty { chunks.append(ResponseBytes(bytes)) }
    }

    override func decode(
        into batch: ElementBatch<ResponseBytes>,
        length: Int
    ) throws(ResponseError) -> Bool {
        guard let chunk = chunks.popFirst() else { return false }
        offset += chunk.count
        batch.append(try preparation?.prepare(chunk) ?? chunk)
        _ = batch.endItem(at: offset, revision)
        return !chunks.isEmpty
    }

    override var revision: Int { preparation?.revision ?? 0 }

    override var values: StreamValues { StreamValues(preparation: preparation?.log) }

    /// The current position; lines are not counted.
    override var position: SourcePosition { SourcePosition(offset: offset, line: 1, column: offset + 1) }
}

extension StreamSerializer where Element == ResponseBytes {
    /// The chunks of a body of any media type as they arrive, after content decoding.
    public static var chunks: Self { Self(accepting: nil) { settings in ChunkDecoder(settings) } }
}
