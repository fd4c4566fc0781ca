import CDecantScan

// Why: the items of a stream are read where they arrived. A JSON value refers to the memory of its body for as long as it lives,
// so the memory of a window is that of a body: while no other value keeps a part of it, it is reused for writing; once another value
// does, the window goes on in other memory, and copies only what was not read yet.

/// The part of a stream that has arrived and was not dropped yet, in one piece of memory.
///
/// Offsets count from the beginning of the stream. The memory is as large as what is held, or twice that; each byte is moved
/// a bounded number of times on the average, however the stream is cut.
@usableFromInline
package struct BodyWindow: ~Copyable {
    /// The capacity of the first memory.
    private static let firstCapacity = 1 << 10

    /// The number of bytes dropped from which on moving the others to the front is worth it.
    private static let worthwhile = 16 << 10

    /// The number of bytes of a piece from which on its lines are counted before it is copied.
    private static let countedAhead = 4 << 10

    @usableFromInline var storage = BodyStorage.empty
    /// The offset of the first byte of the memory.
    @usableFromInline var base = 0

    /// The offset of the first byte that is held.
    @usableFromInline package var start = 0

    /// The offset after the last byte.
    @usableFromInline package var end = 0

    /// The lines before the bytes that are held, or up to a few bytes fewer.
    private var lines = LineCounter()

    /// The lines before a later offset, up to which they were counted in advance.
    private var counted = LineCounter()

    /// The lines before the end of a large piece, which were counted before it was copied.
    private var ahead = LineCounter()

    /// Creates an empty window at the beginning of a stream.
    package init() {}

    /// The number of bytes that are held.
    @inlinable
    package var count: Int { end &- start }

    /// All offsets that are held.
    @inlinable
    package var all: Range<Int> { start..<end }

    /// Drops all bytes.
    @inlinable
    package mutating func clear() { start = end }

    /// Drops the bytes before an offset, from ``start`` to ``end``.
    @inlinable
    @inline(__always)
    package mutating func drop(before offset: Int) {
        assert(offset >= start && offset <= end)
        start = offset
    }

    /// The bytes from an offset to another one as a body of its own, which shares the memory.
    ///
    /// The bytes after it are not zeros, unless ``terminate(at:)`` was called.
    package func body(_ range: Range<Int>) -> ResponseBytes {
        precondition(range.lowerBound >= start && range.upperBound <= end, "outside of what is held")
        return ResponseBytes(storage: storage, index: range.lowerBound - base, count: range.count)
    }

    /// A copy of bytes as a body of its own.
    package func copy(_ range: Range<Int>) -> ResponseBytes {
        ResponseBytes(span(range))
    }

    /// The bytes from an offset to another one.
    @_lifetime(borrow self)
    package func span(_ range: Range<Int>) -> Span<UInt8> {
        precondition(range.lowerBound >= start && range.upperBound <= end, "outside of what is held")
        return storage.padded.extracting(range.lowerBound - base..<range.upperBound - base)
    }

    /// The byte at an offset that is held.
    @inlinable
    @inline(__always)
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= start && offset < end, "outside of what is held")
        return unsafe storage.address[offset &- base]
    }

    /// The position of an offset that is held.
    package func position(of offset: Int) -> SourcePosition {
        let counter = counter(at: offset)
        return SourcePosition(offset: offset, line: counter.line, column: counter.column)
    }

    /// The lines before an offset that is held.
    private func counter(at offset: Int) -> LineCounter {
        var counter = lines
        if counted.offset <= offset, counted.offset > counter.offset { counter = counted }
        if ahead.offset <= offset, ahead.offset > counter.offset { counter = ahead }
        let text = storage.padded.extracting(0..<end - base)
        if ahead.offset > offset, ahead.offset - offset < offset - counter.offset {
            var later = ahead
            if later.moveBack(to: offset, in: text, from: base) { return later }
        }
        counter.move(to: offset, in: text, from: base)
        return counter
    }

    /// Counts the lines of bytes that come next.
    ///
    /// Later they would have to be read for it alone. Now it brings them near, so that the copy takes half as long.
    @inline(never)
    private mutating func countAhead(_ bytes: Span<UInt8>) {
        // Whether a line ends after a carriage return is known only with the next byte.
        guard bytes[bytes.count - 1] != .carriageReturn,
            end == base || storage[end - 1 - base] != .carriageReturn
        else { return }
        ahead = counter(at: end)
        ahead.move(to: end + bytes.count, in: bytes, from: end)
    }

    /// Counts the line ends between two offsets that are held, of which the second one is at the beginning of a line.
    package mutating func countLines(_ range: Range<Int>) -> Int {
        counted = counter(at: range.lowerBound)
        let first = counted.line
        counted = counter(at: range.upperBound)
        return counted.line - first
    }

    /// The site of an error at an offset that is held; `received` is the offset in the body if the text was transcoded.
    ///
    /// A snippet shows bytes of the range `shown` only: which other bytes are held depends on how the stream was cut.
    package func site(of offset: Int, showing shown: Range<Int>? = nil, received: Int? = nil) -> ErrorSite {
        let first = max(shown?.lowerBound ?? start, start, offset - 200)
        let text = copy(first..<max(offset, min(shown?.upperBound ?? offset, offset + 200)))
        var position = position(of: offset)
        position.offset = received ?? offset
        return .text(offset - first, SourceText(text, at: offset - first, position: position))
    }
}

