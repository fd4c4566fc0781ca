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
