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

    /// Creates a cursor without a container.
    init() {}

    /// Begins at the first name of a container.
    ///
    /// - Parameters:
    ///   - container: The node of the container.
    ///   - end: The node after the container.
    ///   - isPlain: Whether names are looked up as written.
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

    /// Returns whether there is a cursor for a depth.
    func contains(_ depth: Int) -> Bool { depth < count }

    /// The cursor of a depth.
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

    /// Removes all cursors.
    mutating func removeAll() { count = 0 }

    /// Initializes the cursors up to a depth.
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
