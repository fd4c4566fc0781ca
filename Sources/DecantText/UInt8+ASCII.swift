extension UInt8 {
    /// The first byte that is not ASCII.
    static var firstNonASCII: UInt8 { 0x80 }

    /// Whether the byte is an ASCII letter.
    var isASCIILetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }

    /// Whether the byte is ASCII whitespace (WHATWG Infra §4.6): tab, line feed, form feed, carriage return, or space.
    var isASCIIWhitespace: Bool {
        switch self {
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\u{0C}"), UInt8(ascii: "\r"), UInt8(ascii: " "): true
        default: false
        }
    }

    /// The byte converted to ASCII lowercase (WHATWG Infra §4.6).
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + (UInt8(ascii: "a") - UInt8(ascii: "A")) : self
    }
}
