/// The bytes of text formats, by name.
extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    static var formFeed: UInt8 { UInt8(ascii: "\u{C}") }
    static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

    /// The bit in which the small and the capital form of a letter of ASCII differ.
    static var letterCase: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// Whether the byte is a digit of ASCII.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// The value of a digit.
    var digitValue: UInt8 { self &- UInt8(ascii: "0") }

    /// Whether the byte is a capital letter of ASCII.
    var isCapitalLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// Whether the byte is white space in JSON (RFC 8259 §2), XML (§2.3), and mail: a space, a tab, or a byte of a line end.
    var isWhiteSpace: Bool {
        switch self {
        case .space, .lineFeed, .carriageReturn, UInt8(ascii: "\t"): true
        default: false
        }
    }
}
