import DecantCore

/// The bytes of a date, from the first one that has not been consumed.
struct DateScanner: ~Escapable {
    /// A number without a sign.
    struct Number {
        let value: Int
        let digits: Int

        /// The number of digits in words.
        var count: String { digits == 0 ? "no digits" : digits == 1 ? "one digit" : "\(digits) digits" }
    }

    private let text: Span<UInt8>
    var position = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// The byte at the position, or nil at the end.
    var byte: UInt8? { position < text.count ? text[position] : nil }

    /// The number of bytes from the position to the end.
    var remainder: Int { text.count - position }

    /// Whether the byte after the next one is a digit.
    var hasDigitNext: Bool { position + 1 < text.count && text[position + 1].isDigit }

    /// Consumes a byte if it is the expected one.
    mutating func take(_ expected: UInt8) -> Bool {
        guard byte == expected else { return false }
        position += 1
        return true
    }

    /// Consumes a letter in either case, given in lowercase.
    mutating func takeLetter(_ expected: UInt8) -> Bool {
        guard let byte, byte | .letterCase == expected else { return false }
        position += 1
        return true
    }

    /// Consumes digits; a number of more than nine digits has the value 0.
    mutating func number() -> Number {
        let start = position
        var value = 0
        while let byte, byte.isDigit {
            value = position - start < 9 ? value * 10 + Int(byte &- UInt8(ascii: "0")) : 0
            position += 1
        }
        return Number(value: value, digits: position - start)
    }

    /// Consumes letters, including all characters outside of ASCII.
    mutating func word() -> String {
        let start = position
        while byte?.isLetter == true { position += 1 }
        return text.extracting(start..<position).text
    }

    /// Consumes whitespace, and returns whether there was any.
    @discardableResult
    mutating func skipWhitespace() -> Bool {
        let start = position
        while byte?.isSpace == true { position += 1 }
        return position > start
    }

    /// Returns the consumed text from a position, shortened and printable.
    func excerpt(from start: Int) -> String { text.extracting(start..<position).text.excerpt(20) }

    /// The error about the character at the position.
    var unexpectedCharacter: String {
        let character = text.extracting(position..<text.count).text.prefix(1)
        return "“\(String(character).excerpt(1))” is unexpected"
    }
}

extension UInt8 {
    /// Whether this is a digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

    /// Whether this is a letter of ASCII or a part of a character outside of ASCII.
    var isLetter: Bool { self >= 0x80 || (self | .letterCase) &- UInt8(ascii: "a") < 26 }

    /// Whether this is a space, a tab, or a line end.
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= self }
}
