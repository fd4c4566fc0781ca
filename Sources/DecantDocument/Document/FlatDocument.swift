package import DecantCore

// Why: most bodies are small, and each separate piece of memory costs a tenth of the time that a document of 200 bytes takes.
// This is one object, which has the nodes in its tail; a value of a document is a reference to it and an index.
//
// Every index is that of a node; that of the top is 0, unless the body has several texts.

/// A text or list that was read and found valid: the body, and the flat array of its values in the order of the text.
@safe
@usableFromInline
package final class FlatDocument: ManagedBuffer<FlatDocument.Head, DocumentNode> {
    /// The words by which a format's errors name its values.
    package enum Words: UInt8 {
        case json, propertyList
    }

    /// The parts of a document besides its nodes.
    @safe
    @usableFromInline
    package struct Head {
        /// The number of nodes for which there is memory.
        @usableFromInline let capacity: Int

        /// The number of nodes.
        @usableFromInline var count = 0

        /// The first byte of the body.
        @usableFromInline var text: UnsafeRawPointer

        /// The first byte of the pool.
        @usableFromInline var pool: UnsafeRawPointer

        /// The text in UTF-8, or the list, in which the offsets count; nil while the memory waits for the next one.
        var body: ResponseBytes?

        /// The content that is not in the body unchanged, if there is any.
        var pooled: ResponseBytes?

        /// The map from the text to the bytes it was made from, if it was transcoded.
        var transcoding: Transcoding?

        /// The words of the format.
        let words: Words

        /// A set of bits in which a format records properties of the text.
        var notes: UInt8 = 0

        /// Whether the body is not text, so that places in it have no line.
        var isBinary = false

        /// The texts in order, if the body has several.
        var items: [DocumentItem] = []
    }
}

/// One of the texts of a body that has several, such as a line of JSON Lines: offsets, lines and paths count from its beginning.
@usableFromInline
package struct DocumentItem: BitwiseCopyable {
    private let start, end: UInt32
    @usableFromInline let index: UInt32

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - bytes: Its place in the body.
    ///   - node: The node of its value.
    package init(_ bytes: Range<Int>, at node: Int) {
        start = UInt32(truncatingIfNeeded: bytes.lowerBound)
        end = UInt32(truncatingIfNeeded: bytes.upperBound)
        index = UInt32(truncatingIfNeeded: node)
    }

    /// The place in the body.
    package var bytes: Range<Int> { Int(start)..<max(Int(start), Int(end)) }

    /// The node of the value.
    @inlinable
    package var node: Int { Int(index) }
}

/// A document that threads may share, since nothing changes it once it has been read.
@usableFromInline
package struct DocumentReference: Sendable {
    @usableFromInline nonisolated(unsafe) let document: FlatDocument

    /// Creates a reference to a document that is complete.
    @inlinable
    package init(_ document: FlatDocument) { unsafe self.document = document }

    /// The document.
    @inlinable
    package var flat: FlatDocument {
        get { unsafe document }
    }
}

/// A document that a caller keeps while this value exists: a copy costs no reference count.
@safe
@usableFromInline
package struct BorrowedDocument {
    @usableFromInline let reference: Unmanaged<FlatDocument>

    /// Borrows a document.
    @inlinable
    package init(_ document: FlatDocument) { unsafe reference = .passUnretained(document) }

    /// Calls a closure with the document, without counting a reference.
    @inlinable
    package func read<Result>(_ body: (FlatDocument) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }

    /// The document.
    package var flat: FlatDocument { unsafe reference.takeUnretainedValue() }
}

// MARK: - Unsafe
//
// Bound: the memory has `capacity` nodes, and `count` of them, from the front, are written. Writing happens only while a document
// is made, before anyone else has a reference to it, and again once its maker alone refers to it; nothing changes it in between,
// which is why threads may share it although the compiler cannot see that. The addresses of the body and the pool are valid while
// the bodies in the head are kept. Each access takes the address of the nodes anew from the object. Indices are tested in debug
// builds, and wherever one comes from a caller of the public interface.

extension FlatDocument {
    /// Creates a document without nodes.
    ///
    /// - Parameters:
    ///   - body: The text in UTF-8, or the list.
    ///   - capacity: The number of nodes to allocate memory for, at least 2.
    ///   - words: The words of the format.
    /// - Returns: The document, to be filled.
    package static func make(_ body: consuming ResponseBytes, capacity: Int, words: Words) -> FlatDocument {
        let text = unsafe UnsafeRawPointer(body.address)
        return unsafe make(Head(capacity: capacity, text: text, pool: text, body: body, words: words))
    }

