// MARK: - Unsafe
//
// Why: a scanner reads each byte of a body once and must not test an index for each.
//
// Bound: after the `count` bytes of every ResponseBody are 64 zero bytes. No production of a format accepts a zero byte, so a
// scanner never advances beyond the first one at or after the end, and every load reads at most 32 bytes from the position it is
// given. Debug builds assert this on every load, which the tests and the fuzzers run.

/// The bytes of a body, for loads at any position from 0 to the body's end and a little beyond.
@safe
@usableFromInline
package struct PaddedBytes {
    @usableFromInline let base: UnsafeRawPointer

    /// The number of bytes of the body itself.
    @usableFromInline package let count: Int

    /// Borrows the bytes of a body that outlives this value.
    ///
    /// - Parameters:
    ///   - base: The first byte of the body.
    ///   - count: The number of bytes, or any lower one.
    @inlinable
    @inline(__always)
    package init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// The number of readable zero bytes after the last byte of every body (`ResponseBody.slack`).
    @usableFromInline static var slack: Int { 64 }

    @inlinable
    @inline(__always)
    func assertReadable(_ position: Int, _ length: Int) {
        assert(position >= 0 && position + length <= count + Self.slack, "a load outside of the body")
    }

    /// The byte at a position.
    @inlinable
    package subscript(position: Int) -> UInt8 {
        @inline(__always)
        get {
            assertReadable(position, 1)
            return unsafe base.load(fromByteOffset: position, as: UInt8.self)
        }
    }

    /// Four bytes, the first in the lowest bits.
    @inlinable
    @inline(__always)
    package func word32(at position: Int) -> UInt32 {
        assertReadable(position, 4)
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    /// Eight bytes, the first in the lowest bits.
    @inlinable
    @inline(__always)
    package func word64(at position: Int) -> UInt64 {
        assertReadable(position, 8)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// The address of 16 bytes.
    @unsafe
    @inlinable
    @inline(__always)
    package func address(of position: Int) -> UnsafeRawPointer {
        assertReadable(position, 16)
        return unsafe base + position
    }
}
