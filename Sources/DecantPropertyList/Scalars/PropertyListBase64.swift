/// Reads base64 (RFC 4648 §4); white space may stand anywhere, and padding is needed.
struct PropertyListBase64 {
    private var bits: UInt32 = 0
    private var letters = 0
    private var padding = 0
    private var isClosed = false

    /// Decodes a whole text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - bytes: Where what it stands for is added.
    /// - Returns: Whether it is base64.
    mutating func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
        var position = 0
        while position < text.count {
            // Most text has no white space for a line, and four letters at once are quicker.
            if letters == 0, position + 4 <= text.count, let group = Self.group(text, at: position), !isClosed {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                position += 4
            } else {
                guard take(text[position], into: &bytes) else { return false }
                position += 1
            }
        }
        return letters == 0
    }

    /// Four letters as 24 bits; nil if one of them is none.
    @inline(__always)
    private static func group(_ text: Span<UInt8>, at position: Int) -> UInt32? {
        let first = value(of: text[position])
        let second = value(of: text[position + 1])
        let third = value(of: text[position + 2])
        let fourth = value(of: text[position + 3])
        guard (first | second | third | fourth) < 64 else { return nil }
        return first << 18 | second << 12 | third << 6 | fourth
    }

    private mutating func take(_ letter: UInt8, into bytes: inout [UInt8]) -> Bool {
        switch letter {
        case 0x20, 0x09, 0x0A, 0x0D: return true
        case 0x3D:
            guard letters >= 2 else { return false }
            padding += 1
            bits <<= 6
        default:
            let value = Self.value(of: letter)
            guard value < 64, padding == 0, !isClosed else { return false }
            bits = bits << 6 | value
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

    /// What a letter stands for; 64 and more for what is none.
    @inline(__always)
    private static func value(of letter: UInt8) -> UInt32 {
        switch letter {
        case 0x41...0x5A: UInt32(letter &- 0x41)
        case 0x61...0x7A: UInt32(letter &- 0x47)
        case 0x30...0x39: UInt32(letter &+ 4)
        case 0x2B: 62
        case 0x2F: 63
        default: 0x80
        }
    }
}
