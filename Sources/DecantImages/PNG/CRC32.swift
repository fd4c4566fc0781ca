import DecantCore

#if PNG
import CDeflate
#endif

/// The checksum of PNG chunks (PNG, Third Edition, Annex D).
enum CRC32 {
    #if PNG
    // MARK: - Unsafe
    // Bound: libdeflate reads as many bytes as the span has, and keeps no pointer.

    /// The checksum of some bytes; libdeflate reads sixteen and more at a time.
    static func of(_ bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
    #else
    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }

    /// The checksum of some bytes, one after the other.
    static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var value = UInt32.max
        for index in bytes.indices { value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ value >> 8 }
        return ~value
    }
    #endif
}

extension ImageBytes {
    /// Whether the CRC-32 after a chunk is that of its type and data (PNG, Third Edition, section 5.3).
    func hasValidChecksum(_ chunk: PNGChunk) -> Bool {
        let first = start + chunk.data.lowerBound - 4
        let sum = CRC32.of(body.span.extracting(first..<first + chunk.data.count + 4))
        return Int(sum) == big32(at: chunk.data.upperBound)
    }
}
