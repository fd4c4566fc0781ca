import CFuzzDeflate
public import DecantCore

/// A PNG, or several within other bytes, with correct checksums, which let a fuzzer reach the decoder.
public struct RepairedPNG {
    /// One chunk: the offset of its type, and its data.
    private struct Chunk {
        let type: Int
        let data: Range<Int>
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private var bytes: [UInt8]

    /// The repaired bytes.
    public var body: ResponseBytes { ResponseBytes(bytes) }

    /// Repairs every PNG found in the bytes.
    ///
    /// - Parameters:
    ///   - bytes: A PNG, or a file that contains some.
    ///   - streams: Whether to repair the checksums of compressed data in addition to the checksums of chunks.
    public init(within bytes: [UInt8], streams: Bool) {
        self.bytes = bytes
        var start = 0
        while let offset = signature(from: start) {
            start = offset + Self.signature.count
            repair(chunks(from: start), streams: streams)
        }
    }

    /// Treats the image data of a PNG as rows, and stores them as compressed data.
    public init(storing bytes: [UInt8]) {
        self.bytes = bytes
        let chunks = chunks(from: Self.signature.count)
        var copy = Array(bytes.prefix(Self.signature.count))
        var rows: [UInt8] = []
        for (index, chunk) in chunks.enumerated() {
            let type = name(chunk)
            let next = index + 1 < chunks.count ? name(chunks[index + 1]) : ""
            guard type == "IDAT" || type == "fdAT", chunk.data.count >= 4 || type == "IDAT" else {
                copy += Self.chunk(type, Array(bytes[chunk.data]))
                continue
            }
            let number = type == "fdAT" ? 4 : 0
            rows += bytes[chunk.data.dropFirst(number)]
            guard next != type else { continue }
            copy += Self.chunk(type, bytes[chunk.data.prefix(number)] + UnsafeDeflate.stored(rows))
            rows = []
        }
        self.bytes = copy
    }

    private func signature(from start: Int) -> Int? {
        guard bytes.count >= Self.signature.count, start <= bytes.count - Self.signature.count else { return nil }
        return (start...bytes.count - Self.signature.count).first { offset in
            bytes[offset] == 0x89 && bytes[offset..<offset + Self.signature.count].elementsEqual(Self.signature)
        }
    }

    /// Returns the complete chunks.
    private func chunks(from start: Int) -> [Chunk] {
        var chunks: [Chunk] = []
        var offset = start
        while offset + 8 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 8 else { break }
            chunks.append(Chunk(type: offset + 4, data: offset + 8..<offset + 8 + length))
            offset += 12 + length
        }
        return chunks
    }

    private func name(_ chunk: Chunk) -> String {
        String(decoding: bytes[chunk.type..<chunk.type + 4], as: UTF8.self)
    }

    private mutating func repair(_ chunks: [Chunk], streams: Bool) {
        if streams { repairStreams(chunks) }
        for chunk in chunks where chunk.data.upperBound + 4 <= bytes.count {
            let sum = UnsafeDeflate.checksum(bytes[chunk.type..<chunk.data.upperBound])
            bytes.replaceSubrange(chunk.data.upperBound..<chunk.data.upperBound + 4, with: Self.big(sum))
        }
    }

    /// Repairs the streams of the image, of each frame, and of the profile.
    private mutating func repairStreams(_ chunks: [Chunk]) {
        var offsets: [Int] = []
        for chunk in chunks {
            switch name(chunk) {
            case "IDAT": offsets += chunk.data
            case "fdAT": offsets += chunk.data.dropFirst(4)
            case "iCCP":
                guard let end = chunk.data.first(where: { bytes[$0] == 0 }) else { continue }
                repairStream(Array(chunk.data.drop { $0 < end + 2 }))
            default:
                repairStream(offsets)
                offsets = []
            }
        }
    }

    /// Repairs the checksum of one zlib stream, whose bytes are spread over the given offsets.
    private mutating func repairStream(_ offsets: [Int]) {
        guard let (length, sum) = UnsafeDeflate.measure(offsets.map { bytes[$0] }) else { return }
        for (offset, byte) in zip(offsets.dropFirst(length), Self.big(sum)) { bytes[offset] = byte }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return big(UInt32(data.count)) + content + big(UnsafeDeflate.checksum(content[...]))
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

// Why: libdeflate computes the checksums that a fuzzer cannot guess.
//
// Bound: every pointer comes with its length, and lives inside the closure that provides it.

/// Checksums of PNGs and of their streams.
enum UnsafeDeflate {
    /// The largest output to decompress.
    private static let limit = 1 << 20

    /// The checksum of a chunk: CRC-32.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }

    /// Returns the length of a zlib stream without its checksum, and the correct checksum; nil if it cannot be
    /// decompressed.
    static func measure(_ stream: [UInt8]) -> (length: Int, checksum: UInt32)? {
        guard stream.count > 2, let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var (used, made) = (0, 0)
        let output = [UInt8](unsafeUninitializedCapacity: limit) { room, count in
            let result = stream.dropFirst(2).withUnsafeBytes {
                libdeflate_deflate_decompress_ex(
                    decompressor,
                    $0.baseAddress,
                    $0.count,
                    room.baseAddress,
                    room.count,
                    &used,
                    &made
                )
            }
            count = result == LIBDEFLATE_SUCCESS ? made : 0
            if result != LIBDEFLATE_SUCCESS { used = 0 }
        }
        guard used > 0 else { return nil }
        return (2 + used, output.withUnsafeBytes { libdeflate_adler32(1, $0.baseAddress, $0.count) })
    }

    /// Returns a zlib stream of uncompressed blocks of at most 65,535 bytes (RFC 1951 §3.2.4).
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for word in [length, ~length] { stream += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
            stream += block
        } while !rest.isEmpty
        let sum = bytes.withUnsafeBytes { libdeflate_adler32(1, $0.baseAddress, $0.count) }
        return stream + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }
}
