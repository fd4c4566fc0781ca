import DecantCore
import DecantImages
import Testing

@Suite struct ImageHeaderTests {
    @Test(arguments: [
        ("rgb.png", 33), ("still.gif", 13), ("rgb-24.bmp", 54), ("one.ico", 22), ("pointer.cur", 22), ("plain.xbm", 39),
        ("rgb.jpg", 336), ("rgb-strips.tif", 254),
    ])
    func isReadFromFewBytes(name: String, enough: Int) throws {
        let body = try Fixture.body(name)
        let whole = try ImageHeader(parsing: body)
        #expect((whole.width, whole.height) == (Fixture.width, Fixture.height))
        let part = try ImageHeader(parsing: body.prefix(enough))
        #expect((part.width, part.height) == (Fixture.width, Fixture.height))
        let error = #expect(throws: ResponseError.self) { try ImageHeader(parsing: body.prefix(enough - 1)) }
        #expect(error?.code == .truncatedBody)
    }

    @Test(arguments: [
        ("rgb.png", 8, ImageColorModel.rgb, false), ("rgba.png", 8, .rgb, true), ("rgb-16.png", 16, .rgb, false),
        ("gray-2.png", 2, .gray, false), ("palette-4.png", 4, .indexed, true), ("rgb-key.png", 8, .rgb, true),
        ("still.gif", 2, .indexed, true), ("palette-4.bmp", 4, .indexed, false), ("rgb-24.bmp", 8, .rgb, false),
        ("plain.xbm", 1, .gray, false), ("rgb.jpg", 8, .rgb, false), ("gray.jpg", 8, .gray, false),
        ("cmyk.jpg", 8, .cmyk, false), ("bad-12-bits.jpg", 12, .gray, false),
    ])
    func reportsThePixelFormat(name: String, bits: Int, model: ImageColorModel, hasAlpha: Bool) throws {
        let header = try ImageHeader(parsing: Fixture.body(name))
        #expect(header.bitsPerChannel == bits)
        #expect(header.colorModel == model)
        #expect(header.hasAlpha == hasAlpha)
        #expect(header.frames == 1)
    }

    @Test func countsFramesAndImages() throws {
        #expect(try ImageHeader(parsing: Fixture.body("animated.png")).frames == 3)
        #expect(try ImageHeader(parsing: Fixture.body("animated-behind-still.png")).frames == 2)
        #expect(try ImageHeader(parsing: Fixture.body("animated.gif")).frames == 4)
        #expect(try ImageHeader(parsing: Fixture.body("animated.gif").prefix(100)).frames == nil)
        #expect(try ImageHeader(parsing: Fixture.body("several.ico")).frames == 3)
    }

    @Test func readsTheOrientation() throws {
        #expect(try ImageHeader(parsing: Fixture.body("metadata.png")).orientation == .right)
        #expect(try ImageHeader(parsing: Fixture.body("rgb.png")).orientation == .up)
        #expect(try ImageHeader(parsing: Fixture.body("metadata.jpg")).orientation == .right)
        #expect(try ImageHeader(parsing: Fixture.body("rgb.jpg")).orientation == .up)
    }

    @Test func readsHeadersOfImagesBeyondTheLimits() throws {
        let header = try ImageHeader(parsing: Fixture.body("bad-claim.png"))
        #expect((header.width, header.height) == (65535, 65535))
    }

    @Test(arguments: ["rgb.png", "animated.gif", "palette-4.bmp", "several.ico", "plain.xbm", "metadata.jpg"])
    func everyPrefixIsAHeaderOrAnError(name: String) throws {
        let body = try Fixture.body(name)
        for length in 0..<body.count {
            do throws(ResponseError) {
                let header = try ImageHeader(parsing: body.prefix(length))
                #expect(header.width > 0 && header.height > 0)
            } catch {
                #expect([.truncatedBody, .malformedBody].contains(error.code))
            }
        }
    }
}

@Suite struct ImageFormatTests {
    /// The first bytes, each mapped to the character with that code.
    private static let signatures: [(ImageFormat, String)] = [
        (.png, "\u{89}PNG\u{D}\u{A}\u{1A}\u{A}"), (.jpeg, "\u{FF}\u{D8}\u{FF}\u{E0}"), (.gif, "GIF87a"),
        (.gif, "GIF89a"),
        (.bmp, "BM"), (.ico, "\0\0\u{1}\0\u{1}\0"), (.cur, "\0\0\u{2}\0\u{1}\0"), (.tiff, "II*\0"), (.tiff, "MM\0*"),
        (.tiff, "II+\0"), (.tiff, "MM\0+"), (.webp, "RIFF1234WEBPVP8 "), (.avif, "\0\0\0\u{18}ftypavif"),
        (.avif, "\0\0\0\u{18}ftypavis"), (.heic, "\0\0\0\u{18}ftypheic"),
        (.avif, "\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif"),
        (.heic, "\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic"), (.jpegXL, "\u{FF}\u{A}"),
        (.jpegXL, "\0\0\0\u{C}JXL \u{D}\u{A}\u{87}\u{A}"), (.xbm, "#define a_width 1"),
        (.xbm, "/* made by hand */ #define a_width 1"), (.svg, "<svg xmlns="),
        (.svg, "\u{EF}\u{BB}\u{BF}<?xml version='1.0'?> <svg>"),
    ]

