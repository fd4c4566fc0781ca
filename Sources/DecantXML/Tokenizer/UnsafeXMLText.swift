import CDecantScan
package import DecantCore

// Why: the tokenizer reads each byte of a text once, and must not check an index for each.
//
// Bound: every text, be it a body, a window of one, or the replacement text of an entity, is followed by a zero byte
// and at least 63 more readable bytes. No production of XML accepts a zero byte, so scanning never advances beyond the
// first one. Every function here reads at most 32 bytes from the given position, or from one that it reached without
// passing a zero. Debug builds assert this on every load; the tests and the fuzzers run these builds.

/// The bytes of a text, for loads at any position from 0 to slightly beyond its end.
@safe
package struct UnsafeXMLText {
    private let base: UnsafeRawPointer
    /// The end of the text, marked by a zero byte.
    let count: Int

    /// Borrows the bytes of a text, which must outlive this value; `count` is the end of the text.
    init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    private func assertReadable(_ position: Int, _ length: Int) {
        assert(position >= 0 && position + length <= count + ResponseBytes.slack, "a load outside of the text")
    }

    subscript(position: Int) -> UInt8 {
        assertReadable(position, 1)
        return unsafe base.load(fromByteOffset: position, as: UInt8.self)
    }

    func word64(at position: Int) -> UInt64 {
        assertReadable(position, 8)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    func bytes(from start: Int, to end: Int) -> UnsafeXMLBytes {
        assertReadable(start, end - start)
        return unsafe UnsafeXMLBytes(base + start, count: end &- start)
    }

    /// The whole text; the caller must keep it unchanged while it uses the span.
    @unsafe
    var all: Span<UInt8> { @_lifetime(immortal) get { unsafe span(from: 0, to: count) } }

    /// Returns a run of the text; the caller must keep the text unchanged while it uses the span.
    @unsafe
    @_lifetime(immortal)
    func span(from start: Int, to end: Int) -> Span<UInt8> {
        assertReadable(start, end - start)
        let bytes = unsafe UnsafeRawBufferPointer(start: base + start, count: end - start)
        return unsafe _overrideLifetime(Span(_unsafeBytes: bytes), copying: ())
    }

    /// Returns the end of the ASCII name characters among the 16 bytes at a position; see ``XMLNameRun``.
    package func nameRun(at position: Int) -> XMLNameRun {
        assertReadable(position, 16)
        let run = unsafe decant_xml_name_stop(base + position)
        return XMLNameRun(stop: run.stop, colon: run.colon)
    }

    /// Returns the position of the first `<`, `&`, `]`, CR, or NUL.
    package func textEnd(from position: Int) -> Int {
        assertReadable(position, 16)
        return unsafe position &+ decant_xml_text_end(base + position)
    }

    /// Returns the position of the first `<`, `&`, `]]>`, CR, or NUL.
    @inline(__always)
    func characterDataEnd(from position: Int) -> Int {
        var end = textEnd(from: position)
        while _slowPath(self[end] == UInt8(ascii: "]")),
            self[end &+ 1] != UInt8(ascii: "]") || self[end &+ 2] != UInt8(ascii: ">")
        {
            end = textEnd(from: end &+ 1)
        }
        return end
    }

    /// Returns the position of the first `<`, `&`, control character, or `quote`.
    package func valueEnd(from position: Int, quote: UInt8) -> Int {
        assertReadable(position, 16)
        return unsafe position &+ decant_xml_value_end(base + position, quote)
    }

    /// Returns the position of the first CR, NUL, or `byte`.
    package func find(_ byte: UInt8, from position: Int) -> Int {
        assertReadable(position, 16)
        return unsafe position &+ decant_xml_find(base + position, byte)
    }

    /// Returns the end of the characters in the leading groups of 16 bytes that are known to be valid.
    ///
    /// The end is not after `end`. It may be before the first invalid character, and excludes a character that the last
    /// group contains only in part.
    func validGroupsEnd(from position: Int, to end: Int) -> Int {
        let groups = (end &- position) >> 4
        guard groups > 0 else { return position }
        assertReadable(position, 16 &* groups &+ 1)
        let reached = unsafe position &+ 16 &* decant_xml_valid_groups(base + position, groups)
        guard reached > position else { return position }
        // The groups contain no characters of four bytes.
        if !UTF8.isASCII(self[reached &- 1]), !UTF8.isContinuation(self[reached &- 1]) { return reached &- 1 }
        return UTF8Lead.ofThree ~= self[reached &- 2] ? reached &- 2 : reached
    }
}

/// The lead bytes of multibyte characters in UTF-8 (RFC 3629 §4).
private enum UTF8Lead {
    static let ofTwo: ClosedRange<UInt8> = 0xC2...0xDF
    static let ofThree: ClosedRange<UInt8> = 0xE0...0xEF
    static let ofFour: ClosedRange<UInt8> = 0xF0...0xF4
    /// The bits of a continuation byte that are part of the scalar value.
    static let continuationBits: UInt8 = 0x3F

    /// Returns the length of the multibyte character that a byte begins, or nil for any other byte.
    static func length(_ byte: UInt8) -> Int? {
        switch byte {
        case ofTwo: 2
        case ofThree: 3
        case ofFour: 4
        default: nil
        }
    }
}

/// The ASCII name characters at the front of 16 bytes.
package struct XMLNameRun {
    /// The number of bytes at the front that can be in a name, at most 16.
    package var stop: Int
    /// The number of bytes before the colon; 0 without a colon, -1 if it comes first or there are several.
    package var colon: Int
}

// MARK: - Unsafe
//
// Unsafe only in that it relies on the bound of UnsafeXMLText: it reads up to an end inside the text, and at most three
// bytes more.

extension UnsafeXMLText {
    /// Returns the position of the first character that is malformed or that XML forbids (production 2).
    ///
    /// If all characters that begin before `end` are valid, the result is the end of the last one.
    package func firstInvalid(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            position = validGroupsEnd(from: position, to: end)
            // Characters that stop the groups often occur in clusters.
            let pause = min(end, position &+ 32)
            while position < pause {
                guard let next = scalar(at: position), XMLCharacters.isCharacter(next.scalar) else { return position }
                position &+= next.length
            }
        }
        return position
    }
}

