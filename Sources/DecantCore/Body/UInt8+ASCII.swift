/// Named ASCII bytes of text formats.
extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    static var formFeed: UInt8 { UInt8(ascii: "\u{C}") }
    static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

    /// The bit that distinguishes lowercase from uppercase ASCII letters.
    static var letterCase: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// The numeric value of an ASCII digit.
    var digitValue: UInt8 { self &- UInt8(ascii: "0") }

    /// Whether the byte is an uppercase ASCII letter.
    var isCapitalLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// Whether the byte is whitespace in JSON (RFC 8259 §2), XML (§2.3), and mail: a space, a tab, LF, or CR.
    var isWhiteSpace: Bool {
        switch self {
        case .space, .lineFeed, .carriageReturn, UInt8(ascii: "\t"): true
        default: false
        }
    }
}
