import CDecantScan
import DecantCore
import DecantDocument

// The grammar of strings (RFC 8259 §7): escapes, characters beyond ASCII, and the end of a string. The scan by bytes,
// the scan by tokens, and the quirks all use these functions. The C functions only find bytes that may end a run of
// plain characters, and leave the decision to the functions here.

/// The end of a string, and its properties.
struct JSONStringTerminator {
    /// The closing quotation mark, or the first invalid byte or escape.
    var position: Int

    /// The kind of string.
    var kind = DocumentNode.Kind.string

    /// Whether the string is valid up to the closing quotation mark.
    var isValid = true
}

extension PaddedBytes {
    /// Finds the end of a string from the position after its quotation mark.
    ///
    /// Most strings are plain and short.
    @inline(__always)
    func scanString(from start: Int) -> JSONStringTerminator {
        let stop = start &+ stringStop(at: start)
        return _fastPath(self[stop] == UInt8(ascii: "\""))
            ? JSONStringTerminator(position: stop) : resumeString(at: stop)
    }

    /// Continues a string at a position where a run of plain characters ends or may continue.
    @inline(never)
    func resumeString(at start: Int) -> JSONStringTerminator {
        var end = JSONStringTerminator(position: start)
        var long = start &+ 32
        var escapes = 0
        while true {
            let stop = stringStop(at: end.position)
            if stop == 16 {
                // A branch, which the processor predicts; adding the length would have to wait for it.
                end.position &+= 16
                if end.position >= long {
                    end.position = longStringStop(from: end.position)
                    long = end.position &+ 64
                }
                continue
            }
            end.position &+= stop
            switch self[end.position] {
            case UInt8(ascii: "\""): return end
            case UInt8(ascii: "\\"):
                end.kind = .escapedString
                guard let escape = escape(at: end.position) else {
                    end.isValid = false
                    return end
                }
                end.position = escape.end
                escapes &+= 1
                if escapes == Self.manyEscapes { end.position = escapedStringStop(from: end.position, &escapes) }
            default:
                // A control character is ASCII, so it is rejected as well.
                guard _fastPath(skipNonASCII(at: &end.position)) else {
                    end.isValid = false
                    return end
                }
            }
        }
    }

    /// Reads the escape that begins at a backslash.
    ///
    /// A high surrogate includes the low surrogate after it.
    ///
    /// - Returns: The character, and the position after the escape, or nil if the escape is invalid.
    @inline(__always)
    func escape(at position: Int) -> (scalar: UInt32, end: Int)? {
        let letter = self[position &+ 1]
        guard letter == UInt8(ascii: "u") else {
            return JSONEscape.character(of: letter).map { (UInt32($0), position &+ 2) }
        }
        let unit = JSONEscape.unit(in: word32(at: position &+ 2))
        guard JSONEscape.isSurrogate(unit) else { return unit == JSONEscape.invalidUnit ? nil : (unit, position &+ 6) }
        guard JSONEscape.isHighSurrogate(unit), self[position &+ 6] == UInt8(ascii: "\\"),
            self[position &+ 7] == UInt8(ascii: "u")
        else { return nil }
        let second = JSONEscape.unit(in: word32(at: position &+ 8))
        guard JSONEscape.isLowSurrogate(second) else { return nil }
        return (JSONEscape.scalar(unit, second), position &+ 12)
    }

    /// Returns whether the invalid escape at a backslash is half of a surrogate pair.
    func isLoneSurrogate(at position: Int) -> Bool {
        self[position &+ 1] == UInt8(ascii: "u") && position <= count - JSONEscape.unicodeLength
            && JSONEscape.isSurrogate(JSONEscape.unit(in: word32(at: position &+ 2)))
    }

    /// Skips a run of characters beyond ASCII.
    ///
    /// - Returns: Whether the run is well-formed and not empty; false at a control character.
    private func skipNonASCII(at position: inout Int) -> Bool {
        let start = position
        while true {
            // Tests for three bytes first, the length of most Asian scripts.
            let word = word32(at: position)
            if UTF8Word.hasThreeBytes(word) {
                guard UTF8Word.isValidThree(word) else { return false }
                position &+= 3
            } else if UTF8Word.hasTwoBytes(word) {
                guard UTF8Word.isValidTwo(word) else { return false }
                position &+= 2
            } else if UTF8Word.hasFourBytes(word) {
                guard UTF8Word.isValidFour(word) else { return false }
                position &+= 4
            } else {
                return position != start && UTF8.isASCII(UInt8(truncatingIfNeeded: word))
            }
        }
    }
}

extension JSONEscape {
    /// The characters `\u` in the lowest bytes of a word.
    static var unicodePrefix: UInt64 { 0x755C }

    /// The length of a backslash, `u`, and four digits.
    static var unicodeLength: Int { 6 }

    /// The character that represents text that cannot be represented.
    static var replacementCharacter: UInt32 { 0xFFFD }

