// The bytes that the scanner tests in more than one place, by what the grammar of RFC 8259 calls them.

/// Control characters for which Swift has no escape.
enum JSONControl {
    static var backspace: UInt8 { 0x08 }
    static var verticalTab: UInt8 { 0x0B }
    static var formFeed: UInt8 { 0x0C }
}

extension UInt8 {
    /// The bit in which a capital letter of ASCII differs from its small one, `[` from `{`, and `]` from `}`.
    static var caseBit: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// The byte with the bit of small letters.
    var lowercased: UInt8 { self | .caseBit }

    /// Whether the byte is a decimal digit.
    var isDecimalDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte is a letter of ASCII or a low line, with which words begin.
    var isNameStart: Bool { lowercased &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") }

    /// Whether the byte begins an array or an object.
    var opensContainer: Bool { lowercased == UInt8(ascii: "{") }

    /// Whether the byte begins an exponent.
    var isExponentMark: Bool { lowercased == UInt8(ascii: "e") }

    /// Whether the byte is white space, or a control character, which no token begins or continues with.
    var isSpaceOrControl: Bool { self <= UInt8(ascii: " ") }

    /// Whether the byte ends a line.
    var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
