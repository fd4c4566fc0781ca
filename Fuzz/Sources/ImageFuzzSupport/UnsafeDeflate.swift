// Why: libdeflate makes the checksums that a fuzzer cannot guess.
//
// Bound: every pointer comes with its length, and lives inside the closure that provides it.

import CFuzzDeflate

/// Checksums of PNGs and of the streams within.
enum UnsafeDeflate {
    /// More than this is not undone.
    private static let limit = 1 << 20

    /// The checksum of a chunk: CRC-32.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }

    /// The length of a zlib stream without its checksum, and what that has to be; nil if it cannot be undone.
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

    /// A zlib stream of bytes as they are, in blocks of at most 65,535 (RFC 1951 §3.2.4).
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
