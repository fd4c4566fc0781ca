import DecantCore
import DecantImages
import DecantTesting
import Foundation
import Testing

@Suite struct ImageResponseSerializerTests {
    private static func sample(_ name: String, _ mediaType: String?) throws -> ResponseSample {
        ResponseSample(200, mediaType, bytes: try Fixture.bytes(name))
    }

    @Test func keepsTheContract() throws {
        let sample = try Self.sample("still.gif", "image/gif")
        let limits: [Limits.Name] = [
            .pixels, .imageSide, .frames, .framePixels, .metadataChunks, .metadataBytes, .iconEntries, .scanPixels,
        ]
        let contract = SerializerContract(ImageResponseSerializer(), accepted: sample, limits: limits)
        #expect(contract.violations() == [])
        #expect(SerializerContract(.image, accepted: sample).violations() == [])
    }

    @Test("A18, I24, U09: the media types of AFNetworking and their misspellings are accepted, others on request")
    func mediaTypes() throws {
        for mediaType in [
            "image/png", "image/jpeg", "image/jpg", "image/pjpeg", "image/gif", "image/tiff", "image/bmp",
            "image/x-bmp",
            "image/x-ms-bmp", "image/x-win-bitmap", "image/ico", "image/x-icon", "image/vnd.microsoft.icon",
            "image/x-xbitmap", "image/x-xbm",
        ] {
            let sample = try Self.sample("still.gif", mediaType)
            #expect(try ImageResponseSerializer().value(of: sample.body, for: sample.context).header.format == .gif)
        }
        let sample = try Self.sample("still.gif", "application/octet-stream")
        let error = #expect(throws: ResponseError.self) {
            try ImageResponseSerializer().value(of: sample.body, for: sample.context)
        }
        #expect(error?.code == .unacceptableMediaType)
        let any = ImageResponseSerializer().acceptingAnyMediaType()
        #expect(try any.value(of: sample.body, for: sample.context).header.format == .gif)
    }

    @Test(arguments: ["lossless.webp", "rgb.avif", "rgb.heic"])
    func acceptsWebPAVIFAndHEICIfTheyAreBuiltIn(name: String) throws {
        let format = try #require(ImageFormat(firstBytesOf: Fixture.body(name)))
        let sample = try Self.sample(name, format.mediaType.description)
        let error = ImageResponseSerializer().error(for: sample)
        #expect(error?.code == (format.isBuiltIn ? nil : .unacceptableMediaType))
        let any = ImageResponseSerializer().accepting("image/*").error(for: sample)
        #expect(any?.code == (format.isBuiltIn ? nil : .unsupportedFormat))
    }

    @Test func hintsAtOtherContentButNotAtADamagedImage() throws {
        let page = ResponseSample(200, "image/png", "<!DOCTYPE html><title>Sign in</title>")
        let hint = ImageResponseSerializer().error(for: page)?.hint
        #expect(hint == "expected an image, but received an HTML page: “Sign in”")
        let damaged = try Self.sample("bad-code.gif", "image/gif")
        let error = try #require(ImageResponseSerializer().error(for: damaged))
        #expect(error.code == .malformedBody)
        #expect(error.hint == nil)
    }

    @Test("I05: the first bytes decide about the format, and another media type is a finding")
    func contradiction() throws {
        let sample = try Self.sample("still.gif", "image/png")
        let decoded = try ImageResponseSerializer().response(of: sample.body, for: sample.context)
        #expect(decoded.value.header.format == .gif)
        #expect(decoded.findings.map(\.code) == [.mislabeledImage])
        #expect(Finding.Code(rawValue: "mislabelledImage") == .mislabeledImage)
        #expect(decoded.findings.first?.message == "the media type is image/png, but the first bytes are those of GIF")
        let cursor = try Self.sample("pointer.cur", "image/x-icon")
        let other = try ImageResponseSerializer().response(of: cursor.body, for: cursor.context)
        #expect(!other.findings.map(\.code).contains(.mislabeledImage))
    }

    @Test func theMediaTypeDecidesWhereTheBytesDoNot() throws {
        let sample = ResponseSample(200, "image/x-xbitmap", bytes: Array("// odd".utf8))
        let error = #expect(throws: ResponseError.self) {
            try ImageResponseSerializer().value(of: sample.body, for: sample.context)
        }
        #expect(error?.message.contains("XBM") == true)
    }

    @Test("I03, I04, I21, I22: an empty body, and bytes that are not an image, are errors")
    func nothing() throws {
        for bytes in [[], Array("no image".utf8)] {
            let sample = ResponseSample(200, "image/gif", bytes: bytes)
            let error = #expect(throws: ResponseError.self) {
                try ImageResponseSerializer().decoding(.lazy).value(of: sample.body, for: sample.context)
            }
            #expect(error?.code == (bytes.isEmpty ? .emptyBody : .truncatedBody))
        }
    }

    @Test("I02, I10, I11, I12, I19: up to 1,048,576 pixels of 8 bits are decoded immediately, in every format")
    func standardDecodingPolicy() throws {
        for name in ["still.gif", "rgb-24.bmp", "one.ico", "plain.xbm"] {
            let body = try Fixture.body(name)
            #expect(try ImageResponseSerializer().value(of: body, for: ResponseContext(mediaType: nil)).isDecoded)
        }
        #expect(ImageDecodingPolicy.standard == .upTo(pixels: 1_048_576))
        let serializer = ImageResponseSerializer()
        let small = try Fixture.bytes("still.gif")
        #expect(
            try serializer.decoding(.upTo(pixels: 35)).value(of: small, for: ResponseContext(mediaType: nil)).isDecoded
        )
        #expect(
            try !serializer.decoding(.upTo(pixels: 34)).value(of: small, for: ResponseContext(mediaType: nil)).isDecoded
        )
        #expect(try !serializer.decoding(.lazy).value(of: small, for: ResponseContext(mediaType: nil)).isDecoded)
    }

    @Test("I11: an image of 16 bits is decoded on demand")
    func deepDecodingPolicy() throws {
        let deep = try Fixture.bytes("rgb-16.png")
        #expect(try !ImageResponseSerializer().value(of: deep, for: ResponseContext(mediaType: nil)).isDecoded)
        #expect(
            try ImageResponseSerializer().decoding(.eager).value(of: deep, for: ResponseContext(mediaType: nil))
                .isDecoded
        )
    }

    @Test("I01: without eager decoding the image has scale and orientation, and its pixels on demand")
    func lazyDecodingPolicy() throws {
        let body = try Fixture.bytes("animated.gif")
        let responseImage = try ImageResponseSerializer().decoding(.lazy).scale(2).value(
            of: body,
            for: ResponseContext(mediaType: nil)
        )
        #expect(!responseImage.isDecoded)
        let image = try responseImage.decoded()
        #expect(responseImage.isDecoded)
        #expect(image.frames.count == 4)
        #expect(image.scale == 2)
        #expect(try responseImage.decoded() == image)
    }

    @Test(
        "I18: the orientation is reported, and pixels are rotated only on request",
        .enabled(if: ImageFormat.png.isBuiltIn)
    )
    func orientation() throws {
        let body = try Fixture.bytes("metadata.png")
        let kept = try ImageResponseSerializer().value(of: body, for: ResponseContext(mediaType: nil))
        #expect(kept.header.orientation == .right)
        #expect(try kept.decoded().width == Fixture.width)
        #expect(kept.logicalSize == [5, 7])
        let turned = ImageResponseSerializer().options { $0.appliesOrientation = true }
        #expect(try turned.value(of: body, for: ResponseContext(mediaType: nil)).decoded().width == Fixture.height)
    }

    @Test("I05, I06: inks are converted to colors, with any media type", .needsJPEG)
    func inks() throws {
        for (name, mediaType) in [("cmyk.jpg", "image/jpeg"), ("ycck.jpg", "image/png")] {
            let sample = try Self.sample(name, mediaType)
            let image = try ImageResponseSerializer().value(of: sample.body, for: sample.context).decoded()
            #expect(image.header.colorModel == .cmyk)
            #expect(image.pixels.areAll(within: 3) { Fixture.color($0, $1) })
        }
    }

    @Test("I08, I09: an animation has all its frames, in any format and with any media type")
    func frames() throws {
        let sample = try Self.sample("animated.gif", "image/png")
        #expect(try ImageResponseSerializer().value(of: sample.body, for: sample.context).decoded().frames.count == 4)
        guard ImageFormat.png.isBuiltIn else { return }
        let other = try Self.sample("animated.png", "image/png")
        #expect(try ImageResponseSerializer().value(of: other.body, for: other.context).decoded().frames.count == 3)
    }

    @Test("I13: the image has the color profile")
    func profile() throws {
        let body = try Fixture.bytes("metadata.png")
        #expect(
            try ImageResponseSerializer().value(of: body, for: ResponseContext(mediaType: nil)).decoded().iccProfile?
                .count == 140
        )
    }

    @Test("I15: the layout of pixels is always the same, straight or premultiplied on request")
    func layout() throws {
        for name in ["still.gif", "rgb-24.bmp", "one.ico", "plain.xbm"] {
            let responseImage = try ImageResponseSerializer().value(
                of: Fixture.bytes(name),
                for: ResponseContext(mediaType: nil)
            )
            let image = try responseImage.decoded()
            #expect(image.pixels.rgba8.count == image.width * image.height * 4)
            #expect(!image.isPremultiplied)
        }
        let serializer = ImageResponseSerializer().options { $0.premultipliesAlpha = true }
        #expect(
            try serializer.value(of: Fixture.bytes("one.ico"), for: ResponseContext(mediaType: nil)).decoded()
                .isPremultiplied
        )
    }

    @Test("I20: simultaneous tasks get the same image")
    func tasks() async throws {
        let body = try Fixture.bytes("animated.gif")
        let responseImage = try ImageResponseSerializer().decoding(.lazy).value(
            of: body,
            for: ResponseContext(mediaType: nil)
        )
        let images = try await withThrowingTaskGroup(of: DecodedImage.self) { group in
            for _ in 0..<8 { group.addTask { try responseImage.decoded() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(images).count == 1)
    }

    @Test("I23: a bad status is the primary error, with any body")
    func badStatus() throws {
        let sample = ResponseSample(404, "image/gif", bytes: try Fixture.bytes("still.gif"))
        let error = #expect(throws: ResponseError.self) {
            try ImageResponseSerializer().value(of: sample.body, for: sample.context)
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.errorBody(as: ResponseImage.self)?.header.format == .gif)
    }

    @Test("I25: the sizes in a header are compared with the limits before any allocation")
    func limits() throws {
        let body = try Fixture.bytes("bad-claim.gif")
        for decoding in [ImageDecodingPolicy.eager, .lazy, .standard] {
            let error = #expect(throws: ResponseError.self) {
                try ImageResponseSerializer().decoding(decoding).value(of: body, for: ResponseContext(mediaType: nil))
            }
            #expect(error?.limit == .pixels)
        }
    }

    @Test("I27: the logical size is the size in pixels divided by the scale")
    func scale() throws {
        let body = try Fixture.bytes("still.gif")
        let responseImage = try ImageResponseSerializer().scale(2).value(of: body, for: ResponseContext(mediaType: nil))
        #expect(responseImage.logicalSize == [3.5, 2.5])
        #expect(try responseImage.decoded().logicalSize == responseImage.logicalSize)
    }

    @Test("A damaged lazy image throws the same error each time") func aDamagedLazyImageThrowsTheSameError() throws {
        let body = try Fixture.bytes("bad-code.gif")
        let responseImage = try ImageResponseSerializer().decoding(.lazy).value(
            of: body,
            for: ResponseContext(mediaType: "image/gif")
        )
        let first = #expect(throws: ResponseError.self) { try responseImage.decoded() }
        let second = #expect(throws: ResponseError.self) { try responseImage.decoded() }
        #expect(first?.message == second?.message)
        #expect(first?.bodyCount == body.count)
        #expect(first?.context != nil)
        #expect(responseImage.isDecoded)
    }

    @Test(.needsJPEG) func aLazyImageOutlivesACanceledTask() async throws {
        let body = try Fixture.bytes("rgb.jpg")
        let responseImage = try ImageResponseSerializer().decoding(.lazy).value(
            of: body,
            for: ResponseContext(mediaType: "image/jpeg")
        )
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            do throws(ResponseError) {
                _ = try responseImage.decoded()
                return nil as ResponseError?
            } catch { return error }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(!responseImage.isDecoded)
        #expect(try responseImage.decoded().width == Fixture.width)
    }

    @Test("Every option survives coding with a value that is not its default")
    func everyOptionSurvivesCodingWithANondefault() throws {
        var options = ImageOptions()
        options.premultipliesAlpha = true
        options.keeps16Bits = true
        options.firstFrameOnly = true
        options.appliesOrientation = true
        options.acceptsPartial = true
        options.maximumPixelSize = 99
        for decoding in [ImageDecodingPolicy.eager, .lazy, .upTo(pixels: 77)] {
            let serializer = ImageResponseSerializer(options: options).decoding(decoding).scale(3).accepting(
                "image/webp"
            )
            let restored = try ImageResponseSerializer().restoring(serializer.storedConfiguration())
            #expect(restored.options == serializer.options)
            #expect(restored.handling.configuration == serializer.handling.configuration)
            #expect(restored.handling.configuration != ImageResponseSerializer().handling.configuration)
            #expect(ImageResponseSerializer.image(options: restored.options).options == serializer.options)
            #expect((restored.options.scale, restored.options.decoding) == (3, decoding))
        }
    }

    @Test("An unknown policy is an error that names the known ones") func anUnknownPolicyIsAnErrorThatNames() {
        let error = #expect(throws: DecodingError.self) {
            try ImageResponseSerializer().restoring(#"{"options":{"decoding":"late"}}"#)
        }
        let message = "“late” is not a policy for “options.decoding”; expected eager, lazy, pixels <= NUMBER"
        #expect(String(describing: error).contains(message))
    }

    @Test func requestsTheBuiltInFormats() {
        let value = ImageResponseSerializer().acceptValue
        #expect(value.contains("image/gif"))
        #expect(value.contains("image/png") == ImageFormat.png.isBuiltIn)
        #expect(value.contains("image/jpeg") == ImageFormat.jpeg.isBuiltIn)
        #expect(value.contains("image/tiff") == ImageFormat.tiff.isBuiltIn)
        #expect(value.contains("image/webp") == ImageFormat.webp.isBuiltIn)
        #expect(value.contains("image/avif") == ImageFormat.avif.isBuiltIn)
        #expect(ImageResponseSerializer().accepting("image/x-own").acceptValue.contains("image/x-own"))
    }

    @Test(
        "the received format is named before the expected image",
        arguments: [
            ("<!DOCTYPE html><title>Sign in</title>", "HTML"), ("<html>", "HTML"), (#"{"error":"gone"}"#, "JSON"),
            ("<?xml version='1.0'?><Error/>", "XML"), ("%PDF-1.7", "a PDF document"),
        ]
    )
    func namesTheFormatOfTheBytes(text: String, found: String) throws {
        for type in ["image/png", "image/gif", "image/bmp", "image/x-xbitmap", "image/vnd.microsoft.icon"] {
            let error = try #require(ImageResponseSerializer().error(for: ResponseSample(200, type, text)))
            #expect(error.code == .malformedBody)
            let format = try #require(ResponseMediaType(parsing: type).flatMap { ImageFormat($0) })
            #expect(error.message == "expected \(format), but the bytes are \(found)")
        }
        let unlabelled = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: ResponseBytes(text.utf8))
        }
        #expect(unlabelled?.message.hasPrefix("expected an image, but the ") == true)
    }

    @Test(
        "Stored options with a scale outside of its range do not decode",
        arguments: ["0", "-1", "1e-320", "1e300", "0.0001", "2000"]
    )
    func storedOptionsWithAScaleOutsideOfItsRange(scale: String) throws {
        let changed = "{\"scale\":\(scale)}"
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ImageOptions.self, from: Data(changed.utf8))
        }
    }

    @Test func aScaleSurvivesCoding() throws {
        var options = ImageOptions()
        options.scale = 2.5
        let restored = try JSONDecoder().decode(ImageOptions.self, from: JSONEncoder().encode(options))
        #expect(restored == options && restored.scale == 2.5)
    }
}
