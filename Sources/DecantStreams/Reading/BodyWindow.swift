import CDecantScan
public import DecantCore

// Why: the items of a stream are parsed in the memory that they were received into. A JSON value refers to the memory
// of its body for its whole lifetime, so a window uses the memory of a body. While the window holds the only reference
// to it, it reuses the memory; once another value refers to a part of it, the window moves to other memory and copies
// only unread bytes.

/// A contiguous buffer of the bytes of a stream that were received but not dropped yet.
///
/// Offsets count from the start of the stream. The capacity is at most about twice the number of bytes held, and each
/// byte is moved a bounded number of times on average, regardless of the chunk sizes.
@usableFromInline
package struct BodyWindow: ~Copyable {
    /// The initial capacity.
    private static let firstCapacity = 1 << 10

    /// The number of dropped bytes that triggers compaction.
    private static let worthwhile = 16 << 10

    /// The minimum size of a chunk whose lines are counted before it is copied.
    private static let countedAhead = 4 << 10

    @usableFromInline var storage = BodyStorage.empty
    /// The stream offset of the start of the memory.
    @usableFromInline var base = 0

    /// The offset of the first byte in the window.
    @usableFromInline package var start = 0

    /// The offset after the last byte in the window.
    @usableFromInline package var end = 0

    /// The line counts, or nil if positions have no lines and columns.
    private let lines: WindowLines?

    /// Creates an empty window at the start of a stream.
    ///
    /// - Parameter countsLines: Whether positions have lines and columns, which costs a pass over the bytes.
    package init(countsLines: Bool = true) { lines = countsLines ? WindowLines() : nil }

    /// The number of bytes in the window.
    @inlinable
    package var count: Int { end &- start }

    /// The offsets of all bytes in the window.
    @inlinable
    package var all: Range<Int> { start..<end }

    /// Drops all bytes.
    @inlinable
    package mutating func clear() { start = end }

    /// Drops the bytes before an offset between ``start`` and ``end``.
    @inlinable
    @inline(__always)
    package mutating func drop(before offset: Int) {
        assert(offset >= start && offset <= end)
        start = offset
    }

    /// Returns a range of the bytes as a body that shares the memory.
    ///
    /// Other bytes may follow the range instead of zeros; ``replace(at:by:)`` can write a terminator.
    package func body(_ range: Range<Int>) -> ResponseBytes {
        precondition(range.lowerBound >= start && range.upperBound <= end, "outside of what is held")
        return ResponseBytes(storage: storage, index: range.lowerBound - base, count: range.count)
    }

    /// Returns a range of the bytes as a body with a copy of them.
    package func copy(_ range: Range<Int>) -> ResponseBytes {
        ResponseBytes(span(range))
    }

    /// Accesses the byte at an offset in the window.
    @inlinable
    @inline(__always)
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= start && offset < end, "outside of what is held")
        return unsafe storage.address[offset &- base]
    }

    /// Returns the line and column of an offset in the window.
    package func position(of offset: Int) -> SourcePosition {
        let counter = lines?.counter(at: offset, in: memory, from: base) ?? LineCounter()
        return SourcePosition(offset: offset, line: counter.line, column: counter.column)
    }

    /// The bytes in the memory, from ``base`` on.
    private var memory: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.padded.extracting(0..<end - base) }
    }

    /// Returns the number of line ends in a range; the range must end at the start of a line.
    package mutating func countLines(_ range: Range<Int>) -> Int {
        lines?.count(range, in: memory, from: base) ?? 0
    }

    /// Returns the site of an error at an offset in the window.
    ///
    /// - Parameters:
    ///   - offset: An offset in the window.
    ///   - shown: The bytes that the snippet may show. The other bytes in the window depend on the chunk sizes.
    ///   - received: The offset in the body as received, if the text was transcoded.
    package func site(of offset: Int, showing shown: Range<Int>? = nil, received: Int? = nil) -> ErrorSite {
        let first = max(shown?.lowerBound ?? start, start, offset - 200)
        let text = copy(first..<max(offset, min(shown?.upperBound ?? offset, offset + 200)))
        var position = position(of: offset)
        position.offset = received ?? offset
        return .text(offset - first, SourceText(text, at: offset - first, position: position))
    }
}

