// Why: the tokenizer appends to a few lists for almost every tag, and an array checks uniqueness and bounds each time.
//
// Bound: only the elements below `count` are initialized. Every access is to one of them, which debug builds assert.
// Elements need no deinitialization. The memory belongs to the buffer alone, which cannot be copied. The 64 bytes after
// the last element may be read, as a text requires, and written: a run of at most 32 bytes is appended as one or two
// groups of 16, so up to 15 bytes beyond its end are read at the source and written here.

import CDecantScan
import DecantCore

/// A growable list of trivial values.
@safe
struct UnsafeXMLBuffer<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>?
    private(set) var capacity = 0
    private(set) var count = 0

    init() { unsafe base = nil }

    /// Creates an empty list with memory for some elements; unused memory is never touched.
    init(capacity: Int) {
        unsafe base = nil
        resize(to: capacity)
    }

    deinit { unsafe decant_free(base) }

    private static var slack: Int {
        (ResponseBytes.slack + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride
    }

    /// The address of the first element.
    ///
    /// Bound: memory is allocated before the first element is added, and only elements below `count` are read or
    /// written.
    private var first: UnsafeMutablePointer<Element> {
        assert(capacity > 0, "a list without memory")
        return unsafe base.unsafelyUnwrapped
    }

    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "an element outside of the list")
            return unsafe first[index]
        }
        set {
            assert(index >= 0 && index < count, "an element outside of the list")
            unsafe first[index] = newValue
        }
    }

    mutating func append(_ element: Element) {
        if _slowPath(count == capacity) { grow(to: count + 1) }
        unsafe (first + count).initialize(to: element)
        count &+= 1
    }

    mutating func truncate(to newCount: Int) {
        assert(newCount >= 0 && newCount <= count, "a list cannot be cut to more than it has")
        count = newCount
    }

    @inline(never)
    mutating func grow(to minimum: Int) {
        guard minimum > capacity else { return }
        resize(to: max(minimum, capacity * 2, Self.firstSize / MemoryLayout<Element>.stride - Self.slack))
    }

    private mutating func resize(to newCapacity: Int) {
        let size = (newCapacity + Self.slack) * MemoryLayout<Element>.stride
        guard let memory = unsafe decant_resize(base, size) else {
            preconditionFailure("not enough memory for a list")
        }
        unsafe base = unsafe memory.assumingMemoryBound(to: Element.self)
        capacity = newCapacity
        guard size > Self.small else { return }
        let bytes = unsafe UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: size)
        unsafe UnsafeFreshMemory.preferLargePages(bytes)
    }

    /// Frees unused memory of a small list, because a program may keep many small documents.
    ///
    /// The system has not committed the unused memory of a large list.
    mutating func shrink() {
        let size = capacity * MemoryLayout<Element>.stride
        if size <= Self.small, capacity - count > count { resize(to: count) }
    }

    /// Returns an element; an index outside of the list stops the program.
    func checked(at index: Int) -> Element {
        precondition(index >= 0 && index < count, "an element outside of the list")
        return unsafe first[index]
    }

    /// The size of the first allocation in bytes, including the bytes after the list; allocators serve this size
    /// quickly.
    private static var firstSize: Int { 1024 }
    /// The largest size to shrink.
    private static var small: Int { 64 << 10 }
}

extension UnsafeXMLBuffer where Element == UInt8 {
    /// Appends a run of bytes from another list or from a text.
    mutating func append(_ bytes: UnsafeXMLBytes) {
        let length = bytes.count
        guard _fastPath(length <= 32 && capacity &- count >= length) else { return unsafe copy(bytes.pointer, length) }
        guard length > 0 else { return }
        let target = unsafe UnsafeMutableRawPointer(first) + count
        // Most runs are short. The excess bytes of a copy land in the slack or are overwritten by the next run.
        unsafe target.storeBytes(of: bytes.pointer.loadUnaligned(as: Block.self), as: Block.self)
        if length > 16 {
            let second = unsafe bytes.pointer.loadUnaligned(fromByteOffset: 16, as: Block.self)
            unsafe target.storeBytes(of: second, toByteOffset: 16, as: Block.self)
        }
        count &+= length
    }

