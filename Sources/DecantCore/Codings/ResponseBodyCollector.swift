/// A collector that assembles the chunks of a body, up to a limit, in the memory of one ``ResponseBytes``.
///
/// The memory grows without being moved if the system supports it, and is not copied at the end.
package struct ResponseBodyCollector: Sendable {
    /// The maximum number of bytes reserved on the basis of an announced length alone.
    private static let trustedReservation = 1 << 20

    private var memory = GrowingMemory()
    private let limit: Int

    /// The number of bytes collected so far.
    package private(set) var count = 0

    /// Creates an empty collector.
    ///
    /// - Parameters:
    ///   - limits: The limits. Only ``Limits/bodyBytes`` is enforced.
    ///   - expectedCount: The length that the head announces, if any; a hint that reserves at most 1 MiB.
    package init(limits: Limits = Limits(), expectedCount: Int? = nil) {
        limit = limits.bodyBytes
        guard let expectedCount, expectedCount > 0, limit > 0 else { return }
        _ = memory.reserve(min(expectedCount, limit, Self.trustedReservation))
    }

    /// Appends a chunk.
    ///
    /// - Parameter chunk: The next bytes of the body.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if the body exceeds the limit or
    ///   the available memory. The chunk is not added in that case.
    package mutating func append(_ chunk: some Sequence<UInt8>) throws(ResponseError) {
        let result = chunk.withContiguousStorageIfAvailable { unsafe added(UnsafeRawBufferPointer($0)) }
        try (unsafe result ?? Array(chunk).withUnsafeBytes { unsafe added($0) }).get()
    }

    /// Appends a chunk.
    ///
    /// - Parameter chunk: The next bytes of the body.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if the body exceeds the limit or
    ///   the available memory. The chunk is not added in that case.
    package mutating func append(_ chunk: Span<UInt8>) throws(ResponseError) {
        try (unsafe chunk.withUnsafeBytes { unsafe added($0) }).get()
    }

    private mutating func added(_ bytes: UnsafeRawBufferPointer) -> Result<Void, ResponseError> {
        guard bytes.count <= limit - count else {
            let message = "the body has more than \(limit.counted("byte"))"
            return .failure(ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes).exceeding(limit))
        }
        guard unsafe memory.append(bytes, after: count) else {
            let message = "not enough memory for more than \(count.counted("byte")) of the body"
            return .failure(ResponseError(.limitExceeded, message, offset: count, limit: .bodyBytes))
        }
        count += bytes.count
        return .success(())
    }

    /// Calls a closure that writes after the collected bytes; its output span starts with them.
    ///
    /// - Parameters:
    ///   - capacity: The total capacity of the output span, in bytes.
    ///   - body: A closure that appends to the span.
    /// - Throws: The error of the closure, or ``ResponseError`` if there is not enough memory.
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

    /// Drops all bytes after the first `length`, without copying.
    mutating func truncate(to length: Int) { count = max(0, min(count, length)) }

    /// Returns the body of all chunks and empties the collector.
    ///
    /// The body takes over the memory without copying it.
    package mutating func finish() -> ResponseBytes {
        defer { count = 0 }
        return ResponseBytes(memory.finish(count))
    }
}

extension ResponseBytes {
    /// Creates a body from chunks, in memory that grows without being copied if the system supports it.
    ///
    /// ```swift
    /// var parts = chunks.makeIterator()
    /// let body = try ResponseBytes(limits: Limits()) { parts.next() }
    /// ```
    ///
    /// - Parameters:
    ///   - limits: The limits. Only ``Limits/bodyBytes`` is enforced.
    ///   - expectedCount: The expected number of bytes, if any; a hint that reserves at most 1 MiB.
    ///   - next: A closure that returns the next chunk, or nil at the end.
    /// - Throws: The error of the closure, or ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if
    ///   the body exceeds the limit or the available memory.
    public init<Chunk: Sequence<UInt8>>(
        limits: Limits = Limits(),
        expectedCount: Int? = nil,
        collecting next: () throws -> Chunk?
    ) throws {
        var collector = ResponseBodyCollector(limits: limits, expectedCount: expectedCount)
        while let chunk = try next() { try collector.append(chunk) }
        self = collector.finish()
    }
}

// MARK: - Unsafe
//
// Bound: the memory has the capacity for `count` bytes and the slack of a body; `append` and `finish` check it. The
// caller tracks how many bytes are initialized. A value writes to a storage or passes its memory on only while it holds
// the sole reference, so collectors have value semantics.

/// A buffer that grows by reallocation, which moves the pages of large memory instead of copying them.
private struct GrowingMemory: Sendable {
    private var storage: BodyStorage?

    private var capacity: Int { storage?.count ?? 0 }

    @unsafe
    private var base: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(mutating: storage?.address) }

    /// Reserves capacity; returns false and changes nothing if there is not enough memory.
    mutating func reserve(_ capacity: Int) -> Bool {
        guard capacity > self.capacity else { return true }
        guard let larger = BodyStorage(capacity: capacity, from: storage) else { return false }
        storage = larger
        return true
    }

    /// Writes bytes after the first `count`; returns false if there is not enough memory.
    mutating func append(_ bytes: UnsafeRawBufferPointer, after count: Int) -> Bool {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return true }
        let (needed, overflows) = count.addingReportingOverflow(bytes.count)
        guard !overflows, makeUnique(count) else { return false }
        if needed > capacity {
            // Growing by half bounds the number of times each byte is moved.
            let generous = capacity + capacity / 2
            guard reserve(max(needed, generous)) || reserve(needed) else { return false }
        }
        guard let base = unsafe base else { return false }
        unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
        return true
    }

    /// Calls a closure that writes after the first `count` bytes; returns nil if there is not enough memory.
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

    /// Returns the first `count` bytes as the memory of a body, and releases the remainder if it is large.
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
