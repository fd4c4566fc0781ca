/// Reads base64 (RFC 4648 §4) letter by letter; white space may stand anywhere.
struct PropertyListBase64 {
    private var bits: UInt32 = 0
    private var letters = 0
    private var padding = 0

    /// Whether the text may end here.
    var isComplete: Bool { letters == 0 }

    /// Takes a letter.
    ///
    /// - Parameter letter: A letter, a padding, or white space.
    /// - Returns: The bytes that are complete with it; nil if it may not stand here.
    mutating func take(_ letter: UInt8) -> ArraySlice<UInt8>? {
        switch letter {
        case 0x20, 0x09, 0x0A, 0x0D: return []
        case 0x3D:
            guard letters >= 2 else { return nil }
            padding += 1
        default:
            guard padding == 0, isOpen, let value = Self.value(of: letter) else { return nil }
            bits = bits << 6 | value
        }
        letters += 1
        return letters == 4 ? group() : []
    }

    /// No letter may follow a padding.
    private var isOpen = true

    private mutating func group() -> ArraySlice<UInt8> {
        let word = bits << UInt32(6 * padding)
        let bytes = [UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)].prefix(3 - padding)
        isOpen = padding == 0
        bits = 0
        letters = 0
        return bytes
    }

    @inline(__always)
    static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case 0x41...0x5A: UInt32(letter - 0x41)
        case 0x61...0x7A: UInt32(letter - 0x47)
        case 0x30...0x39: UInt32(letter + 4)
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
