/// A magic number: the bytes that identify a file format at the start of a file.
struct ByteSignature: Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    private let bytes: [UInt8]

    /// Creates a signature from bytes.
    init(arrayLiteral bytes: UInt8...) {
        self.init(bytes)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a signature from text.
    init(stringLiteral text: String) {
        bytes = Array(text.utf8)
    }

    /// Creates a signature from a byte that is not ASCII, followed by text.
    init(_ byte: UInt8, _ text: String) {
        bytes = [byte] + Array(text.utf8)
    }

    /// Returns whether a body starts with the signature.
    func matches(_ body: ResponseBytes) -> Bool {
        body.hasPrefix(bytes)
    }

    /// Returns whether a body with the given first bytes can start with the signature.
    func canMatch(_ first: some RandomAccessCollection<UInt8>) -> Bool {
        zip(bytes, first).allSatisfy { $0 == $1 }
    }

    /// The magic number of gzip data; see ``CodingSignature/gzip``.
    static let gzip = ByteSignature(CodingSignature.gzip)

    /// Returns a zlib header with a level from 0 to 3 and the check bits that make the header a multiple of 31 (RFC
    /// 1950 §2.2).
    static func zlib(level: Int) -> Self {
        let header = Int(CodingSignature.zlibMethod) << 8 | level << 6
        return ByteSignature([CodingSignature.zlibMethod, UInt8(truncatingIfNeeded: header + 31 - header % 31)])
    }

    /// The magic number of a zstd frame; see ``CodingSignature/frame``.
    static let zstd = ByteSignature(CodingSignature.frame)

    /// The magic number of xz data (The .xz File Format, section 2.1.1.1).
    static let xz = ByteSignature(0xFD, "7zXZ\0")

    /// The prefix of the signature of PNG files (PNG, Third Edition, section 5.2) that survives a transfer in text mode;
    /// such a transfer damages the line ends after it.
    static let pngName = ByteSignature(0x89, "PNG")

    /// The start of a JPEG file (ITU T.81, section B.1.1.3): SOI and the first byte of the next marker.
    static let jpeg: Self = [0xFF, 0xD8, 0xFF]

    /// The signature of GIF files of version 87a (GIF89a, section 17).
    static let gif87a: Self = "GIF87a"

    /// The signature of GIF files of version 89a (GIF89a, section 17).
    static let gif89a: Self = "GIF89a"
}

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
        bytes.count > 3 && (startsFrame(bytes) || startsSkippableFrame(bytes))
    }

    /// Returns whether the bytes can start a zstd frame; fewer than four bytes are compared with its prefix.
    static func startsFrame(_ bytes: some Collection<UInt8>) -> Bool { frame.starts(with: bytes.prefix(4)) }

    /// Returns whether the bytes can start a skippable frame; fewer than four bytes are compared with its prefix.
    static func startsSkippableFrame(_ bytes: some Collection<UInt8>) -> Bool {
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
            isCutCharacter(bytes.suffix(cut)) && String(validUTF8: bytes.dropLast(cut)) != nil
        }
    }

    /// Returns whether the bytes are empty or a prefix of one UTF-8 character.
    private static func isCutCharacter(_ bytes: some Collection<UInt8>) -> Bool {
        guard let lead = bytes.first else { return true }
        // The first bytes of characters of two, three, and four bytes start at these values; the largest is F4 (RFC
        // 3629 §4).
        let minLead: UInt8 = bytes.count == 1 ? 0xC2 : bytes.count == 2 ? 0xE0 : 0xF0
        return (minLead...0xF4).contains(lead) && bytes.dropFirst().allSatisfy(UTF8.isContinuation)
    }
}
