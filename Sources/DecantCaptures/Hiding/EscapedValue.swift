/// The ways in which a text writes the characters of a value.
enum EscapeNotation {
    /// As they are.
    case plain

    /// With a backslash, as in JSON (RFC 8259 §7), JSON5, and property lists of OpenStep.
    case backslash

    /// With references (XML 1.0 §4.1).
    case references

    /// With a percent sign (RFC 3986 §2.1).
    case percent

    /// The character that begins an escape.
    var mark: UInt8? {
        switch self {
        case .plain: nil
        case .backslash: UInt8(ascii: "\\")
        case .references: UInt8(ascii: "&")
        case .percent: UInt8(ascii: "%")
        }
    }
}

/// A value with escapes, which are written again in the same form after the value has changed.
struct EscapedValue {
    /// An escape of a character, or of a byte of one.
    private struct Escape {
        /// The offset in the text.
        let offset: Int

        /// The number of bytes in the text.
        let length: Int

        /// The bytes of the value.
        let range: Range<Int>
    }

    /// The value without escapes.
    var bytes: [UInt8] = []

    private var original: [UInt8] = []
    private var escapes: [Escape] = []
    private let range: Range<Int>
    private let notation: EscapeNotation

    /// The byte that stands for an escape that does not change.
    private static let opaque = UInt8(ascii: ".")

    init(_ range: Range<Int>, in text: [UInt8], _ notation: EscapeNotation) {
        self.range = range
        self.notation = notation
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let start = bytes.count
            let length = text[index] == notation.mark ? decode(at: index, before: range.upperBound, text) : 0
            if length == 0 {
                bytes.append(text[index])
                index += 1
            } else {
                escapes.append(Escape(offset: index, length: length, range: start..<bytes.count))
                index += length
            }
        }
        original = bytes
    }

    /// Writes the value into the text that it came from.
    func write(to text: inout [UInt8]) {
        var (offset, index) = (range.lowerBound, 0)
        for escape in escapes {
            text.replaceSubrange(offset..<escape.offset, with: bytes[index..<escape.range.lowerBound])
            if bytes[escape.range] != original[escape.range] { encode(bytes[escape.range], escape, in: &text) }
            (offset, index) = (escape.offset + escape.length, escape.range.upperBound)
        }
        text.replaceSubrange(offset..<range.upperBound, with: bytes[index...])
    }

    /// Decodes an escape, and returns its length; 0 if there is none.
    private mutating func decode(at index: Int, before end: Int, _ text: [UInt8]) -> Int {
        switch notation {
        case .plain: return 0
        case .percent:
            guard let byte = Self.hexadecimal(index + 1, 2, end, text) else { return 0 }
            bytes.append(UInt8(truncatingIfNeeded: byte))
            return 3
        case .references: return reference(at: index, before: end, text)
        case .backslash: return backslash(at: index, before: end, text)
        }
    }

    private mutating func backslash(at index: Int, before end: Int, _ text: [UInt8]) -> Int {
        guard index + 1 < end else { return 0 }
        let next = text[index + 1]
        if next | 0x20 == UInt8(ascii: "u"), let first = Self.hexadecimal(index + 2, 4, end, text) {
            if (0xD800..<0xDC00).contains(first), index + 7 < end, text[index + 6] == UInt8(ascii: "\\"),
                text[index + 7] | 0x20 == UInt8(ascii: "u"),
                let second = Self.hexadecimal(index + 8, 4, end, text), (0xDC00..<0xE000).contains(second)
            {
                append(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
                return 12
            }
            append(first)
            return 6
        }
        let digits = text[index + 1..<min(end, index + 4)].prefix { $0.isDigit }
        if digits.count == 3 {
            // A byte in another charset counts as a letter.
            bytes.append(UInt8(ascii: "x"))
            return 4
        }
        bytes.append(Self.opaque)
        return 2
    }

    private mutating func reference(at index: Int, before end: Int, _ text: [UInt8]) -> Int {
        guard let close = text[index..<min(end, index + 40)].firstIndex(of: UInt8(ascii: ";")) else { return 0 }
        let name = text[index + 1..<close]
        if name.first == UInt8(ascii: "#") {
            let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
            let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
            if digits.utf8.count < 9, let code = Int(digits, radix: isHexadecimal ? 16 : 10) {
                append(code)
                return close + 1 - index
            }
        }
        bytes.append(Self.opaque)
        return close + 1 - index
    }

    private mutating func append(_ code: Int) {
        let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
        bytes += scalar.flatMap(UTF8.encode).map(Array.init) ?? [Self.opaque]
    }

    private static func hexadecimal(_ start: Int, _ count: Int, _ end: Int, _ text: [UInt8]) -> Int? {
        guard start + count <= end else { return nil }
        var number = 0
        for index in start..<start + count {
            guard let digit = text[index].hexDigitValue else { return nil }
            number = number << 4 | Int(digit)
        }
        return number
    }
}

// MARK: - Encoding

extension EscapedValue {
    private func encode(_ character: ArraySlice<UInt8>, _ escape: Escape, in text: inout [UInt8]) {
        let first = character.first ?? 0
        switch notation {
        case .plain: break
        case .percent: write(UInt32(first), digits: 2, at: escape.offset + 1, in: &text)
        case .backslash where escape.length == 4:
            for (place, shift) in [6, 3, 0].enumerated() {
                text[escape.offset + 1 + place] = UInt8(ascii: "0") + first >> UInt8(shift) & 7
            }
        case .backslash:
            let units = Array(String(decoding: character, as: UTF8.self).utf16)
            for (number, code) in units.enumerated() where number * 6 < escape.length {
                write(UInt32(code), digits: 4, at: escape.offset + 2 + number * 6, in: &text)
            }
        case .references: writeReference(character, escape, in: &text)
        }
    }

    private func write(_ number: UInt32, digits: Int, at offset: Int, in text: inout [UInt8]) {
        let letters = Array("0123456789ABCDEF".utf8)
        for place in 0..<digits {
            text[offset + place] = letters[Int(number >> UInt32(4 * (digits - 1 - place)) & 15)]
        }
    }

    /// Writes a reference with as many digits, to another character if this one needs more.
    private func writeReference(_ character: ArraySlice<UInt8>, _ escape: Escape, in text: inout [UInt8]) {
        let isHexadecimal = text[escape.offset + 2] | 0x20 == UInt8(ascii: "x")
        let start = escape.offset + (isHexadecimal ? 3 : 2)
        let count = escape.offset + escape.length - 1 - start
        let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first?.value ?? 0
        var digits = Array(String(scalar, radix: isHexadecimal ? 16 : 10, uppercase: true).utf8)
        if digits.count > count { digits = Array((isHexadecimal ? "41" : "90").utf8.prefix(count)) }
        let padding = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, count - digits.count))
        for (place, digit) in (padding + digits).enumerated() { text[start + place] = digit }
    }
}