    private static func make(_ head: Head) -> FlatDocument {
        let capacity = head.capacity
        precondition(capacity >= 2)
        let buffer = create(minimumCapacity: capacity) { _ in head }
        // `create` makes an instance of the class it is called on.
        let document = unsafe unsafeDowncast(buffer, to: FlatDocument.self)
        if _slowPath(capacity >= largeCapacity) { document.preferLargePages() }
        return document
    }

    /// The capacity from which on the memory is that of a large body, for which half of a large page too much is little.
    private static var largeCapacity: Int { 1 << 19 }

    @inline(never)
    private func preferLargePages() {
        unsafe withUnsafeMutablePointers { head, elements in
            unsafe UnsafeFreshMemory.preferLargePages(
                UnsafeMutableBufferPointer(start: elements, count: head.pointee.capacity)
            )
        }
    }

    /// Returns a document with the same nodes and more memory.
    @usableFromInline
    package func grown(to capacity: Int) -> FlatDocument {
        let head = unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee }
        let larger = unsafe Self.make(
            Head(capacity: capacity, text: head.text, pool: head.pool, body: head.body, words: head.words)
        )
        let count = count
        precondition(count <= capacity)
        unsafe larger.withUnsafeMutablePointers { head, elements in
            unsafe withUnsafeMutablePointerToElements { old in unsafe elements.initialize(from: old, count: count) }
            unsafe head.pointee.count = count
        }
        return larger
    }

    /// Begins a document for another text, in the same memory, while nothing else refers to it.
    package func begin(_ body: consuming ResponseBytes) {
        let text = unsafe UnsafeRawPointer(body.address)
        unsafe withUnsafeMutablePointers { head, _ in
            unsafe head.pointee.text = text
            unsafe head.pointee.pool = text
            unsafe head.pointee.body = body
            unsafe head.pointee.count = 0
            if unsafe !head.pointee.items.isEmpty { unsafe head.pointee.items.removeAll(keepingCapacity: true) }
        }
    }

    /// Lets go of the text, which is not read any more, while nothing else refers to the document.
    package func forget() {
        unsafe withUnsafeMutablePointerToHeader { head in
            unsafe head.pointee.body = nil
            unsafe head.pointee.count = 0
            if unsafe !head.pointee.items.isEmpty { unsafe head.pointee.items.removeAll(keepingCapacity: true) }
        }
    }

    /// Adds a text to a document that was just read from several; they come in order.
    package func append(_ item: DocumentItem) {
        unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.items.append(item) }
    }

    /// Creates a document of other nodes for the text of a node.
    package func with(_ nodes: [DocumentNode], for index: Int) -> FlatDocument {
        let copy = Self.make(body, capacity: max(nodes.count, 2), words: words)
        copy.fill { writer in for node in nodes { writer.append(node) } }
        copy.finish(transcoding: transcoding, notes: notes, pool: pooled)
        if let item = item(of: index) { copy.append(DocumentItem(item.bytes, at: 0)) }
        return copy
    }

    /// Lets a reader write nodes after the existing ones.
    ///
    /// - Parameter write: Writes at most as many nodes as there is memory for.
    /// - Returns: The result of `write`.
    @inlinable
    @discardableResult
    package func fill<Result>(_ write: (inout NodeWriter) -> Result) -> Result {
        unsafe withUnsafeMutablePointers { head, elements in
            var writer = unsafe NodeWriter(elements, capacity: head.pointee.capacity, count: head.pointee.count)
            let result = write(&writer)
            unsafe head.pointee.count = writer.count
            return result
        }
    }

    /// Completes a document that was just read.
    ///
    /// - Parameters:
    ///   - transcoding: The map to the bytes as received.
    ///   - notes: The format's bits.
    ///   - pool: The content that is not in the body.
    ///   - isBinary: Whether the body is not text.
    package func finish(
        transcoding: Transcoding? = nil,
        notes: UInt8 = 0,
        pool: ResponseBytes? = nil,
        isBinary: Bool = false
    ) {
        unsafe withUnsafeMutablePointerToHeader { head in
            unsafe head.pointee.transcoding = transcoding
            unsafe head.pointee.notes = notes
            unsafe head.pointee.isBinary = isBinary
            if let pool {
                unsafe head.pointee.pooled = pool
                unsafe head.pointee.pool = UnsafeRawPointer(pool.address)
            }
        }
    }
}

