/// The bytes of a response body: immutable, shared, and cheap to pass on.
///
/// Behind the last byte of every body stand ``slack`` zero bytes that are not part of it. A scanner may therefore load
/// a whole word at any position of the body and needs no bounds test to stop: no format takes a zero byte for data.
/// A decoded document keeps the body itself instead of a copy.
///
/// Dropping a prefix shares the storage, so offsets in errors still count from the first byte received.
public struct ResponseBody: Sendable {
    /// The number of zero bytes that stand readable behind the last byte of any body.
    public static let slack = 64

    /// The bytes received, followed by at least ``slack`` zeros.
    package let storage: [UInt8]

    /// The number of bytes of the body as received that were dropped in front.
    ///
    /// A place in an error is an offset in the body as received: this, plus the index of the byte.
    public let start: Int

    /// The number of bytes.
    public let count: Int

    /// Creates an empty body.
    public init() {
        self.init([])
    }

    /// Creates a body from bytes; an array that is not used elsewhere and has room for the slack is not copied.
    ///
    /// - Parameter bytes: The bytes as they were received.
    public init(_ bytes: consuming [UInt8]) {
        count = bytes.count
        start = 0
        bytes.append(contentsOf: repeatElement(0, count: Self.slack))
        storage = bytes
    }

    /// Creates a body by copying bytes from any sequence, such as `Data`, a slice or a buffer's readable view.
    ///
    /// - Parameter bytes: The bytes as they were received.
    public init(_ bytes: some Sequence<UInt8>) {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.underestimatedCount + Self.slack)
        copy.append(contentsOf: bytes)
        self.init(copy)
    }

    private init(storage: [UInt8], start: Int, count: Int) {
        self.storage = storage
        self.start = start
        self.count = count
    }

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// The bytes, lent without a copy.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span.extracting(start..<start + count) }
    }

    /// The bytes as an array of their own.
    public var bytes: [UInt8] {
        Array(storage[start..<start + count])
    }

    /// The byte at a position.
    ///
    /// - Parameter index: A position from 0 up to but not including ``count``.
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "index outside of the body")
        return storage[start + index]
    }

    /// The body without its first bytes, sharing the same storage.
    ///
    /// - Parameter length: The number of bytes to leave out, from 0 to ``count``.
    /// - Returns: A body that begins `length` bytes later.
    public func dropFirst(_ length: Int) -> ResponseBody {
        precondition(length >= 0 && length <= count, "cannot drop more than the body has")
        return ResponseBody(storage: storage, start: start + length, count: count - length)
    }

    /// The body as it was before anything was dropped in front.
    package var whole: ResponseBody {
        ResponseBody(storage: storage, start: 0, count: start + count)
    }

    /// The first bytes of the body: the body itself if it is short enough, else a copy of its beginning.
    ///
    /// - Parameter length: The number of bytes to keep at most.
    /// - Returns: A body of at most `length` bytes.
    public func prefix(_ length: Int) -> ResponseBody {
        precondition(length >= 0, "a length is never negative")
        guard count > length else { return self }
        return ResponseBody(storage[start..<start + length])
    }
}

extension ResponseBody: Hashable {
    /// Whether two bodies have the same bytes.
    public static func == (left: ResponseBody, right: ResponseBody) -> Bool {
        left.storage[left.start..<left.start + left.count] == right.storage[right.start..<right.start + right.count]
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage[start..<start + count])
    }
}
