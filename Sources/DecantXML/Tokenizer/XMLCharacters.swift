/// The character classes of XML 1.0 (fifth edition).
package enum XMLCharacters {
    /// A set of ASCII characters, with one bit for each: `low` for those below `@`, `high` for the others.
    private typealias ASCIISet = (low: UInt64, high: UInt64)
    /// `:`; letters and `_`.
    private static let nameStart: ASCIISet = (0x0400_0000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
    /// `-`, `.`, digits, and `:`; letters and `_`.
    private static let name: ASCIISet = (0x07FF_6000_0000_0000, 0x07FF_FFFE_87FF_FFFE)

    private static func contains(_ set: ASCIISet, _ byte: UInt8) -> Bool {
        guard UTF8.isASCII(byte) else { return false }
        return (byte < UInt8(ascii: "@") ? set.low : set.high) &>> UInt64(byte) & 1 != 0
    }
}

// MARK: - Bytes

extension XMLCharacters {
    /// Returns whether a byte is whitespace (production 3).
    @inlinable
    package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    /// Returns whether a byte is an ASCII character that XML allows (production 2).
    static func isPlainASCII(_ byte: UInt8) -> Bool {
        UTF8.isASCII(byte) && (byte >= UInt8(ascii: " ") || isWhitespace(byte))
    }

    /// Returns whether a byte is an ASCII character that can begin a name (production 4).
    static func isNameStartASCII(_ byte: UInt8) -> Bool { contains(nameStart, byte) }

    /// Returns whether a byte is an ASCII character that can be in a name (production 4a).
    static func isNameASCII(_ byte: UInt8) -> Bool { contains(name, byte) }

    /// Returns whether a byte is one of the two quotation marks around values and literals (productions 9 to 12).
    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    }
}

// MARK: - Characters

extension XMLCharacters {
    /// Returns whether XML allows a character (production 2).
    static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": true
        default: false
        }
    }

    /// Returns whether a character can begin a name (production 4).
    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ":", "A"..."Z", "_", "a"..."z", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}": true
        case "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}": true
        case "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}", "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}": true
        case "\u{10000}"..."\u{EFFFF}": true
        default: false
        }
    }

    /// Returns whether a character can be in a name (production 4a).
    static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
        default: isNameStart(scalar)
        }
    }
}

// MARK: - Keywords

/// A string of at most eight ASCII characters, packed into an integer to compare with eight bytes of text in one step.
///
/// The first character is in the lowest bits.
struct XMLKeyword {
    let bits: UInt64
    let count: Int

    private init(_ bits: UInt64, count: Int) {
        self.bits = bits
        self.count = count
    }

    /// The bits that distinguish the cases of ASCII letters in eight bytes.
    private static let caseBits: UInt64 = 0x2020_2020_2020_2020

    /// Returns whether eight bytes begin with the text.
    func isPrefix(of bytes: UInt64) -> Bool { bytes & UInt64.max &>> UInt64(64 &- 8 &* count) == bits }

    /// Returns whether eight bytes begin with the text, which is in lowercase, ignoring case.
    func isPrefixInAnyCase(of bytes: UInt64) -> Bool { isPrefix(of: bytes | Self.caseBits) }

    static var xml: XMLKeyword { XMLKeyword(0x6C_6D78, count: 3) }
    static var encoding: XMLKeyword { XMLKeyword(0x676E_6964_6F63_6E65, count: 8) }
    static var xmlns: XMLKeyword { XMLKeyword(0x73_6E6C_6D78, count: 5) }

    // The references to the predefined entities (§4.6) without the ampersand.

    /// `lt;`.
    static var lessThan: XMLKeyword { XMLKeyword(0x3B_746C, count: 3) }
    /// `gt;`.
    static var greaterThan: XMLKeyword { XMLKeyword(0x3B_7467, count: 3) }
    /// `amp;`.
    static var ampersand: XMLKeyword { XMLKeyword(0x3B70_6D61, count: 4) }
    /// `quot;`.
    static var quote: XMLKeyword { XMLKeyword(0x3B_746F_7571, count: 5) }
    /// `apos;`.
    static var apostrophe: XMLKeyword { XMLKeyword(0x3B_736F_7061, count: 5) }
}

extension UnsafeXMLBytes {
    /// Returns whether the bytes equal a keyword.
    func isEqual(to text: XMLKeyword) -> Bool { count == text.count && word == text.bits }
}