// MARK: - Unsafe
//
// Unsafe only in that it relies on the bound of UnsafeXMLText: a scalar ends at the zeros after the text at the latest.

extension UnsafeXMLText {
    /// Returns the character at a position, or nil at the end and for malformed UTF-8 (RFC 3629 §4).
    func scalar(at position: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let lead = self[position]
        if UTF8.isASCII(lead) { return lead == 0 ? nil : (Unicode.Scalar(lead), 1) }
        guard let length = UTF8Lead.length(lead) else { return nil }
        // The high bits of the lead byte give the length. The low bits begin the scalar value.
        var value = UInt32(lead) & UInt32(UInt8.max) >> UInt32(length + 1)
        for offset in 1..<length {
            guard UTF8.isContinuation(self[position + offset]) else { return nil }
            value = value << 6 | UInt32(self[position + offset] & UTF8Lead.continuationBits)
        }
        guard let scalar = Unicode.Scalar(value), UTF8.width(scalar) == length else { return nil }
        return (scalar, length)
    }

    /// Returns whether the text may end in the middle of the character at a position.
    func isCut(at position: Int) -> Bool {
        guard let length = UTF8Lead.length(self[position]), position + length > count else { return false }
        return (position + 1..<max(count, position + 1)).allSatisfy { UTF8.isContinuation(self[$0]) }
    }

    /// Returns the end of the name characters at a position (production 4a).
    func endOfNameCharacters(from start: Int) -> Int {
        var position = start
        while true {
            if UTF8.isASCII(self[position]) {
                guard XMLCharacters.isNameASCII(self[position]) else { return position }
                position += 1
            } else {
                guard let next = scalar(at: position), XMLCharacters.isName(next.scalar) else { return position }
                position += next.length
            }
        }
    }

    /// Describes the character at a position, for messages.
    func described(at position: Int) -> String {
        if position >= count { return "the end" }
        guard let next = scalar(at: position) else { return "a malformed byte" }
        switch next.scalar {
        case " ": return "a space"
        case "\n", "\r": return "the end of the line"
        case "\t": return "a tab"
        default: return "“\(String(next.scalar).printable)”"
        }
    }

    /// Returns the position of the first byte that differs from an ASCII string, or nil if all of them match.
    func mismatch(_ word: StaticString, at position: Int) -> Int? {
        for index in 0..<word.utf8CodeUnitCount {
            guard unsafe self[position + index] == word.utf8Start[index] else { return position + index }
        }
        return nil
    }
}