    private typealias Block = SIMD2<UInt64>

    @inline(never)
    private mutating func copy(_ bytes: UnsafeRawPointer, _ length: Int) {
        if capacity - count < length { grow(to: count + length) }
        unsafe (UnsafeMutableRawPointer(first) + count).copyMemory(from: bytes, byteCount: length)
        count += length
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            unsafe copy(first, bytes.count)
        }
    }

    /// Sets the 64 bytes after the list to zero, as a text requires.
    mutating func terminate() {
        if capacity == 0 { grow(to: 1) }
        unsafe (first + count).update(repeating: 0, count: ResponseBytes.slack)
    }

    mutating func dropFirst(_ length: Int) {
        assert(length >= 0 && length <= count, "cannot drop more than the list has")
        guard length > 0, let base = unsafe base else { return }
        unsafe base.update(from: base + length, count: count - length)
        count -= length
    }

    func bytes(from start: Int, count length: Int) -> UnsafeXMLBytes {
        assert(start >= 0 && length >= 0 && start + length <= count, "a run outside of the list")
        return unsafe UnsafeXMLBytes(UnsafeRawPointer(first) + start, count: length)
    }

    /// Returns the bytes before `end` as a text; a zero byte must follow them.
    func text(to end: Int) -> UnsafeXMLText { unsafe UnsafeXMLText(UnsafeRawPointer(first), count: end) }

    var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }
}

// MARK: - Unsafe
//
// Why: names are compared for every tag. Most are short, and a call of the C library costs more than comparing them
// inline.
//
// Bound: the bytes belong to a text or a buffer of the tokenizer, and at least 16 readable bytes follow them. The value
// does not outlive the function that obtained it. Bytes beyond its end are read, but do not affect any result.

/// A run of bytes in one of the tokenizer's stores.
@safe
struct UnsafeXMLBytes {
    private let base: UnsafeRawPointer
    let count: Int

    init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    subscript(index: Int) -> UInt8 {
        assert(index >= 0 && index < count, "a byte outside of the run")
        return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }

    /// The first eight bytes, the first in the lowest bits; zeros replace missing bytes.
    var word: UInt64 {
        let word = unsafe UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
        return count >= 8 ? word : word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: count &* 8))
    }

    static func == (left: UnsafeXMLBytes, right: UnsafeXMLBytes) -> Bool {
        left.count == right.count && left.isPrefix(of: right)
    }

    /// Returns whether another run, followed by 16 readable bytes, begins with the bytes of this one.
    func isPrefix(of other: UnsafeXMLBytes) -> Bool {
        if _fastPath(count <= 16) { return unsafe decant_xml_same16(base, other.base, count) != 0 }
        return unsafe begins(other.base)
    }

    /// Compares groups of 16 bytes up to the first difference, because the other run may be shorter.
    @inline(never)
    private func begins(_ other: UnsafeRawPointer) -> Bool {
        var offset = 0
        while offset < count {
            let length = min(count &- offset, 16)
            guard unsafe decant_xml_same16(base + offset, other + offset, length) != 0 else { return false }
            offset &+= 16
        }
        return true
    }

    func hash(into hasher: inout Hasher) {
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base, count: count))
    }

    var string: String { unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self) }

    /// The address of the bytes, for a span whose lifetime is bound to their owner.
    @unsafe
    var pointer: UnsafeRawPointer { unsafe base }

    func isEqual(to word: StaticString) -> Bool {
        word.utf8CodeUnitCount == count
            && word.withUTF8Buffer { unsafe decant_is_same(base, $0.firstAddress, count) }
    }
}
