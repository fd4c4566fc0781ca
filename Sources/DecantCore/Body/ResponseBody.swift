import CDecantScan

/// The bytes of a response body: immutable, shared, and cheap to pass on.
///
/// After the last byte follow ``slack`` zero bytes that are not part of the body, but readable. A scanner may therefore load a
/// whole word at any position of the body and needs no bounds test to stop: no format takes a zero byte for data. A decoded
/// document keeps the body itself instead of a copy.
///
/// Read the bytes through ``span``, which is a view, or through ``bytes``, which is a collection; neither copies any.
/// Dropping a prefix shares the memory, so offsets in errors still count from the first byte received.
public struct ResponseBody: Sendable {
    /// The number of readable zero bytes after the last byte of any body.
    public static let slack = 64

    /// The memory, with all bytes as received, which whoever keeps an address into it keeps, too.
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
    public func dropFirst(_ length: Int) -> ResponseBody {
        precondition(length >= 0 && length <= count, "cannot drop more than the body has")
        return ResponseBody(storage: storage, index: index + length, origin: origin, count: count - length)
    }

    /// The body as it was before anything was dropped.
    package var whole: ResponseBody {
        ResponseBody(storage: storage, index: origin, count: start + count)
    }

    /// The first bytes of the body: the body itself if it is short enough, else a copy of its beginning.
    ///
    /// - Parameter length: The number of bytes to keep at most.
    /// - Returns: A body of at most `length` bytes.
    public func prefix(_ length: Int) -> ResponseBody {
        precondition(length >= 0, "a length is never negative")
        return count > length ? ResponseBody(span.extracting(first: length)) : self
    }
}

// MARK: - Bytes

extension ResponseBody {
    /// The bytes as a collection that shares the memory of the body.
    public var bytes: Bytes { Bytes(body: self) }

    /// The bytes of a body as a collection; its indices begin at 0, and making one copies nothing.
    public struct Bytes: RandomAccessCollection, Hashable, Sendable {
        fileprivate let body: ResponseBody

        /// The index of the first byte: 0.
        public var startIndex: Int { 0 }

        /// The number of bytes.
        public var endIndex: Int { body.count }

        /// The byte at an index.
        ///
        /// - Parameter index: An index from 0 up to but not including ``endIndex``.
        public subscript(index: Int) -> UInt8 { body[index] }
    }
}

extension ResponseBody.Bytes {
    /// Whether the bytes are those of an array.
    public static func == (left: Self, right: [UInt8]) -> Bool { left.elementsEqual(right) }

    /// Whether the bytes of an array are these.
    public static func == (left: [UInt8], right: Self) -> Bool { right == left }
}

extension ResponseBody: Sequence {
    /// Begins at the first byte.
    public func makeIterator() -> IndexingIterator<Bytes> { bytes.makeIterator() }

    /// The number of bytes.
    public var underestimatedCount: Int { count }

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: Gets the bytes, which it must not keep.
    /// - Returns: The value that the closure returns.
    /// - Throws: The error that the closure throws.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        unsafe try bytes.withContiguousStorageIfAvailable { bytes in unsafe try body(bytes) }
    }
}

// MARK: - Unsafe
//
// Bound: bytes are copied while the closure that has them runs; an address is lent together with the number of bytes after it.

extension ResponseBody: Hashable {
    /// Whether two bodies have the same bytes.
    public static func == (left: ResponseBody, right: ResponseBody) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe decant_is_same(left.address, right.address, left.count)
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        unsafe span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    }
}

extension ResponseBody {
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
        if Bytes.self == ResponseBody.self {
            self = UnsafeRenaming.same(bytes)
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

extension ResponseBody.Bytes {
    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: Gets the bytes, which it must not keep.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        unsafe try self.body.span.withUnsafeBufferPointer { bytes in unsafe try body(bytes) }
    }
}