// MARK: - Unsafe
//
// Why: one call provides the bytes of a body for a whole parse. Borrowing them for each token would count references.
//
// Bound: the memory of a body stays at its address during the lifetime of the body. Code that keeps the text also keeps
// the body.

extension ResponseBytes {
    /// The bytes as a text, which is valid during the lifetime of the body.
    package var unsafeXMLText: UnsafeXMLText { unsafe UnsafeXMLText(UnsafeRawPointer(address), count: count) }
}

/// The character classes of XML 1.0 (fifth edition).
package enum XMLCharacters {
    /// A set of ASCII characters, with one bit for each: `low` for those below `@`, `high` for the others.
    private typealias ASCIISet = (low: UInt64, high: UInt64)
    /// `:`; letters and `_`.
    private static let nameStart: ASCIISet = (0x0400_0000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
    /// `-`, `.`, digits, and `:`; letters and `_`.
    private static let name: ASCIISet = (0x07FF_6000_0000_0000, 0x07FF_FFFE_87FF_FFFE)

    private static func contains(_ set: ASCIISet, _ byte: UInt8) -> Bool {
        guard UTF8.isASCII(byte) else { return false }
        return (byte < UInt8(ascii: "@") ? set.low : set.high) &>> UInt64(byte) & 1 != 0
    }
}

// MARK: - Bytes

extension XMLCharacters {
    /// Returns whether a byte is whitespace (production 3).
    @inlinable
    package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    /// Returns whether a byte is an ASCII character that can begin a name (production 4).
    static func isNameStartASCII(_ byte: UInt8) -> Bool { contains(nameStart, byte) }

    /// Returns whether a byte is an ASCII character that can be in a name (production 4a).
    static func isNameASCII(_ byte: UInt8) -> Bool { contains(name, byte) }

    /// Returns whether a byte is one of the two quotation marks around values and literals (productions 9 to 12).
    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

// MARK: - Characters

extension XMLCharacters {
    /// Returns whether XML allows a character (production 2).
    static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": true
        default: false
        }
    }

    /// Returns whether a character can begin a name (production 4).
    static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ":", "A"..."Z", "_", "a"..."z", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}": true
        case "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}": true
        case "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}", "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}": true
        case "\u{10000}"..."\u{EFFFF}": true
        default: false
        }
    }

    /// Returns whether a character can be in a name (production 4a).
    static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
        default: isNameStart(scalar)
        }
    }
}

// MARK: - Keywords

/// A string of at most eight ASCII characters, packed into an integer to compare with eight bytes of text in one step.
///
/// The first character is in the lowest bits.
struct XMLKeyword {
    let bits: UInt64
    let count: Int

    private init(_ bits: UInt64, count: Int) {
        self.bits = bits
        self.count = count
    }

    /// Returns whether eight bytes begin with the text.
    func isPrefix(of bytes: UInt64) -> Bool { bytes & UInt64.max &>> UInt64(64 &- 8 &* count) == bits }

    static var xml: XMLKeyword { XMLKeyword(0x6C_6D78, count: 3) }
    static var encoding: XMLKeyword { XMLKeyword(0x676E_6964_6F63_6E65, count: 8) }
    static var xmlns: XMLKeyword { XMLKeyword(0x73_6E6C_6D78, count: 5) }

    // The references to the predefined entities (§4.6) without the ampersand.

    /// `lt;`.
    static var lessThan: XMLKeyword { XMLKeyword(0x3B_746C, count: 3) }
    /// `gt;`.
    static var greaterThan: XMLKeyword { XMLKeyword(0x3B_7467, count: 3) }
    /// `amp;`.
    static var ampersand: XMLKeyword { XMLKeyword(0x3B70_6D61, count: 4) }
    /// `quot;`.
    static var quote: XMLKeyword { XMLKeyword(0x3B_746F_7571, count: 5) }
    /// `apos;`.
    static var apostrophe: XMLKeyword { XMLKeyword(0x3B_736F_7061, count: 5) }
}

extension UnsafeXMLBytes {
    /// Returns whether the bytes equal a keyword.
    func isEqual(to text: XMLKeyword) -> Bool { count == text.count && word == text.bits }
}
