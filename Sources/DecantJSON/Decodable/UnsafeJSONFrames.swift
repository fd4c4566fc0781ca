// Why: the position in an object changes with every member, through containers that are values without identity. Stored
// properties of a class would have a run-time check for exclusive access each time.
//
// Bound: there is room for `capacity` frames, all of them initialised, and every access is by a depth that `claim` or
// `reserve` has made room for; debug builds assert it. Nothing else holds a pointer to them, and the decoding state that
// owns them frees them once. A decoder belongs to one task, as every `Decoder` does.

/// The frames of the levels of a document, by depth.
@safe
struct UnsafeJSONFrames {
    @safe
    private struct Room {
        var frames: UnsafeMutablePointer<JSONFrame>
        var capacity: Int
    }

    private let room: UnsafeMutablePointer<Room>

    init() {
        let capacity = 8
        let frames = UnsafeMutablePointer<JSONFrame>.allocate(capacity: capacity)
        unsafe frames.initialize(repeating: JSONFrame(), count: capacity)
        unsafe room = .allocate(capacity: 1)
        unsafe room.initialize(to: Room(frames: frames, capacity: capacity))
    }

    /// Frees the frames; to be called once, and last.
    func deallocate() {
        unsafe room.pointee.frames.deallocate()
        unsafe room.deallocate()
    }

    /// Makes room for a depth.
    @inline(__always)
    func reserve(_ depth: Int) {
        if unsafe _slowPath(depth >= room.pointee.capacity) { grow(to: depth) }
    }

    @inline(never)
    private func grow(to depth: Int) {
        let capacity = unsafe max(room.pointee.capacity &* 2, depth &+ 1)
        let frames = UnsafeMutablePointer<JSONFrame>.allocate(capacity: capacity)
        let used = unsafe room.pointee.capacity
        unsafe frames.initialize(from: room.pointee.frames, count: used)
        unsafe (frames + used).initialize(repeating: JSONFrame(), count: capacity - used)
        unsafe room.pointee.frames.deallocate()
        unsafe room.pointee = Room(frames: frames, capacity: capacity)
    }

    /// Whether there is a frame for a depth.
    func contains(_ depth: Int) -> Bool { unsafe depth < room.pointee.capacity }

    /// The frame of a depth.
    @inline(__always)
    subscript(depth: Int) -> JSONFrame {
        _read {
            assert(contains(depth), "a depth without a frame")
            yield unsafe room.pointee.frames[depth]
        }
        nonmutating _modify {
            assert(contains(depth), "a depth without a frame")
            yield unsafe &room.pointee.frames[depth]
        }
    }
}
