// Why: a decoder looks at each key and value of a document several times, and going through arrays of a structure costs a
// bounds test and often a reference count each time.
//
// Bound: the pointers are to the elements of the three arrays of one document: words, body, pool. Whoever makes a tape keeps that document,
// so the arrays are neither released nor changed, and an array of trivial elements never moves by itself. An index is that
// of the top, or came from a node, which leads from container to content and never behind the end of the container; the
// callers test against that end. Offsets and lengths were written by the reader, inside of the body or the pool; behind
// both stand at least 8 readable bytes. Debug builds assert the indices.

import DecantCore

/// The nodes and the bytes of a document that somebody else keeps alive.
@safe
struct UnsafePropertyListTape {
    private let words: UnsafePointer<UInt64>
    private let body: UnsafeRawPointer
    private let pool: UnsafeRawPointer
    private let count: Int

    /// Looks at a document that outlives this value.
    init(_ document: borrowing PropertyListDocument) {
        count = document.words.count
        unsafe words = document.words.withUnsafeBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped }
        let start = document.body.start
        unsafe body = document.body.storage.withUnsafeBytes { unsafe $0.baseAddress.unsafelyUnwrapped + start }
        unsafe pool = document.pool.withUnsafeBytes { unsafe $0.baseAddress.unsafelyUnwrapped }
    }

    /// A head.
    @inline(__always)
    subscript(index: Int) -> PropertyListNode { PropertyListNode(word: self[word: index]) }

    /// A word.
    @inline(__always)
    subscript(word index: Int) -> UInt64 {
        assert(index >= 0 && index < count, "a node outside of the document")
        return unsafe words[index]
    }

    /// The index behind a container.
    @inline(__always)
    func end(of container: Int) -> Int { Int(UInt32(truncatingIfNeeded: self[word: container &+ 1])) }

    /// The number of elements or members of a container.
    @inline(__always)
    func count(of container: Int) -> Int { Int(truncatingIfNeeded: self[word: container &+ 1] &>> 32) }

    /// The index behind a value and all that is in it, or behind a key.
    @inline(__always)
    func next(after index: Int) -> Int {
        let kind = self[index].kind
        return kind.isContainer ? end(of: index) : index &+ kind.width
    }

    /// Where the content of a node stands, and its length in bytes or units of UTF-16.
    @inline(__always)
    private func content(at index: Int) -> (start: UnsafeRawPointer, length: Int) {
        let node = self[index]
        if _fastPath(node.kind.width == 1) { return unsafe (body + node.offset, node.length) }
        let second = self[word: index &+ 1]
        if node.kind.isLong { return unsafe (body + node.offset, Int(truncatingIfNeeded: second)) }
        return unsafe (pool + Int(truncatingIfNeeded: second &>> 32), Int(UInt32(truncatingIfNeeded: second)))
    }

    /// The bytes of a node that is text in UTF-8, or data.
    @inline(__always)
    func withBytes<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let content = unsafe content(at: index)
        let bytes = unsafe UnsafeRawBufferPointer(start: content.start, count: content.length)
        return unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    /// The units of a node that is text in UTF-16, as bytes.
    func withUnits<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let content = unsafe content(at: index)
        let bytes = unsafe UnsafeRawBufferPointer(start: content.start, count: content.length &* 2)
        return unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    /// Up to eight bytes of a node, the most significant first, as a number.
    @inline(__always)
    func magnitude(at index: Int) -> UInt64 {
        let (start, length) = unsafe content(at: index)
        let word = unsafe start.loadUnaligned(as: UInt64.self).bigEndian
        return word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    }

    /// The sixteen bytes of a node, as an integer.
    func wideInteger(at index: Int) -> Int128 {
        let content = unsafe content(at: index)
        let high = unsafe content.start.loadUnaligned(as: UInt64.self).bigEndian
        let low = unsafe content.start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
        return Int128(Int64(bitPattern: high)) << 64 | Int128(low)
    }

    /// The number of bytes of a number, or of text in UTF-8, or of data.
    @inline(__always)
    func length(at index: Int) -> Int { unsafe content(at: index).length }

    /// Whether a key in UTF-8 is this one; false for one in UTF-16, whatever it says.
    @inline(__always)
    func hasKey(_ key: UnsafePropertyListKey, at index: Int) -> Bool {
        let node = self[index]
        if _fastPath(node.kind == .text) {
            return unsafe node.length == key.count && key.matches(body + node.offset)
        }
        guard node.kind.type == .text else { return false }
        let content = unsafe content(at: index)
        return unsafe content.length == key.count && key.matches(content.start)
    }

    /// The two bits that stand for a key in a set of 64; all bits if it is in UTF-16.
    @inline(__always)
    func keyBits(at index: Int) -> UInt64 {
        guard self[index].kind.type == .text else { return .max }
        let content = unsafe content(at: index)
        return unsafe UnsafePropertyListKey.bits(content.start, content.length)
    }
}
