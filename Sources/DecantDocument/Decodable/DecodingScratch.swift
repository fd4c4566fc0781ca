import Synchronization

// Why: the notes of a decoding (the cursor of each level, and how each type is read) change with every member, through containers
// that are values without identity. Stored properties of a class would have a run-time check for exclusive access each time, and
// separate pieces of memory would each cost an allocation, which a body of 200 bytes notices.
//
// Encoding: one block of memory, which has the head, 8 cursors and 32 kinds. More cursors or kinds get a block of their own, and
// so do the keyed containers and the memory for strings with escapes. The kinds and the containers are hash tables with open
// addressing that are never more than half full.
//
// A program decodes the same types again and again, and looking up how the types of a small body are read takes a sixth of the time
// of decoding it. The notes of a decoding that has ended are therefore kept for a later one, which starts with the types in them.

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

    /// Returns whether the names of an object can be looked up in the document.
    @inline(__always)
    func isPlain(_ object: Int) -> Bool { plainObject == UInt32(truncatingIfNeeded: object) }
}

// MARK: - Unsafe
//
// Bound: cursors below `cursorsReady` are initialised, and every access is by a depth that `reserve` was called with; debug builds
// assert it. All kinds are initialised, and their index is a hash cut to the bits of their number, a power of two; so are the
// containers. Nothing else holds a pointer into it, and the decoding state that owns it gives it back once. A decoder belongs to one
// task, as every `Decoder` does; what was given back belongs to no one until it is taken, under a lock, by one other decoding.

/// The notes of one decoding.
@safe
struct DecodingScratch {
    @safe
    private struct Head {
        var cursors: UnsafeMutablePointer<DecodingCursor>
        var cursorCount: Int
        var cursorsReady = 0
        var kinds: TypeTable<DecodableKind>
        var containers: TypeTable<Unmanaged<SpareContainer>?>?
        var latestContainer: Unmanaged<SpareContainer>?
        var text: UnsafeMutableBufferPointer<UInt8>?
    }

    private static let firstCursors = 8
    private static let firstKindBits = 5

    private let head: UnsafeMutablePointer<Head>

    private init() {
        let alignment = max(
            MemoryLayout<Head>.alignment,
            MemoryLayout<DecodingCursor>.alignment,
            TypeTable<DecodableKind>.alignment
        )
        let cursors = MemoryLayout<Head>.stride.roundedUp(to: alignment)
        let kinds = (cursors + MemoryLayout<DecodingCursor>.stride * Self.firstCursors).roundedUp(to: alignment)
        let size = kinds + TypeTable<DecodableKind>.size(bits: Self.firstKindBits)
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        unsafe head = block.bindMemory(to: Head.self, capacity: 1)
        unsafe head.initialize(
            to: Head(
                cursors: (block + cursors).bindMemory(to: DecodingCursor.self, capacity: Self.firstCursors),
                cursorCount: Self.firstCursors,
                kinds: TypeTable(at: block + kinds, bits: Self.firstKindBits, filledWith: .plain)
            )
        )
    }

    private func deallocate() {
        if unsafe head.pointee.cursorCount > Self.firstCursors { unsafe head.pointee.cursors.deallocate() }
        unsafe head.pointee.kinds.deallocate()
        if let text = unsafe head.pointee.text { unsafe text.deallocate() }
        if let containers = unsafe head.pointee.containers {
            unsafe containers.forEach { container in unsafe container?.release() }
            unsafe containers.deallocate()
        }
        unsafe head.deallocate()
    }
}

extension DecodingScratch {
    /// The notes of a decoding that has ended.
    private struct Spare: @unchecked Sendable {
        let scratch: DecodingScratch
    }

    /// The number of threads that may decode at once without one having to allocate.
    private static let mostSpares = 8

    private static let spares = Mutex<[Spare]>([])

    /// The notes for a decoding that begins, with the types of an earlier one.
    static func take() -> DecodingScratch {
        // A decoding that finds the lock taken starts anew, which is faster than waiting.
        let spare = spares.withLockIfAvailable { $0.popLast() } ?? nil
        return spare?.scratch ?? DecodingScratch()
    }

    /// Ends the use of the notes; to be called once, and last.
    func giveBack() {
        let isKept = isSmall && (Self.spares.withLockIfAvailable { spares in keep(in: &spares) } ?? false)
        if !isKept { deallocate() }
    }

    /// Forgets all cursors, for another decoding.
    func clear() { unsafe head.pointee.cursorsReady = 0 }

    private func keep(in spares: inout [Spare]) -> Bool {
        guard spares.count < Self.mostSpares else { return false }
        clear()
        spares.append(Spare(scratch: self))
        return true
    }

    /// Whether keeping the notes costs little memory, at most some 100 kB.
    private var isSmall: Bool {
        let head = unsafe head.pointee
        return unsafe head.cursorCount <= 512 && head.text?.count ?? 0 <= 1 << 16 && head.kinds.count <= 1024
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

    /// Returns whether there is a cursor for a depth.
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
        if let kind = unsafe head.pointee.kinds.first(ObjectIdentifier(type)) { return kind }
        return otherKind(of: type)
    }

    @inline(never)
    private func otherKind(of type: Any.Type) -> DecodableKind {
        unsafe head.pointee.kinds.value(of: ObjectIdentifier(type)) { DecodableKind(type) }
    }

