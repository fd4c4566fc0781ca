import DecantCore
import DecantInflate

/// Iterates over the chunks of a PNG in order, without looking into them.
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

    /// The beginning of the next chunk, whose data need not be there.
    mutating func peek() throws(ResponseError) -> PNGChunk {
        try bytes.require(8, at: position, "the header of a chunk")
        let length = bytes.big32(at: position)
        let chunk = PNGChunk(
            position: position,
            type: UInt32(truncatingIfNeeded: bytes.big32(at: position + 4)),
            data: position + 8..<position + 8 + length
        )
        guard (0..<4).allSatisfy({ isLetter(bytes[position + 4 + $0]) }), length <= Int(Int32.max) else {
            throw bytes.fault("expected a chunk: a length of at most 2147483647 bytes, and four letters", at: position)
        }
        return chunk
    }

    /// Returns the next chunk, which is complete.
    mutating func next() throws(ResponseError) -> PNGChunk {
        let chunk = try peek()
        try bytes.require(chunk.data.count + 4, at: chunk.data.lowerBound, "the chunk \(chunk.name)")
        position = chunk.data.upperBound + 4
        return chunk
    }

    /// Ends the reading at the end of the bytes.
    mutating func finish() { position = bytes.count }
    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}

/// One chunk of a PNG (§5.3): its offset, its type, and the range of its data.
struct PNGChunk {
    let position: Int
    /// Its four letters, the first in the highest bits.
    let type: UInt32
    let data: Range<Int>
    static let signatureLength = 8

    /// The four letters of a type as a number.
    static func type(_ name: String) -> UInt32 {
        name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    static let header = type("IHDR")
    static let palette = type("PLTE")
    static let imageData = type("IDAT")
    static let end = type("IEND")
    static let transparency = type("tRNS")
    static let profile = type("iCCP")
    static let exif = type("eXIf")
    static let animation = type("acTL")
    static let frameControl = type("fcTL")
    static let frameData = type("fdAT")

    /// The type as text, fit to print.
    var name: String {
        String(
            [24, 16, 8, 0].map { shift in
                let byte = UInt8(truncatingIfNeeded: type >> UInt32(shift))
                return byte > 0x20 && byte < 0x7F ? Character(Unicode.Scalar(byte)) : "?"
            }
        )
    }

    /// Whether a reader that does not support the type may skip the chunk (§5.4): the first letter is a small one.
    var isAncillary: Bool { type & 0x2000_0000 != 0 }

    /// Whether the picture is wrong without the chunk, those of the animation included.
    var isNeeded: Bool {
        !isAncillary || type == Self.animation || type == Self.frameControl || type == Self.frameData
    }
}

extension ImageBytes {
    /// Returns whether the CRC-32 after a chunk is that of its type and data (PNG, Third Edition, section 5.3).
    func hasValidChecksum(_ chunk: PNGChunk) -> Bool {
        let first = start + chunk.data.lowerBound - 4
        var checksum = CRC32()
        checksum.update(body.span.extracting(first..<first + chunk.data.count + 4))
        return Int(checksum.value) == big32(at: chunk.data.upperBound)
    }
}
