// Why: a key is compared with the keys of a dictionary in the innermost loop of decoding.
//
// Bound: a key lives only inside the closure that lent its bytes. Both operands of a comparison have `count` bytes, and
// the loads of 8, 4 and 2 bytes overlap instead of going beyond that.

/// The bytes of a key that is looked up, lent for the look-up.
@safe
struct UnsafePropertyListKey {
    private let bytes: UnsafeRawPointer

    /// The number of bytes.
    let count: Int

    /// The two bits that stand for the key in a set of 64.
    let bits: UInt64

    /// Takes bytes that outlive this value.
    @inline(__always)
    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        self = unsafe UnsafePropertyListKey(UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped), buffer.count)
    }

    /// Takes bytes that outlive this value.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, _ count: Int) {
        unsafe self.bytes = bytes
        self.count = count
        unsafe bits = Self.bits(bytes, count)
    }

    /// Whether a set has the bits of the key: if not, the key is not among those it was made of.
    @inline(__always)
    func mayBe(in set: UInt64) -> Bool { set & bits == bits }

    /// Chooses two bits of 64 by the length and three of the bytes: different keys mostly have different ones.
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

    /// Whether `count` bytes elsewhere are the same.
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

    @inline(__always)
    private func matchesLong(_ other: UnsafeRawPointer) -> Bool {
        var position = 0
        while position &+ 8 < count {
            guard unsafe same(other, at: position, as: UInt64.self) else { return false }
            position &+= 8
        }
        return unsafe same(other, at: count &- 8, as: UInt64.self)
    }

    @inline(__always)
    private func same<Word: FixedWidthInteger & BitwiseCopyable>(
        _ other: UnsafeRawPointer,
        at position: Int,
        as type: Word.Type
    ) -> Bool {
        unsafe bytes.loadUnaligned(fromByteOffset: position, as: Word.self)
            == other.loadUnaligned(fromByteOffset: position, as: Word.self)
    }
}

extension UnsafePropertyListKey {
    /// Lends the bytes of a string as a key.
    @inline(__always)
    static func with<Result>(_ text: String, _ body: (UnsafePropertyListKey) -> Result) -> Result {
        var text = text
        return text.withUTF8 { bytes in body(unsafe UnsafePropertyListKey(bytes)) }
    }

    /// Whether a string has these bytes.
    func equals(_ text: String) -> Bool {
        Self.with(text) { other in unsafe other.count == count && matches(other.bytes) }
    }

    /// Takes the bytes of a literal, which are never released.
    @inline(__always)
    init(_ literal: StaticString) {
        self = unsafe UnsafePropertyListKey(UnsafeRawPointer(literal.utf8Start), literal.utf8CodeUnitCount)
    }
}