    /// Returns the character that a letter after a backslash represents, or nil for `u` and for an invalid letter.
    static func character(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): JSONControl.backspace
        case UInt8(ascii: "f"): JSONControl.formFeed
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: nil
        }
    }

    /// Returns whether a unit is a surrogate, U+D800 to U+DFFF; false for ``invalidUnit``.
    static func isSurrogate(_ unit: UInt32) -> Bool { unit & 0xF800 == 0xD800 }

    /// Returns whether a unit is the first half of a pair, U+D800 to U+DBFF; false for ``invalidUnit``.
    static func isHighSurrogate(_ unit: UInt32) -> Bool { unit & 0xFFFF_FC00 == 0xD800 }

    /// Returns whether a unit is the second half of a pair, U+DC00 to U+DFFF; false for ``invalidUnit``.
    static func isLowSurrogate(_ unit: UInt32) -> Bool { unit & 0xFFFF_FC00 == 0xDC00 }

    /// Returns the character of a surrogate pair (RFC 2781 §2.2).
    static func scalar(_ high: UInt32, _ low: UInt32) -> UInt32 { 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF }
}

/// The table of well-formed UTF-8 (RFC 3629 §4), for four-byte words with the first byte in the lowest bits.
///
/// Each row has a mask of the bits that its bytes must have, and a mask of the bits that distinguish characters from
/// overlong forms, surrogates, and scalars above U+10FFFF.
private enum UTF8Word {
    /// UTF8-2 = C2–DF tail, as 110xxxxx 10xxxxxx.
    private static var twoBytes: (mask: UInt32, bits: UInt32) { (0xC0E0, 0x80C0) }

    /// The bits of the first byte that C0 and C1 lack; without them, the character would fit into one byte.
    private static var twoByteMinimum: UInt32 { 0x001E }

    /// UTF8-3 = E0 A0–BF tail / E1–EC tail tail / ED 80–9F tail / EE–EF tail tail, as 1110xxxx 10xxxxxx 10xxxxxx.
    private static var threeBytes: (mask: UInt32, bits: UInt32) { (0x00C0_C0F0, 0x0080_80E0) }

    /// The last four bits of the first byte, and the bit that distinguishes 80–9F from A0–BF in the second one.
    private static var threeByteRange: UInt32 { 0x200F }

    /// The bits of ED A0–BF, a surrogate.
    ///
    /// In E0 80–9F, an overlong form, the range bits are all zero.
    private static var threeByteSurrogate: UInt32 { 0x200D }

    /// UTF8-4 = F0 90–BF tail tail / F1–F3 tail tail tail / F4 80–8F tail tail, as 11110xxx 10xxxxxx 10xxxxxx 10xxxxxx.
    private static var fourBytes: (mask: UInt32, bits: UInt32) { (0xC0C0_C0F8, 0x8080_80F0) }

    /// The last three bits of the first byte, and the bits that distinguish 80–8F from 90–BF in the second one.
    ///
    /// In F0 80–8F, an overlong form, all are zero.
    private static var fourByteRange: UInt32 { 0x3007 }

    /// The bit that F4 to F7 have.
    ///
    /// With any of the other range bits, the scalar is above U+10FFFF.
    private static var fourByteLast: UInt32 { 0x0004 }

    static func hasTwoBytes(_ word: UInt32) -> Bool { word & twoBytes.mask == twoBytes.bits }

    static func isValidTwo(_ word: UInt32) -> Bool { word & twoByteMinimum != 0 }

    static func hasThreeBytes(_ word: UInt32) -> Bool { word & threeBytes.mask == threeBytes.bits }

    static func isValidThree(_ word: UInt32) -> Bool {
        let bits = word & threeByteRange
        return bits != 0 && bits != threeByteSurrogate
    }

    static func hasFourBytes(_ word: UInt32) -> Bool { word & fourBytes.mask == fourBytes.bits }

    static func isValidFour(_ word: UInt32) -> Bool {
        let bits = word & fourByteRange
        return bits != 0 && (bits & fourByteLast == 0 || bits == fourByteLast)
    }
}

// Unsafe only in that it relies on the bound of PaddedBytes: 16 bytes are readable after the last byte of the text.

extension PaddedBytes {
    /// Returns the number of bytes, of the next 16, before the first that ends a run of plain ASCII in a string; 16 if
    /// none does.
    @inline(__always)
    func stringStop(at position: Int) -> Int { unsafe decant_json_string_stop(address(of: position)) }

    /// Skips many characters of a string per step while they are well-formed and more than 64 bytes follow.
    @inline(never)
    private func longStringStop(from position: Int) -> Int {
        unsafe decant_json_long_string_stop(address(of: 0), position, count)
    }

    /// The number of escapes after which others are skipped in blocks, because strings with so many have more.
    private static var manyEscapes: Int { 4 }

    /// Skips many characters and escapes of a string per step while they are ASCII and more than 64 bytes follow.
    ///
    /// - Parameter escapes: Becomes the number of escapes to count before the next such step: all of them if no block
    ///   was skipped, otherwise one.
    @inline(never)
    private func escapedStringStop(from position: Int, _ escapes: inout Int) -> Int {
        let stop = unsafe decant_json_escaped_string_stop(address(of: 0), position, count)
        escapes = stop &- position < 64 ? 0 : Self.manyEscapes &- 1
        return stop
    }
}
