import DecantCore
import DecantImages
import Testing

/// Pixels that a C library leaves unwritten are black, never the earlier contents of the memory.
@Suite struct TIFFRowsTests {
    /// A zlib stream of 1,000 bytes of value 55, in matches of 258 bytes.
    private static let stream: [UInt8] = [
        0x78, 0xDA, 0x0B, 0x0D, 0x1D, 0x05, 0xA3, 0x60, 0x14, 0x0C, 0x77, 0x00, 0x00, 0x4F, 0x93, 0x4C, 0x18,
    ]

    /// A TIFF of gray pixels in one strip, with 10 pixels per row.
    private static func tiff(rows: UInt32, compression: UInt32, _ strip: [UInt8]) -> ResponseBytes {
        let fields: [(UInt32, UInt32)] = [
            (256, 10), (257, rows), (258, compression == 4 ? 1 : 8), (259, compression), (262, 1), (273, 8), (277, 1),
            (278, rows), (279, UInt32(strip.count)),
        ]
        var bytes = Array("II*\0".utf8) + little(UInt32(8 + strip.count)) + strip + [UInt8(fields.count), 0]
        for (tag, value) in fields {
            // Field type LONG, one value.
            bytes += little(tag | 4 << 16) + little(1) + little(value)
        }
        return ResponseBytes(bytes + little(0))
    }

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Fills and frees memory of several sizes, so that later allocations are not zero.
    private static func soilMemory(_ count: Int) {
        let sizes = stride(from: count, through: count + 256, by: 8)
        withExtendedLifetime(sizes.map { [UInt8](repeating: 0xAA, count: $0) }) {}
    }

    @Test(.needsTIFF)
    func ofADeflateStreamThatIsTooLongForItsStrip() throws {
        for _ in 0..<20 {
            Self.soilMemory(300)
            let pixels = try DecodedImage(parsing: Self.tiff(rows: 30, compression: 8, Self.stream)).pixels
            let isClean = (0..<300).allSatisfy { [0, 0x55].contains(pixels[$0 % 10, $0 / 10].x) }
            #expect(isClean)
            #expect(pixels[0, 0].x == 0x55)
        }
    }

    @Test(.needsTIFF)
    func ofAStoredBlockThatIsTooLongForItsStrip() throws {
        // A zlib stream with one block of one byte 55 and one block of 65,535 bytes 66. It has no checksum.
        let start: [UInt8] = [0x78, 0x01, 0, 1, 0, 0xFE, 0xFF, 0x55, 1, 0xFF, 0xFF, 0, 0]
        let stream = start + [UInt8](repeating: 0x66, count: 65_535)
        for _ in 0..<20 {
            Self.soilMemory(65_000)
            let pixels = try DecodedImage(parsing: Self.tiff(rows: 6500, compression: 8, stream)).pixels
            #expect(pixels[0, 0].x == 0x55)
            #expect((1..<65_000).allSatisfy { [0, 0x66].contains(pixels[$0 % 10, $0 / 10].x) })
        }
    }

    @Test(.needsTIFF)
    func ofAFaxThatEndsEarly() throws {
        // One white row in group 4 codes, and the end of the data.
        for _ in 0..<20 {
            Self.soilMemory(60)
            let body = Self.tiff(rows: 30, compression: 4, [0x80, 0x01, 0x00, 0x10, 0x01, 0, 0, 0])
            guard let pixels = try? DecodedImage(parsing: body).pixels else { return }
            let last = (1..<30).map { pixels[3, $0] }
            #expect(Set(last).count == 1)
        }
    }

    @Test(.needsTIFF)
    func aStripThatIsAFewBytesShortIsAPart() throws {
        let body = Self.tiff(rows: 100, compression: 8, Self.stream)
        #expect(try !DecodedImage(parsing: body).isPartial)
        let short = Self.tiff(rows: 101, compression: 8, Self.stream)
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: short) }
        var options = ImageOptions()
        options.acceptsPartial = true
        #expect(try DecodedImage(parsing: short, options: options).isPartial)
    }
}
