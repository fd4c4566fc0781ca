// Why: the state of a decoding changes with every member, through containers that are values without identity. Stored
// properties of a class would be checked for exclusive access each time, so the state is in memory behind a single
// pointer. The first cursors and kinds precede it in the same block, because allocations take much of the time of a small
// object.

// MARK: - Unsafe
//
// Bound: the memory is initialized during the lifetime of its owner, and nothing else holds the pointer. The parts of the
// block have as many bytes as their owners use of it, which do not deallocate it. Each access ends before the next
// begins, because no access calls code of the decoded types. A decoder belongs to one task, as every `Decoder` does.

/// The state of a decoding that changes with every member: the cursor of each level, and the kind of each type.
@safe
struct DecodingScratch: ~Copyable {
    private struct Memory: ~Copyable {
        var cursors: CursorList
        var kinds: KindTable
        var text = TextMemory()
        let converts: Bool
    }

    private let memory: UnsafeMutablePointer<Memory>

    /// Creates the state; `converts` is whether scalars of optionals and of types with raw values may be converted.
    init(converts: Bool) {
        let size = Self.offset + MemoryLayout<Memory>.size
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: CursorList.alignment)
        let kinds = unsafe KindTable(in: block + CursorList.blockSize)
        let parts = unsafe Memory(cursors: CursorList(in: block), kinds: kinds, converts: converts)
        unsafe memory = (block + Self.offset).initializeMemory(as: Memory.self, to: parts)
    }

    /// The offset of the memory in its block: after the first cursors, whose alignment is the greatest, and the kinds.
    private static var offset: Int { CursorList.blockSize + KindTable.blockSize }

    deinit {
        unsafe memory.deinitialize(count: 1)
        unsafe (UnsafeMutableRawPointer(memory) - Self.offset).deallocate()
    }

    /// Removes all cursors, for another decoding of the same types.
    func removeCursors() { unsafe memory.pointee.cursors.removeAll() }
    func hasCursor(_ depth: Int) -> Bool { unsafe memory.pointee.cursors.contains(depth) }

    /// Ensures that a depth has a cursor.
    func reserve(_ depth: Int) {
        if _slowPath(!hasCursor(depth)) { unsafe memory.pointee.cursors.initialize(upTo: depth) }
    }

    /// The cursor of a reserved depth.
    @inline(__always)
    subscript(depth: Int) -> DecodingCursor {
        _read { yield unsafe memory.pointee.cursors[depth] }
        nonmutating _modify { yield unsafe &memory.pointee.cursors[depth] }
    }

    /// Returns the way to decode a type; its conformances are looked up only once.
    @inline(__always)
    func kind(of type: Any.Type) -> DecodableKind {
        if let kind = unsafe memory.pointee.kinds.inFirstSlot(ObjectIdentifier(type)) { return kind }
        return otherKind(of: type)
    }

    @inline(never)
    private func otherKind(of type: Any.Type) -> DecodableKind {
        if let kind = unsafe memory.pointee.kinds.kind(of: ObjectIdentifier(type)) { return kind }
        let kind = unsafe DecodableKind(type, converts: memory.pointee.converts)
        unsafe memory.pointee.kinds.insert(kind, of: ObjectIdentifier(type))
        return kind
    }

    /// Calls a closure with memory for text, which is reused if it is large enough.
    func withText<Result>(of capacity: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
        unsafe body(memory.pointee.text.bytes(capacity))
    }
}

/// Memory that is reused for the text of strings with escapes.
@safe
private struct TextMemory: ~Copyable {
    private var buffer = unsafe UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    deinit { unsafe buffer.deallocate() }

    /// Returns memory for at least this many bytes.
    @unsafe
    mutating func bytes(_ capacity: Int) -> UnsafeMutableBufferPointer<UInt8> {
        if unsafe buffer.count < capacity {
            let larger = unsafe max(capacity, 2 * buffer.count, 1024)
            unsafe buffer.deallocate()
            unsafe buffer = .allocate(capacity: larger)
        }
        return unsafe buffer
    }
}

/// The state of decoding one container; each level of the document has one.
struct DecodingCursor: BitwiseCopyable {
    /// The container.
    ///
    /// No container has the largest index.
    var container = UInt32.max

    /// The container, if its names are looked up as written and without a hash table.
    var plainObject = UInt32.max

    /// The lookups in the container, if it is an object.
    var members = MemberCursor()

    /// The last returned value; 0 before the first.
    var child: UInt32 = 0

    /// The index of the last returned element.
    var position: UInt32 = 0

    /// The number of names that were compared without a match.
    var passed: UInt32 = 0

    /// Whether names are looked up in a hash table.
    var usesTable = false

    /// Whether the container is decoded as a dictionary, whose keys are data.
    var keepsNames = false

    init() {}

    /// Begins at the first name of a container; the names of a plain one are looked up as written.
    init(_ container: Int, end: Int, isPlain: Bool) {
        self.container = UInt32(truncatingIfNeeded: container)
        if isPlain { plainObject = self.container }
        members = MemberCursor(container, end: end)
    }

    /// Returns whether the names of an object are looked up as written in the document.
    func isPlain(_ object: Int) -> Bool { plainObject == UInt32(truncatingIfNeeded: object) }
}

// MARK: - Unsafe
//
// Why: each member changes a cursor, and an array would check its index and its uniqueness each time.
//
// Bound: cursors below `count` are initialized, and every access uses a depth that `initialize` was called with; debug
// builds assert it. Nothing else holds the pointer.

/// The cursors of all levels of a document.
@safe
struct CursorList: ~Copyable {
    private static var initialCapacity: Int { 8 }

    /// The number of bytes that an empty list uses.
    static var blockSize: Int { initialCapacity * MemoryLayout<DecodingCursor>.stride }

    static var alignment: Int { MemoryLayout<DecodingCursor>.alignment }

    private var first: UnsafeMutablePointer<DecodingCursor>
    private var capacity = initialCapacity
    private var count = 0

    /// Whether the memory is freed with the list.
    private var isOwner = false

    /// Creates an empty list in a block of memory, which must outlive it.
    init(in block: UnsafeMutableRawPointer) {
        unsafe first = block.bindMemory(to: DecodingCursor.self, capacity: capacity)
    }

    deinit { if isOwner { unsafe first.deallocate() } }

    func contains(_ depth: Int) -> Bool { depth < count }

    subscript(depth: Int) -> DecodingCursor {
        _read {
            assert(contains(depth), "a depth without a cursor")
            yield unsafe first[depth]
        }
        _modify {
            assert(contains(depth), "a depth without a cursor")
            yield unsafe &first[depth]
        }
    }

    mutating func removeAll() { count = 0 }

    @inline(never)
    mutating func initialize(upTo depth: Int) {
        if depth >= capacity { grow(beyond: depth) }
        unsafe (first + count).initialize(repeating: DecodingCursor(), count: depth + 1 - count)
        count = depth + 1
    }

    private mutating func grow(beyond depth: Int) {
        capacity = max(capacity * 2, depth + 1)
        let larger = UnsafeMutablePointer<DecodingCursor>.allocate(capacity: capacity)
        unsafe larger.initialize(from: first, count: count)
        if isOwner { unsafe first.deallocate() }
        unsafe first = larger
        isOwner = true
    }
}
