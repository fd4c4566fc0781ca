import DecantCore
import DecantImages
import Testing

/// Small files that claim to be large, or that would keep a decoder busy for a long time.
@Suite(.needsTIFF) struct TIFFReaderTests {
    private static func changed(_ change: (inout TIFFBytes) -> Void) -> TIFFBytes {
        var tiff = TIFFBytes()
        change(&tiff)
        return tiff
    }

    @Test func rejectsClaimsBeyondTheLimits() {
        #expect(Self.changed { ($0[256], $0[257]) = (65535, 65535) }.error()?.limit == .pixels)
        #expect(Self.changed { $0[257] = 70_000 }.error()?.limit == .imageSide)
        #expect(Self.changed { ($0[322], $0[323]) = (60_000, 60_000) }.error()?.limit == .pixels)
        #expect(Self.changed { ($0[322], $0[323]) = (4_000_000_000, 16) }.error()?.limit == .imageSide)
        #expect(Self.changed { $0[277] = 65535 }.error() != nil)
        let tall = Self.changed { ($0[256], $0[257], $0[322], $0[323]) = (1, 60_000, 65_000, 16) }
        #expect(tall.error()?.limit == .pixels)
    }

    @Test(arguments: [(type: 6, value: 0xFF), (8, 0xFFFF), (9, 0xFFFF_FFFF)])
    func rejectsNegativeNumbers(type: Int, value: Int) {
        let error = Self.changed { $0.set(256, type: type, count: 1, at: value) }.error()
        #expect(error?.code == .malformedBody && error?.message.contains("field 256") == true)
    }

