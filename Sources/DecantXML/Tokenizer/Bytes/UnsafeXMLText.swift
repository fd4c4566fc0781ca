// Why: the tokenizer reads each byte of a text once and must not test an index for each.
//
// Bound: behind every text it reads, be it a body, a window of one, or the replacement text of an entity, stands a zero
// byte, and behind that at least 63 more bytes that may be read. No production of XML accepts a zero byte, so scanning
// never advances beyond the first one, and every function here reads at most 32 bytes from the position it is given or from
// one that it reached without passing a zero. Debug builds assert this on every load, which the tests and the fuzzers run.

import CDecantScan
import DecantCore

/// The bytes of a text, for loads at any position from 0 to its end and a little beyond.
@safe
struct UnsafeXMLText {
    private let base: UnsafeRawPointer

    /// Where the text ends; a zero stands there.
    let count: Int

    /// Lends the bytes of a text.
    ///
    /// - Parameters:
    ///   - base: The first byte, which outlives this value.
    ///   - count: Where the text ends, counted from there.
    @inline(__always)
    init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    @inline(__always)
    private func assertReadable(_ position: Int, _ length: Int) {
        assert(position >= 0 && position + length <= count + ResponseBody.slack, "a load outside of the text")
    }

    /// One byte.
    @inline(__always)
    subscript(position: Int) -> UInt8 {
        assertReadable(position, 1)
        return unsafe base.load(fromByteOffset: position, as: UInt8.self)
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    func word64(at position: Int) -> UInt64 {
        assertReadable(position, 8)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// A run of the text.
    @inline(__always)
    func bytes(from start: Int, to end: Int) -> UnsafeXMLBytes {
        assertReadable(start, end - start)
        return unsafe UnsafeXMLBytes(base + start, count: end &- start)
    }

    /// All of the text; the caller keeps it as it is for as long as it uses the span.
    @unsafe
    var all: Span<UInt8> {
        @_lifetime(immortal)
        get { unsafe span(from: 0, to: count) }
    }

    /// A run of the text; the caller keeps it as it is for as long as it uses the span.
    @unsafe
    @_lifetime(immortal)
    func span(from start: Int, to end: Int) -> Span<UInt8> {
        assertReadable(start, end - start)
        let bytes = unsafe UnsafeRawBufferPointer(start: base + start, count: end - start)
        return unsafe _overrideLifetime(Span(_unsafeBytes: bytes), copying: ())
    }
}

extension UnsafeXMLText {
    /// Where the 16 bytes at a position stop to be those of a name in ASCII; see ``XMLNameRun``.
    @inline(__always)
    func nameRun(at position: Int) -> XMLNameRun {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        let run = unsafe decant_xml_name_stop(base + position)
        return XMLNameRun(stop: run.stop, colon: run.colon)
        #else
        return portableNameRun(at: position)
        #endif
    }

    /// The position of the first `<`, `&`, `]`, carriage return or zero.
    @inline(__always)
    func textEnd(from position: Int) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe position &+ decant_xml_text_end(base + position)
        #else
        return portableTextEnd(from: position)
        #endif
    }

    /// The position of the first `<`, `&`, control character or quotation mark of a kind.
    @inline(__always)
    func valueEnd(from position: Int, quote: UInt8) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe position &+ decant_xml_value_end(base + position, quote)
        #else
        return portableValueEnd(from: position, quote: quote)
        #endif
    }

    /// The position of the first carriage return, zero or byte of a kind.
    @inline(__always)
    func find(_ byte: UInt8, from position: Int) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe position &+ decant_xml_find(base + position, byte)
        #else
        return portableFind(byte, from: position)
        #endif
    }

    /// The position behind the groups of 16 bytes that have only characters that XML allows, or behind the last whole one in
    /// them, not beyond a given end; it may stop earlier.
    @inline(__always)
    func validGroupsEnd(from position: Int, to end: Int) -> Int {
        #if arch(x86_64) || arch(arm64)
        let groups = (end &- position) >> 4
        guard groups > 0 else { return position }
        assertReadable(position, 16 &* groups &+ 1)
        let reached = unsafe position &+ 16 &* decant_xml_valid_groups(base + position, groups)
        guard reached > position else { return position }
        // The groups have no character of four bytes.
        if self[reached &- 1] >= 0xC0 { return reached &- 1 }
        return self[reached &- 2] >= 0xE0 ? reached &- 2 : reached
        #else
        return position
        #endif
    }
}
