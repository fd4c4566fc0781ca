import CDecantScan

/// An immutable, shared buffer that holds the bytes of a response body.
///
/// ``slack`` readable zero bytes follow the last byte; they are not part of the body. A scanner can therefore load a
/// whole word at any offset of the body without a bounds check: no format treats a zero byte as data. A decoded
/// document retains the body instead of copying it.
///
/// The type is a collection of bytes, and ``span`` gives direct access to them; neither copies the bytes. Dropping a
/// prefix shares the memory, so offsets in errors still count from the first byte received.
public struct ResponseBytes: Sendable {
    /// The number of readable zero bytes after the last byte of any body.
    public static let slack = 64

    /// The memory with all bytes as received; keep it alive while using an address into it.
    @usableFromInline package let storage: BodyStorage

    /// The index of the first byte in the memory.
    @usableFromInline let index: Int

    /// The index of the first received byte in the memory.
    private let origin: Int

    /// The number of bytes.
    public let count: Int

    /// The number of bytes that were dropped from the start of the received body.
    ///
    /// Offsets in errors refer to the body as received: this number plus the index of the byte.
    public var start: Int { index &- origin }

    private init(storage: BodyStorage, index: Int, origin: Int, count: Int) {
        self.storage = storage
        self.index = index
        self.origin = origin
        self.count = count
    }

    /// Creates a body from a part of the memory.
    package init(storage: BodyStorage, index: Int, count: Int) {
        self.init(storage: storage, index: index, origin: index, count: count)
    }

    /// Creates a body from all bytes of the memory.
    init(_ storage: BodyStorage) {
        self.init(storage: storage, index: 0, count: storage.count)
    }

    /// Creates an empty body.
    public init() {
        self.init(.empty)
    }

    /// Whether the body is empty.
    public var isEmpty: Bool { count == 0 }

    /// A span of the bytes; accessing it does not copy them.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { storage.padded.extracting(index..<index &+ count) }
    }

    /// Accesses the byte at an index.
    ///
    /// - Parameter index: An index from 0 up to but not including ``count``.
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "index outside of the body")
        return storage.padded[self.index &+ index]
    }

    /// Returns the body without its first bytes, sharing the memory.
    ///
    /// - Parameter length: The number of bytes to drop, from 0 to ``count``.
    public func dropFirst(_ length: Int) -> ResponseBytes {
        precondition(length >= 0 && length <= count, "cannot drop more than the body has")
        return ResponseBytes(storage: storage, index: index + length, origin: origin, count: count - length)
    }

    /// Returns a body for a range of the bytes, sharing the memory; the bytes after the range follow it instead of
    /// zeros.
    package func shared(_ range: Range<Int>) -> ResponseBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the body")
        return ResponseBytes(storage: storage, index: index + range.lowerBound, count: range.count)
    }

    /// Returns the bytes from an index on as if they had been received alone.
    ///
    /// The memory is shared if it ends with the body. Otherwise, the bytes are copied.
    package func sharedSuffix(from start: Int) -> ResponseBytes {
        precondition(start >= 0 && start <= count, "outside of the body")
        guard index + count == storage.count else { return ResponseBytes(span.extracting(start..<count)) }
        return ResponseBytes(BodyStorage(suffixOf: storage, from: index + start))
    }

    /// The body as received, including dropped bytes.
    package var whole: ResponseBytes {
        ResponseBytes(storage: storage, index: origin, count: start + count)
    }

    /// Returns the first bytes of the body: the body itself if it is short enough, else a copy of its prefix.
    ///
    /// - Parameter length: The maximum number of bytes to keep.
    public func prefix(_ length: Int) -> ResponseBytes {
        precondition(length >= 0, "a length is never negative")
        return count > length ? ResponseBytes(span.extracting(first: length)) : self
    }
}

// MARK: - Collection

extension ResponseBytes: RandomAccessCollection {
    /// The index of the first byte: 0.
    public var startIndex: Int { 0 }

    /// The number of bytes.
    public var endIndex: Int { count }

    /// Calls a closure with a buffer of the bytes.
    ///
    /// - Parameter body: A closure that receives the bytes. The buffer is valid until the closure returns.
    /// - Throws: The error that the closure throws.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        unsafe try span.withUnsafeBufferPointer { bytes in unsafe try body(bytes) }
    }

    /// Returns whether the body and an array contain the same bytes.
    public static func == (left: Self, right: [UInt8]) -> Bool { left.elementsEqual(right) }

    /// Returns whether an array and the body contain the same bytes.
    public static func == (left: [UInt8], right: Self) -> Bool { right == left }
}

