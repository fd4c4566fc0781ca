// Why: the notes of a decoding (the cursor of each level, and how each type is read) change with every member, through containers
// that are values without identity. Stored properties of a class would have a run-time check for exclusive access each time, and
// separate pieces of memory would each cost an allocation, which a body of 200 bytes notices.
//
// Encoding: one block of memory, which has the head, 8 cursors and 16 kinds. More cursors or kinds get a block of their own, and so
// do the makers of keyed containers and the memory for strings with escapes. The kinds are a hash table with open addressing
// that is never more than half full; the makers are one that forgets the older of two with the same hash.

/// The position of decoding in one container; there is one for each level of the document.
struct DecodingCursor: BitwiseCopyable {
    /// The container; no container has the greatest index.
    var container = UInt32.max

    /// The container again, if its names are looked up as they are written and there is no hash table for them.
    var plainObject = UInt32.max

    /// The look-ups in the container, if it is an object.
    var members = MemberCursor()

    /// The value that was handed out last; 0 is none.
    var child: UInt32 = 0

    /// The index of the element that was handed out last.
    var position: UInt32 = 0

    /// The number of names that were looked at in vain.
    var passed: UInt32 = 0

    /// Whether the container is read as a dictionary, whose keys are data.
    var keepsNames = false

    /// Creates the cursor of no container.
    init() {}

    /// Begins at the first name.
    ///
    /// - Parameters:
    ///   - container: The node of the container.
    ///   - end: The node after it.
    ///   - isPlain: Whether names are looked up as they are written.
    init(_ container: Int, end: Int, isPlain: Bool) {
        self.container = UInt32(truncatingIfNeeded: container)
        if isPlain { plainObject = self.container }
        members = MemberCursor(container, end: end)
    }

    /// Whether the names of an object can be looked up in the document.
    @inline(__always)
    func isPlain(_ object: Int) -> Bool { plainObject == UInt32(truncatingIfNeeded: object) }
}

// MARK: - Unsafe
//
// Bound: cursors below `cursorsReady` are initialised, and every access is by a depth that `reserve` was called with; debug builds
// assert it. All kinds are initialised, and their index is a hash cut to the bits of their number, a power of two; so are the
// makers. Nothing else holds a pointer into it, and the decoding state that owns it frees it once. A decoder belongs to one task,
// as every `Decoder` does.

/// The notes of one decoding.
@safe
struct DecodingScratch {
    @safe
    private struct Head {
        var cursors: UnsafeMutablePointer<DecodingCursor>
        var cursorCount: Int
        var cursorsReady = 0
        var kinds: UnsafeMutablePointer<KindEntry>
        var kindBits: Int
        var kindsUsed = 0
        var text: UnsafeMutableBufferPointer<UInt8>?
        var makers: UnsafeMutablePointer<MakerEntry>?
        var hasContainer = false
    }

    private struct KindEntry {
        var type: ObjectIdentifier?
        var kind = DecodableKind.plain
    }

    private struct MakerEntry {
        var keys: ObjectIdentifier?
        var maker: AnyObject?
    }

    private static let firstCursors = 8
    private static let firstKindBits = 4
    private static let makerBits = 4

    private let head: UnsafeMutablePointer<Head>

    init() {
        let alignment = max(
            MemoryLayout<Head>.alignment,
            MemoryLayout<DecodingCursor>.alignment,
            MemoryLayout<KindEntry>.alignment
        )
        let cursors = MemoryLayout<Head>.stride.roundedUp(to: alignment)
        let kinds = (cursors + MemoryLayout<DecodingCursor>.stride * Self.firstCursors).roundedUp(to: alignment)
        let size = kinds + MemoryLayout<KindEntry>.stride << Self.firstKindBits
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        unsafe head = block.bindMemory(to: Head.self, capacity: 1)
        unsafe head.initialize(
            to: Head(
                cursors: (block + cursors).bindMemory(to: DecodingCursor.self, capacity: Self.firstCursors),
                cursorCount: Self.firstCursors,
                kinds: Self.emptyKinds(at: block + kinds, bits: Self.firstKindBits),
                kindBits: Self.firstKindBits
            )
        )
    }

