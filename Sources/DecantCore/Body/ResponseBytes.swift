import CDecantScan

/// The bytes of a response body: immutable, shared, and cheap to pass on.
///
/// After the last byte follow ``slack`` zero bytes that are not part of the body, but readable. A scanner may therefore load a
/// whole word at any position of the body and needs no bounds test to stop: no format takes a zero byte for data. A decoded
/// document keeps the body itself instead of a copy.
///
/// It is a collection of bytes, and ``span`` is a view of them; neither copies any.
/// Dropping a prefix shares the memory, so offsets in errors still count from the first byte received.
public struct ResponseBytes: Sendable {
    /// The number of readable zero bytes after the last byte of any body.
    public static let slack = 64

    /// The memory, with all bytes as received; the owner of an address into it has to keep it.
    @usableFromInline package let storage: BodyStorage

    /// The index of the first byte in the memory.
    @usableFromInline let index: Int

    /// The index in the memory of the first byte that was received.
    private let origin: Int

    /// The number of bytes.
    public let count: Int

    /// The number of bytes of the body as received that were dropped before the first byte of this one.
    ///
    /// An offset in an error counts in the body as received: it is this, plus the index of the byte.
    public var start: Int { index &- origin }

    private init(storage: BodyStorage, index: Int, origin: Int, count: Int) {
        self.storage = storage
        self.index = index
        self.origin = origin
        self.count = count
    }

    /// Creates a body of a part of some memory.
    init(storage: BodyStorage, index: Int, count: Int) {
        self.init(storage: storage, index: index, origin: index, count: count)
    }

    /// Creates a body of all bytes of some memory.
    init(_ storage: BodyStorage) {
        self.init(storage: storage, index: 0, count: storage.count)
    }

    /// Creates an empty body.
    public init() {
        self.init(.empty)
    }

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// The bytes, without a copy.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get { storage.padded.extracting(index..<index &+ count) }
    }

    /// The byte at an index.
    ///
    /// - Parameter index: An index from 0 up to but not including ``count``.
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "index outside of the body")
        return storage.padded[self.index &+ index]
    }

    /// The body without its first bytes, which shares the memory.
    ///
    /// - Parameter length: The number of bytes to leave out, from 0 to ``count``.
    /// - Returns: A body that begins `length` bytes later.
    public func dropFirst(_ length: Int) -> ResponseBytes {
        precondition(length >= 0 && length <= count, "cannot drop more than the body has")
        return ResponseBytes(storage: storage, index: index + length, origin: origin, count: count - length)
    }

    /// Some bytes of the body as a body of its own, which shares its memory; the body's other bytes follow them, and not zeros.
    package func shared(_ range: Range<Int>) -> ResponseBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the body")
        return ResponseBytes(storage: storage, index: index + range.lowerBound, count: range.count)
    }

    /// The body as it was before anything was dropped.
    package var whole: ResponseBytes {
        ResponseBytes(storage: storage, index: origin, count: start + count)
    }

    /// The first bytes of the body: the body itself if it is short enough, else a copy of its beginning.
    ///
    /// - Parameter length: The number of bytes to keep at most.
    /// - Returns: A body of at most `length` bytes.
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

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: Gets the bytes, which it must not keep.
    /// - Returns: The value that the closure returns.
    /// - Throws: The error that the closure throws.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        unsafe try span.withUnsafeBufferPointer { bytes in unsafe try body(bytes) }
    }

    /// Returns whether the bytes are those of an array.
    public static func == (left: Self, right: [UInt8]) -> Bool { left.elementsEqual(right) }

    /// Returns whether the bytes of an array are these.
    public static func == (left: [UInt8], right: Self) -> Bool { right == left }
}

// MARK: - Unsafe
//
// Bound: bytes are copied while the closure that has them runs; an address is passed together with the number of bytes after it.

extension ResponseBytes: Hashable {
    /// Returns whether two bodies have the same bytes.
    public static func == (left: ResponseBytes, right: ResponseBytes) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe decant_is_same(left.address, right.address, left.count)
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        unsafe span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    }
}

extension ResponseBytes {
    /// Creates a body by copying the bytes of a span.
    ///
    /// - Parameter bytes: The bytes as they were received.
    public init(_ bytes: Span<UInt8>) {
        self.init(unsafe bytes.withUnsafeBytes { bytes in unsafe BodyStorage(copying: bytes) })
    }

    /// Creates a body by copying bytes, such as an array, `Data`, a slice or a buffer's readable view; a body is not copied.
    ///
    /// - Parameter bytes: The bytes as they were received.
    public init<Bytes: Sequence<UInt8>>(_ bytes: Bytes) {
        if Bytes.self == ResponseBytes.self {
            self = renamed(bytes, to: ResponseBytes.self)
            return
        }
        let storage = bytes.withContiguousStorageIfAvailable { bytes in
            unsafe BodyStorage(copying: UnsafeRawBufferPointer(bytes))
        }
        self.init(unsafe storage ?? Array(bytes).withUnsafeBytes { bytes in unsafe BodyStorage(copying: bytes) })
    }

    /// The address of the first byte of the body; the caller keeps ``storage`` for as long as it keeps the address.
    @unsafe
    @inlinable
    package var address: UnsafePointer<UInt8> {
        @inline(__always)
        get { unsafe storage.address + index }
    }
}

