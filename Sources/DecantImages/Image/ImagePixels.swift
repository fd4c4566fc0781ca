/// Pixels in rows from the top, each four samples: red, green, blue, alpha.
///
/// There is no padding between rows. The samples are lent as a span, of 8 or of 16 bits; the other one is empty.
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
    public var rgba8: Span<UInt8> {
        @_lifetime(borrow self)
        get { samples8.span }
    }

    /// The samples of 16 bits in the order of the processor, four for each pixel.
    public var rgba16: Span<UInt16> {
        @_lifetime(borrow self)
        get { samples16.span }
    }

    /// The colour of one pixel in 8 bits a channel: red, green, blue, alpha.
    ///
    /// - Parameters:
    ///   - x: The column, from 0 up to but not including ``width``.
    ///   - y: The row, from 0 up to but not including ``height``.
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
}
