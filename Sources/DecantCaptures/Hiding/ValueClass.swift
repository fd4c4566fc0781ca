internal import DecantCore

/// What a placeholder keeps of a value that is neither a number nor a date.
struct ValueClass {
    /// The offset of the first character to replace, after a scheme or `0x`.
    private(set) var start: Int

    /// Whether all letters are hexadecimal digits.
    private(set) var isHex = false

    /// The offsets of two characters that stay; -1 for none.
    private(set) var kept = (-1, -1)

    /// The values that say nothing by themselves.
    private static let keywords = [
        "true", "false", "null", "nil", "NaN", "INF", "-INF", "Infinity", "[DONE]", "undefined",
    ]
    .map { Array($0.utf8) }

    /// Schemes that stay, longest first.
    private static let schemes = ["https://", "http://", "wss://", "ws://", "mailto:", "data:", "blob:", "file:///"]
        .map { Array($0.utf8) }

    /// Returns whether a value is a word of a format, or a single 0 or 1.
    static func isKeyword(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        let count = range.count
        guard count < 10 else { return false }
        let first = text[range.lowerBound]
        if count == 1 { return first == UInt8(ascii: "0") || first == UInt8(ascii: "1") }
        switch first {
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "I"): break
        case UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "u"): break
        default: return false
        }
        return keywords.contains { $0.count == count && text[range].elementsEqual($0) }
    }

    init(_ range: Range<Int>, in text: [UInt8]) {
        start = range.lowerBound
        let isPrefixed =
            text[start] == UInt8(ascii: "0") && range.count > 2 && text[start + 1] | 0x20 == UInt8(ascii: "x")
        if isPrefixed { start += 2 }
        if text[start] | 0x20 >= UInt8(ascii: "a"), Self.mayHaveScheme(range, in: text),
            let scheme = Self.schemes.first(where: text[range].starts(with:))
        {
            start += scheme.count
        }
        isHex = hasHexadecimalLetters(start..<range.upperBound, in: text, isPrefixed)
        if range.count == 36, isHex, start == range.lowerBound, text[start + 14].isHexDigit,
            [8, 13, 18, 23].allSatisfy({ text[start + $0] == UInt8(ascii: "-") })
        {
            kept = (start + 14, start + 19)
        }
        var end = range.upperBound
        while end > start, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        if end < range.upperBound, end > start { kept.0 = end - 1 }
    }

    private static func mayHaveScheme(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        for index in range.prefix(8) where text[index] == UInt8(ascii: ":") { return true }
        return false
    }

    private func hasHexadecimalLetters(_ range: Range<Int>, in text: [UInt8], _ isPrefixed: Bool) -> Bool {
        let text = text.elementSpan
        var (digits, letters) = (0, 0)
        for index in range {
            let byte = text[index]
            if byte.isDigit {
                digits += 1
            } else if byte.isHexDigit {
                letters += 1
            } else if byte.isNameLetter {
                return false
            }
        }
        return isPrefixed || digits > 0 && letters > 0 && digits + letters >= 6
    }
}

/// Characters outside ASCII.
enum ScalarText {
    /// Replaces the character at an offset by another one with as many bytes, and returns their number.
    ///
    /// A byte that is not a part of a character stays one. U+FFFC to U+FFFF and the byte-order mark are not replaced.
    static func replace(
        at index: Int,
        before end: Int,
        in text: inout MutableSpan<UInt8>,
        _ random: inout Randomness
    ) -> Int {
        let length = length(at: index, before: end, in: text.span)
        switch length {
        case 2:
            text[index] = 0xC3
            text[index + 1] = 0xA0 + random.next(below: 23)
        case 3:
            let isKept =
                text[index] == 0xEF
                && (text[index + 1] == 0xBF && text[index + 2] >= 0xBC
                    || text[index + 1] == 0xBB && text[index + 2] == 0xBF)
            guard !isKept else { return 3 }
            text[index] = 0xE4
            text[index + 1] = 0xB8 + random.next(below: 8)
            text[index + 2] = 0x80 + random.next(below: 64)
        case 4:
            text[index] = 0xF0
            text[index + 1] = 0x9F
            text[index + 2] = 0x98
            text[index + 3] = 0x80 + random.next(below: 64)
        default:
            text[index] = 0xFF
            return 1
        }
        return length
    }

    /// Returns the number of bytes of a character (RFC 3629 §4), or 0 if there is none.
    static func length(at index: Int, before end: Int, in text: Span<UInt8>) -> Int {
        let (first, second) = (text[index], index + 1 < end ? text[index + 1] : 0)
        let length: Int
        switch (first, second) {
        case (0xC2...0xDF, 0x80...0xBF): length = 2
        case (0xE0, 0xA0...0xBF), (0xE1...0xEC, 0x80...0xBF), (0xED, 0x80...0x9F), (0xEE...0xEF, 0x80...0xBF):
            length = 3
        case (0xF0, 0x90...0xBF), (0xF1...0xF3, 0x80...0xBF), (0xF4, 0x80...0x8F): length = 4
        default: return 0
        }
        guard index + length <= end else { return 0 }
        for next in index + 1..<index + length where !UTF8.isContinuation(text[next]) { return 0 }
        return length
    }
}

/// Whether names and parts of paths are words, and not values.
enum OrdinaryName {
    /// The maximum number of bytes of a name.
    private static let maxLength = 64

    /// Returns whether a name consists of words with few digits, unlike an address, an identifier, or a token.
    static func matches(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard range.count <= maxLength else { return false }
        let text = text.elementSpan
        var (digits, letters, capitals, run, maxRun, changes, hex) = (0, 0, 0, 0, 0, 0, 0)
        var before: UInt8 = 0
        for index in range {
            let byte = text[index]
            if byte.isDigit { digits += 1 }
            if byte.isHexDigit { hex += 1 }
            if byte.isUppercase { capitals += 1 }
            if byte.isNameLetter {
                letters += 1
                run += 1
                if before.isNameLetter, before & 0x20 != byte & 0x20 { changes += 1 }
            } else {
                run = 0
                if byte < 0x20 || byte == UInt8(ascii: "\"") { return false }
                if byte == UInt8(ascii: "@"), index > range.lowerBound { return false }
            }
            maxRun = max(maxRun, run)
            before = byte
        }
        if digits > 4 || maxRun > 40 || letters == digits && digits > 2 { return false }
        if hex == letters, digits > 0, letters >= 8 { return false }
        // Of the letters in Base64, half are capitals; in `camelCase`, few are.
        return !(maxRun >= 16 && changes >= 5 && (digits > 0 || capitals * 3 > letters))
    }

    static func matches(_ name: some StringProtocol) -> Bool {
        let bytes = Array(name.utf8)
        return matches(bytes.indices, in: bytes)
    }
}

extension UInt8 {
    /// Whether the byte is a hexadecimal digit.
    var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