extension FlatDocument {
    /// A node.
    @inlinable
    package subscript(index: Int) -> DocumentNode {
        get {
            assert(index >= 0 && index < count, "a node outside of the document")
            return unsafe withUnsafeMutablePointerToElements { nodes in unsafe nodes[index] }
        }
    }

    /// The number of nodes.
    @inlinable
    package var count: Int {
        get { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.count } }
    }

    /// The number of nodes for which there is memory.
    package var nodeCapacity: Int { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.capacity } }

    /// The text in UTF-8, or the list, in which the offsets count.
    package var body: ResponseBytes {
        unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.body ?? ResponseBytes() }
    }

    /// The texts in order, if the body has several.
    package var items: [DocumentItem] { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.items } }

    /// The words of the format.
    package var words: Words { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.words } }

    /// The map from the text to the bytes it was made from, if it was transcoded.
    package var transcoding: Transcoding? {
        unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.transcoding }
    }

    /// The content that is not in the body unchanged, if there is any.
    private var pooled: ResponseBytes? {
        unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.pooled }
    }

    /// The bits in which the format recorded properties of the text.
    package var notes: UInt8 { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.notes } }

    /// Whether the body is not text, so that places in it have no line.
    package var isBinary: Bool { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.isBinary } }

    /// The first byte of the body.
    @unsafe
    @inlinable
    var text: UnsafeRawPointer {
        get { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.text } }
    }

    /// The first byte of the pool.
    @unsafe
    @usableFromInline
    var pool: UnsafeRawPointer { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.pool } }

    /// The bytes of the body from its beginning to an offset in it, or any later one.
    @inlinable
    package func bytes(upTo end: Int) -> PaddedBytes { unsafe PaddedBytes(text, count: end) }
}

extension FlatDocument {
    /// Appends a node to a document that is being made, with more memory if it is needed.
    @inlinable
    package static func append(_ node: DocumentNode, to document: inout FlatDocument) {
        if _slowPath(document.isFull) { document = document.grown(to: 2 * document.count) }
        unsafe document.withUnsafeMutablePointers { head, elements in
            unsafe (elements + head.pointee.count).initialize(to: node)
            unsafe head.pointee.count &+= 1
        }
    }

    @inlinable
    var isFull: Bool {
        get { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.count >= head.pointee.capacity } }
    }

    /// Completes the node of a container of a document that is being made: it ends after the last node.
    package func close(_ container: Int, count: Int) {
        let node = self[container]
        precondition(container >= 0 && container < self.count)
        unsafe withUnsafeMutablePointers { head, elements in
            unsafe elements[container] =
                DocumentNode(node.kind, offset: node.offset, end: head.pointee.count, count: count)
        }
    }
}

// MARK: - Unsafe
//
// Why: a scanner reads each byte of a body once and must not test an index for each.
//
// Bound: after the `count` bytes of every ResponseBytes are 64 zero bytes. No production of a format accepts a zero byte, so a
// scanner never advances beyond the first one at or after the end, and every load reads at most 32 bytes from the position it is
// given. Debug builds assert this on every load, which the tests and the fuzzers run.

/// The bytes of a body, for loads at any position from 0 to the body's end and a little beyond.
@safe
@usableFromInline
package struct PaddedBytes {
    @usableFromInline let base: UnsafeRawPointer

    /// The number of bytes of the body itself.
    @usableFromInline package let count: Int

    /// Borrows the bytes of a body that outlives this value.
    ///
    /// - Parameters:
    ///   - base: The first byte of the body.
    ///   - count: The number of bytes, or any lower one.
    @inlinable
    package init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// The number of readable zero bytes after the last byte of every body (`ResponseBytes.slack`).
    @usableFromInline static var slack: Int { 64 }

    @inlinable
    func assertReadable(_ position: Int, _ length: Int) {
        assert(position >= 0 && position + length <= count + Self.slack, "a load outside of the body")
    }

    /// The byte at a position.
    @inlinable
    package subscript(position: Int) -> UInt8 {
        get {
            assertReadable(position, 1)
            return unsafe base.load(fromByteOffset: position, as: UInt8.self)
        }
    }

    /// Four bytes, the first in the lowest bits.
    @inlinable
    package func word32(at position: Int) -> UInt32 {
        assertReadable(position, 4)
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    /// Eight bytes, the first in the lowest bits.
    @inlinable
    package func word64(at position: Int) -> UInt64 {
        assertReadable(position, 8)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// The address of 16 bytes.
    @unsafe
    @inlinable
    package func address(of position: Int) -> UnsafeRawPointer {
        assertReadable(position, 16)
        return unsafe base + position
    }
}
