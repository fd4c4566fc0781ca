import DecantImages
import FuzzSupport

extension ImagePixels {
    /// Makes sure that other pixels are these times their alpha, rounded to the nearest.
    func examine(multiplied other: ImagePixels) {
        assureEqual(other.bitsPerChannel, bitsPerChannel, "the bits of a channel")
        if bitsPerChannel == 8 {
            Self.examine(rgba8, other.rgba8)
        } else {
            Self.examine(rgba16, other.rgba16)
        }
    }

    private static func examine<Sample: FixedWidthInteger>(_ straight: Span<Sample>, _ multiplied: Span<Sample>) {
        assureEqual(straight.count, multiplied.count, "the number of samples")
        let most = UInt64(Sample.max)
        for pixel in stride(from: 0, to: straight.count, by: 4) {
            let alpha = UInt64(straight[pixel + 3])
            assure(straight[pixel + 3] == multiplied[pixel + 3], "the alpha of a multiplied pixel")
            for index in pixel..<pixel + 3 {
                let exact = (UInt64(straight[index]) * alpha * 2 + most) / (2 * most)
                assure(UInt64(multiplied[index]) == exact, "\(straight[index]) by \(alpha) is \(multiplied[index])")
            }
        }
    }

    /// Returns whether pixels of 8 bits are the nearest to these of 16.
    func isNear(_ other: ImagePixels) -> Bool {
        let (deep, shallow) = (rgba16, other.rgba8)
        guard deep.count == shallow.count else { return false }
        for index in 0..<deep.count where (UInt64(deep[index]) * 510 + 65535) / 131_070 != UInt64(shallow[index]) {
            return false
        }
        return true
    }
}
