import DecantCore
import DecantImages
import TestSupport
import Testing

/// The compressor, tested through its only use: the rows of a PNG.
@Suite struct ZlibWriterTests {
    /// Returns an image with the samples of a closure.
    private static func pixels(_ width: Int, _ height: Int, _ sample: (Int) -> UInt8) throws -> ImagePixels {
        let samples = (0..<width * height * 4).map { $0 & 3 == 3 ? 255 : sample($0) }
        return try #require(ImagePixels(width: width, height: height, rgba8: samples))
    }

    private static func written(_ pixels: ImagePixels) throws -> Int {
        let bytes = pixels.pngBytes()
        #expect(try DecodedImage(parsing: ResponseBytes(bytes)).pixels == pixels)
        return bytes.count
    }

    @Test("Repeated rows are compressed")
    func repetitions() throws {
        #expect(try Self.written(Self.pixels(300, 300) { _ in 7 }) < 1500)
        #expect(try Self.written(Self.pixels(300, 300) { UInt8(truncatingIfNeeded: $0 / 1200 * $0) }) < 150_000)
    }

    @Test("Random rows of several blocks are stored with little overhead")
    func noise() throws {
        var numbers = PseudorandomNumbers(seed: 1)
        let noise = try Self.pixels(256, 256) { _ in
            UInt8(truncatingIfNeeded: numbers.next() >> 33)
        }
        let raw = 256 * (1 + 256 * 3)
        #expect(try (raw..<raw + 2000).contains(Self.written(noise)))
    }

    @Test("Values whose frequencies halve have codes within the maximum length")
    func codes() throws {
        var numbers = PseudorandomNumbers(seed: 7)
        let values = try Self.pixels(200, 200) { _ in
            UInt8(truncatingIfNeeded: (numbers.next() >> 20).trailingZeroBitCount)
        }
        #expect(try Self.written(values) < 200 * 200 * 3 / 2)
    }
}