    @Test(arguments: signatures)
    func isDetectedFromTheFirstBytes(format: ImageFormat, text: String) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(ImageFormat(firstBytesOf: ResponseBytes(bytes)) == format)
    }

    @Test(arguments: [
        "", "{}", "<html>", "<?xml version=\"1.0\"?><a/>", "/* no image */", "RIFF1234WAVE", "RIFF1234WEB",
        "RIFX1234WEBP", "plain text",
    ])
    func isNotDetectedInOtherBytes(text: String) {
        #expect(ImageFormat(firstBytesOf: ResponseBytes(text.utf8)) == nil)
    }

    @Test func isNotDetectedInAPartialSignature() {
        let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for length in 0..<bytes.count { #expect(ImageFormat(firstBytesOf: ResponseBytes(bytes.prefix(length))) == nil) }
    }

    @Test func hasNamesMediaTypesAndTraits() throws {
        let all: [ImageFormat] = [
            .png, .gif, .bmp, .ico, .cur, .xbm, .jpeg, .tiff, .webp, .avif, .heic, .jpegXL, .svg,
        ]
        for format in all {
            #expect(format.mediaType.type == "image")
            #expect(ImageFormat(format.mediaType) == (format == .cur ? .ico : format))
            #expect(!format.description.isEmpty)
        }
        #expect(ImageFormat("image/jpg") == .jpeg)
        #expect(ImageFormat("image/x-icon") == .ico)
        #expect(ImageFormat("image/apng") == .png)
        #expect(ImageFormat("image/heif") == .heic)
        #expect(ImageFormat("text/plain") == nil)
        #expect("\(ImageFormat.jpegXL), \(ImageFormat.webp), \(ImageFormat.png)" == "JPEG XL, WebP, PNG")
        #expect(ImageFormat.png.trait == nil)
        #expect(ImageFormat.jpeg.trait == "JPEG")
        #expect(ImageFormat.builtIn == all.filter(\.isBuiltIn))
        #expect(Set(ImageFormat.builtIn).isSuperset(of: [.png, .gif, .bmp, .ico, .cur, .xbm]))
    }

    @Test func isAnErrorIfItIsKnownButNotBuiltIn() {
        let body = ResponseBytes(Array("<svg/>".utf8))
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: body) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message == "this build cannot decode SVG")
        #expect(throws: ResponseError.self) { try ImageHeader(parsing: body) }
    }

    @Test func ofUnknownBytesIsAnError() {
        let error = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: ResponseBytes(Array("what".utf8)))
        }
        #expect(error?.code == .malformedBody)
        #expect(error?.message == "the first bytes are not those of a known image format")
        #expect(error?.offset == 0)
        #expect(error?.position == nil)
    }
}

@Suite struct ImageOrientationTests {
    /// Compares the source of each pixel of the rotated image with the definition in Exif 2.3 §4.6.4.
    @Test(arguments: ImageOrientation.allCases)
    func orientsPixelsAsExifDefines(orientation: ImageOrientation) throws {
        let bytes = try Fixture.bytes("metadata.png")
        // The orientation is stored in an eXIf chunk. Changing it invalidates the checksum, so the checksum is
        // recomputed.
        let image = try Fixture.image("rgb.png")
        var options = ImageOptions()
        options.appliesOrientation = true
        let turned = try DecodedImage(
            parsing: PNGBytes(bytes).replacingOrientation(orientation.rawValue),
            options: options
        )
        let (right, bottom) = (Fixture.width - 1, Fixture.height - 1)
        #expect(turned.header.orientation == orientation)
        #expect(
            turned.pixels.areAll { x, y in
                switch orientation {
                case .up: image.pixels[x, y]
                case .upMirrored: image.pixels[right - x, y]
                case .down: image.pixels[right - x, bottom - y]
                case .downMirrored: image.pixels[x, bottom - y]
                case .leftMirrored: image.pixels[y, x]
                case .right: image.pixels[y, bottom - x]
                case .rightMirrored: image.pixels[right - y, bottom - x]
                case .left: image.pixels[right - y, x]
                }
            }
        )
        #expect(orientation.swapsWidthAndHeight == (turned.width == Fixture.height))
    }
}