    @Test func rejectsMissingStrips() {
        #expect(
            Self.changed {
                $0[279] = 4_294_967_295; $0[259] = 8
            }.error()?.code == .truncatedBody
        )
        #expect(Self.changed { $0[273] = 4_294_967_295 }.error()?.code == .truncatedBody)
        #expect(Self.changed { $0[273] = nil }.error()?.code == .malformedBody)
        #expect(
            Self.changed {
                $0.set(273, count: 2, at: 400); $0[278] = 1
            }.error()?.code == .malformedBody
        )
        #expect(
            Self.changed {
                $0.set(273, count: 1_000_000, at: 400); $0[278] = 1
            }.error() != nil
        )
    }

    /// The maximum output of most compressions is known before any allocation.
    @Test(arguments: [5, 8, 32773, 32946, 50000])
    func rejectsStripsTooSmallForTheirPixels(compression: Int) {
        let tiff = Self.changed {
            ($0[256], $0[257], $0[259], $0[278], $0[279]) = (8000, 8000, compression, 8000, 35)
        }
        #expect(tiff.error()?.message.contains("too few for its pixels") == true)
    }

    @Test func rejectsStripsThatOverlapTooOften() {
        // 5,000 strips of one pixel, each nearly as long as the file.
        var tiff = TIFFBytes(width: 1, height: 5000)
        (tiff[259], tiff[278]) = (32773, 1)
        let offsets = (0..<5000).flatMap { _ in TIFFBytes.number(TIFFBytes.dataOffset, 4) }
        let counts = (0..<5000).flatMap { _ in TIFFBytes.number(40_000, 4) }
        tiff.data = offsets + counts
        tiff.set(273, count: 5000, at: TIFFBytes.dataOffset)
        tiff.set(279, count: 5000, at: TIFFBytes.dataOffset + 20_000)
        #expect(tiff.error()?.message.contains("overlap") == true)
    }

    @Test func rejectsTooManyPages() {
        var chain = TIFFBytes.head + TIFFBytes.number(8, 4)
        for index in 0..<20_000 {
            var tiff = TIFFBytes()
            tiff.next = chain.count + tiff.directory.count
            if index == 19_999 { tiff.next = 0 }
            chain += tiff.directory
        }
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(chain)) }
        #expect(error?.limit == .frames)
        #expect((try? ImageHeader(parsing: ResponseBytes(chain)))?.frames == nil)
    }

    /// Each directory begins four bytes after the previous one and is as long as the file.
    @Test func rejectsOverlappingDirectories() throws {
        let count = 2000
        var bytes = TIFFBytes.head + TIFFBytes.number(8, 4)
        // Every offset has an entry count. The field types are invalid, so only the counts matter.
        for _ in 0..<count { bytes += TIFFBytes.number(count / 4, 2) + [0xFF, 0xFF] }
        var tiff = TIFFBytes()
        tiff.next = 8
        let start = bytes.count
        bytes += tiff.directory
        bytes.replaceSubrange(4..<8, with: TIFFBytes.number(start, 4))
        let header = try ImageHeader(parsing: ResponseBytes(bytes))
        #expect(header.frames == nil)
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(bytes)) }
    }

    @Test func rejectsUnsupportedFeatures() {
        #expect(Self.changed { $0[259] = 34887 }.error()?.code == .unsupportedFormat)
        #expect(Self.changed { $0[259] = 34661 }.error()?.code == .unsupportedFormat)
        #expect(Self.changed { $0[262] = 32803 }.error()?.code == .unsupportedFormat)
        #expect(Self.changed { $0[258] = 20 }.error()?.code == .unsupportedFormat)
        #expect(Self.changed { $0[339] = 6 }.error()?.code == .unsupportedFormat)
        #expect(Self.changed { $0[258] = 0 }.error()?.code == .malformedBody)
        #expect(Self.changed { $0[262] = 3 }.error()?.code == .malformedBody)
        #expect(Self.changed { $0[262] = 2 }.error()?.code == .malformedBody)
        #expect(Self.changed { $0[256] = 0 }.error()?.code == .malformedBody)
        #expect(Self.changed { $0[278] = 0 }.error()?.code == .malformedBody)
    }

    @Test func countsPixelsOfAllPages() {
        var chain = TIFFBytes.head + TIFFBytes.number(8, 4)
        for index in 0..<4 {
            var tiff = TIFFBytes(width: 1000, height: 1000, bits: 1)
            (tiff[259], tiff[273], tiff[279]) = (4, 8, 100)
            tiff.next = index == 3 ? 0 : chain.count + tiff.directory.count
            chain += tiff.directory
        }
        var limits = Limits()
        limits.framePixels = 3_999_999
        let error = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: ResponseBytes(chain), limits: limits)
        }
        #expect(error?.limit == .framePixels || error?.code == .malformedBody)
    }

    @Test func rejectsJPEGsWithManyScans() {
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0]
        let frame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0x10, 0, 0x10, 0, 1, 1, 0x11, 0]
        var tiff = TIFFBytes(width: 4096, height: 4096)
        tiff[259] = 7
        tiff.data = frame + (0..<100).flatMap { _ in scan }
        tiff[279] = tiff.data.count
        #expect(tiff.error()?.limit == .scanPixels)
    }

    /// A BigTIFF has 64-bit numbers, and adding to the largest one overflows.
    @Test(arguments: [273, 279, 322, 323, 513, 514, 515, 519, 520, 521])
    func rejectsTheLargestPossibleNumbers(tag: Int) {
        let largest = Int.max
        for compression in [1, 5, 6, 7] {
            var fields = [256: 7, 257: 5, 258: 8, 259: compression, 262: 6, 273: 400, 277: 3, 278: 5, 279: 105]
            if tag == 322 || tag == 323 { (fields[322], fields[323]) = (16, 16) }
            fields[tag] = largest
            var bytes: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0] + TIFFBytes.number(16, 8)
            bytes += TIFFBytes.number(fields.count, 8)
            for (tag, value) in fields.sorted(by: { $0.key < $1.key }) {
                bytes += TIFFBytes.number(tag, 2) + TIFFBytes.number(16, 2)
                bytes += TIFFBytes.number(1, 8) + TIFFBytes.number(value, 8)
            }
            bytes += [UInt8](repeating: 0, count: 600 - bytes.count)
            for (acceptsPartial, limits) in [(false, Limits()), (true, Limits()), (false, .unlimited)] {
                var options = ImageOptions()
                options.acceptsPartial = acceptsPartial
                options.firstFrameOnly = false
                let image = try? DecodedImage(parsing: ResponseBytes(bytes), options: options, limits: limits)
                #expect(image == nil || image?.width == 7)
            }
        }
    }

    /// A partial image with a hundred million missing tiles of one pixel.
    @Test func doesNotSearchForUnlistedTiles() throws {
        let tiff = Self.changed {
            ($0[256], $0[257], $0[322], $0[323]) = (8000, 8000, 1, 1)
            $0[324] = 400
            $0[325] = 1
        }
        var options = ImageOptions()
        options.acceptsPartial = true
        options.maximumPixelSize = 8
        #expect(try DecodedImage(parsing: ResponseBytes(tiff.bytes), options: options).isPartial)
    }

    /// Images without limits are still rejected if their size overflows.
    @Test func countsWithoutLimits() throws {
        let sides = [
            (0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF), (0xFFFF_FFFF, 1, 1, 0xFFFF_FFFF),
            (1 << 20, 1 << 20, 1 << 20, 1 << 20), (7, 5, 0xFFFF_FFFF, 1), (7, 5, 1, 0xFFFF_FFFF),
        ]
        for (width, height, tileWidth, tileHeight) in sides {
            for samples in [1, 65535] {
                for planes in [1, 2] {
                    let tiff = Self.changed {
                        ($0[256], $0[257], $0[322], $0[323]) = (width, height, tileWidth, tileHeight)
                        ($0[277], $0[258], $0[284]) = (samples, 64, planes)
                    }
                    #expect(tiff.error(.unlimited) != nil)
                }
            }
        }
        #expect(try DecodedImage(parsing: ResponseBytes(TIFFBytes().bytes), limits: .unlimited).width == 7)
    }
}