// MARK: - Unsafe
//
// Bound: bytes are copied inside the closure that receives them; an address is passed together with the number of bytes
// after it.

extension ResponseBytes: Hashable {
    /// Returns whether two bodies contain the same bytes.
    public static func == (left: ResponseBytes, right: ResponseBytes) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe decant_is_same(left.address, right.address, left.count)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        unsafe span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    }
}

extension ResponseBytes {
    /// Creates a body by copying the bytes of a span.
    public init(_ bytes: Span<UInt8>) {
        self.init(unsafe bytes.withUnsafeBytes { bytes in unsafe BodyStorage(copying: bytes) })
    }

    /// Creates a body by copying bytes, such as an array, `Data`, a slice, or the readable view of a buffer.
    ///
    /// Passing a ``ResponseBytes`` copies nothing.
    @inlinable
    public init<Bytes: Sequence<UInt8>>(_ bytes: Bytes) {
        self = Bytes.self == ResponseBytes.self ? renamed(bytes, to: ResponseBytes.self) : ResponseBytes(copying: bytes)
    }

    @usableFromInline
    init(copying bytes: some Sequence<UInt8>) {
        let storage = bytes.withContiguousStorageIfAvailable { bytes in
            unsafe BodyStorage(copying: UnsafeRawBufferPointer(bytes))
        }
        self.init(unsafe storage ?? Array(bytes).withUnsafeBytes { bytes in unsafe BodyStorage(copying: bytes) })
    }

    /// The address of the first byte of the body; keep ``storage`` alive while using the address.
    @unsafe
    @inlinable
    package var address: UnsafePointer<UInt8> {
        @inline(__always)
        get { unsafe storage.address + index }
    }
}

extension ResponseBytes {
    /// Whether the body consists of an optional byte-order mark and whitespace, in UTF-8, UTF-16, or UTF-32.
    package var isWhitespace: Bool {
        // Nearly all bodies begin with a character that excludes it in every encoding.
        if let first, UTF8.isASCII(first), first != 0, !first.isWhitespace { return false }
        for (mark, width, significant) in Self.markedUnits where hasPrefix(mark) {
            return dropFirst(mark.count).isWhitespace(width: width, significant: significant)
        }
        return Self.markedUnits.contains { isWhitespace(width: $0.width, significant: $0.significant) }
    }

    /// The byte-order marks of the Unicode encodings, the size of a code unit in bytes, and the byte of a unit that
    /// identifies ASCII characters.
    private static let markedUnits: [(mark: [UInt8], width: Int, significant: Int)] = [
        (utf8Mark, 1, 0), (utf16LittleEndianMark + [0, 0], 4, 0), ([0, 0] + utf16BigEndianMark, 4, 3),
        (utf16LittleEndianMark, 2, 0), (utf16BigEndianMark, 2, 1),
    ]

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let utf16BigEndianMark: [UInt8] = [0xFE, 0xFF]
    private static let utf16LittleEndianMark: [UInt8] = [0xFF, 0xFE]

    private func isWhitespace(width: Int, significant: Int) -> Bool {
        guard count.isMultiple(of: width) else { return false }
        return span.indices.allSatisfy { index in
            index % width == significant ? self[index].isWhitespace : self[index] == 0
        }
    }

    /// Whether the body starts with the UTF-8 byte-order mark.
    package var hasUTF8Mark: Bool { hasPrefix(Self.utf8Mark) }

