/// Gathers the chunks of a body as they arrive, up to a limit, into the memory of one ``ResponseBytes``.
///
/// The memory grows where it is, if the system can do that, and is not copied at the end.
public struct ResponseBodyCollector: Sendable {
    /// The most that a length the server only claims reserves before any byte has come.
    private static let trustedReservation = 1 << 20

    private var memory = GrowingMemory()
    private let limit: Int

    /// The number of bytes gathered so far.
    public private(set) var count = 0

    /// Creates an empty collector.
    ///
    /// ```swift
    /// var collector = ResponseBodyCollector(limits: Limits())
    /// for chunk in chunks { try collector.append(chunk) }
    /// let body = collector.finish()
    /// ```
    ///
    /// - Parameters:
    ///   - limits: The limits of which ``Limits/bodyBytes`` is enforced.
    ///   - expectedCount: The length the head announces, if it does; a hint that is never trusted beyond 1 MiB.
    public init(limits: Limits = Limits(), expectedCount: Int? = nil) {
        limit = limits.bodyBytes
        guard let expectedCount, expectedCount > 0, limit > 0 else { return }
        _ = memory.reserve(min(expectedCount, limit, Self.trustedReservation))
    }

    /// Adds a chunk.
    ///
    /// - Parameter chunk: The bytes that follow those already gathered.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` once the body is too large, or larger than
    ///   there is memory; the chunk is then not added.
    public mutating func append(_ chunk: some Sequence<UInt8>) throws(ResponseError) {
        let result = chunk.withContiguousStorageIfAvailable { unsafe added(UnsafeRawBufferPointer($0)) }
        try (unsafe result ?? Array(chunk).withUnsafeBytes { unsafe added($0) }).get()
    }

    /// Adds a chunk.
    ///
    /// - Parameter chunk: The bytes that follow those already gathered.
    /// - Throws: ``ResponseError`` as for a sequence.
    public mutating func append(_ chunk: Span<UInt8>) throws(ResponseError) {
        try (unsafe chunk.withUnsafeBytes { unsafe added($0) }).get()
    }

    private mutating func added(_ bytes: UnsafeRawBufferPointer) -> Result<Void, ResponseError> {
        guard bytes.count <= limit - count else {
            let message = "the body has more than \(limit.counted("byte"))"
            return .failure(ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes))
        }
        guard unsafe memory.append(bytes, after: count) else {
            let message = "not enough memory for more than \(count.counted("byte")) of the body"
            return .failure(ResponseError(.limitExceeded, message, offset: count, limit: .bodyBytes))
        }
        count += bytes.count
        return .success(())
    }

    /// Lets a closure write after the bytes gathered so far, which begin its output.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes that there are to be room for, all together.
    ///   - body: Writes.
    /// - Returns: The result of the closure.
    /// - Throws: Any error of the closure, or ``ResponseError`` if there is not enough memory.
    mutating func write<Result>(
        upTo capacity: Int,
        _ body: (inout OutputSpan<UInt8>) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        guard let result = try memory.write(upTo: capacity, after: &count, body) else {
            let message = "not enough memory for more than \(count.counted("byte")) of the body"
            throw ResponseError(.limitExceeded, message, offset: count, limit: .bodyBytes)
        }
        return result
    }

    /// Drops the bytes after the first ones, without a copy.
    mutating func truncate(to length: Int) { count = max(0, min(count, length)) }

    /// Ends the collection: the memory becomes that of the body, without a copy, and the collector is empty.
    ///
    /// - Returns: The body of all chunks in order.
    public mutating func finish() -> ResponseBytes {
        defer { count = 0 }
        return ResponseBytes(memory.finish(count))
    }
}

// MARK: - Unsafe
//
// Bound: the memory has room for `count` bytes of the storage, plus the slack of a body; `append` and `finish` test against it. The
// caller keeps the number of bytes that are written from the start. Only a value that is alone in referring to a storage writes to it
// or passes its memory on, so that copies of a collector are values.

/// Memory that grows by being reallocated, which moves the pages of large memory instead of copying them.
private struct GrowingMemory: Sendable {
    private var storage: BodyStorage?

    private var capacity: Int { storage?.count ?? 0 }

    @unsafe
    private var base: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(mutating: storage?.address) }

    /// Reserves capacity for bytes; changes nothing if there is not enough memory.
    mutating func reserve(_ capacity: Int) -> Bool {
        guard capacity > self.capacity else { return true }
        guard let larger = BodyStorage(capacity: capacity, from: storage) else { return false }
        storage = larger
        return true
    }

    /// Writes bytes after the first `count`; changes nothing if there is not enough memory.
    mutating func append(_ bytes: UnsafeRawBufferPointer, after count: Int) -> Bool {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return true }
        let (needed, overflows) = count.addingReportingOverflow(bytes.count)
        guard !overflows, makeUnique(count) else { return false }
        if needed > capacity {
            // Half as much again, so that each byte is moved a bounded number of times.
            let generous = capacity + capacity / 2
            guard reserve(max(needed, generous)) || reserve(needed) else { return false }
        }
        guard let base = unsafe base else { return false }
        unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
        return true
    }

    /// Lets a closure write after the first `count` bytes; nil if there is not enough memory.
    mutating func write<Result>(
        upTo capacity: Int,
        after count: inout Int,
        _ body: (inout OutputSpan<UInt8>) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result? {
        guard makeUnique(count), reserve(capacity), let base = unsafe base else { return nil }
        let memory = unsafe base.bindMemory(to: UInt8.self, capacity: capacity)
        let space = unsafe UnsafeMutableBufferPointer(start: memory, count: capacity)
        var output = unsafe OutputSpan(buffer: space, initializedCount: count)
        do throws(ResponseError) {
            let result = try body(&output)
            count = unsafe output.finalize(for: space)
            return result
        } catch {
            count = unsafe output.finalize(for: space)
            throw error
        }
    }

    /// Turns the first `count` bytes into the memory of a body, and releases the rest if it is large.
    mutating func finish(_ count: Int) -> BodyStorage {
        defer { storage = nil }
        guard count > 0, let base = unsafe base else { return .empty }
        guard isKnownUniquelyReferenced(&storage), let storage else {
            return unsafe BodyStorage(copying: UnsafeRawBufferPointer(start: base, count: count))
        }
        return storage.written(count)
    }

    private mutating func makeUnique(_ count: Int) -> Bool {
        if storage == nil || isKnownUniquelyReferenced(&storage) { return true }
        var copy = GrowingMemory()
        guard copy.reserve(max(count, 1)), let target = unsafe copy.base else { return false }
        if let source = unsafe base { unsafe target.copyMemory(from: source, byteCount: count) }
        self = copy
        return true
    }
}
