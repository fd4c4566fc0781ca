import CDecantPages
import CDecantPixels

/// The pixels of an image, in rows from the top, with four samples each: red, green, blue, and alpha.
///
/// Rows have no padding. The samples are available as a span of 8-bit or of 16-bit integers; the other span is empty.
public struct ImagePixels: Sendable, Hashable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The samples.
    ///
    /// At most one of the two buffers is not empty.
    var samples8: SampleBuffer<UInt8>
    var samples16: SampleBuffer<UInt16>

    init(width: Int, height: Int, _ samples: SampleBuffer<UInt8>) {
        self.width = width
        self.height = height
        samples8 = samples
        samples16 = []
    }

    init(width: Int, height: Int, deep samples: SampleBuffer<UInt16>) {
        self.width = width
        self.height = height
        samples8 = []
        samples16 = samples
    }

    /// The number of bits per channel: 8 or 16.
    public var bitsPerChannel: Int { samples16.isEmpty ? 8 : 16 }
    /// The 8-bit samples, four for each pixel.
    public var rgba8: Span<UInt8> { @_lifetime(borrow self) get { samples8.span } }
    /// The 16-bit samples in native byte order, four for each pixel.
    public var rgba16: Span<UInt16> { @_lifetime(borrow self) get { samples16.span } }

    /// The color of the pixel at a column and a row with 8 bits per channel: red, green, blue, alpha.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "a pixel outside of the image")
        let first = (y * width + x) * 4
        if samples16.isEmpty {
            return SIMD4(samples8[first], samples8[first + 1], samples8[first + 2], samples8[first + 3])
        }
        return SIMD4(shallow(first), shallow(first + 1), shallow(first + 2), shallow(first + 3))
    }

    /// Returns the 8-bit sample nearest to a 16-bit sample.
    private func shallow(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(samples16[index]) * 255 + 32895) >> 16)
    }

    /// Creates pixels from 8-bit samples of red, green, blue, and alpha, in rows from the top.
    ///
    /// Returns nil if the size is empty, or if the number of samples is not four per pixel.
    public init?(width: Int, height: Int, rgba8 samples: [UInt8]) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, width > 0, height > 0, samples.count.isMultiple(of: 4), samples.count / 4 == count else {
            return nil
        }
        self.init(width: width, height: height, SampleBuffer(samples))
    }

    /// Returns the pixels with an orientation applied, which may swap the sides.
    public func oriented(by orientation: ImageOrientation) -> ImagePixels {
        guard orientation != .up else { return self }
        let (columns, rows) = orientation.swapsWidthAndHeight ? (height, width) : (width, height)
        if samples16.isEmpty {
            return ImagePixels(width: columns, height: rows, turn(samples8, orientation, columns, rows))
        }
        return ImagePixels(width: columns, height: rows, deep: turn(samples16, orientation, columns, rows))
    }

    private func turn<Sample: FixedWidthInteger & Sendable>(
        _ samples: SampleBuffer<Sample>,
        _ orientation: ImageOrientation,
        _ columns: Int,
        _ rows: Int
    ) -> SampleBuffer<Sample> {
        // MARK: - Unsafe
        // Bound: the target has a pixel for each of `columns` by `rows`; the source is indexed with a bounds check.
        unsafe SampleBuffer(capacity: columns * rows * 4) { target, count in
            for y in 0..<rows {
                let (start, step) = source(of: y, orientation)
                var pixel = start
                for _ in 0..<columns {
                    for channel in 0..<4 { unsafe target[count + channel] = samples[pixel * 4 + channel] }
                    pixel += step
                    count += 4
                }
            }
        }
    }

    /// Returns the source of the first pixel of an oriented row, and the distance between neighboring pixels.
    private func source(of row: Int, _ orientation: ImageOrientation) -> (start: Int, step: Int) {
        let (lastColumn, lastRow) = (width - 1, height - 1)
        switch orientation {
        case .up: return (row * width, 1)
        case .upMirrored: return (row * width + lastColumn, -1)
        case .down: return ((lastRow - row) * width + lastColumn, -1)
        case .downMirrored: return ((lastRow - row) * width, 1)
        case .leftMirrored: return (row, width)
        case .right: return (lastRow * width + row, -width)
        case .rightMirrored: return (lastRow * width + lastColumn - row, -width)
        case .left: return (lastColumn - row, width)
        }
    }
}

// MARK: - Unsafe
//
// Why: changes of alpha visit all pixels, and the compiler vectorizes them only without a bounds check for each.
//
// Bound: the number of samples is a multiple of four, and is the count of the storage itself.

