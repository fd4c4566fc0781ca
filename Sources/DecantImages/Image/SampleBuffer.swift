// Why: rows are decoded in place, in memory that may be larger than the pixels they become, and that is not cleared before.
// An array cannot be smaller than its memory without a copy, and its memory belongs to the standard library, so that no page
// of it may be given back. Here the memory is this file's own.

/// The samples of an image: a value like an array, whose memory is its own.
struct SampleBuffer<Sample: FixedWidthInteger & Sendable>: Sendable {
    private var memory: Memory
    let endIndex: Int

    // MARK: - Unsafe
    //
    // Bound: `base` is an allocation of at least `count` samples; indices are tested, and the closures of the `with…` functions
    // get a buffer of `count`. Memory is written to only while one buffer refers to it, which is why threads may share it, and
    // freed by its object alone. Any bytes are samples, so that none of them has to be initialized before it is read.

    @safe
    private final class Memory: Sendable {
        nonisolated(unsafe) let base: UnsafeMutablePointer<Sample>

        init(capacity: Int) { unsafe base = UnsafeMutablePointer<Sample>.allocate(capacity: capacity) }

        deinit {
            unsafe base.deallocate()
        }
    }

    private var buffer: UnsafeMutableBufferPointer<Sample> {
        unsafe UnsafeMutableBufferPointer(start: memory.base, count: endIndex)
    }

    /// Creates a buffer of samples with any values.
    init(uninitializedCount count: Int) {
        memory = Memory(capacity: count)
        endIndex = count
    }

    /// Creates a buffer from memory that a closure fills; large pages suit memory that is not given back piece by
    /// piece.
    init(
        capacity: Int,
        inLargePages isLarge: Bool = true,
        filling fill: (UnsafeMutableBufferPointer<Sample>, inout Int) -> Void
    ) {
        memory = Memory(capacity: capacity)
        if isLarge { unsafe ImageMemory.preferLargePages(memory.base, capacity * MemoryLayout<Sample>.stride) }
        var count = 0
        unsafe fill(UnsafeMutableBufferPointer(start: memory.base, count: capacity), &count)
        precondition(count >= 0 && count <= capacity, "more samples than the memory has")
        endIndex = count
        let unused = (capacity - count) * MemoryLayout<Sample>.stride
        unsafe ImageMemory.giveBack(memory.base + count, unused)
    }

    /// Creates a buffer of the same sample many times.
    init(repeating sample: Sample, count: Int) {
        memory = Memory(capacity: count)
        endIndex = count
        unsafe memory.base.initialize(repeating: sample, count: count)
    }

    /// Creates a buffer by copying samples.
    init(_ samples: some Collection<Sample>) {
        memory = Memory(capacity: samples.count)
        endIndex = samples.count
        _ = unsafe buffer.initialize(from: samples)
    }

    /// Copies the samples if another buffer shares them.
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&memory) { self = unsafe SampleBuffer(UnsafeBufferPointer(buffer)) }
    }

    /// The samples, without a copy.
    var span: Span<Sample> {
        @_lifetime(borrow self)
        get {
            let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(buffer))
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The samples to change; what changes many of them does so through this view, which is made unique once.
    var mutableSpan: MutableSpan<Sample> {
        @_lifetime(&self)
        mutating get {
            makeUnique()
            let span = unsafe MutableSpan(_unsafeElements: buffer)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }

    /// Calls a closure with the samples, which it must not keep.
    func withUnsafeBufferPointer<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<Sample>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeBufferPointer(buffer))
    }

    /// Calls a closure with the samples to change, which it must not keep.
    mutating func withUnsafeMutableBufferPointer<Result, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<Sample>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeUnique()
        return try unsafe body(buffer)
    }

    /// Calls a closure with the bytes of the samples, which it must not keep.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(buffer))
    }

    /// Calls a closure with the bytes of the samples to change, which it must not keep.
    mutating func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        makeUnique()
        return unsafe body(UnsafeMutableRawBufferPointer(buffer))
    }
}

extension SampleBuffer: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }

    subscript(index: Int) -> Sample {
        @inline(__always)
        get {
            precondition(index >= 0 && index < endIndex, "index outside of the samples")
            return unsafe memory.base[index]
        }
        @inline(__always)
        set {
            precondition(index >= 0 && index < endIndex, "index outside of the samples")
            makeUnique()
            unsafe memory.base[index] = newValue
        }
    }
}

extension SampleBuffer: Hashable {
    static func == (left: SampleBuffer, right: SampleBuffer) -> Bool {
        left.memory === right.memory || left.elementsEqual(right)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

extension SampleBuffer: ExpressibleByArrayLiteral {
    init(arrayLiteral samples: Sample...) { self.init(samples) }
}