    /// The standard library's container for an object, made of one that is not used any more, if there is one for its keys.
    @inline(__always)
    func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ state: DecodingState,
        _ place: DocumentPlace
    ) -> KeyedDecodingContainer<Key> {
        guard !state.hasEnded, let spare = unsafe spareContainer(for: type) else {
            return KeyedDecodingContainer(KeyedContainer<Key>(KeyedObject(state, place)))
        }
        return unsafe spare._withUnsafeGuaranteedRef { spare in
            unsafe spare.container(keyedBy: type, state, place, &head.pointee.latestContainer)
        }
    }

    @unsafe
    @inline(__always)
    private func spareContainer<Key: CodingKey>(for keys: Key.Type) -> Unmanaged<SpareContainer>? {
        guard let known = unsafe head.pointee.containers?.first(ObjectIdentifier(keys)), let spare = unsafe known else {
            return unsafe otherSpareContainer(for: keys)
        }
        return unsafe spare._withUnsafeGuaranteedRef { $0.isFree } ? spare : nextSpareContainer(after: spare, keys)
    }

    @unsafe
    @inline(never)
    private func otherSpareContainer<Key: CodingKey>(for keys: Key.Type) -> Unmanaged<SpareContainer>? {
        if unsafe head.pointee.containers == nil {
            unsafe head.pointee.containers = TypeTable(bits: 4, filledWith: nil)
        }
        let spare = unsafe head.pointee.containers?.value(of: ObjectIdentifier(keys)) {
            unsafe SpareContainer.make(for: keys).map { unsafe Unmanaged.passRetained($0) }
        }
        guard let spare = unsafe spare else { return nil }
        return unsafe spare._withUnsafeGuaranteedRef { $0.isFree } ? spare : nextSpareContainer(after: spare, keys)
    }

    @unsafe
    @inline(never)
    private func nextSpareContainer<Key: CodingKey>(
        after spare: Unmanaged<SpareContainer>,
        _ keys: Key.Type
    ) -> Unmanaged<SpareContainer>? {
        unsafe spare.takeUnretainedValue().nextFree(for: keys).map { unsafe Unmanaged.passUnretained($0) }
    }

    /// Ends the use of all keyed containers by a decoding.
    func endContainers(of state: DecodingState) {
        while let spare = unsafe head.pointee.latestContainer {
            unsafe head.pointee.latestContainer = spare.takeUnretainedValue().end(state)
        }
    }
}

/// A hash table of trivial values by the identity of types, with open addressing.
@safe
struct TypeTable<Value> {
    private struct Entry {
        var type: ObjectIdentifier?
        var value: Value
    }

    private var entries: UnsafeMutablePointer<Entry>
    private var bits: Int
    private var used = 0

    /// The number of types.
    var count: Int { used }

    private let empty: Value

    /// Whether the memory is this table's own.
    private var ownsEntries: Bool

    static var alignment: Int { MemoryLayout<Entry>.alignment }

    static func size(bits: Int) -> Int { MemoryLayout<Entry>.stride << bits }

    /// Creates a table in memory that outlives it.
    init(at memory: UnsafeMutableRawPointer, bits: Int, filledWith empty: Value) {
        unsafe entries = memory.bindMemory(to: Entry.self, capacity: 1 << bits)
        unsafe entries.initialize(repeating: Entry(type: nil, value: empty), count: 1 << bits)
        self.bits = bits
        self.empty = empty
        ownsEntries = false
    }

    /// Creates a table in memory of its own.
    init(bits: Int, filledWith empty: Value) {
        unsafe self.init(
            at: .allocate(byteCount: Self.size(bits: bits), alignment: Self.alignment),
            bits: bits,
            filledWith: empty
        )
        ownsEntries = true
    }

    /// Frees the memory if it is the table's own; to be called once, and last.
    func deallocate() {
        if ownsEntries { unsafe entries.deallocate() }
    }

    /// Calls a closure with each value.
    func forEach(_ body: (Value) -> Void) {
        for slot in 0..<1 << bits where unsafe entries[slot].type != nil { unsafe body(entries[slot].value) }
    }

    /// The value of a type, if that is in its first slot.
    @inline(__always)
    func first(_ type: ObjectIdentifier) -> Value? {
        let entry = unsafe entries + Self.slot(of: type, bits: bits)
        return unsafe _fastPath(entry.pointee.type == type) ? entry.pointee.value : nil
    }

    /// The value of a type, which is made at its first use.
    mutating func value(of type: ObjectIdentifier, _ make: () -> Value) -> Value {
        let known = unsafe entry(of: type).pointee
        if known.type == type { return known.value }
        if used * 2 >= 1 << bits { grow() }
        let value = make()
        unsafe entry(of: type).pointee = Entry(type: type, value: value)
        used += 1
        return value
    }

    /// The entry of a type, or the empty one for it.
    private func entry(of type: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
        var slot = Self.slot(of: type, bits: bits)
        while let other = unsafe entries[slot].type, other != type { slot = (slot + 1) & (1 << bits - 1) }
        return unsafe entries + slot
    }

    private mutating func grow() {
        var larger = TypeTable(bits: bits + 2, filledWith: empty)
        for slot in 0..<1 << bits {
            let entry = unsafe entries[slot]
            if let type = entry.type { _ = larger.value(of: type) { entry.value } }
        }
        deallocate()
        self = larger
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

extension Int {
    fileprivate func roundedUp(to alignment: Int) -> Int { (self + alignment - 1) / alignment * alignment }
}