extension BodyWindow {
    /// Ensures capacity for more bytes, compacting or reallocating the memory.
    private mutating func reserve(_ count: Int) {
        let kept = keptOffset
        lines?.keep(kept, in: memory, from: base)
        let held = end - kept
        let isAlone = isKnownUniquelyReferenced(&storage) && storage !== BodyStorage.empty
        guard isAlone else {
            return move(from: kept, to: Self.memory(max(held + count, Self.firstCapacity)))
        }
        move(from: kept, to: nil)
        guard held + count > storage.count || held > storage.count / 2 else { return }
        // Large memory grows without a copy, and unused pages cost no memory.
        let generous = min(storage.count * 2, held * 2 + count + Self.firstCapacity)
        storage = Self.memory(max(held + count, generous), from: storage)
    }

    /// Allocates or resizes memory; traps if there is not enough, as Swift's collections do.
    private static func memory(_ capacity: Int, from other: BodyStorage? = nil) -> BodyStorage {
        guard let memory = BodyStorage(capacity: capacity, from: other) else {
            preconditionFailure("not enough memory for a stream")
        }
        return memory
    }

    /// The offset of the first byte to keep: one before `start` after a carriage return whose line feed may follow.
    private var keptOffset: Int {
        let counted = max(base, lines?.offset ?? 0)
        let isOpen = start == end && start > counted && storage[start - 1 - base] == .carriageReturn
        return isOpen ? start - 1 : start
    }
}

// MARK: - Unsafe
//
// Bound: the memory has `storage.count` bytes, followed by the slack of a body. `start` and `end` are offsets of bytes
// in it, relative to `base`; `append` checks the capacity. All bytes before `end` and the slack after it are
// initialized. Writes happen only while the window holds the only reference to the memory, so a body that was handed
// out never changes; `replace` checks it. The one exception is `restore`: it resets the byte that `replace` changed,
// after the end of a body that may have been handed out since.

extension BodyWindow {
    /// Appends bytes.
    package mutating func append(_ bytes: Span<UInt8>) {
        let count = bytes.count
        guard count > 0 else { return }
        makeSpace(for: count)
        if count >= Self.countedAhead { lines?.countAhead(bytes, after: memory, from: base) }
        unsafe bytes.withUnsafeBytes { source in
            unsafe decant_copy(space(count).firstAddress, source.firstAddress, count)
        }
        extend(by: count)
    }

    /// Appends the bytes that a closure writes, also those before an error.
    ///
    /// - Parameters:
    ///   - capacity: The capacity of the output span, in bytes.
    ///   - write: A closure that appends to the span.
    package mutating func append<Result, Failure: Error>(
        upTo capacity: Int,
        _ write: (inout OutputSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeSpace(for: capacity)
        let space = unsafe space(capacity)
        var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
        do throws(Failure) {
            let result = try write(&output)
            extend(by: unsafe output.finalize(for: space))
            return result
        } catch {
            extend(by: unsafe output.finalize(for: space))
            throw error
        }
    }

    private mutating func makeSpace(for count: Int) {
        let isFull = count > storage.count - (end - base)
        if isFull || start - base >= max(Self.worthwhile, end - start) || !isKnownUniquelyReferenced(&storage) {
            reserve(count)
        }
    }

    /// The memory for the next bytes.
    private func space(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        let start = unsafe UnsafeMutablePointer(mutating: storage.address) + (end - base)
        return unsafe UnsafeMutableBufferPointer(start: start, count: count)
    }

    /// Adds bytes that were written after the end, and clears the slack after them.
    private mutating func extend(by count: Int) {
        end += count
        unsafe space(ResponseBytes.slack).initialize(repeating: 0)
    }

    /// Returns a span of a range of the bytes.
    @inlinable
    @inline(__always)
    @_lifetime(borrow self)
    package func span(_ range: Range<Int>) -> Span<UInt8> {
        let bytes = unsafe bytes(range)
        return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
    }

    /// Returns a buffer of a range of the bytes, valid until the window changes.
    @inlinable
    @unsafe
    @inline(__always)
    package func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= start && range.upperBound <= end, "outside of what is held")
        return unsafe UnsafeBufferPointer(start: storage.address + (range.lowerBound - base), count: range.count)
    }

    /// Moves the bytes after an offset to the start of the memory, or to other memory.
    private mutating func move(from kept: Int, to other: BodyStorage?) {
        let target = other ?? storage
        let (source, held) = unsafe (storage.address + (kept - base), end - kept)
        let memory = unsafe UnsafeMutableRawPointer(mutating: target.address)
        // Source and target may overlap.
        unsafe memory.copyMemory(from: source, byteCount: held)
        storage = target
        base = kept
    }

    /// Returns the address of the byte at an offset; ``ResponseBytes/slack`` bytes after ``end`` are readable.
    @inlinable
    @unsafe
    @inline(__always)
    package func address(of offset: Int) -> UnsafeRawPointer {
        assert(offset >= base && offset <= end)
        return unsafe UnsafeRawPointer(storage.address + (offset &- base))
    }

    /// Replaces the byte at an offset, which may be ``end``.
    ///
    /// - Returns: The previous byte. Nil if the memory is shared; in that case nothing was changed.
    package mutating func replace(at offset: Int, by byte: UInt8) -> UInt8? {
        precondition(offset >= start && offset <= end, "outside of what is held")
        guard isKnownUniquelyReferenced(&storage) else { return nil }
        let memory = unsafe UnsafeMutablePointer(mutating: storage.address) + (offset - base)
        let old = unsafe memory.pointee
        unsafe memory.pointee = byte
        return old
    }

    /// Restores the byte that ``replace(at:by:)`` returned, before any other change of the window.
    package mutating func restore(_ byte: UInt8, at offset: Int) {
        precondition(offset >= start && offset <= end, "outside of what is held")
        unsafe (UnsafeMutablePointer(mutating: storage.address) + (offset - base)).pointee = byte
    }
}