extension ImagePixels {
    /// Multiplies the colors by their alpha.
    mutating func premultiply() {
        unsafe samples8.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe decant_premultiply(base.assumingMemoryBound(to: UInt32.self), bytes.count / 4)
        }
        for pixel in 0..<samples16.count / 4 {
            let alpha = UInt32(samples16[pixel * 4 + 3])
            for index in pixel * 4..<pixel * 4 + 3 {
                samples16[index] = UInt16(truncatingIfNeeded: (UInt32(samples16[index]) * alpha + 32767) / 65535)
            }
        }
    }

    /// Divides the colors by their alpha.
    mutating func unpremultiply() {
        unsafe samples8.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe decant_tiff_unassociate_8(base.assumingMemoryBound(to: UInt8.self), bytes.count / 4)
        }
        unsafe samples16.withUnsafeMutableBufferPointer { samples in
            unsafe decant_tiff_unassociate_16(samples.baseAddress, samples.count / 4)
        }
    }

    /// Makes all pixels opaque.
    mutating func makeOpaque() {
        unsafe samples8.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe decant_tiff_opaque(base.assumingMemoryBound(to: UInt32.self), bytes.count / 4)
        }
        for pixel in 0..<samples16.count / 4 { samples16[pixel * 4 + 3] = .max }
    }
}

// Why: rows are decoded into uninitialized memory that may be larger than the resulting pixels. An array cannot
// shrink its memory without a copy, and the standard library owns that memory, so its pages must not be released. This
// buffer owns its memory.

/// The samples of an image: a value type like an array that owns its memory.
struct SampleBuffer<Sample: FixedWidthInteger & Sendable>: Sendable {
    private var memory: Memory
    let endIndex: Int

    // MARK: - Unsafe
    //
    // Bound: `base` is an allocation of at least `count` samples; indices are checked, and the closures of the `with…`
    // functions receive a buffer of `count`. Memory is written only while one buffer refers to it, which is why threads
    // may share it, and only its object frees it. Any bytes are valid samples; reading uninitialized ones is harmless.

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

    /// Creates a buffer of samples with arbitrary values.
    init(uninitializedCount count: Int) {
        memory = Memory(capacity: count)
        endIndex = count
    }

    /// Creates a buffer from memory that a closure fills.
    ///
    /// Large pages suit memory that is not released in parts.
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

    /// Creates a buffer that repeats a sample.
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

    /// A mutable view of the samples.
    ///
    /// Use it for many changes, because it ensures unique ownership only once.
    var mutableSpan: MutableSpan<Sample> {
        @_lifetime(&self)
        mutating get {
            makeUnique()
            let span = unsafe MutableSpan(_unsafeElements: buffer)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }

    /// Calls a closure with the samples, which must not escape it.
    func withUnsafeBufferPointer<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<Sample>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeBufferPointer(buffer))
    }

    /// Calls a closure with the mutable samples, which must not escape it.
    mutating func withUnsafeMutableBufferPointer<Result, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<Sample>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeUnique()
        return try unsafe body(buffer)
    }

    /// Calls a closure with the bytes of the samples, which must not escape it.
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(buffer))
    }

    /// Calls a closure with the mutable bytes of the samples, which must not escape it.
    mutating func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        makeUnique()
        return unsafe body(UnsafeMutableRawBufferPointer(buffer))
    }
}

extension SampleBuffer: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }

    subscript(index: Int) -> Sample {
        get {
            precondition(index >= 0 && index < endIndex, "index outside of the samples")
            return unsafe memory.base[index]
        }
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

/// Advice to the system about the memory of large images.
enum ImageMemory {
    /// The minimum number of bytes for large pages.
    ///
    /// Above it, the page faults saved outweigh half an unused page.
    private static let large = 8 << 20
    /// The minimum number of unused bytes that are worth a system call to release.
    private static let unused = 1 << 20

    // MARK: - Unsafe
    //
    // Bound: callers pass memory that they own. Large pages do not change its contents; released memory is written
    // before it is read again.

    /// Requests large pages for memory that is about to be written.
    static func preferLargePages(_ start: UnsafeMutableRawPointer?, _ bytes: Int) {
        if bytes >= large { unsafe decant_prefer_large_pages(start, bytes) }
    }

    /// Releases memory that is not read again to the system.
    static func giveBack(_ start: UnsafeMutableRawPointer?, _ bytes: Int) {
        if bytes >= unused { unsafe decant_give_back(start, bytes) }
    }
}

// MARK: - Unsafe
//
// Why: the base address of a buffer is nil if the buffer has no memory, and unwrapping the optional without a check is
// undefined behavior. These properties check it: one comparison for each buffer, not for each element.

extension UnsafeBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inline(__always)
    var firstAddress: UnsafePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inline(__always)
    var firstAddress: UnsafeMutablePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte; traps if the buffer has no memory.
    @inline(__always)
    var firstAddress: UnsafeMutableRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}
