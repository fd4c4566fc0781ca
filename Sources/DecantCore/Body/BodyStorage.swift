import CDecantScan

// Why: a document refers to the bytes of its body by address, for as long as it lives. An array lends its address to a closure
// only, so the bytes are in memory of this file's own, whose address is that of the object that owns it: whoever keeps the
// address keeps the object.

/// The immutable memory of a body.
///
/// ``ResponseBody/slack`` zeros follow the bytes.
@safe
@usableFromInline
package final class BodyStorage: Sendable {
    /// The first byte; valid while the object is alive.
    @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt8>

    /// The number of bytes, without the zeros.
    package let count: Int

    /// The memory of every empty body.
    static let empty = unsafe BodyStorage(copying: UnsafeRawBufferPointer(start: nil, count: 0))

    // MARK: - Unsafe
    //
    // Bound: `base` is the start of an allocation of `count` + `slack` bytes, all of them initialized before the object exists.
    // Nothing writes to them afterwards, which is why threads may share them, and only `deinit` frees them.

    /// Copies bytes.
    package init(copying bytes: UnsafeRawBufferPointer) {
        let memory = unsafe Self.allocate(bytes.count + ResponseBody.slack)
        if let source = bytes.baseAddress { unsafe memory.copyMemory(from: source, byteCount: bytes.count) }
        unsafe (memory + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: ResponseBody.slack)
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        count = bytes.count
    }

    /// Creates memory of zeros.
    init(zeros count: Int) {
        let memory = unsafe Self.allocate(count + ResponseBody.slack)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count + ResponseBody.slack)
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        self.count = count
    }

    /// Takes over memory of `decant_resize` that has `count` bytes, and room for ``ResponseBody/slack`` zeros after them.
    @unsafe
    init(adopting memory: UnsafeMutableRawPointer, count: Int) {
        unsafe (memory + count).initializeMemory(as: UInt8.self, repeating: 0, count: ResponseBody.slack)
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        self.count = count
    }

    /// Allocates memory as Swift's collections do: the process stops if there is none.
    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe decant_resize(nil, bytes) else { preconditionFailure("not enough memory for a body") }
        return unsafe memory
    }

    deinit {
        unsafe decant_free(UnsafeMutableRawPointer(mutating: base))
    }

    /// The address of the first byte; the caller keeps the object for as long as it keeps the address.
    @unsafe
    @inlinable
    package var address: UnsafePointer<UInt8> {
        @inline(__always)
        get { unsafe base }
    }

    /// Calls a closure with the bytes and the zeros after them, which it must not keep.
    @inline(__always)
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: base, count: count + ResponseBody.slack))
    }

    /// The byte at an index, or one of the zeros after the last one.
    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count &+ ResponseBody.slack, "index outside of the memory")
        return unsafe base[index]
    }

    /// The bytes, with the zeros after them.
    package var padded: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            let span = unsafe Span(_unsafeStart: base, count: count + ResponseBody.slack)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }
}