    /// Returns whether the body starts with the given bytes.
    package func hasPrefix(_ bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}

// Why: a document refers to the bytes of its body by address for its whole lifetime, but an array exposes its address
// to a closure only. The bytes therefore live in memory owned by an object of this file, and everything that keeps the
// address retains the object.

/// The immutable memory of a body.
///
/// ``ResponseBytes/slack`` zero bytes follow the bytes of the body.
@safe
@usableFromInline
package final class BodyStorage: Sendable {
    /// The first byte; valid while the object is alive.
    @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt8>

    /// The number of bytes, not counting the zeros.
    @usableFromInline package let count: Int

    /// Whether the memory is freed with the object.
    private nonisolated(unsafe) var isOwner = true

    /// The owner of the memory, if it is another object.
    private let owner: BodyStorage?

    /// The shared memory of all empty bodies.
    package static let empty = unsafe BodyStorage(copying: UnsafeRawBufferPointer(start: nil, count: 0))

    // MARK: - Unsafe
    //
    // Bound: `base` is the start of an allocation of `count` + `slack` bytes, all initialized before `init` returns, or
    // an address in the allocation of `owner`, which has the same end.
    // Nothing writes to them afterwards, so threads may share them, and only `deinit` frees them. The memory of a
    // window or a collector is an exception: its writer writes only while it holds the sole reference, lends only bytes
    // it has written, and may then hand the memory over.

    /// Shares the last bytes of other memory.
    fileprivate init(suffixOf other: BodyStorage, from offset: Int) {
        precondition(offset >= 0 && offset <= other.count, "outside of the memory")
        unsafe base = other.base + offset
        count = other.count - offset
        owner = other.owner ?? other
        unsafe isOwner = false
    }

    /// Creates memory with a copy of the bytes.
    package init(copying bytes: UnsafeRawBufferPointer) {
        owner = nil
        let memory = unsafe Self.allocate(bytes.count + ResponseBytes.slack)
        if let source = bytes.baseAddress { unsafe memory.copyMemory(from: source, byteCount: bytes.count) }
        unsafe (memory + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: ResponseBytes.slack)
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        count = bytes.count
    }

    /// Allocates memory for a window or a collector, which writes it front to back before lending the written bytes.
    ///
    /// Returns nil if there is not enough memory; `other` is unchanged in that case.
    ///
    /// - Parameters:
    ///   - count: The capacity in bytes.
    ///   - other: Memory to resize. The caller must hold its only reference; its bytes are kept up to the new capacity.
    package init?(capacity count: Int, from other: BodyStorage? = nil) {
        precondition(other?.owner == nil, "memory of another object")
        owner = nil
        let (size, overflows) = count.addingReportingOverflow(ResponseBytes.slack)
        let old = unsafe UnsafeMutableRawPointer(mutating: other?.base)
        guard !overflows, let memory = unsafe decant_resize(old, size) else { return nil }
        unsafe other?.isOwner = false
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        self.count = count
    }

    /// Takes over the first bytes of `other` and releases the remainder if it is large; the caller must hold the only
    /// reference.
    private init(first length: Int, of other: BodyStorage) {
        precondition(other.owner == nil, "memory of another object")
        owner = nil
        let all = unsafe UnsafeMutableRawPointer(mutating: other.base)
        let excess = other.count - length
        let shrunk = unsafe excess > length / 8 ? decant_resize(all, length + ResponseBytes.slack) : nil
        unsafe other.isOwner = false
        unsafe base = UnsafePointer((shrunk ?? all).assumingMemoryBound(to: UInt8.self))
        count = length
    }

    /// Finishes memory whose writer holds the only reference, and returns the memory of the body.
    ///
    /// - Parameter length: The number of bytes that were written.
    func written(_ length: Int) -> BodyStorage {
        let body = length == count ? self : BodyStorage(first: length, of: self)
        let end = unsafe UnsafeMutablePointer(mutating: body.base) + length
        unsafe end.initialize(repeating: 0, count: ResponseBytes.slack)
        return body
    }

    /// Allocates memory; traps if there is not enough, as Swift's collections do.
    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe decant_resize(nil, bytes) else { preconditionFailure("not enough memory for a body") }
        return unsafe memory
    }

    deinit {
        if unsafe isOwner { unsafe decant_free(UnsafeMutableRawPointer(mutating: base)) }
    }

    /// The address of the first byte; keep the object alive while using the address.
    @unsafe
    @inlinable
    package var address: UnsafePointer<UInt8> {
        @inline(__always)
        get { unsafe base }
    }

    /// Accesses the byte at an index, or one of the zeros after the last byte.
    @inlinable
    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count &+ ResponseBytes.slack, "index outside of the memory")
        return unsafe base[index]
    }

    /// A span of the bytes and the zeros after them.
    @inlinable package var padded: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            let span = unsafe Span(_unsafeStart: base, count: count + ResponseBytes.slack)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }
}

// MARK: - Unsafe
//
// Why: the base address of a buffer is nil if the buffer has no memory, and unwrapping the optional without a check is
// undefined behavior. These properties check it: one comparison for each buffer, not for each element.

extension UnsafeBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeMutablePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

// Why: generic code often has two names for one type, and a dynamic cast from one to the other takes longer than
// decoding an integer.
//
// Bound: the two types are compared first, so the cast never changes the type or the layout of the value.

/// Returns a value under another name of its type; traps if the types differ.
@inlinable
@inline(__always)
package func renamed<Value, Other>(_ value: Value, to type: Other.Type) -> Other {
    precondition(Value.self == Other.self, "two types")
    return unsafe unsafeBitCast(value, to: type)
}
