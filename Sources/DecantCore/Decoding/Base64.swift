/// A decoder of base64 (RFC 4648 §4).
///
/// Whitespace is allowed anywhere; padding is required.
package struct Base64Decoder {
    private var bits: UInt32 = 0
    private var letters = 0
    private var padding = 0
    private var isClosed = false

    /// Creates a decoder.
    package init() {}

    /// Decodes a whole text.
    ///
    /// - Parameter bytes: The array that receives the decoded bytes.
    /// - Returns: Whether the text is base64.
    package mutating func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
        let values = Base64Alphabet.values.span
        var position = 0
        while position < text.count {
            // Most lines have no whitespace inside, and decoding four letters in one step is faster.
            if letters == 0, !isClosed, position &+ 4 <= text.count,
                let group = Self.group(text, at: position, values)
            {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                position &+= 4
            } else {
                guard take(text[position], into: &bytes) else { return false }
                position &+= 1
            }
        }
        return letters == 0
    }

    /// Returns four letters as 24 bits; nil if one of them is not in the alphabet.
    @inline(__always)
    private static func group(_ text: Span<UInt8>, at position: Int, _ values: Span<UInt8>) -> UInt32? {
        let first = values[Int(text[position])]
        let second = values[Int(text[position &+ 1])]
        let third = values[Int(text[position &+ 2])]
        let fourth = values[Int(text[position &+ 3])]
        guard (first | second | third | fourth) < 64 else { return nil }
        return UInt32(first) << 18 | UInt32(second) << 12 | UInt32(third) << 6 | UInt32(fourth)
    }

    private mutating func take(_ letter: UInt8, into bytes: inout [UInt8]) -> Bool {
        switch Unicode.Scalar(letter) {
        case " ", "\t", "\n", "\r": return true
        case "=":
            guard letters >= 2 else { return false }
            padding += 1
            bits <<= 6
        default:
            let value = Base64Alphabet.values[Int(letter)]
            guard value < 64, padding == 0, !isClosed else { return false }
            bits = bits << 6 | UInt32(value)
        }
        letters += 1
        if letters == 4 { endGroup(into: &bytes) }
        return true
    }

    private mutating func endGroup(into bytes: inout [UInt8]) {
        for index in 0..<3 - padding { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))) }
        isClosed = padding > 0
        bits = 0
        letters = 0
        padding = 0
    }
}

/// The alphabet of base64 (RFC 4648 §4, table 1).
private enum Base64Alphabet {
    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each byte; 64 for a byte outside of the alphabet.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(truncatingIfNeeded: value) }
        return values
    }()
}

/// Returns bytes as base64 (RFC 4648 §4), with padding and without line ends.
package func base64(_ bytes: Span<UInt8>) -> String {
    let letters = Base64Alphabet.letters
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count / 3 + 1) * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        var group: UInt32 = 0
        for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
        for index in 0..<4 {
            let value = Int(group >> UInt32(18 - 6 * index) & 63)
            text.append(index <= count ? letters[value] : UInt8(ascii: "="))
        }
    }
    return String(decoding: text, as: UTF8.self)
}
