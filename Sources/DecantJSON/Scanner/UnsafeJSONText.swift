// Why: the scanner reads each byte of a body once and must not test an index for each.
//
// Bound: behind the `count` bytes of every ResponseBody stand 64 zero bytes. No production of JSON accepts a zero byte, so
// the scanner never advances beyond the first one at or behind the end, and every function here reads at most 32 bytes
// from the position it is given. Debug builds assert this on every load, which the tests and the fuzzers run.

import CDecantScan
import DecantCore

/// The bytes of a body, for loads at any position from 0 to the body's end and a little beyond.
@safe
struct UnsafeJSONText {
    private let base: UnsafeRawPointer

    /// The number of bytes of the body itself.
    let count: Int

    /// Lends the bytes of a body.
    ///
    /// - Parameters:
    ///   - storage: The storage of the body, which outlives this value.
    ///   - start: Where the body begins in it.
    ///   - count: The number of bytes of the body.
    @inline(__always)
    init(_ storage: UnsafeRawBufferPointer, from start: Int, count: Int) {
        // A body's storage is never empty, because of the slack.
        precondition(storage.count >= start + count + ResponseBody.slack)
        unsafe base = storage.baseAddress.unsafelyUnwrapped + start
        self.count = count
    }

    /// Lends the bytes of a body that were found before.
    ///
    /// - Parameters:
    ///   - base: The first byte of the body.
    ///   - count: A number of bytes that the body has at least.
    @inline(__always)
    init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    @inline(__always)
    private func assertReadable(_ position: Int, _ length: Int) {
        assert(position >= 0 && position + length <= count + ResponseBody.slack, "a load outside of the body")
    }

    /// One byte.
    @inline(__always)
    subscript(position: Int) -> UInt8 {
        assertReadable(position, 1)
        return unsafe base.load(fromByteOffset: position, as: UInt8.self)
    }

    /// Four bytes, the first in the lowest bits.
    @inline(__always)
    func word32(at position: Int) -> UInt32 {
        assertReadable(position, 4)
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    func word64(at position: Int) -> UInt64 {
        assertReadable(position, 8)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// How many of the next 16 bytes stand before the first one that ends a plain ASCII run of a string; 16 if all do.
    @inline(__always)
    func stringStop(at position: Int) -> Int {
        assertReadable(position, 16)
        #if arch(x86_64) || arch(arm64)
        return unsafe decant_json_string_stop(base + position)
        #else
        return portableStringStop(at: position)
        #endif
    }

    /// The same by words of 8 bytes, for processors that the header does not know.
    @inline(__always)
    func portableStringStop(at position: Int) -> Int {
        let first = Self.stops(in: word64(at: position))
        if first != 0 { return first.trailingZeroBitCount >> 3 }
        let second = Self.stops(in: word64(at: position &+ 8))
        return second != 0 ? 8 &+ second.trailingZeroBitCount >> 3 : 16
    }

    /// Marks the bytes that end a plain run with their highest bit; right up to the lowest mark, which is all that counts,
    /// since a borrow can only spoil the bytes above one.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let escapes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let isQuote = (quotes &- ones) & ~quotes
        let isEscape = (escapes &- ones) & ~escapes
        let isControl = word &- 0x2020_2020_2020_2020
        return (isQuote | isEscape | isControl | word) & 0x8080_8080_8080_8080
    }
}