extension BodyWindow {
    /// Gives the window memory for more bytes after those that are held.
    private mutating func makeRoom(_ count: Int) {
        let kept = keptOffset
        lines = counter(at: kept)
        let held = end - kept
        let isAlone = isKnownUniquelyReferenced(&storage) && storage !== BodyStorage.empty
        guard isAlone else {
            return move(from: kept, to: Self.memory(max(held + count, Self.firstCapacity)))
        }
        move(from: kept, to: nil)
        guard held + count > storage.count || held > storage.count / 2 else { return }
        // Large memory grows without a copy, and pages that are not written yet take none.
        let generous = min(storage.count * 2, held * 2 + count + Self.firstCapacity)
        storage = Self.memory(max(held + count, generous), from: storage)
    }

    /// Allocates memory as Swift's collections do: the process stops if there is none.
    private static func memory(_ capacity: Int, from other: BodyStorage? = nil) -> BodyStorage {
        guard let memory = BodyStorage(capacity: capacity, from: other) else {
            preconditionFailure("not enough memory for a stream")
        }
        return memory
    }

    /// The offset of the first byte that has to stay: a carriage return whose line feed may follow is counted only then.
    private var keptOffset: Int {
        let isOpen = start == end && start > max(base, lines.offset) && storage[start - 1 - base] == .carriageReturn
        return isOpen ? start - 1 : start
    }
}

// MARK: - Unsafe
//
// Bound: the memory has `storage.count` bytes and the slack of a body after them. `start`, `end` are offsets from `base` on of bytes
// in it: `append` tests that there is room. All bytes before `end` are initialized, and the slack after it. Writes happen only while the window alone refers to the memory,
// so that no body that was given out ever changes; `terminate` tests it.

extension BodyWindow {
    /// Adds bytes.
    package mutating func append(_ bytes: Span<UInt8>) {
        let count = bytes.count
        guard count > 0 else { return }
        let isFull = count > storage.count - (end - base)
        if isFull || start - base >= max(Self.worthwhile, end - start) || !isKnownUniquelyReferenced(&storage) {
            makeRoom(count)
        }
        if count >= Self.countedAhead { countAhead(bytes) }
        unsafe bytes.withUnsafeBytes { source in
            let target = unsafe UnsafeMutableRawPointer(mutating: storage.address) + (end - base)
            unsafe decant_copy(target, source.firstAddress, count)
            unsafe (target + count).initializeMemory(as: UInt8.self, repeating: 0, count: ResponseBytes.slack)
        }
        end += count
    }

    /// Adds the bytes from an offset to another one of another window.
    package mutating func append(_ range: Range<Int>, of other: borrowing BodyWindow) { append(other.span(range)) }

    /// Adds a byte.
    package mutating func append(_ byte: UInt8) { append([byte].span) }

    /// The bytes from an offset to another one, valid until the window changes.
    @inlinable
    @unsafe
    @inline(__always)
    package func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= start && range.upperBound <= end, "outside of what is held")
        return unsafe UnsafeBufferPointer(start: storage.address + (range.lowerBound - base), count: range.count)
    }

    /// Moves the bytes from an offset on to the front of the memory, or of other memory.
    private mutating func move(from kept: Int, to other: BodyStorage?) {
        let target = other ?? storage
        let (source, held) = unsafe (storage.address + (kept - base), end - kept)
        let memory = unsafe UnsafeMutableRawPointer(mutating: target.address)
        // The memory of both may be the same, and overlap.
        unsafe memory.copyMemory(from: source, byteCount: held)
        storage = target
        base = kept
    }

    /// The address of the byte at an offset, after which ``ResponseBytes/slack`` bytes can be read beyond ``end``.
    @inlinable
    @unsafe
    @inline(__always)
    package func address(of offset: Int) -> UnsafeRawPointer {
        assert(offset >= base && offset <= end)
        return unsafe UnsafeRawPointer(storage.address + (offset &- base))
    }

    /// Replaces the byte at an offset, which may be ``end``, while nothing else refers to the memory.
    ///
    /// - Returns: The byte that was there; nil if somebody does, and nothing was changed.
    package mutating func replace(at offset: Int, by byte: UInt8) -> UInt8? {
        precondition(offset >= start && offset <= end, "outside of what is held")
        guard isKnownUniquelyReferenced(&storage) else { return nil }
        let memory = unsafe UnsafeMutablePointer(mutating: storage.address) + (offset - base)
        let old = unsafe memory.pointee
        unsafe memory.pointee = byte
        return old
    }

    /// Puts back the byte that ``replace(at:by:)`` returned, before anything else has been done with the window.
    package mutating func restore(_ byte: UInt8, at offset: Int) {
        precondition(offset >= start && offset <= end, "outside of what is held")
        unsafe (UnsafeMutablePointer(mutating: storage.address) + (offset - base)).pointee = byte
    }
}
