// Why: what a decoding notes down while it runs (where it stands on each level, and how each type is read) changes with
// every member, through containers that are values without identity. Stored properties of a class would have a run-time
// check for exclusive access each time, and separate pieces of memory would each cost an allocation, which a body of 200
// bytes notices.
//
// Encoding: one block of memory, which has the head, 8 frames and 16 kinds. More frames or kinds get a block of their own.
// The kinds are a hash table with open addressing that is never more than half full.
//
// Bound: frames below `framesReady` are initialised, and every access is by a depth that `reserve` has been called with;
// debug builds assert it. All kinds are initialised, and their index is a hash cut to the bits of their number, a power of
// two. Everything is trivial. Nothing else holds a pointer into it, and the decoding state that owns it frees it once. A
// decoder belongs to one task, as every `Decoder` does.

/// What one decoding notes down.
@safe
struct UnsafePropertyListScratch {
    @safe
    private struct Head {
        var frames: UnsafeMutablePointer<PropertyListFrame>
        var frameCount: Int
        var framesReady: Int
        var kinds: UnsafeMutablePointer<Entry>
        var kindBits: Int
        var kindsUsed: Int
    }

    private struct Entry {
        var type: ObjectIdentifier?
        var kind = PropertyListTypeKind.plain
    }

    private static let firstFrames = 8
    private static let firstKindBits = 4

    private let head: UnsafeMutablePointer<Head>

    init() {
        let alignment = max(
            MemoryLayout<Head>.alignment,
            MemoryLayout<PropertyListFrame>.alignment,
            MemoryLayout<Entry>.alignment
        )
        let frames = MemoryLayout<Head>.stride.roundedUp(to: alignment)
        let kinds = (frames + MemoryLayout<PropertyListFrame>.stride * Self.firstFrames).roundedUp(to: alignment)
        let size = kinds + MemoryLayout<Entry>.stride << Self.firstKindBits
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        unsafe head = block.bindMemory(to: Head.self, capacity: 1)
        unsafe head.initialize(
            to: Head(
                frames: (block + frames).bindMemory(to: PropertyListFrame.self, capacity: Self.firstFrames),
                frameCount: Self.firstFrames,
                framesReady: 0,
                kinds: Self.emptyKinds(at: block + kinds, bits: Self.firstKindBits),
                kindBits: Self.firstKindBits,
                kindsUsed: 0
            )
        )
    }

    /// Frees everything; to be called once, and last.
    func deallocate() {
        if unsafe head.pointee.frameCount > Self.firstFrames { unsafe head.pointee.frames.deallocate() }
        if unsafe head.pointee.kindBits > Self.firstKindBits { unsafe head.pointee.kinds.deallocate() }
        unsafe head.deallocate()
    }
}

extension UnsafePropertyListScratch {
    /// Makes room for a depth.
    @inline(__always)
    func reserve(_ depth: Int) {
        if unsafe _slowPath(depth >= head.pointee.framesReady) { makeReady(depth) }
    }

    @inline(never)
    private func makeReady(_ depth: Int) {
        if unsafe depth >= head.pointee.frameCount { growFrames(beyond: depth) }
        let ready = unsafe head.pointee.framesReady
        unsafe (head.pointee.frames + ready).initialize(repeating: PropertyListFrame(), count: depth + 1 - ready)
        unsafe head.pointee.framesReady = depth + 1
    }

    private func growFrames(beyond depth: Int) {
        let old = unsafe head.pointee
        let count = max(old.frameCount * 2, depth + 1)
        let frames = UnsafeMutablePointer<PropertyListFrame>.allocate(capacity: count)
        unsafe frames.initialize(from: old.frames, count: old.framesReady)
        if old.frameCount > Self.firstFrames { unsafe old.frames.deallocate() }
        unsafe head.pointee.frames = frames
        unsafe head.pointee.frameCount = count
    }

    /// Whether there is a frame for a depth.
    func hasFrame(_ depth: Int) -> Bool { unsafe depth < head.pointee.framesReady }

    /// The frame of a depth.
    @inline(__always)
    subscript(depth: Int) -> PropertyListFrame {
        _read {
            assert(hasFrame(depth), "a depth without a frame")
            yield unsafe head.pointee.frames[depth]
        }
        nonmutating _modify {
            assert(hasFrame(depth), "a depth without a frame")
            yield unsafe &head.pointee.frames[depth]
        }
    }
}

extension UnsafePropertyListScratch {
    /// How a type is read; looked up in the conformances of the program when it is first asked for.
    @inline(__always)
    func kind(of type: Any.Type) -> PropertyListTypeKind {
        let identifier = ObjectIdentifier(type)
        let entry = unsafe head.pointee.kinds + Self.slot(of: identifier, bits: head.pointee.kindBits)
        if _fastPath(unsafe entry.pointee.type == identifier) { return unsafe entry.pointee.kind }
        return otherKind(of: type)
    }

    @inline(never)
    private func otherKind(of type: Any.Type) -> PropertyListTypeKind {
        let identifier = ObjectIdentifier(type)
        let known = unsafe find(identifier).pointee
        if known.type == identifier { return known.kind }
        if unsafe head.pointee.kindsUsed * 2 >= 1 << head.pointee.kindBits { growKinds() }
        let kind = PropertyListTypeKind(type)
        unsafe find(identifier).pointee = Entry(type: identifier, kind: kind)
        unsafe head.pointee.kindsUsed += 1
        return kind
    }

    /// The entry of a type, or the empty one that it belongs into.
    private func find(_ identifier: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
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
            byteCount: MemoryLayout<Entry>.stride << bits,
            alignment: MemoryLayout<Entry>.alignment
        )
        unsafe head.pointee.kinds = Self.emptyKinds(at: block, bits: bits)
        unsafe head.pointee.kindBits = bits
        for slot in 0..<1 << old.kindBits {
            let entry = unsafe old.kinds[slot]
            if let type = entry.type { unsafe find(type).pointee = entry }
        }
        if old.kindBits > Self.firstKindBits { unsafe old.kinds.deallocate() }
    }

    private static func emptyKinds(at block: UnsafeMutableRawPointer, bits: Int) -> UnsafeMutablePointer<Entry> {
        let kinds = unsafe block.bindMemory(to: Entry.self, capacity: 1 << bits)
        unsafe kinds.initialize(repeating: Entry(), count: 1 << bits)
        return unsafe kinds
    }

    /// The upper bits of a product depend on all bits of the address.
    @inline(__always)
    private static func slot(of identifier: ObjectIdentifier, bits: Int) -> Int {
        let product = UInt64(UInt(bitPattern: identifier)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> UInt64(truncatingIfNeeded: 64 &- bits))
    }
}

extension Int {
    fileprivate func roundedUp(to alignment: Int) -> Int { (self + alignment - 1) / alignment * alignment }
}
