import DecantCore
import DecantDocument

extension OpenStepText {
    /// The backslash that begins an escape sequence.
    static let escape = UInt8(ascii: "\\")

    /// Skips a string, quoted or not, without decoding its escape sequences.
    mutating func skipString() throws(PropertyListTextFault) {
        let quote = byte
        guard quote.isOpenStepQuote else {
            while byte.isOpenStepLetter { position += 1 }
            return
        }
        let beginning = position
        position += 1
        while !consume(quote) {
            guard !isAtEnd else { throw PropertyListTextFault("the string is not closed", at: beginning) }
            position += byte == Self.escape ? 2 : 1
        }
    }
}

extension OpenStepScanner {
    /// Reads a string, quoted or not.
    mutating func string(expected: String) throws(PropertyListTextFault) {
        let position = text.position
        let quote = text.byte
        if quote.isOpenStepQuote { return try quoted(quote) }
        while text.byte.isOpenStepLetter { text.position += 1 }
        guard text.position > position else { throw fault("expected \(expected)") }
        try writer.string(at: position, length: text.position - position)
    }

    /// Reads a quoted string.
    ///
    /// If it has escape sequences, the decoded text is stored in the pool.
    private mutating func quoted(_ quote: UInt8) throws(PropertyListTextFault) {
        let beginning = text.position
        text.position += 1
        let start = text.position
        while text.byte != quote, text.byte != OpenStepText.escape {
            guard !text.isAtEnd else { throw PropertyListTextFault("the string is not closed", at: beginning) }
            text.position += 1
        }
        guard text.byte == OpenStepText.escape else {
            try writer.string(at: start, length: text.position - start)
            text.position += 1
            return
        }
        let pooled = writer.pool.count
        writer.pool += text.bytes(start..<text.position)
        while !text.consume(quote) {
            guard !text.isAtEnd else { throw PropertyListTextFault("the string is not closed", at: beginning) }
            if text.consume(OpenStepText.escape) {
                try escape()
            } else {
                writer.pool.append(text.byte)
                text.position += 1
            }
        }
        try writer.pooled(.pooledString, at: start, from: pooled)
    }

    /// Reads the escape sequence after a backslash.
    private mutating func escape() throws(PropertyListTextFault) {
        let byte = text.byte
        guard !text.isAtEnd else { throw PropertyListTextFault("the escape is incomplete", at: text.position) }
        switch Unicode.Scalar(byte) {
        case "0"..."7": octal()
        case "U": try unicode()
        default:
            // Any other character represents itself, including `u` and `x`.
            text.position += 1
            writer.pool.append(Self.control(byte) ?? byte)
        }
    }

    /// Returns the control character for a letter after a backslash, as in C, or nil if the letter represents itself.
    private static func control(_ letter: UInt8) -> UInt8? {
        switch Unicode.Scalar(letter) {
        case "a": UInt8(ascii: "\u{07}")
        case "b": UInt8(ascii: "\u{08}")
        case "f": UInt8(ascii: "\u{0C}")
        case "n": UInt8(ascii: "\n")
        case "r": UInt8(ascii: "\r")
        case "t": UInt8(ascii: "\t")
        case "v": UInt8(ascii: "\u{0B}")
        default: nil
        }
    }

    /// Reads one to three octal digits: a character of the NeXTSTEP charset.
    private mutating func octal() {
        var value = 0
        var digits = 0
        while digits < 3, UInt8(ascii: "0")...UInt8(ascii: "7") ~= text.byte {
            value = value * 8 + Int(text.byte - UInt8(ascii: "0"))
            digits += 1
            text.position += 1
        }
        writer.pool += NeXTSTEPCharset.scalar(for: UInt8(truncatingIfNeeded: value)).utf8
    }

    /// Reads one to four hexadecimal digits: a UTF-16 code unit.
    ///
    /// Two of them may form a surrogate pair.
    private mutating func unicode() throws(PropertyListTextFault) {
        let position = text.position - 1
        text.position += 1
        guard let high = digits(atMost: 4) else { throw fault("expected a hexadecimal digit") }
        if UTF16.isLeadSurrogate(high), text.consume(OpenStepText.escape), text.consume("U"),
            let low = digits(atMost: 4), UTF16.isTrailSurrogate(low)
        {
            writer.pool += String(decoding: [high, low], as: UTF16.self).utf8
            return
        }
        guard let scalar = Unicode.Scalar(high) else {
            throw PropertyListTextFault("lone surrogate in a string", at: position)
        }
        writer.pool += scalar.utf8
    }

    private mutating func digits(atMost limit: Int) -> UInt16? {
        var value: UInt16?
        for _ in 0..<limit {
            guard let digit = text.byte.hexadecimalValue else { break }
            value = (value ?? 0) << 4 | UInt16(digit)
            text.position += 1
        }
        return value
    }
}

/// The NeXTSTEP charset, used by octal escapes of the text format: ASCII and 128 further characters.
enum NeXTSTEPCharset {
    /// Returns the character for a byte.
    ///
    /// The two unassigned bytes become U+FFFD.
    static func scalar(for byte: UInt8) -> Unicode.Scalar {
        UTF8.isASCII(byte) ? Unicode.Scalar(byte) : Unicode.Scalar(upper[Int(byte - firstUpper)]) ?? "\u{FFFD}"
    }

    /// The first byte that is not ASCII.
    private static let firstUpper: UInt8 = 0x80

    /// The characters from ``firstUpper`` on, from Unicode's table NEXTSTEP.TXT.
    private static let upper: [UInt16] = [
        0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB,
        0x00CC, 0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
        0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7, 0x00A9, 0x00A1, 0x00A2, 0x00A3,
        0x2044, 0x00A5, 0x0192, 0x00A7, 0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
        0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022, 0x201A, 0x201E, 0x201D, 0x00BB,
        0x2026, 0x2030, 0x00AC, 0x00BF, 0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
        0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7, 0x2014, 0x00B1, 0x00BC, 0x00BD,
        0x00BE, 0x00E0, 0x00E1, 0x00E2, 0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
        0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x0141, 0x00D8, 0x0152, 0x00BA,
        0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
        0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
    ]
}
