/// A number that represents many pixels.
struct PixelDigest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int { Int(truncatingIfNeeded: state) }

    /// Adds a pixel; the colour of one that cannot be seen does not count.
    mutating func add(_ pixel: SIMD4<UInt8>) {
        let word = pixel.w == 0 ? 0 : unsafeBitCast(pixel, to: UInt32.self)
        state = (state ^ UInt64(word)) &* 0x0000_0100_0000_01B3
    }
}
