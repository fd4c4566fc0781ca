internal import DecantCore

/// Replaces values by placeholders of the same class and length.
///
/// A letter becomes a letter of the same case, a digit a digit, and another character one with as many bytes. Numbers
/// keep their sign and fit the same integer types, dates stay dates, UUIDs stay UUIDs, and base64 stays base64. So a
/// value decodes to the same type as before. `true`, `false`, `null`, and a single 0 or 1 are not replaced.
///
/// Why: equal values get equal placeholders without a table. The seed of a placeholder is the keyed hash of its value
/// (SipHash-2-4), and the key is random, so nobody can test a guess. As many bytes are written as are read, so a text
/// is changed in place, and its offsets, lines, and errors stay.
///
/// Example: with some key, `Bob-7` is `Xqd-4` wherever it occurs, also written as `\u0042ob-7`.
struct Placeholders: Sendable {
    /// The maximum number of documents in strings of documents.
    private static let maxLevel = 3

    private let key: SipHash.Key

    /// The number of strings around a document.
    private var level = 0

    /// Creates placeholders that differ from those of all others.
    init() {
        var generator = SystemRandomNumberGenerator()
        self.init(key: SipHash.Key(first: generator.next(), second: generator.next()))
    }

    /// Creates placeholders with a key.
    init(key: SipHash.Key) { self.key = key }
}

extension Placeholders {
    /// Replaces a value in a text in UTF-8.
    func hide(_ range: Range<Int>, in text: inout [UInt8], _ notation: EscapeNotation = .plain) {
        guard let mark = notation.mark, contains(mark, in: range, of: text) else { return hide(range, in: &text) }
        var value = EscapedValue(range, in: text, notation)
        hide(value.bytes.indices, in: &value.bytes)
        value.write(to: &text)
    }

    /// Returns a text with its value replaced.
    func hidden(_ text: some StringProtocol, _ notation: EscapeNotation = .plain) -> String {
        var bytes = Array(text.utf8)
        hide(bytes.indices, in: &bytes, notation)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func contains(_ mark: UInt8, in range: Range<Int>, of text: [UInt8]) -> Bool {
        let text = text.elementSpan
        for index in range where text[index] == mark { return true }
        return false
    }

    /// Replaces a value without escapes.
    private func hide(_ range: Range<Int>, in text: inout [UInt8]) {
        guard !range.isEmpty, !ValueClass.isKeyword(range, in: text) else { return }
        var random = randomness(for: range, of: text)
        let first = text[range.lowerBound]
        if first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: "."),
            let number = NumberText(range, in: text)
        {
            return number.replace(in: &text, &random)
        }
        if DateText.begins(range, in: text), let date = DateText(range, in: text) {
            return date.replace(in: &text, &random)
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), range.count > 2, level < Self.maxLevel {
            // A document in a string keeps its structure.
            var nested = self
            nested.level += 1
            return HiddenTokens(nested).hide(range, in: &text)
        }
        var attempt = 0
        while !scramble(range, in: &text, &random), attempt < 4 { attempt += 1 }
    }

    /// Replaces hexadecimal digits.
    func hideDigits(_ range: Range<Int>, in text: inout [UInt8]) {
        var random = randomness(for: range, of: text)
        for index in range where text[index].isHexDigit {
            text[index] = random.character(like: text[index], isHex: true) ?? text[index]
        }
    }

    /// Returns random numbers that depend on a value.
    func randomness(for range: Range<Int>, of text: [UInt8]) -> Randomness {
        Randomness(seed: SipHash.hash(range, of: text, key))
    }

    /// Replaces the characters of a value, and returns whether one of them changed or none may change.
    private func scramble(_ range: Range<Int>, in text: inout [UInt8], _ random: inout Randomness) -> Bool {
        let shape = ValueClass(range, in: text)
        var (index, hasReplaced, isChanged) = (shape.start, false, false)
        var text = text.mutableElementSpan
        while index < range.upperBound {
            let byte = text[index]
            var length = 1
            if index == shape.kept.0 || index == shape.kept.1 {
                // A version of a UUID, or the bits that base64 requires to be zero.
            } else if byte >= 0x80 {
                length = ScalarText.replace(at: index, before: range.upperBound, in: &text, &random)
                hasReplaced = true
                isChanged = true
            } else if let new = random.character(like: byte, isHex: shape.isHex) {
                text[index] = new
                hasReplaced = true
                isChanged = isChanged || new != byte
            }
            index += length
        }
        return isChanged || !hasReplaced
    }
}

/// Random numbers from a seed.
struct Randomness {
    private var state: UInt64
    private var word: UInt64 = 0
    private var count = 0

    init(seed: UInt64) { state = seed }

    /// Returns the next number (SplitMix64).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Returns a number below a limit of at most 256.
    @inline(__always)
    mutating func next(below limit: UInt16) -> UInt8 {
        if count == 0 {
            word = next()
            count = 8
        }
        count &-= 1
        let byte = UInt16(truncatingIfNeeded: word & 0xFF)
        word >>= 8
        return UInt8(truncatingIfNeeded: (byte &* limit) >> 8)
    }

    /// Returns a number in a range.
    mutating func next(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns a letter or a digit of the same kind, or nil for another character.
    @inline(__always)
    mutating func character(like byte: UInt8, isHex: Bool) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a") &+ next(below: isHex ? 6 : 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0") &+ next(below: 10)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "A") &+ next(below: isHex ? 6 : 26)
        default: nil
        }
    }
}

/// The keyed hash SipHash-2-4 (Aumasson and Bernstein, 2012).
enum SipHash {
    /// A key of 128 bits.
    struct Key: Sendable {
        var first: UInt64
        var second: UInt64
    }

    private struct State {
        var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

        init(_ key: Key) {
            v0 = key.first ^ 0x736F_6D65_7073_6575
            v1 = key.second ^ 0x646F_7261_6E64_6F6D
            v2 = key.first ^ 0x6C79_6765_6E65_7261
            v3 = key.second ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func round() {
            v0 &+= v1
            v1 = (v1 << 13 | v1 >> 51) ^ v0
            v0 = v0 << 32 | v0 >> 32
            v2 &+= v3
            v3 = (v3 << 16 | v3 >> 48) ^ v2
            v0 &+= v3
            v3 = (v3 << 21 | v3 >> 43) ^ v0
            v2 &+= v1
            v1 = (v1 << 17 | v1 >> 47) ^ v2
            v2 = v2 << 32 | v2 >> 32
        }

        @inline(__always)
        mutating func compress(_ word: UInt64) {
            v3 ^= word
            round()
            round()
            v0 ^= word
        }
    }

    /// Returns the hash of a part of a text.
    static func hash(_ range: Range<Int>, of text: [UInt8], _ key: Key) -> UInt64 {
        let text = text.elementSpan
        var state = State(key)
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for index in range {
            word |= UInt64(text[index]) << shift
            shift += 8
            if shift == 64 {
                state.compress(word)
                (word, shift) = (0, 0)
            }
        }
        state.compress(word | UInt64(truncatingIfNeeded: range.count) << 56)
        state.v2 ^= 0xFF
        for _ in 0..<4 { state.round() }
        return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    }
}
