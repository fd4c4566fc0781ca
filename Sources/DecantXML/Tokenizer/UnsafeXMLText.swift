// Why: the tokenizer reads each byte of a text once, and must not check an index for each.
//
// Bound: every text, be it a body, a window of one, or the replacement text of an entity, is followed by a zero byte
// and at least 63 more readable bytes. No production of XML accepts a zero byte, so scanning never advances beyond the
// first one. Every function here reads at most 32 bytes from the given position, or from one that it reached without
// passing a zero. Debug builds assert this on every load; the tests and the fuzzers run these builds.

import CDecantScan
package import DecantCore

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
        #if arch(x86_64) || arch(arm64)
        let run = unsafe decant_xml_name_stop(base + position)
        return XMLNameRun(stop: run.stop, colon: run.colon)
        #else
        return portableNameRun(at: position)
        #endif
    }

    /// Returns the position of the first `<`, `&`, `]`, CR, or NUL.
    package func textEnd(from position: Int) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe position &+ decant_xml_text_end(base + position)
        #else
        return portableTextEnd(from: position)
        #endif
    }

    /// Returns the position of the first `<`, `&`, control character, or `quote`.
    package func valueEnd(from position: Int, quote: UInt8) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe position &+ decant_xml_value_end(base + position, quote)
        #else
        return portableValueEnd(from: position, quote: quote)
        #endif
    }

    /// Returns the position of the first CR, NUL, or `byte`.
    package func find(_ byte: UInt8, from position: Int) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe position &+ decant_xml_find(base + position, byte)
        #else
        return portableFind(byte, from: position)
        #endif
    }

    /// Returns the end of the characters in the leading groups of 16 bytes that are known to be valid.
    ///
    /// The end is not after `end`. It may be before the first invalid character, and excludes a character that the last
    /// group contains only in part.
    func validGroupsEnd(from position: Int, to end: Int) -> Int {
        #if arch(x86_64) || arch(arm64)
        let groups = (end &- position) >> 4
        guard groups > 0 else { return position }
        assertReadable(position, 16 &* groups &+ 1)
        let reached = unsafe position &+ 16 &* decant_xml_valid_groups(base + position, groups)
        guard reached > position else { return position }
        // The groups contain no characters of four bytes.
        if !UTF8.isASCII(self[reached &- 1]), !UTF8.isContinuation(self[reached &- 1]) { return reached &- 1 }
        return UTF8Lead.ofThree ~= self[reached &- 2] ? reached &- 2 : reached
        #else
        return position
        #endif
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

    /// Returns the smallest scalar value that needs a given number of bytes.
    static func least(ofLength length: Int) -> UInt32 {
        switch length {
        case 2: 0x80
        case 3: 0x800
        default: 0x1_0000
        }
    }
}

/// The ASCII name characters at the front of 16 bytes.
package struct XMLNameRun: Equatable {
    /// The number of bytes at the front that can be in a name, at most 16.
    var stop: Int
    /// The number of bytes before the colon; 0 without a colon, -1 if it comes first or there are several.
    var colon: Int
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
            position = portableFirstInvalid(from: position, to: pause)
            if position < pause { return position }
        }
        return position
    }

    /// Returns the same as ``firstInvalid(from:to:)``, one character at a time.
    package func portableFirstInvalid(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            let byte = self[position]
            if UTF8.isASCII(byte) {
                guard XMLCharacters.isPlainASCII(byte) else { return position }
                position &+= 1
            } else {
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
        guard let length = UTF8Lead.length(lead), let second = continuation(at: position + 1) else { return nil }
        // The high bits of the lead byte give the length. The low bits begin the scalar value.
        let first = UInt32(lead) & UInt32(UInt8.max) >> UInt32(length + 1)
        var value = first << 6 | second
        if length > 2 {
            guard let third = continuation(at: position + 2) else { return nil }
            value = value << 6 | third
        }
        if length > 3 {
            guard let fourth = continuation(at: position + 3) else { return nil }
            value = value << 6 | fourth
        }
        guard value >= UTF8Lead.least(ofLength: length), let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, length)
    }

    /// Returns whether the text may end in the middle of the character at a position.
    func isCut(at position: Int) -> Bool {
        guard let length = UTF8Lead.length(self[position]), position + length > count else { return false }
        return (position + 1..<max(count, position + 1)).allSatisfy { UTF8.isContinuation(self[$0]) }
    }

    private func continuation(at position: Int) -> UInt32? {
        UTF8.isContinuation(self[position]) ? UInt32(self[position] & UTF8Lead.continuationBits) : nil
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
// Unsafe only in that it relies on the bound of UnsafeXMLText: every loop ends at the zero after the text at the
// latest.

/// Byte-by-byte versions of the searches, for processors that the vector header does not support; tests compare both.
extension UnsafeXMLText {
    package func portableNameRun(at position: Int) -> XMLNameRun {
        var run = XMLNameRun(stop: 0, colon: 0)
        while run.stop < 16, XMLCharacters.isNameASCII(self[position + run.stop]) {
            if self[position + run.stop] == UInt8(ascii: ":") {
                run.colon = run.colon == 0 && run.stop > 0 ? run.stop : -1
            }
            run.stop += 1
        }
        return run
    }

    package func portableTextEnd(from position: Int) -> Int {
        var end = position
        while true {
            switch Unicode.Scalar(self[end]) {
            case "<", "&", "]", "\r", "\0": return end
            default: end += 1
            }
        }
    }

    package func portableValueEnd(from position: Int, quote: UInt8) -> Int {
        var end = position
        while self[end] >= UInt8(ascii: " "), self[end] != UInt8(ascii: "<"), self[end] != UInt8(ascii: "&"),
            self[end] != quote
        { end += 1 }
        return end
    }

    package func portableFind(_ byte: UInt8, from position: Int) -> Int {
        var end = position
        while self[end] != byte, self[end] != UInt8(ascii: "\r"), self[end] != 0 { end += 1 }
        return end
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
