import DecantCore
import DecantInflate

/// An iterator over the chunks of a PNG, in order, which does not parse their contents.
struct PNGChunkReader {
    let bytes: ImageBytes
    private(set) var position = PNGChunk.signatureLength

    init(_ bytes: ImageBytes) throws(ResponseError) {
        self.bytes = bytes
        try bytes.require(PNGChunk.signatureLength, at: 0, "the signature")
        for (index, byte) in [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A].enumerated() {
            guard bytes[index] == byte else {
                throw bytes.fault("expected the signature 89 50 4E 47 0D 0A 1A 0A", at: index)
            }
        }
    }

    /// Returns the header of the next chunk, whose data may be truncated.
    mutating func peek() throws(ResponseError) -> PNGChunk {
        try bytes.require(8, at: position, "the header of a chunk")
        let length = bytes.big32(at: position)
        let chunk = PNGChunk(
            position: position,
            type: FourCharacterCode(in: bytes, at: position + 4),
            data: position + 8..<position + 8 + length
        )
        guard (0..<4).allSatisfy({ isLetter(bytes[position + 4 + $0]) }), length <= Int(Int32.max) else {
            throw bytes.fault("expected a chunk: a length of at most 2147483647 bytes, and four letters", at: position)
        }
        return chunk
    }

    /// Returns the next chunk; throws if it is truncated.
    mutating func next() throws(ResponseError) -> PNGChunk {
        let chunk = try peek()
        try bytes.require(chunk.data.count + 4, at: chunk.data.lowerBound, "the chunk \(chunk.name)")
        position = chunk.data.upperBound + 4
        return chunk
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}

/// One chunk of a PNG (§5.3): its offset, its type, and the range of its data.
struct PNGChunk {
    let position: Int
    let type: FourCharacterCode
    let data: Range<Int>
    static let signatureLength = 8

    static let header: FourCharacterCode = "IHDR"
    static let palette: FourCharacterCode = "PLTE"
    static let imageData: FourCharacterCode = "IDAT"
    static let end: FourCharacterCode = "IEND"
    /// The bytes of the IEND chunk (§11.2.5).
    static let emptyEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    static let transparency: FourCharacterCode = "tRNS"
    static let profile: FourCharacterCode = "iCCP"
    static let exif: FourCharacterCode = "eXIf"
    static let animation: FourCharacterCode = "acTL"
    static let frameControl: FourCharacterCode = "fcTL"
    static let frameData: FourCharacterCode = "fdAT"

    /// The type as text.
    var name: String { type.name }

    /// Whether a reader that does not support the type may skip the chunk (§5.4): the first letter is lowercase.
    var isAncillary: Bool { type.value & 0x2000_0000 != 0 }

    /// Whether the image is incorrect without the chunk.
    ///
    /// This includes the chunks of an animation.
    var isNeeded: Bool {
        !isAncillary || type == Self.animation || type == Self.frameControl || type == Self.frameData
    }
}

extension ImageBytes {
    /// Returns whether the CRC-32 after a chunk matches its type and data (PNG, Third Edition, section 5.3).
    func hasValidChecksum(_ chunk: PNGChunk) -> Bool {
        let first = start + chunk.data.lowerBound - 4
        var checksum = CRC32()
        checksum.update(body.span.extracting(first..<first + chunk.data.count + 4))
        return checksum.value == bigWord(at: chunk.data.upperBound)
    }
}
