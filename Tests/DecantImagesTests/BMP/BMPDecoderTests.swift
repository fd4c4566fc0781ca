import DecantCore
import DecantImages
import Testing

@Suite struct BMPDecoderTests {
    private static func indexed(_ index: Int) -> SIMD4<UInt8> {
        SIMD4(UInt8(10 * index), UInt8(20 * index), UInt8(30 * index), 255)
    }

    @Test(arguments: ["rgb-24.bmp", "rgb-24-from-top.bmp", "runs-24-os2.bmp"])
    func showsTheColorsThatAreStored(name: String) throws {
        #expect(try Fixture.image(name).pixels.areAll { Fixture.color($0, $1) })
    }

    @Test func widensFieldsOfBits() throws {
        #expect(
            try Fixture.image("fields-16.bmp").pixels.areAll { x, y in
                let color = Fixture.color(x, y)
                let wide = { (value: UInt8, bits: UInt8) in
                    UInt8(Int(value >> (8 - bits)) * 255 / ((1 << Int(bits)) - 1))
                }
                return SIMD4(wide(color.x, 5), wide(color.y, 6), wide(color.z, 5), 255)
            }
        )
    }

    @Test(arguments: ["palette-4.bmp", "palette-4-os2.bmp", "runs-8.bmp"])
    func looksUpPalettes(name: String) throws {
        let pixels = try Fixture.image(name).pixels
        // With 8-bit runs, the upper row has three pixels of one index and four of another.
        #expect(
            pixels.areAll { x, y in
                Self.indexed(name == "runs-8.bmp" && y == 0 ? x < 3 ? 1 : 2 : (x + y) % 5)
            }
        )
    }

    @Test func followsTheCommandsBetweenRuns() throws {
        let pixels = try Fixture.image("runs-4.bmp").pixels
        let rows = [
            [0, 0, 0, 0, 0, 0, 0], [0, 3, 3, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 0, 1],
            [1, 2, 1, 2, 1, 2, 1],
        ]
        #expect(pixels.areAll { x, y in Self.indexed(rows[y][x]) })
    }

    @Test func clipsRunsToTheirRow() throws {
        let pixels = try Fixture.image("long-run.bmp").pixels
        #expect(pixels.areAll { _, y in Self.indexed(y == Fixture.height - 1 ? 3 : 0) })
        #expect(try Fixture.findings("long-run.bmp") == [.irregularImage])
    }

    @Test(arguments: [
        ("bad-claim.bmp", "65535 by 65535 pixels", 18), ("bad-height.bmp", "a side of 2147483648 pixels", 18),
        ("bad-short.bmp", "it ends inside the pixels", 170), ("bad-index.bmp", "exceeds the 4 colors", 54),
        ("bad-runs.bmp", "a run exceeds the last row", 80), ("bad-jump.bmp", "a run exceeds the last row", 78),
        ("bad-masks.bmp", "the channel mask 0xF0F0 is not contiguous", 54),
        ("bad-palette.bmp", "it ends inside the palette", 114), ("bad-head.bmp", "unknown header size 13", 14),
        ("bad-compression.bmp", "an embedded PNG cannot be decoded", 30),
        ("bad-jpeg.bmp", "an embedded JPEG cannot be decoded", 30),
        ("bad-huffman.bmp", "Huffman compression of OS/2 cannot be decoded", 30),
        ("bad-runs-24.bmp", "it ends inside the run-length data", 208),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.offset == offset)
    }

    @Test func readsAColorProfileWithinItsLimit() throws {
        // A header of version 5 for one pixel, which is followed by a profile of four bytes.
        var bytes = Array("BM".utf8) + [UInt8](repeating: 0, count: 140)
        bytes += Array("ICC!".utf8)
        for (offset, value) in [
            (10, 138), (14, 124), (18, 1), (22, 1), (26, 1 | 24 << 16), (70, 0x4D42_4544), (126, 128), (130, 4),
        ] {
            for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
        }
        let (serializer, context) = (ImageResponseSerializer(), ResponseContext(mediaType: "image/bmp"))
        let image = try serializer.response(of: bytes, for: context)
        #expect(try image.value.decoded().iccProfile == Array("ICC!".utf8))
        #expect(image.findings == [])
        let limited = try serializer.limits { $0.metadataBytes = 3 }.response(of: bytes, for: context)
        #expect(try limited.value.decoded().iccProfile == nil)
        #expect(limited.findings.map(\.message) == ["BMP: skipped the color profile, which exceeds the limit"])
        #expect(limited.findings.map(\.offset) == [142])
    }

    @Test func optionallyDecodesATruncatedFile() throws {
        let image = try Fixture.image("bad-short.bmp") { $0.acceptsPartial = true }
        #expect(image.isPartial)
        // Rows are stored bottom up, and the upper row is incomplete.
        #expect(image.pixels.areAll { x, y in y == 0 ? SIMD4(repeating: 0) : Fixture.color(x, 4 - y) })
    }
}
