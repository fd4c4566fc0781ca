import DecantCore

/// Goes through the chunks of a WebP, or of one of its frames, in order (RFC 9649 §2.3).
struct WebPChunkReader {
    let bytes: ImageBytes

    /// Where the next chunk begins.
    private(set) var position: Int

    /// Where the chunks end, by what the head says; that may be behind the last byte.
    let end: Int

    init(_ bytes: ImageBytes, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Reads the head of a file (§2.4).
    init(_ bytes: ImageBytes) throws(ResponseError) {
        try bytes.require(12, at: 0, "the head")
        guard bytes.bytes(0..<4) == Array("RIFF".utf8), bytes.bytes(8..<12) == Array("WEBP".utf8) else {
            throw bytes.fault("its signature is damaged", at: 0)
        }
        self.init(bytes, 12..<max(12, 8 + bytes.little32(at: 4)))
    }

    /// The next chunk, whose data need not be there; nil at the end.
    mutating func next() throws(ResponseError) -> WebPChunk? {
        guard end - position >= WebPChunk.headLength else { return nil }
        try bytes.require(WebPChunk.headLength, at: position, "the head of a chunk")
        let start = position + WebPChunk.headLength
        let length = bytes.little32(at: position + 4)
        guard length <= end - start else {
            throw bytes.fault("a chunk is longer than what it is a part of", at: position)
        }
        let chunk = WebPChunk(
            position: position,
            type: UInt32(truncatingIfNeeded: bytes.big32(at: position)),
            data: start..<start + length
        )
        // A byte of zero fills up an odd length.
        position = start + length + length % 2
        return chunk
    }
}
