import Crypto

/// The SHA-256 of lines that tell what is in a value, one event a line, with a line feed between two of them.
///
/// The lines are hashed as they are made.
struct EventDigest {
    private static let chunkSize = 1 << 16

    private var hash = SHA256()
    private var buffer: [UInt8] = []
    private var isFirst = true

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - text: What the line begins with.
    ///   - bytes: What follows, in hexadecimal digits.
    mutating func add(_ text: String, hexadecimal bytes: some Sequence<UInt8> = EmptyCollection()) {
        beginLine()
        buffer.append(contentsOf: text.utf8)
        Self.append(hexadecimal: bytes, to: &buffer)
    }

    /// Adds a line as it is.
    mutating func add(_ line: [UInt8]) {
        beginLine()
        buffer.append(contentsOf: line)
    }

    /// The digest of all lines.
    mutating func finish() -> SHA256.Digest {
        hash.update(data: buffer)
        buffer = []
        return hash.finalize()
    }

    private mutating func beginLine() {
        if !isFirst { buffer.append(0x0A) }
        isFirst = false
        guard buffer.count >= Self.chunkSize else { return }
        hash.update(data: buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Appends bytes as pairs of lower-case hexadecimal digits.
    static func append(hexadecimal bytes: some Sequence<UInt8>, to line: inout [UInt8]) {
        for byte in bytes {
            line.append(digit(byte >> 4))
            line.append(digit(byte & 0x0F))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}

extension Sequence<UInt8> {
    /// The bytes as pairs of lower-case hexadecimal digits.
    var hexadecimal: String {
        var digits: [UInt8] = []
        EventDigest.append(hexadecimal: self, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}

extension Double {
    /// The bytes of the number as binary64 (IEEE 754), the most significant one first.
    var bigEndianBytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bitPattern >> UInt64($0)) }
    }
}
