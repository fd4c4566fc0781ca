// Why: what a decoding notes down while it runs (where it stands on each level, and how each type is read) changes with
// every member, through containers that are values without identity. Stored properties of a class would have a run-time
// check for exclusive access each time, and separate pieces of memory would each cost an allocation, which a body of 200
// bytes notices.
//
// Encoding: one block of memory, which has the head, 8 frames and 16 kinds. More frames or kinds get a block of their own,
// and so do the containers that are kept and room for the text of strings with escapes.
// The kinds are a hash table with open addressing that is never more than half full.
//
// Bound: frames below `framesReady` are initialised, and every access is by a depth that `reserve` has been called with;
// debug builds assert it. All kinds are initialised, and their index is a hash cut to the bits of their number, a power of
// two. Everything is trivial. Nothing else holds a pointer into it, and the decoding state that owns it frees it once. A
// decoder belongs to one task, as every `Decoder` does.

/// What one decoding notes down.
@safe
struct UnsafeJSONScratch {
    @safe
    private struct Head {
        var frames: UnsafeMutablePointer<JSONFrame>
        var frameCount: Int
        var framesReady: Int
        var kinds: UnsafeMutablePointer<Entry>
        var kindBits: Int
        var kindsUsed: Int
        var text: UnsafeMutableBufferPointer<UInt8>?
        var containers: UnsafeJSONContainers?
        var endedContainers: UnsafeJSONContainers?
        var hasContainer = false
        var hasEnded = false
    }

    private struct Entry {
        var type: ObjectIdentifier?
        var kind = DecodableKind.plain
    }

    private static let firstFrames = 8
    private static let firstKindBits = 4

    private let head: UnsafeMutablePointer<Head>

    init() {
        let alignment = max(
            MemoryLayout<Head>.alignment,
            MemoryLayout<JSONFrame>.alignment,
            MemoryLayout<Entry>.alignment
        )
        let frames = MemoryLayout<Head>.stride.roundedUp(to: alignment)
        let kinds = (frames + MemoryLayout<JSONFrame>.stride * Self.firstFrames).roundedUp(to: alignment)
        let size = kinds + MemoryLayout<Entry>.stride << Self.firstKindBits
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        unsafe head = block.bindMemory(to: Head.self, capacity: 1)
        unsafe head.initialize(
            to: Head(
                frames: (block + frames).bindMemory(to: JSONFrame.self, capacity: Self.firstFrames),
                frameCount: Self.firstFrames,
                framesReady: 0,
                kinds: Self.emptyKinds(at: block + kinds, bits: Self.firstKindBits),
                kindBits: Self.firstKindBits,
                kindsUsed: 0,
                text: nil
            )
        )
    }

    /// Frees everything; to be called once, and last.
    func deallocate() {
        if unsafe head.pointee.frameCount > Self.firstFrames { unsafe head.pointee.frames.deallocate() }
        if unsafe head.pointee.kindBits > Self.firstKindBits { unsafe head.pointee.kinds.deallocate() }
        if let text = unsafe head.pointee.text { unsafe text.deallocate() }
        if let containers = unsafe head.pointee.containers { containers.deallocate() }
        if let containers = unsafe head.pointee.endedContainers { containers.deallocate() }
        unsafe head.deallocate()
    }
}

extension UnsafeJSONScratch {
    /// What keeps containers; nil for the first one, which in many small bodies is the only one, and at the end.
    @inline(__always)
    var containers: UnsafeJSONContainers? {
        if let containers = unsafe head.pointee.containers { return containers }
        return laterContainers
    }

    private var laterContainers: UnsafeJSONContainers? {
        @inline(never) get {
            guard unsafe head.pointee.hasContainer, unsafe !head.pointee.hasEnded else {
                unsafe head.pointee.hasContainer = true
                return nil
            }
            let containers = UnsafeJSONContainers()
            unsafe head.pointee.containers = containers
            return containers
        }
    }

    /// Lets go of the containers, and keeps none any more.
    func end() {
        unsafe head.pointee.hasEnded = true
        guard let containers = unsafe head.pointee.containers else { return }
        containers.end()
        unsafe head.pointee.endedContainers = containers
        unsafe head.pointee.containers = nil
    }
}

extension UnsafeJSONScratch {
    /// Lends room for text, the same each time if it is large enough.
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

extension UnsafeJSONScratch {
    /// Makes room for a depth.
    @inline(__always)
    func reserve(_ depth: Int) {
        if unsafe _slowPath(depth >= head.pointee.framesReady) { makeReady(depth) }
    }

    @inline(never)
    private func makeReady(_ depth: Int) {
        if unsafe depth >= head.pointee.frameCount { growFrames(beyond: depth) }
        let ready = unsafe head.pointee.framesReady
        unsafe (head.pointee.frames + ready).initialize(repeating: JSONFrame(), count: depth + 1 - ready)
        unsafe head.pointee.framesReady = depth + 1
    }

    private func growFrames(beyond depth: Int) {
        let old = unsafe head.pointee
        let count = max(old.frameCount * 2, depth + 1)
        let frames = UnsafeMutablePointer<JSONFrame>.allocate(capacity: count)
        unsafe frames.initialize(from: old.frames, count: old.framesReady)
        if old.frameCount > Self.firstFrames { unsafe old.frames.deallocate() }
        unsafe head.pointee.frames = frames
        unsafe head.pointee.frameCount = count
    }

    /// Whether there is a frame for a depth.
    func hasFrame(_ depth: Int) -> Bool { unsafe depth < head.pointee.framesReady }

    /// The frame of a depth.
    @inline(__always)
    subscript(depth: Int) -> JSONFrame {
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

extension UnsafeJSONScratch {
    /// How a type is read; looked up in the conformances of the program when it is first asked for.
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

    /// The upper bits of a product depend on all bits of the address; what is added to these breaks up the regular
    /// distances between types of one file, some of which the product would map to the same place.
    @inline(__always)
    static func slot(of identifier: ObjectIdentifier, bits: Int) -> Int {
        let address = UInt64(UInt(bitPattern: identifier))
        let product = (address ^ address >> 7) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> UInt64(truncatingIfNeeded: 64 &- bits))
    }
}

extension Int {
    fileprivate func roundedUp(to alignment: Int) -> Int { (self + alignment - 1) / alignment * alignment }
}
