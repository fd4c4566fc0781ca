import CDecantPixels

/// Pixels in rows from the top, each four samples: red, green, blue, alpha.
///
/// There is no padding between rows. The samples are borrowed as a span, of 8 or of 16 bits; the other one is empty.
public struct ImagePixels: Sendable, Hashable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Exactly one of the two has the samples, unless there are none.
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

    /// The bits of one channel: 8 or 16.
    public var bitsPerChannel: Int { samples16.isEmpty ? 8 : 16 }
    /// The samples of 8 bits, four for each pixel.
    public var rgba8: Span<UInt8> { @_lifetime(borrow self) get { samples8.span } }
    /// The samples of 16 bits in the order of the processor, four for each pixel.
    public var rgba16: Span<UInt16> { @_lifetime(borrow self) get { samples16.span } }

    /// The colour of the pixel at a column and a row in 8 bits a channel: red, green, blue, alpha.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "a pixel outside of the picture")
        let first = (y * width + x) * 4
        if samples16.isEmpty {
            return SIMD4(samples8[first], samples8[first + 1], samples8[first + 2], samples8[first + 3])
        }
        return SIMD4(shallow(first), shallow(first + 1), shallow(first + 2), shallow(first + 3))
    }

    /// The sample of 8 bits that is nearest to one of 16.
    private func shallow(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(samples16[index]) * 255 + 32895) >> 16)
    }

    /// Takes red, green, blue and alpha in 8 bits, row by row from the top; nil unless there are four samples for each
    /// of at least one pixel.
    public init?(width: Int, height: Int, rgba8 samples: [UInt8]) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, width > 0, height > 0, samples.count.isMultiple(of: 4), samples.count / 4 == count else {
            return nil
        }
        self.init(width: width, height: height, SampleBuffer(samples))
    }

    /// The pixels turned as an orientation says; the sides may change places.
    public func turned(_ orientation: ImageOrientation) -> ImagePixels {
        guard orientation != .up else { return self }
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
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
        // Bound: the target has a pixel for each of `columns` by `rows`; the source is indexed with a test.
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

    /// Returns the source of the first pixel of a turned row, and the distance between its neighbours.
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
// Why: multiplying by alpha goes over all pixels, which the compiler only does in vectors without a test for each.
//
// Bound: the samples are whole pixels of four, and their number is what the storage itself says.

extension ImagePixels {
    /// Multiplies the colours by their alpha.
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
}
