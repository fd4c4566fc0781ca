import DecantCore

// The code around a system's decoder has no public interface on Linux.
@testable import DecantImages

/// Images in memory that a system seems to have decoded.
struct FakeSource: SystemImageSource {
    struct Image {
        /// The pixels with premultiplied colors, in both depths.
        var shallow: ImagePixels
        var deep: ImagePixels
        var properties: [SystemImageProperty: SystemImageValue]
        var status = SystemImageStatus.complete
        var canBeDrawn = true
    }

    var typeIdentifier: String?
    var images: [Image]
    var fileProperties: [SystemImageProperty: SystemImageValue] = [:]
    /// The status of an image that does not exist.
    var status = SystemImageStatus.complete
    var primaryIndex = 0
    var profile: [UInt8]?
    var count: Int { images.count }

    func status(at index: Int) -> SystemImageStatus { index < count ? images[index].status : status }

    func properties(at index: Int?) -> [SystemImageProperty: SystemImageValue] {
        index.map { $0 < count ? images[$0].properties : [:] } ?? fileProperties
    }

    func profile(at index: Int) -> [UInt8]? { profile }

    /// Draws as a system does, with any value in a fourth sample that has no meaning.
    func draw(_ index: Int, on canvas: SystemImageCanvas) -> Bool {
        let image = images[index]
        guard image.canBeDrawn else { return false }
        let isDeep = canvas.bitsPerChannel == 16
        let side = canvas.isReduced ? max(canvas.width, canvas.height) : nil
        let pixels = (isDeep ? image.deep : image.shallow).fitted(within: side, isPremultiplied: true)
        precondition(pixels.width == canvas.width && pixels.height == canvas.height)
        precondition(unsafe canvas.memory.count == canvas.bytesPerRow * canvas.height)
        precondition(unsafe canvas.memory.allSatisfy { $0 == 0 })
        for index in 0..<pixels.width * pixels.height * 4 {
            let isIgnored = index % 4 == 3 && !canvas.hasAlpha
            if isDeep {
                let sample = isIgnored ? 0x1234 : pixels.samples16[index]
                unsafe canvas.memory.storeBytes(of: sample, toByteOffset: index * 2, as: UInt16.self)
            } else {
                unsafe canvas.memory[index] = isIgnored ? 0x12 : pixels.samples8[index]
            }
        }
        return true
    }
}

extension FakeSource.Image {
    /// Creates an image with pixels of one color.
    init(
        _ width: Int = 3,
        _ height: Int = 2,
        _ properties: [SystemImageProperty: SystemImageValue] = [:],
        color: SIMD4<UInt8> = [100, 50, 25, 128]
    ) {
        let samples = (0..<min(width * height, 100)).flatMap { _ in (0..<4).map { color[$0] } }
        self.init(
            shallow: ImagePixels(width: width, height: height, SampleBuffer(samples)),
            deep: ImagePixels(width: width, height: height, deep: SampleBuffer(samples.map { UInt16($0) * 257 })),
            properties: [.width: .number(Double(width)), .height: .number(Double(height))]
        )
        self.properties.merge(properties) { $1 }
    }
}

extension FakeSource {
    /// Creates a source with the images that Linux decodes from a file.
    init(_ name: String) throws {
        var options = ImageOptions()
        options.premultipliesAlpha = true
        let body = try Fixture.body(name)
        let shallow = try DecodedImage(parsing: body, options: options, limits: .unlimited)
        options.keeps16Bits = true
        let deep = try DecodedImage(parsing: body, options: options, limits: .unlimited)
        self.init(typeIdentifier: "unknown", images: [], profile: shallow.iccProfile)
        for (eight, sixteen) in zip(shallow.frames, deep.frames) {
            let pixels = eight.pixels
            var image = Image(shallow: pixels, deep: sixteen.pixels, properties: [:])
            image.properties[.width] = .number(Double(pixels.width))
            image.properties[.height] = .number(Double(pixels.height))
            images.append(image)
        }
    }

    /// The bytes of a HEIC file without images; a source has them.
    static let photoBytes: [UInt8] = [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0]

    /// Creates a source of the images of a HEIC file.
    static func photo(_ images: Image...) -> FakeSource { FakeSource(typeIdentifier: "public.heic", images: images) }

    /// Decodes a body as on a system whose decoder opened this source; also returns the findings.
    func decode(
        _ bytes: [UInt8] = photoBytes,
        _ options: ImageOptions = ImageOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) -> (image: DecodedImage, findings: [Finding.Code]) {
        let body = ResponseBytes(bytes)
        let format = ImageFormat(firstBytesOf: body) ?? .heic
        let images = SystemImageDecoder(self, ImageBytes(body, format), options)
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        var image =
            switch format {
            case .jpeg: try JPEGDecoder.decode(images, in: &context)
            case .tiff: try TIFFDecoder.decode(images, in: &context)
            case .webp: try WebPDecoder.decode(images, in: &context)
            case .avif: try AVIFDecoder.decode(images, in: &context)
            default: try SystemPhotoDecoder.decode(images, in: &context)
            }
        image.apply(options)
        return (image, context.findings.map(\.code))
    }

    /// Returns the error of a body that cannot be decoded.
    func error(_ bytes: [UInt8] = photoBytes, _ options: ImageOptions = ImageOptions(), limits: Limits = Limits())
        -> ResponseError?
    {
        do throws(ResponseError) {
            _ = try decode(bytes, options, limits: limits)
            return nil
        } catch {
            return error
        }
    }
}

extension ImageOptions {
    /// Creates options with a change.
    init(_ change: (inout ImageOptions) -> Void) {
        self.init()
        change(&self)
    }
}
