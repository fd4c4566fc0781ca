internal import DecantCore

/// Hides the values of JSON, of its extensions, and of property lists of OpenStep.
///
/// Every string, number, and bare word is replaced in place, unless it is the name of a member and consists of words.
/// Punctuation and whitespace stay, so a malformed text has the same errors. Comments are replaced.
///
/// Bound: a token is read twice, and the whitespace after it once more.
struct HiddenTokens {
    private let placeholders: Placeholders

    /// Whether names of members may stay.
    private let keepsNames: Bool

    /// Whether an equals sign ends a name, and angle brackets contain data.
    private let isOpenStep: Bool

    init(_ placeholders: Placeholders, keepsNames: Bool = true, isOpenStep: Bool = false) {
        self.placeholders = placeholders
        self.keepsNames = keepsNames
        self.isOpenStep = isOpenStep
    }

    /// Hides the values in a part of a text.
    func hide(_ range: Range<Int>, in text: inout [UInt8]) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let (end, hasEscapes) = stringEnd(from: index, before: range.upperBound, in: text)
                hide(index + 1..<max(index + 1, end), hasEscapes, nameEnd: end + 1, range.upperBound, in: &text)
                index = end + 1
            case UInt8(ascii: "/"):
                index = comment(from: index, before: range.upperBound, in: &text)
            case UInt8(ascii: "<") where isOpenStep:
                index = data(from: index, before: range.upperBound, in: &text)
            case _ where isBare(byte):
                let start = index
                while index < range.upperBound, isBare(text[index]) { index += 1 }
                hide(start..<index, true, nameEnd: index, range.upperBound, in: &text)
            default:
                index += 1
            }
        }
    }

    /// Hides a value; a name only if it does not consist of words.
    private func hide(
        _ value: Range<Int>,
        _ mayHaveEscapes: Bool,
        nameEnd: Int,
        _ end: Int,
        in text: inout [UInt8]
    ) {
        if keepsNames, isName(before: nameEnd, end, in: text), OrdinaryName.matches(value, in: text) { return }
        placeholders.hide(value, in: &text, mayHaveEscapes ? .backslash : .plain)
    }

    private func isName(before offset: Int, _ end: Int, in text: [UInt8]) -> Bool {
        var index = offset
        while index < end, text[index].isWhitespace { index += 1 }
        guard index < end else { return false }
        return text[index] == UInt8(ascii: ":") || isOpenStep && text[index] == UInt8(ascii: "=")
    }

    /// Returns the offset of the mark that ends a string, or the end, and whether the string has a backslash.
    private func stringEnd(from start: Int, before limit: Int, in text: [UInt8]) -> (end: Int, hasEscapes: Bool) {
        let text = text.elementSpan
        let mark = text[start]
        let end = text.firstOffset(of: mark, in: start + 1..<limit) ?? limit
        guard let escape = text.firstOffset(of: UInt8(ascii: "\\"), in: start + 1..<end) else { return (end, false) }
        var index = escape
        while index < limit, text[index] != mark { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return (min(index, limit), true)
    }

    private func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "$"): true
        case UInt8(ascii: "\\"): true
        case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"): isOpenStep && byte != UInt8(ascii: "/")
        default: byte.isNameLetter
        }
    }

    private func comment(from start: Int, before end: Int, in text: inout [UInt8]) -> Int {
        guard start + 1 < end else { return end }
        var index = start + 2
        switch text[start + 1] {
        case UInt8(ascii: "/"): while index < end, !text[index].isLineEnd { index += 1 }
        case UInt8(ascii: "*"):
            while index < end,
                text[index] != UInt8(ascii: "*") || index + 1 < end && text[index + 1] != UInt8(ascii: "/")
            {
                index += 1
            }
        default: return start + 1
        }
        placeholders.hide(start + 2..<index, in: &text)
        return index
    }

    /// Hides hexadecimal data, or a typed value of GNUstep.
    private func data(from start: Int, before end: Int, in text: inout [UInt8]) -> Int {
        var index = start + 1
        while index < end, text[index] != UInt8(ascii: ">") { index += 1 }
        guard start + 2 < index else { return index }
        switch text[start + 1] {
        case UInt8(ascii: "*"): placeholders.hide(min(start + 3, index)..<index, in: &text)
        case UInt8(ascii: "["): placeholders.hide(start + 2..<index, in: &text)
        default: placeholders.hideDigits(start + 1..<index, in: &text)
        }
        return index
    }
}
