import DecantCore
import DecantImages
import Testing

/// Every limit, at the exact size of an image and one below it.
@Suite struct ImageBytesTests {
    private static let names =
        ["still.gif", "rgb-24.bmp", "runs-8.bmp", "one.ico", "pointer.cur", "plain.xbm"]
        + (ImageFormat.png.isBuiltIn ? ["rgb.png", "rgb-interlaced.png"] : [])

    /// Returns the error of decoding an image within a limit.
    private static func error(_ body: ResponseBytes, _ name: Limits.Name, _ value: Int) -> ResponseError? {
        var limits = Limits()
        limits[name] = value
        do throws(ResponseError) {
            _ = try DecodedImage(parsing: body, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    /// Returns whether an image decodes at its exact figure, and fails with the limit's name one below it.
    private static func holds(_ body: ResponseBytes, _ name: Limits.Name, _ figure: Int) -> Bool {
        guard let below = error(body, name, figure - 1) else { return false }
        return error(body, name, figure) == nil && below.limit == name && below.code == .limitExceeded
            && below.offset != nil && below.message.contains("\(figure - 1)")
    }

    /// All fixtures that this build can decode.
    private static func decodable() throws -> [(name: String, body: ResponseBytes)] {
        try Fixture.names.compactMap { name in
            let body = try Fixture.body(name)
            return error(body, .bodyBytes, .max) == nil ? (name, body) : nil
        }
    }

    @Test(arguments: [
        Limits.Name.bodyBytes, .pixels, .imageSide, .frames, .framePixels, .metadataChunks, .metadataBytes,
        .iconEntries, .scanPixels,
    ])
    func anyLimitAtItsBoundsIsKeptOrNamed(limit: Limits.Name) throws {
        for (name, body) in try Self.decodable() {
            for value in [0, 1, -1, Int.min, Int.max] {
                guard let error = Self.error(body, limit, value) else { continue }
                #expect(value < .max, "\(name), \(value): \(error)")
                #expect(error.code == .limitExceeded, "\(name), \(value): \(error)")
                #expect(error.limit == limit, "\(name), \(value): \(error)")
                #expect(error.message.contains("\(max(0, value))"), "\(name), \(value): \(error)")
                #expect(error.remedies.contains { $0.name == limit.rawValue }, "\(name), \(value): \(error)")
            }
        }
    }

    @Test(arguments: names)
    func pixelsAndSidesAreLimited(name: String) throws {
        let body = try Fixture.body(name)
        #expect(Self.holds(body, .pixels, Fixture.width * Fixture.height))
        #expect(Self.holds(body, .imageSide, Fixture.width))
    }

    @Test(arguments: [("animated.gif", 4), ("animated.png", 3), ("several.ico", 3)])
    func framesAreLimited(name: String, count: Int) throws {
        guard ImageFormat.png.isBuiltIn || name.hasSuffix(".gif") else { return }
        let body = try Fixture.body(name)
        #expect(Self.holds(body, .frames, count))
        // The images of the icon have 9 by 6, 7 by 5, and 7 by 5 pixels.
        let pixels = name.hasSuffix(".ico") ? 124 : count * Fixture.width * Fixture.height
        #expect(Self.holds(body, .framePixels, pixels))
        var options = ImageOptions()
        options.firstFrameOnly = true
        var limits = Limits()
        limits.framePixels = 1
        #expect(try DecodedImage(parsing: body, options: options, limits: limits).frames.count == 1)
    }

    @Test
    func imagesOfAnIconAreLimited() throws {
        #expect(Self.holds(try Fixture.body("several.ico"), .iconEntries, 3))
    }

    @Test
    func metadataChunksAreLimited() throws {
        let body = try Fixture.body("metadata.png")
        for (chunks, bytes, hasExif, hasProfile) in [
            (2, 140, true, true), (1, 140, true, false), (0, 140, false, false), (2, 139, true, false),
        ] {
            var limits = Limits()
            limits.metadataChunks = chunks
            limits.metadataBytes = bytes
            let image = try DecodedImage(parsing: body, limits: limits)
            #expect(
                [image.exif != nil, image.iccProfile != nil].filter { $0 }.count
                    == [hasExif, hasProfile].filter { $0 }.count
            )
        }
    }

    @Test func theProfileOfAGIFIsLimited() throws {
        var bytes = try Fixture.bytes("still.gif")
        let profile = [UInt8](repeating: 7, count: 100)
        let blocks = [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + [100] + profile + [0]
        bytes.insert(contentsOf: blocks, at: 25)
        var limits = Limits()
        #expect(try DecodedImage(parsing: ResponseBytes(bytes), limits: limits).iccProfile == profile)
        limits.metadataBytes = 99
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        #expect(try DecodedImage(parsing: ResponseBytes(bytes), in: &context).iccProfile == nil)
        #expect(context.findings.count == 1)
    }

    /// A finding takes more memory than a chunk.
    @Test
    func findingsAreLimited() throws {
        let bytes = try Fixture.bytes("rgb.png")
        let chunk: [UInt8] = [0, 0, 0, 0] + Array("tEXt".utf8) + [0, 0, 0, 0]
        let many = bytes[..<33] + (0..<20_000).flatMap { _ in chunk } + bytes[33...]
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let image = try DecodedImage(parsing: ResponseBytes(many), in: &context)
        #expect(image.pixels == (try Fixture.image("rgb.png").pixels))
        #expect(context.findings.count == Limits().metadataChunks)
        #expect(context.findings.allSatisfy { $0.code == .damagedMetadata })
    }

    @Test func frameSizesAreCheckedAgainstTheirBytes() throws {
        var bytes = try Fixture.bytes("still.gif")
        let sides: [UInt8] = [0x40, 0x1F, 0x40, 0x1F]
        bytes.replaceSubrange(6..<10, with: sides)
        bytes.replaceSubrange(38..<42, with: sides)
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(bytes)) }
        #expect(error?.message.contains("cannot hold a frame of 8000 by 8000 pixels") == true)
        #expect(error?.code == .truncatedBody)
        #expect(error?.offset == 44)
    }

    /// The files have at most 100 bytes.
    @Test(
        "A small file that claims to be large fails with the name of the limit",
        arguments: ["bad-claim.png", "bad-claim.gif", "bad-claim.bmp", "bad-claim.ico", "bad-claim.xbm"]
    )
    func aSmallFileThatClaimsToBeLargeFails(name: String) throws {
        let body = try Fixture.body(name)
        #expect(body.count <= 100)
        guard ImageFormat(firstBytesOf: body)?.isBuiltIn == true else { return }
        #expect(try Fixture.error(name)?.limit == .pixels)
        #expect(try ImageHeader(parsing: body).width >= 60_000)
    }
}
