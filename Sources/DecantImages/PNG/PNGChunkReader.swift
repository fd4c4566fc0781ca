import DecantCore

/// Goes through the chunks of a PNG in order, without looking into them.
struct PNGChunkReader {
    let bytes: ImageBytes
    private(set) var position = PNGChunk.signatureLength

    init(_ bytes: ImageBytes) throws(ResponseError) {
        self.bytes = bytes
        try bytes.require(PNGChunk.signatureLength, at: 0, "the signature")
        for (index, byte) in [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A].enumerated() {
            guard bytes[index] == byte else { throw bytes.fault("its signature is damaged", at: index) }
        }
    }

    /// The beginning of the next chunk, whose data need not be there.
    mutating func peek() throws(ResponseError) -> PNGChunk {
        try bytes.require(8, at: position, "the head of a chunk")
        let length = bytes.big32(at: position)
        let chunk = PNGChunk(
            position: position,
            type: UInt32(truncatingIfNeeded: bytes.big32(at: position + 4)),
            data: position + 8..<position + 8 + length
        )
        guard (0..<4).allSatisfy({ isLetter(bytes[position + 4 + $0]) }), length <= Int(Int32.max) else {
            throw bytes.fault("what should be a chunk is none", at: position)
        }
        return chunk
    }

    /// The next chunk, all of which is there.
    mutating func next() throws(ResponseError) -> PNGChunk {
        let chunk = try peek()
        try bytes.require(chunk.data.count + 4, at: chunk.data.lowerBound, "the chunk \(chunk.name)")
        position = chunk.data.upperBound + 4
        return chunk
    }

    /// Ends the reading, since no more bytes came.
    mutating func finish() { position = bytes.count }

    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
