/// The forms of numbers (XML Schema part 2 §3.2.3, §3.2.5, §3.3.13).
enum XMLNumber {
    /// An integer of at most 18 digits; nil for anything else.
    static func integer(_ text: Span<UInt8>) -> Int64? {
        let start = text.count > 0 && isSign(text[0]) ? 1 : 0
        guard text.count > start, text.count <= start + 18 else { return nil }
        var value: Int64 = 0
        for index in start..<text.count {
            guard isDigit(text[index]) else { return nil }
            value = value &* 10 &+ Int64(text[index] &- 0x30)
        }
        return text[0] == UInt8(ascii: "-") ? 0 &- value : value
    }

    /// The digits of an integer of any length with its sign, without the zeros in front; nil for anything else.
    static func integerText(_ text: Span<UInt8>) -> String? {
        var start = text.count > 0 && isSign(text[0]) ? 1 : 0
        guard text.count > start, run(in: text, from: start) == text.count else { return nil }
        while start < text.count - 1, text[start] == 0x30 { start += 1 }
        let digits = text.extracting(start..<text.count).string
        return text[0] == UInt8(ascii: "-") ? "-" + digits : digits
    }

    /// A decimal number with or without a fraction and an exponent, as JSON would have it; nil for anything else.
    static func decimalText(_ text: Span<UInt8>) -> String? {
        let start = text.count > 0 && isSign(text[0]) ? 1 : 0
        let point = run(in: text, from: start)
        var end = point
        if end < text.count, text[end] == UInt8(ascii: ".") { end = run(in: text, from: end + 1) }
        let hasDigits = end > start + (end > point ? 1 : 0)
        guard hasDigits, isExponent(text, from: end) else { return nil }
        let sign = text[0] == UInt8(ascii: "-") ? "-" : ""
        let whole = point == start ? "0" : text.extracting(start..<point).string
        let hasFraction = end > point + 1
        return sign + whole + text.extracting((hasFraction ? point : end)..<end).string
            + text.extracting(end..<text.count).string
    }

    /// Whether the rest of a text is nothing, or an exponent.
    private static func isExponent(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard start < text.count else { return true }
        guard text[start] | 0x20 == UInt8(ascii: "e") else { return false }
        let digits = start + 1 < text.count && isSign(text[start + 1]) ? start + 2 : start + 1
        return digits < text.count && run(in: text, from: digits) == text.count
    }

    /// Where the digits end that begin somewhere.
    private static func run(in text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, isDigit(text[end]) { end += 1 }
        return end
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
}
