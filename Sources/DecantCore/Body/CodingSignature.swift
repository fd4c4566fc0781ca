/// Magic numbers and tests that distinguish compressed data from plain data by its first bytes.
package enum CodingSignature {
    /// ID1 and ID2 of gzip data (RFC 1952 §2.3.1).
    static let gzip: [UInt8] = [0x1F, 0x8B]

    /// The CMF byte that nearly all encoders write in zlib data: deflate with a window of 32 KiB (RFC 1950 §2.2).
    static let zlibMethod: UInt8 = 0x78

    /// The magic number of a zstd frame (RFC 8878 §3.1.1).
    static let frame = littleEndian(0xFD2F_B528)

    /// The magic number of a skippable frame of zstd data; its lowest four bits are arbitrary (RFC 8878 §3.1.2).
    private static let skippableFrame = littleEndian(0x184D_2A50)

    private static func littleEndian(_ magic: UInt32) -> [UInt8] {
        stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: magic >> $0) }
    }

    static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: gzip) }

    /// Returns whether the bytes start with a zlib header: the method 8 and check bits that make the first two bytes a
    /// multiple of 31 (RFC 1950 §2.2).
    static func isZlib(_ bytes: some Collection<UInt8>) -> Bool {
        let header = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return bytes.count > 1 && (header >> 8) % 16 == 8 && header.isMultiple(of: 31)
    }

    static func isZstd(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count > 3 && (beginsFrame(bytes) || beginsSkippableFrame(bytes))
    }

    /// Returns whether the bytes can start a zstd frame; fewer than four bytes are compared with its prefix.
    static func beginsFrame(_ bytes: some Collection<UInt8>) -> Bool { frame.starts(with: bytes.prefix(4)) }

    /// Returns whether the bytes can start a skippable frame; fewer than four bytes are compared with its prefix.
    static func beginsSkippableFrame(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        return first >> 4 == skippableFrame[0] >> 4
            && skippableFrame.dropFirst().starts(with: bytes.dropFirst().prefix(3))
    }

    /// Returns whether the bytes are UTF-8 text without control characters other than whitespace.
    ///
    /// The last character may be truncated.
    package static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        let isControl = bytes.contains { byte in
            byte < .space && !byte.isWhitespace && byte != .formFeed || byte == UInt8(ascii: "\u{7F}")
        }
        guard !isControl else { return false }
        return (0...min(3, bytes.count)).contains { cut in
            isCutCharacter(bytes.suffix(cut)) && String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// Returns whether the bytes are empty or a prefix of one UTF-8 character.
    private static func isCutCharacter(_ bytes: some Collection<UInt8>) -> Bool {
        guard let lead = bytes.first else { return true }
        // The first bytes of characters of two, three, and four bytes start at these values; the largest is F4 (RFC
        // 3629 §4).
        let least: UInt8 = bytes.count == 1 ? 0xC2 : bytes.count == 2 ? 0xE0 : 0xF0
        return (least...0xF4).contains(lead) && bytes.dropFirst().allSatisfy(UTF8.isContinuation)
    }
}