    /// Frees everything; to be called once, and last.
    func deallocate() {
        if unsafe head.pointee.cursorCount > Self.firstCursors { unsafe head.pointee.cursors.deallocate() }
        if unsafe head.pointee.kindBits > Self.firstKindBits { unsafe head.pointee.kinds.deallocate() }
        if let text = unsafe head.pointee.text { unsafe text.deallocate() }
        if let makers = unsafe head.pointee.makers {
            unsafe makers.deinitialize(count: 1 << Self.makerBits)
            unsafe makers.deallocate()
        }
        unsafe head.deallocate()
    }

    /// The upper bits of a product depend on all bits of the address; the shifted address breaks up the regular distances
    /// between types of one file, some of which the product would map to the same slot.
    @inline(__always)
    private static func slot(of identifier: ObjectIdentifier, bits: Int) -> Int {
        let address = UInt64(UInt(bitPattern: identifier))
        let product = (address ^ address >> 7) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> UInt64(truncatingIfNeeded: 64 &- bits))
    }
}

extension DecodingScratch {
    /// Allocates the cursors up to a depth.
    @inline(__always)
    func reserve(_ depth: Int) {
        if unsafe _slowPath(depth >= head.pointee.cursorsReady) { makeReady(depth) }
    }

    @inline(never)
    private func makeReady(_ depth: Int) {
        if unsafe depth >= head.pointee.cursorCount { growCursors(beyond: depth) }
        let ready = unsafe head.pointee.cursorsReady
        unsafe (head.pointee.cursors + ready).initialize(repeating: DecodingCursor(), count: depth + 1 - ready)
        unsafe head.pointee.cursorsReady = depth + 1
    }

    private func growCursors(beyond depth: Int) {
        let old = unsafe head.pointee
        let count = max(old.cursorCount * 2, depth + 1)
        let cursors = UnsafeMutablePointer<DecodingCursor>.allocate(capacity: count)
        unsafe cursors.initialize(from: old.cursors, count: old.cursorsReady)
        if old.cursorCount > Self.firstCursors { unsafe old.cursors.deallocate() }
        unsafe head.pointee.cursors = cursors
        unsafe head.pointee.cursorCount = count
    }

    /// Whether there is a cursor for a depth.
    func hasCursor(_ depth: Int) -> Bool { unsafe depth < head.pointee.cursorsReady }

    /// The cursor of a depth.
    @inline(__always)
    subscript(depth: Int) -> DecodingCursor {
        _read {
            assert(hasCursor(depth), "a depth without a cursor")
            yield unsafe head.pointee.cursors[depth]
        }
        nonmutating _modify {
            assert(hasCursor(depth), "a depth without a cursor")
            yield unsafe &head.pointee.cursors[depth]
        }
    }

    /// Calls a closure with memory for text, the same each time if it is large enough.
    @inline(__always)
    func withText<Result>(of capacity: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
        if let text = unsafe head.pointee.text, text.count >= capacity { return unsafe body(text) }
        return unsafe body(moreText(capacity))
    }

    @unsafe
    @inline(never)
    private func moreText(_ capacity: Int) -> UnsafeMutableBufferPointer<UInt8> {
        var known = 512
        if let old = unsafe head.pointee.text {
            known = old.count
            unsafe old.deallocate()
        }
        let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(capacity, 2 * known))
        unsafe head.pointee.text = text
        return unsafe text
    }
}

extension DecodingScratch {
    /// The way a type is read, which is looked up in the conformances of the program once.
    @inline(__always)
    func kind(of type: Any.Type) -> DecodableKind {
        let identifier = ObjectIdentifier(type)
        let entry = unsafe head.pointee.kinds + Self.slot(of: identifier, bits: head.pointee.kindBits)
        if _fastPath(unsafe entry.pointee.type == identifier) { return unsafe entry.pointee.kind }
        return otherKind(of: type)
    }

