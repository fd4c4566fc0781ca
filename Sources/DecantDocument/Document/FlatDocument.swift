import CDecantPages
package import DecantCore

// Why: most bodies are small, and each allocation costs a tenth of the time of a 200-byte document. So a document is a
// single object with its nodes in the tail, and a value of the document is a reference to it and an index.
//
// Every index is the index of a node. The top has index 0, unless the body has several texts.

/// A parsed and validated text or binary property list: the body, and the flat array of its values in the order of the
/// text.
@safe
@usableFromInline
package final class FlatDocument: ManagedBuffer<FlatDocument.Head, DocumentNode> {
    /// The vocabulary of a format's error messages.
    package enum Words: UInt8 {
        case json, propertyList
    }

    /// The properties of a document besides its nodes.
    @safe
    @usableFromInline
    package struct Head {
        /// The capacity in nodes.
        @usableFromInline let capacity: Int

        /// The number of nodes.
        @usableFromInline var count = 0

        /// The first byte of the body.
        @usableFromInline var text: UnsafeRawPointer

        /// The first byte of the pool.
        @usableFromInline var pool: UnsafeRawPointer

        /// The text in UTF-8, or the binary property list; offsets refer to it.
        ///
        /// Nil while the memory waits for the next text.
        var body: ResponseBytes?

        /// The content that differs from the body's bytes, if the document has any.
        var pooled: ResponseBytes?

        /// The map from the text to the bytes as received, if the text was transcoded.
        var transcoding: Transcoding?

        /// The vocabulary of the format.
        let words: Words

        /// A set of bits for the format, to record properties of the text.
        var notes: UInt16 = 0

        /// Whether the body is not text, so its positions have no line.
        var isBinary = false

        /// The texts in order, if the body has several.
        var items: [DocumentItem] = []

        /// The conversions of values for types that decode themselves, or nil if there are none.
        var converter: DocumentConverter?
    }
}

/// A text in a body of several, such as a line of JSON Lines; offsets, lines and paths count from its start.
@usableFromInline
package struct DocumentItem: BitwiseCopyable {
    private let start, end: UInt32
    @usableFromInline let index: UInt32

    package init(_ bytes: Range<Int>, at node: Int) {
        start = UInt32(truncatingIfNeeded: bytes.lowerBound)
        end = UInt32(truncatingIfNeeded: bytes.upperBound)
        index = UInt32(truncatingIfNeeded: node)
    }

    /// The range of the text in the body.
    package var bytes: Range<Int> { Int(start)..<max(Int(start), Int(end)) }

    @inlinable
    package var node: Int { Int(index) }
}

/// A document that threads may share, because it does not change once it has been read.
@usableFromInline
package struct DocumentReference: Sendable {
    @usableFromInline nonisolated(unsafe) let document: FlatDocument

    @inlinable
    package init(_ document: FlatDocument) { unsafe self.document = document }

    @inlinable
    package var flat: FlatDocument { unsafe document }
}

// MARK: - Unsafe
//
// Bound: the memory has `capacity` nodes, and the first `count` of them are written. Writing happens only while a
// document is being built, before anyone else has a reference to it, and again once its builder holds the only
// reference. In between, nothing changes the document, so threads may share it although the compiler cannot verify
// that. The addresses of the body and the pool are valid while the head keeps their owners. Each access takes the
// address of the nodes from the object. Indices are checked in debug builds, and in all builds if they come from a
// caller of the public interface.

extension FlatDocument {
    /// Creates a document without nodes, with memory for at least two.
    package static func make(_ body: consuming ResponseBytes, capacity: Int, words: Words) -> FlatDocument {
        let text = unsafe UnsafeRawPointer(body.address)
        return unsafe make(Head(capacity: capacity, text: text, pool: text, body: body, words: words))
    }

    private static func make(_ head: Head) -> FlatDocument {
        let capacity = head.capacity
        precondition(capacity >= 2)
        let buffer = create(minimumCapacity: capacity) { _ in head }
        // `create` returns an instance of the class it is called on.
        let document = unsafe unsafeDowncast(buffer, to: FlatDocument.self)
        if _slowPath(capacity >= largeCapacity) { document.preferLargePages() }
        return document
    }

    /// Documents at least this large use huge pages; wasting half a page is negligible at this size.
    private static var largeCapacity: Int { 1 << 19 }

    @inline(never)
    private func preferLargePages() {
        unsafe withUnsafeMutablePointers { head, elements in
            unsafe UnsafeFreshMemory.preferLargePages(
                UnsafeMutableBufferPointer(start: elements, count: head.pointee.capacity)
            )
        }
    }