/// The line counts at some offsets of a ``BodyWindow``.
///
/// An object of its own, so a window consists of a few words, and lending it to a function does not copy the counts.
private final class WindowLines {
    /// The line count at the start of the memory.
    private var first = LineCounter()

    /// The line count at a later offset, from the last call of ``count(_:in:from:)``.
    private var counted = LineCounter()

    /// The line count at the end of a large chunk, computed before the chunk was copied.
    private var ahead = LineCounter()

    /// The offset of the first line count.
    var offset: Int { first.offset }

    /// Returns the line count at an offset in the window.
    ///
    /// - Parameters:
    ///   - offset: The offset in the stream.
    ///   - text: The bytes in memory.
    ///   - base: The offset of the first byte in memory.
    func counter(at offset: Int, in text: Span<UInt8>, from base: Int) -> LineCounter {
        var counter = first
        let (counted, ahead) = (counted, ahead)
        if counted.offset <= offset, counted.offset > counter.offset { counter = counted }
        if ahead.offset <= offset, ahead.offset > counter.offset { counter = ahead }
        if ahead.offset > offset, ahead.offset - offset < offset - counter.offset {
            var later = ahead
            if later.moveBack(to: offset, in: text, from: base) { return later }
        }
        counter.move(to: offset, in: text, from: base)
        return counter
    }

    /// Counts the lines before an offset, because the bytes before it are about to be dropped.
    func keep(_ offset: Int, in text: Span<UInt8>, from base: Int) {
        first = counter(at: offset, in: text, from: base)
    }

    /// Returns the number of line ends in a range; the range must end at the start of a line.
    func count(_ range: Range<Int>, in text: Span<UInt8>, from base: Int) -> Int {
        let start = counter(at: range.lowerBound, in: text, from: base)
        counted = start
        let end = counter(at: range.upperBound, in: text, from: base)
        counted = end
        return end.line - start.line
    }

    /// Counts the lines of a chunk before it is appended.
    ///
    /// Counting now brings the bytes into the cache, so the copy takes half as long; counting later would read them
    /// again.
    @inline(never)
    func countAhead(_ chunk: Span<UInt8>, after text: Span<UInt8>, from base: Int) {
        // A carriage return at the end of a chunk may be the first half of CR LF.
        guard chunk[chunk.count - 1] != .carriageReturn,
            text.isEmpty || text[text.count - 1] != .carriageReturn
        else { return }
        let end = base + text.count
        var counter = counter(at: end, in: text, from: base)
        counter.move(to: end + chunk.count, in: chunk, from: end)
        ahead = counter
    }
}