    @inline(never)
    private func otherKind(of type: Any.Type) -> DecodableKind {
        let identifier = ObjectIdentifier(type)
        let known = unsafe find(identifier).pointee
        if known.type == identifier { return known.kind }
        if unsafe head.pointee.kindsUsed * 2 >= 1 << head.pointee.kindBits { growKinds() }
        let kind = DecodableKind(type)
        unsafe find(identifier).pointee = KindEntry(type: identifier, kind: kind)
        unsafe head.pointee.kindsUsed += 1
        return kind
    }

    /// The entry of a type, or the empty one for it.
    private func find(_ identifier: ObjectIdentifier) -> UnsafeMutablePointer<KindEntry> {
        let bits = unsafe head.pointee.kindBits
        var slot = Self.slot(of: identifier, bits: bits)
        while let type = unsafe head.pointee.kinds[slot].type, type != identifier {
            slot = (slot + 1) & (1 << bits - 1)
        }
        return unsafe head.pointee.kinds + slot
    }

    private func growKinds() {
        let old = unsafe head.pointee
        let bits = old.kindBits + 2
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<KindEntry>.stride << bits,
            alignment: MemoryLayout<KindEntry>.alignment
        )
        unsafe head.pointee.kinds = Self.emptyKinds(at: block, bits: bits)
        unsafe head.pointee.kindBits = bits
        for slot in 0..<1 << old.kindBits {
            let entry = unsafe old.kinds[slot]
            if let type = entry.type { unsafe find(type).pointee = entry }
        }
        if old.kindBits > Self.firstKindBits { unsafe old.kinds.deallocate() }
    }

    private static func emptyKinds(at block: UnsafeMutableRawPointer, bits: Int) -> UnsafeMutablePointer<KindEntry> {
        let kinds = unsafe block.bindMemory(to: KindEntry.self, capacity: 1 << bits)
        unsafe kinds.initialize(repeating: KindEntry(), count: 1 << bits)
        return unsafe kinds
    }
}

extension DecodingScratch {
    /// The maker of the keyed containers of a type of keys; nil at the first container, since a small body often has no other.
    @inline(__always)
    func maker<Key: CodingKey>(for keys: Key.Type) -> KeyedContainerMaker<Key, KeyedContainer<Key>>? {
        guard let makers = unsafe head.pointee.makers else {
            prepareMakers()
            return nil
        }
        let identifier = ObjectIdentifier(keys)
        let entry = unsafe makers + Self.slot(of: identifier, bits: Self.makerBits)
        if _fastPath(unsafe entry.pointee.keys == identifier), let maker = unsafe entry.pointee.maker {
            // The keys of an entry are those its maker is for, and an identifier stands for one type.
            return unsafe unsafeDowncast(maker, to: KeyedContainerMaker<Key, KeyedContainer<Key>>.self)
        }
        return newMaker(for: keys)
    }

    @inline(never)
    private func prepareMakers() {
        guard unsafe head.pointee.hasContainer else {
            unsafe head.pointee.hasContainer = true
            return
        }
        let makers = UnsafeMutablePointer<MakerEntry>.allocate(capacity: 1 << Self.makerBits)
        unsafe makers.initialize(repeating: MakerEntry(), count: 1 << Self.makerBits)
        unsafe head.pointee.makers = makers
    }

    @inline(never)
    private func newMaker<Key: CodingKey>(for keys: Key.Type) -> KeyedContainerMaker<Key, KeyedContainer<Key>>? {
        guard let makers = unsafe head.pointee.makers else { return nil }
        let maker = KeyedContainerMaker<Key, KeyedContainer<Key>>()
        let identifier = ObjectIdentifier(keys)
        unsafe makers[Self.slot(of: identifier, bits: Self.makerBits)] = MakerEntry(keys: identifier, maker: maker)
        return maker
    }
}

extension Int {
    fileprivate func roundedUp(to alignment: Int) -> Int { (self + alignment - 1) / alignment * alignment }
}