    /// Returns a document with the same nodes and a larger capacity.
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
            unsafe head.pointee.converter = converter
        }
        return larger
    }

    /// Allows conversions of values, before anyone else has a reference to the document.
    package func allow(_ conversions: DecodingOptions.Conversions) {
        unsafe withUnsafeMutablePointerToHeader { head in
            unsafe head.pointee.converter = DocumentConverter(conversions)
        }
    }

    /// Begins a document for another text in the same memory.
    ///
    /// - Precondition: The document has no other reference.
    package func start(_ body: consuming ResponseBytes) {
        let text = unsafe UnsafeRawPointer(body.address)
        unsafe withUnsafeMutablePointers { head, _ in
            unsafe head.pointee.text = text
            unsafe head.pointee.pool = text
            unsafe head.pointee.body = body
            unsafe head.pointee.count = 0
            if unsafe !head.pointee.items.isEmpty { unsafe head.pointee.items.removeAll(keepingCapacity: true) }
        }
    }

    /// Releases the text after its last use.
    ///
    /// - Precondition: The document has no other reference.
    package func forget() {
        unsafe withUnsafeMutablePointerToHeader { head in
            unsafe head.pointee.body = nil
            unsafe head.pointee.count = 0
            if unsafe !head.pointee.items.isEmpty { unsafe head.pointee.items.removeAll(keepingCapacity: true) }
        }
    }

    /// Appends a text to a document that was read from several; texts are appended in order.
    package func append(_ item: DocumentItem) {
        unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.items.append(item) }
    }

    /// Returns a document with other nodes for the text of a node.
    package func with(_ nodes: [DocumentNode], for index: Int) -> FlatDocument {
        let copy = Self.make(body, capacity: max(nodes.count, 2), words: words)
        copy.fill { writer in for node in nodes { writer.append(node) } }
        copy.finish(transcoding: transcoding, notes: notes, pool: pooled)
        if let item = item(of: index) { copy.append(DocumentItem(item.bytes, at: 0)) }
        return copy
    }

    /// Lets a reader write nodes after the existing ones, within the capacity of the writer.
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
    package func finish(
        transcoding: Transcoding? = nil,
        notes: UInt16 = 0,
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
    @inlinable
    package subscript(index: Int) -> DocumentNode {
        // One closure, since a debug build calls each.
        unsafe withUnsafeMutablePointers { head, nodes in
            assert(unsafe index >= 0 && index < head.pointee.count, "a node outside of the document")
            return unsafe nodes[index]
        }
    }

    @inlinable
    package var count: Int { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.count } }
    package var nodeCapacity: Int { header.capacity }
    package var body: ResponseBytes { header.body ?? ResponseBytes() }
    package var items: [DocumentItem] { header.items }
    package var words: Words { header.words }
    package var transcoding: Transcoding? { header.transcoding }
    private var pooled: ResponseBytes? { header.pooled }
    package var notes: UInt16 { header.notes }
    package var isBinary: Bool { header.isBinary }
    package var converter: DocumentConverter? { header.converter }

    @unsafe
    @inlinable
    var text: UnsafeRawPointer { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.text } }

    @unsafe
    @usableFromInline
    var pool: UnsafeRawPointer { unsafe withUnsafeMutablePointerToHeader { head in unsafe head.pointee.pool } }

    /// Returns the bytes of the body up to an offset.
    @inlinable
    package func bytes(upTo end: Int) -> PaddedBytes { unsafe PaddedBytes(text, count: end) }
}

extension FlatDocument {
    /// Appends a node to a document under construction, and grows it if it is full.
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

    /// Completes the node of a container in a document under construction; the container ends after the last node.
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
// Why: a scanner reads each byte of a body once, and must not check an index for each.
//
// Bound: 64 zero bytes follow the `count` bytes of every ResponseBytes. No production of a format accepts a zero byte,
// so a scanner never advances beyond the first zero at or after the end, and a load reads at most 32 bytes from its
// position. Debug builds assert this on every load; the tests and the fuzzers run them.

/// The bytes of a body, for loads at any position from 0 to slightly beyond the body's end.
@safe
@usableFromInline
package struct PaddedBytes {
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline package let count: Int

    /// Borrows the bytes, or fewer, of a body that outlives this value.
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
    ///
    /// It asserts by itself, and by a typed pointer, because a debug build calls each function.
    @inlinable
    package subscript(position: Int) -> UInt8 {
        assert(position >= 0 && position < count + 64, "a load outside of the body")
        return unsafe base.assumingMemoryBound(to: UInt8.self)[position]
    }

    /// Returns four bytes, the first in the lowest bits.
    @inlinable
    package func word32(at position: Int) -> UInt32 {
        assertReadable(position, 4)
        return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    /// Returns eight bytes, the first in the lowest bits.
    @inlinable
    package func word64(at position: Int) -> UInt64 {
        assertReadable(position, 8)
        return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// Returns the address of 16 readable bytes.
    @unsafe
    @inlinable
    package func address(of position: Int) -> UnsafeRawPointer {
        assertReadable(position, 16)
        return unsafe base + position
    }
}

// Why: a system provides memory page by page, on first touch. For a document of tens of megabytes these page faults
// were measured at half the parse time. Linux provides pages of 2 MB through `madvise`.
//
// Bound: only pages that lie entirely inside the buffer are passed to the system, as advice that does not change their
// contents.

/// Advice to the system about memory that was allocated and is about to be filled.
package enum UnsafeFreshMemory {
    /// The minimum size, in bytes, of a buffer that uses large pages.
    private static let minCount = 4 << 20

    /// Requests large pages for a buffer; does nothing if the buffer is small.
    package static func preferLargePages<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        guard bytes.count >= minCount, let start = bytes.baseAddress else { return }
        unsafe decant_prefer_large_pages(start, bytes.count)
    }
}
