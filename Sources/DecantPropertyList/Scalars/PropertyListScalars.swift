import DecantCore
import DecantDocument

/// Parses the numbers of the text formats.
enum PropertyListNumbers {
    /// Parses an integer in decimal, or in hexadecimal after `0x`, with an optional sign.
    static func integer(_ text: Span<UInt8>) -> WideInteger? {
        let start = signLength(text)
        guard hasHexadecimalPrefix(text, at: start) else { return decimal(text) }
        return integer(text.extracting((start + 2)...), radix: 16, isNegative: text[0] == UInt8(ascii: "-"))
    }

    /// Parses an integer in decimal: digits with an optional sign.
    static func decimal(_ text: Span<UInt8>) -> WideInteger? {
        guard text.count > 0 else { return nil }
        let digits = text.extracting(signLength(text)...)
        let isNegative = text[0] == UInt8(ascii: "-")
        if digits.count <= 18 {
            return short(digits).map { WideInteger(isNegative ? -$0 : $0) }
        }
        return integer(digits, radix: 10, isNegative: isNegative)
    }

    private static func signLength(_ text: Span<UInt8>) -> Int {
        !text.isEmpty && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")) ? 1 : 0
    }

    /// Returns whether `0x` or `0X` is at an offset, followed by at least one more character.
    private static func hasHexadecimalPrefix(_ text: Span<UInt8>, at start: Int) -> Bool {
        guard text.count > start + 2, text[start] == UInt8(ascii: "0") else { return false }
        return text[start + 1] == UInt8(ascii: "x") || text[start + 1] == UInt8(ascii: "X")
    }

    /// Parses at most 18 digits, which fit in 64 bits.
    private static func short(_ digits: Span<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for index in digits.indices {
            guard digits[index].isASCIIDigit else { return nil }
            value = value &* 10 &+ Int64(digits[index] &- UInt8(ascii: "0"))
        }
        return value
    }

    /// Parses digits; returns nil if the integer does not fit in 128 bits.
    private static func integer(_ digits: Span<UInt8>, radix: UInt64, isNegative: Bool) -> WideInteger? {
        guard !digits.isEmpty else { return nil }
        var value = WideInteger()
        for index in digits.indices {
            guard let digit = digits[index].hexadecimalValue, digit < radix, value.append(digit, radix: radix) else {
                return nil
            }
        }
        let signed = isNegative ? value.negated : value
        return signed.isNegative == isNegative || value == WideInteger() ? signed : nil
    }
}

extension UInt8 {
    /// Whether the byte is a decimal digit.
    var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether the byte is a letter.
    var isASCIILetter: Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self
    }
}

extension PropertyListNumbers {
    /// Parses a floating-point number.
    ///
    /// The text is a sign, digits, an optional point, and an optional exponent, or `nan`, `inf`, or `infinity` in
    /// letters of any case. Returns nil for any other text, and for digits beyond the range of `Double`.
    static func real(_ text: Span<UInt8>) -> Double? { shortReal(text) ?? longReal(text) }

    /// Parses a number of at most 15 digits, divided by a power of ten up to 15.
    ///
    /// `Double` represents both exactly, so a single division rounds correctly.
    private static func shortReal(_ text: Span<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 17 else { return nil }
        let isNegative = text[0] == UInt8(ascii: "-")
        var value: UInt64 = 0
        var digits = 0
        var decimals = -1
        for index in (isNegative ? 1 : 0)..<text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
                continue
            }
            guard byte.isASCIIDigit, digits < 15 else { return nil }
            value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
            digits += 1
            if decimals >= 0 { decimals += 1 }
        }
        guard digits > 0, decimals != 0, digits > max(decimals, 0) else { return nil }
        let magnitude = Double(value) / powersOfTen[max(decimals, 0)]
        return isNegative ? -magnitude : magnitude
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Parses any number.
    ///
    /// Rejects forms that only Swift accepts.
    private static func longReal(_ text: Span<UInt8>) -> Double? {
        let string = DocumentText.string(validated: text)
        let unsigned = string.utf8.dropFirst(signLength(text))
        guard let first = unsigned.first else { return nil }
        let isWord = first.isASCIILetter
        let isAllowed =
            isWord
            ? ["nan", "inf", "infinity"].contains(String(decoding: unsigned, as: UTF8.self).lowercased())
            : unsigned.allSatisfy { $0.isASCIIDigit || ".eE+-".utf8.contains($0) }
        guard isAllowed, let value = Double(string) else { return nil }
        // Digits that overflow are an error, not infinity.
        return value.isInfinite && !isWord ? nil : value
    }
}

/// Parses the dates of the text formats, in the Gregorian calendar for all years.
enum PropertyListDate {
    /// Parses an XML date, `YYYY-MM-DDThh:mm:ssZ`: in UTC, without fractions of a second.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is not a date.
    static func xml(_ text: Span<UInt8>) -> Double? {
        guard text.count == 20, text[10] == UInt8(ascii: "T"), text[19] == UInt8(ascii: "Z") else { return nil }
        return seconds(text).map { Double($0) }
    }

    /// Parses a GNUstep date, `YYYY-MM-DD hh:mm:ss +hhmm`.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is not a date.
    static func gnustep(_ text: Span<UInt8>) -> Double? {
        let space = UInt8(ascii: " ")
        guard text.count == 25, text[10] == space, text[19] == space, let seconds = seconds(text) else { return nil }
        guard let hours = number(text, 21, 2), let minutes = number(text, 23, 2), hours < 24, minutes < 60 else {
            return nil
        }
        let offset = hours * 3600 + minutes * 60
        switch Unicode.Scalar(text[20]) {
        case "+": return Double(seconds - offset)
        case "-": return Double(seconds + offset)
        default: return nil
        }
    }

    /// Parses `YYYY-MM-DD`, any character, and `hh:mm:ss`.
    private static func seconds(_ text: Span<UInt8>) -> Int? {
        guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
        guard text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":") else { return nil }
        guard let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2) else {
            return nil
        }
        guard let hour = number(text, 11, 2), let minute = number(text, 14, 2), let second = number(text, 17, 2) else {
            return nil
        }
        guard hour < 24, minute < 60, second < 60, let date = CivilDate(year: year, month: month, day: day) else {
            return nil
        }
        return date.secondsSince2001 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Span<UInt8>, _ start: Int, _ length: Int) -> Int? {
        var value = 0
        for index in start..<start + length {
            guard text[index].isASCIIDigit else { return nil }
            value = value * 10 + Int(text[index] &- UInt8(ascii: "0"))
        }
        return value
    }
}
