// Why: names are compared for every tag, most often short ones, and a call of the C library costs more than comparing.
//
// Bound: the bytes belong to a text or a buffer of the tokenizer, behind which at least 16 more may be read; the value does
// not outlive the function that asked for it. Beyond its own bytes it only looks at ones that it then leaves out of account.

import CDecantScan
import DecantCore

/// A run of bytes in one of the tokenizer's stores.
@safe
struct UnsafeXMLBytes {
    private let base: UnsafeRawPointer

    /// The number of bytes.
    let count: Int

    @inline(__always)
    init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// One byte.
    @inline(__always)
    subscript(index: Int) -> UInt8 {
        assert(index >= 0 && index < count, "a byte outside of the run")
        return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }

    /// The first eight bytes, the first in the lowest bits; zeros in the place of those that are not there.
    @inline(__always)
    var word: UInt64 {
        let word = unsafe UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
        return count >= 8 ? word : word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: count &* 8))
    }

    /// Whether two runs have the same bytes.
    @inline(__always)
    static func == (left: UnsafeXMLBytes, right: UnsafeXMLBytes) -> Bool {
        unsafe left.count == right.count && left.begins(right.base, right.count)
    }

    /// Whether another run begins with the bytes of this one; it is followed by 16 bytes that may be read.
    @inline(__always)
    func isPrefix(of other: UnsafeXMLBytes) -> Bool { unsafe begins(other.base, count) }

    @inline(__always)
    private func begins(_ other: UnsafeRawPointer, _ length: Int) -> Bool {
        #if arch(x86_64) || arch(arm64)
        if _fastPath(length <= 16) { return unsafe decant_xml_same16(base, other, length) != 0 }
        #endif
        return unsafe isEqualAtLength(other, length)
    }

    @inline(never)
    private func isEqualAtLength(_ other: UnsafeRawPointer, _ length: Int) -> Bool {
        unsafe UnsafeRawBufferPointer(start: base, count: length)
            .elementsEqual(UnsafeRawBufferPointer(start: other, count: length))
    }

    /// Lends the bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// The bytes as text.
    var string: String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// The bytes, to be lent on as a span that is bound to who holds them.
    @unsafe
    var pointer: UnsafeRawPointer { unsafe base }

    /// Whether the bytes are some ASCII characters.
    func isEqual(to word: StaticString) -> Bool {
        word.utf8CodeUnitCount == count
            && word.withUTF8Buffer { unsafe isEqualAtLength($0.firstAddress, count) }
    }

    /// A hash that nobody can foresee, of the bytes and a number.
    @inline(__always)
    func hash(with number: UInt32 = 0) -> UInt32 {
        let key = XMLHashKey.process
        var state = key.begin(number)
        guard count > 8 else { return key.end(key.add(word, to: state), count: count) }
        var position = 0
        while position &+ 8 < count {
            state = unsafe key.add(base.loadUnaligned(fromByteOffset: position, as: UInt64.self), to: state)
            position &+= 8
        }
        // The last word overlaps the one before, so that none has bytes from behind the end.
        state = unsafe key.add(base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self), to: state)
        return key.end(state, count: count)
    }
}