extension ResponseBytes {
    /// Whether the bytes are nothing but a byte-order mark and white space, in UTF-8, UTF-16 or UTF-32.
    package var isWhiteSpace: Bool {
        for (mark, width, significant) in Self.markedUnits where hasPrefix(mark) {
            return dropFirst(mark.count).isWhiteSpace(width: width, significant: significant)
        }
        return Self.markedUnits.contains { isWhiteSpace(width: $0.width, significant: $0.significant) }
    }

    /// The marks of the Unicode encodings, the size of a unit in bytes, and the byte of a unit that identifies ASCII
    /// characters.
    private static let markedUnits: [(mark: [UInt8], width: Int, significant: Int)] = [
        (utf8Mark, 1, 0), (utf16LittleEndianMark + [0, 0], 4, 0), ([0, 0] + utf16BigEndianMark, 4, 3),
        (utf16LittleEndianMark, 2, 0), (utf16BigEndianMark, 2, 1),
    ]

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let utf16BigEndianMark: [UInt8] = [0xFE, 0xFF]
    private static let utf16LittleEndianMark: [UInt8] = [0xFF, 0xFE]

    private func isWhiteSpace(width: Int, significant: Int) -> Bool {
        guard count.isMultiple(of: width) else { return false }
        return span.indices.allSatisfy { index in
            index % width == significant ? self[index].isWhiteSpace : self[index] == 0
        }
    }

    /// Whether the body begins with the UTF-8 byte-order mark.
    package var hasUTF8Mark: Bool { hasPrefix(Self.utf8Mark) }

    /// Returns whether the body begins with some bytes.
    package func hasPrefix(_ bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}

// Why: a document refers to the bytes of its body by address, for as long as it lives. An array passes its address to a closure
// only, so the bytes are in memory of this file's own, whose address is that of the object that owns it: whoever keeps the
// address keeps the object.

/// The immutable memory of a body.
///
/// ``ResponseBytes/slack`` zeros follow the bytes.
@safe
@usableFromInline
package final class BodyStorage: Sendable {
    /// The first byte; valid while the object is alive.
    @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt8>

    /// The number of bytes, without the zeros.
    package let count: Int

    /// Whether the memory is freed with the object.
    private nonisolated(unsafe) var isOwner = true

    /// The memory of every empty body.
    static let empty = unsafe BodyStorage(copying: UnsafeRawBufferPointer(start: nil, count: 0))

    // MARK: - Unsafe
    //
    // Bound: `base` is the start of an allocation of `count` + `slack` bytes, all of them initialized before the object exists.
    // Nothing writes to them afterwards, which is why threads may share them, and only `deinit` frees them. The memory of a window
    // or a collector is an exception: these write while they alone have a reference, lend only what they have written, and may pass the
    // memory on then.

    /// Copies bytes.
    package init(copying bytes: UnsafeRawBufferPointer) {
        let memory = unsafe Self.allocate(bytes.count + ResponseBytes.slack)
        if let source = bytes.baseAddress { unsafe memory.copyMemory(from: source, byteCount: bytes.count) }
        unsafe (memory + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: ResponseBytes.slack)
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        count = bytes.count
    }

    /// Creates memory for a window or a collector, which writes it from the front before it lends what it has written.
    ///
    /// Nil if there is not enough memory; the other stays as it is then.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that there is to be room for.
    ///   - other: Other memory to take over, which its writer alone refers to; its bytes stay as far as there is room.
    init?(capacity count: Int, from other: BodyStorage? = nil) {
        let (size, overflows) = count.addingReportingOverflow(ResponseBytes.slack)
        let old = unsafe UnsafeMutableRawPointer(mutating: other?.base)
        guard !overflows, let memory = unsafe decant_resize(old, size) else { return nil }
        unsafe other?.isOwner = false
        unsafe base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        self.count = count
    }

    /// Takes over the first bytes of other memory, which its writer alone refers to, and releases the rest if it is large.
    private init(first length: Int, of other: BodyStorage) {
        let all = unsafe UnsafeMutableRawPointer(mutating: other.base)
        let excess = other.count - length
        let shrunk = unsafe excess > length / 8 ? decant_resize(all, length + ResponseBytes.slack) : nil
        unsafe other.isOwner = false
        unsafe base = UnsafePointer((shrunk ?? all).assumingMemoryBound(to: UInt8.self))
        count = length
    }

    /// Ends the writing of memory that its writer alone refers to.
    ///
    /// - Parameter length: The number of bytes that were written.
    /// - Returns: The memory of a body of so many bytes.
    func written(_ length: Int) -> BodyStorage {
        let body = length == count ? self : BodyStorage(first: length, of: self)
        let end = unsafe UnsafeMutablePointer(mutating: body.base) + length
        unsafe end.initialize(repeating: 0, count: ResponseBytes.slack)
        return body
    }

    /// Allocates memory as Swift's collections do: the process stops if there is none.
    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe decant_resize(nil, bytes) else { preconditionFailure("not enough memory for a body") }
        return unsafe memory
    }

    deinit {
        if unsafe isOwner { unsafe decant_free(UnsafeMutableRawPointer(mutating: base)) }
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
        try unsafe body(UnsafeRawBufferPointer(start: base, count: count + ResponseBytes.slack))
    }

    /// The byte at an index, or one of the zeros after the last one.
    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count &+ ResponseBytes.slack, "index outside of the memory")
        return unsafe base[index]
    }

    /// The bytes, with the zeros after them.
    package var padded: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            let span = unsafe Span(_unsafeStart: base, count: count + ResponseBytes.slack)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }
}
