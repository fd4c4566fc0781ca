// The bytes that the scanner tests in several functions, named as in the grammar of RFC 8259.

/// Control characters that have no escape in Swift.
enum JSONControl {
    static var backspace: UInt8 { 0x08 }
    static var verticalTab: UInt8 { 0x0B }
    static var formFeed: UInt8 { 0x0C }
}

extension UInt8 {
    /// The bit that distinguishes an uppercase ASCII letter from its lowercase form, `[` from `{`, and `]` from `}`.
    static var caseBit: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// The byte with the lowercase bit set.
    var lowercased: UInt8 { self | .caseBit }

    /// Whether the byte is a decimal digit.
    var isDecimalDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte begins a number: a minus or a digit.
    var beginsNumber: Bool { self == UInt8(ascii: "-") || isDecimalDigit }

    /// Whether the byte is an ASCII letter or an underscore, and may begin a word.
    var isNameStart: Bool { lowercased &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") }

    /// Whether the byte begins an array or an object.
    var opensContainer: Bool { lowercased == UInt8(ascii: "{") }

    /// Whether the byte begins an exponent.
    var isExponentMark: Bool { lowercased == UInt8(ascii: "e") }

    /// Whether the byte is whitespace or a control character.
    ///
    /// No token begins or continues with either.
    var isSpaceOrControl: Bool { self <= UInt8(ascii: " ") }

    /// Whether the byte ends a line.
    var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
