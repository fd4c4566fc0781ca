import DecantCore
import DecantImages
import Testing

@Suite struct ImageFormatTests {
    /// The first bytes, each written as the character with its number.
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
    func isToldByTheFirstBytes(format: ImageFormat, text: String) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(ImageFormat(firstBytesOf: ResponseBody(bytes)) == format)
    }

    @Test(arguments: [
        "", "{}", "<html>", "<?xml version=\"1.0\"?><a/>", "/* no picture */", "RIFF1234WAVE", "plain text",
    ])
    func isNotSeenInOtherBytes(text: String) {
        #expect(ImageFormat(firstBytesOf: ResponseBody(text.utf8)) == nil)
    }

    @Test func isNotSeenInTheBeginningOfASignature() {
        let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for length in 0..<bytes.count { #expect(ImageFormat(firstBytesOf: ResponseBody(bytes.prefix(length))) == nil) }
    }

    @Test func hasNamesMediaTypesAndTraits() throws {
        for format in ImageFormat.allCases {
            #expect(format.mediaType.type == "image")
            #expect(ImageFormat(format.mediaType) == (format == .cur ? .ico : format))
            #expect(!format.description.isEmpty)
        }
        #expect(ImageFormat("image/jpg") == .jpeg)
        #expect(ImageFormat("image/x-icon") == .ico)
        #expect(ImageFormat("image/apng") == .png)
        #expect(ImageFormat("text/plain") == nil)
        #expect("\(ImageFormat.jpegXL), \(ImageFormat.webp), \(ImageFormat.png)" == "JPEG XL, WebP, PNG")
        #expect(ImageFormat.png.trait == nil)
        #expect(ImageFormat.jpeg.trait == "JPEG")
        #expect(ImageFormat.builtIn == ImageFormat.allCases.filter(\.isBuiltIn))
        #expect(Set(ImageFormat.builtIn).isSuperset(of: [.png, .gif, .bmp, .ico, .cur, .xbm]))
    }

    @Test func isAnErrorWhereItIsKnownButNotBuiltIn() {
        let body = ResponseBody(Array("<svg/>".utf8))
        let error = #expect(throws: ResponseError.self) { try DecodedImage(decoding: body) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message == "this build cannot decode SVG")
        #expect(throws: ResponseError.self) { try ImageHeader(readingFrom: body) }
    }

    @Test func ofUnknownBytesIsAnError() {
        let error = #expect(throws: ResponseError.self) { try DecodedImage(decoding: ResponseBody(Array("what".utf8))) }
        #expect(error?.code == .malformedBody)
        #expect(error?.message == "the first bytes are not those of a known image format")
        #expect(error?.offset == 0)
        #expect(error?.position == nil)
    }
}
