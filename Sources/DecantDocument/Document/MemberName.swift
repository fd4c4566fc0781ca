// MARK: - Unsafe
//
// Why: a key is compared with the names of an object in the innermost loop of decoding.
//
// Bound: a name lives only inside the closure that gave it its bytes. Both operands of a comparison have `count` bytes, and the
// loads of 8, 4 and 2 bytes overlap instead of going beyond that.

/// The bytes of a name to look up, borrowed for the look-up.
@safe
@usableFromInline
package struct MemberName {
    @usableFromInline let bytes: UnsafeRawPointer

    /// The number of bytes.
    @usableFromInline let count: Int

    /// The two bits of the name in a set of 64.
    @usableFromInline let bits: UInt64

    /// Borrows bytes that outlive this value.
    @inlinable
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, _ count: Int) {
        unsafe self.bytes = bytes
        self.count = count
        unsafe bits = Self.bits(bytes, count)
    }

    /// Borrows the bytes of a literal, which are never released.
    @inlinable
    @inline(__always)
    package init(_ literal: StaticString) {
        self = unsafe MemberName(UnsafeRawPointer(literal.utf8Start), literal.utf8CodeUnitCount)
    }

    /// Calls a closure with a string as a name.
    @inline(__always)
    static func with<Result>(_ text: String, _ body: (MemberName) -> Result) -> Result {
        // No copy of the string is made, unless it is one of Objective-C.
        let result = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in body(unsafe MemberName(bytes)) }
        if let result { return result }
        var native = text
        return native.withUTF8 { bytes in body(unsafe MemberName(bytes)) }
    }

    @inline(__always)
    private init(_ buffer: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address, and then none of its bytes is looked at.
        guard let address = buffer.baseAddress else {
            self.init("")
            return
        }
        self = unsafe MemberName(UnsafeRawPointer(address), buffer.count)
    }

    /// Returns whether a string has these bytes.
    func equals(_ text: String) -> Bool {
        Self.with(text) { other in unsafe other.count == count && matches(other.bytes) }
    }

    /// Returns whether a set has the bits of the name: if not, the name is not among those it was made from.
    @inlinable
    @inline(__always)
    func mayBe(in set: UInt64) -> Bool { set & bits == bits }

    /// Chooses two bits of 64 by the length and three of the bytes: different names mostly have different ones.
    @inlinable
    @inline(__always)
    static func bits(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
        guard count > 0 else { return 1 }
        let first = unsafe UInt64(bytes.load(as: UInt8.self))
        let middle = unsafe UInt64(bytes.load(fromByteOffset: count &>> 1, as: UInt8.self))
        let last = unsafe UInt64(bytes.load(fromByteOffset: count &- 1, as: UInt8.self))
        let mixed = (first | middle &<< 8 | last &<< 16 | UInt64(truncatingIfNeeded: count) &<< 24)
        let product = mixed &* 0x9E37_79B9_7F4A_7C15
        return 1 &<< (product &>> 58) | 1 &<< (product &>> 52)
    }

    /// Returns whether `count` bytes elsewhere are the same.
    @inlinable
    @inline(__always)
    func matches(_ other: UnsafeRawPointer) -> Bool {
        if count >= 8 { return unsafe matchesLong(other) }
        if count >= 4 {
            return unsafe same(other, at: 0, as: UInt32.self) && same(other, at: count &- 4, as: UInt32.self)
        }
        if count >= 2 {
            return unsafe same(other, at: 0, as: UInt16.self) && same(other, at: count &- 2, as: UInt16.self)
        }
        return unsafe count == 0 || same(other, at: 0, as: UInt8.self)
    }

    @inlinable
    @inline(__always)
    func matchesLong(_ other: UnsafeRawPointer) -> Bool {
        var position = 0
        while position &+ 8 < count {
            guard unsafe same(other, at: position, as: UInt64.self) else { return false }
            position &+= 8
        }
        return unsafe same(other, at: count &- 8, as: UInt64.self)
    }

    @inlinable
    @inline(__always)
    func same<Word: FixedWidthInteger & BitwiseCopyable>(
        _ other: UnsafeRawPointer,
        at position: Int,
        as type: Word.Type
    ) -> Bool {
        unsafe bytes.loadUnaligned(fromByteOffset: position, as: Word.self)
            == other.loadUnaligned(fromByteOffset: position, as: Word.self)
    }
}
