public import DecantCore
import DecantImages
import FuzzSupport

/// The invariants of an image of any format.
public struct ImageInvariants {
    private let body: ResponseBytes
    private let options: ImageOptions
    private let limits: Limits
    private let cut: Int

    /// Creates the invariants of a body.
    ///
    /// - Parameters:
    ///   - body: An image, or arbitrary bytes.
    ///   - choice: The options and limits.
    public init(_ body: ResponseBytes, _ choice: ImageChoice) {
        self.body = body
        options = choice.options
        limits = choice.limits
        cut = choice.cut
    }

    /// Reads the body in every way, and checks that all results agree.
    public func run() {
        let reading = ImageReading(body, options, limits)
        examineDecodingPolicy(reading)
        examineBeginning()
        guard let image = reading.image else { return examineRefusal(reading) }
        examineHeader(image)
        examineLimits(image)
        for alternative in [image] + image.alternatives { examinePixels(of: alternative) }
        examineFirst(image)
        examineMultiplied(image)
        examineDepth(image)
        examineCompleteness(reading, image)
        if cut & 7 == 0 { examineWriting(image) }
    }

    /// Checks that pixels and errors do not depend on the time of decoding.
    private func examineDecodingPolicy(_ reading: ImageReading) {
        let eager = ImageReading(body, options, limits, .eager)
        let lazy = ImageReading(body, options, limits, .lazy)
        assure(eager.image == reading.image, "an image of a response is another one")
        assure(lazy.image == eager.image, "an image with its pixels later is another one")
        assureEqual(lazy.error?.message, eager.error?.message, "the error with the pixels later")
        assureEqual(lazy.error?.limit, eager.error?.limit, "the limit that is exceeded")
    }

    /// Compares the properties read from the header with the image.
    private func examineHeader(_ image: DecodedImage) {
        let header: ImageHeader
        do throws(ResponseError) {
            header = try ImageHeader(parsing: body)
        } catch {
            fatalError("an image without a header: \(error)")
        }
        assureEqual(header.format, image.format, "the format")
        assureEqual([header.width, header.height], [image.header.width, image.header.height], "the size")
        assureEqual(header.bitsPerChannel, image.header.bitsPerChannel, "the bits of a channel")
        assureEqual(header.colorModel, image.header.colorModel, "the colors")
        // The header is read without limits, so it may include an orientation that lies beyond them.
        if limits.metadataChunks > 1 { assureEqual(header.orientation, image.header.orientation, "the orientation") }
        if let frames = header.frames, !image.isPartial, image.alternatives.isEmpty {
            assure(frames >= image.frames.count, "\(image.frames.count) frames of \(frames)")
        }
    }

    private func examineLimits(_ image: DecodedImage) {
        let pixels = image.frames.map { $0.pixels.width * $0.pixels.height }.reduce(0, +)
        assure(image.width * image.height <= limits.pixels, "\(image.width) by \(image.height) pixels")
        assure(max(image.width, image.height) <= limits.imageSide, "\(image.width) by \(image.height) pixels")
        assure(image.frames.count <= limits.frames, "\(image.frames.count) frames")
        assure(pixels <= limits.framePixels || image.frames.count == 1, "\(pixels) pixels in all frames")
        assure(image.alternatives.count < limits.iconEntries, "\(image.alternatives.count) alternatives")
        assure((image.iccProfile?.count ?? 0) <= limits.metadataBytes, "a large profile")
        assure((image.exif?.count ?? 0) <= limits.metadataBytes, "large Exif data")
    }

    /// Checks that the number of samples is correct, and that all frames have the same canvas, except for TIFF pages.
    private func examinePixels(of image: DecodedImage) {
        let turns = options.appliesOrientation && image.header.orientation.swapsWidthAndHeight
        let sides = turns ? [image.header.height, image.header.width] : [image.header.width, image.header.height]
        assure(image.width > 0 && image.height > 0 && !image.frames.isEmpty, "an image of nothing")
        for (index, frame) in image.frames.enumerated() {
            if image.format != .tiff || index == 0 {
                assureEqual([frame.pixels.width, frame.pixels.height], sides, "the size of a frame")
            }
            let count = frame.pixels.width * frame.pixels.height * 4
            let isDeep = frame.pixels.bitsPerChannel == 16
            assureEqual(frame.pixels.rgba8.count, isDeep ? 0 : count, "the samples of a frame")
            assureEqual(frame.pixels.rgba16.count, isDeep ? count : 0, "the deep samples of a frame")
            assure(frame.delay >= .zero, "a delay of \(frame.delay)")
        }
    }

    /// Checks that decoding the first frame alone gives the first of all frames.
    private func examineFirst(_ image: DecodedImage) {
        var options = options
        options.firstFrameOnly = true
        guard let first = ImageReading(body, options, limits).image else { fatalError("the first frame is refused") }
        assureEqual(first.frames.count, 1, "the number of first frames")
        assure(first.pixels == image.pixels, "the first frame alone is another one")
        assureEqual(first.alternatives.count, 0, "the images beside the best one")
    }

    /// Checks premultiplied pixels.
    ///
    /// Skips pixels that are stored premultiplied, and TIFF, whose pages may be: straight ones are only close to the
    /// quotient.
    private func examineMultiplied(_ image: DecodedImage) {
        var options = options
        options.premultipliesAlpha = true
        guard let other = ImageReading(body, options, limits).image else { fatalError("multiplied pixels are refused") }
        assure(other.isPremultiplied, "the pixels are straight")
        assureEqual(other.frames.count, image.frames.count, "the number of frames")
        guard image.format != .tiff, !image.header.isPremultiplied else { return }
        let pairs = zip([image] + image.alternatives, [other] + other.alternatives)
        for (straight, multiplied) in pairs {
            for (one, other) in zip(straight.frames, multiplied.frames) { one.pixels.examine(multiplied: other.pixels) }
        }
    }

    /// Checks that 8-bit samples are the nearest to 16-bit ones if nothing is composed.
    ///
    /// Skips AVIF and HEIC, whose colors are converted from another color space: both depths are rounded from the exact
    /// color, so the 8-bit sample may be nearer to it than to the 16-bit sample.
    private func examineDepth(_ image: DecodedImage) {
        let isConverted = image.format == .avif || image.format == .heic
        guard image.pixels.bitsPerChannel == 16, image.frames.count == 1, !isConverted else { return }
        var options = options
        options.keeps16Bits = false
        guard let other = ImageReading(body, options, limits).image else { fatalError("8 bits are refused") }
        assure(image.pixels.isNear(other.pixels), "8 bits are not those of 16")
    }

    /// Checks that an image is partial only on request and with a finding, and that it is an error otherwise.
    private func examineCompleteness(_ reading: ImageReading, _ image: DecodedImage) {
        assure(options.acceptsPartial || !image.isPartial, "a part of an image, without a request")
        let isPartial = image.isPartial || image.alternatives.contains(where: \.isPartial)
        assureEqual(reading.findings.map(\.code).contains(.partialImage), isPartial, "a finding of a part")
        var options = options
        options.acceptsPartial.toggle()
        let other = ImageReading(body, options, limits)
        // Of the images beside the best one, those that are truncated are accepted only on request.
        guard !Self.hasPartsBeside(image), other.image.map(Self.hasPartsBeside) != true else { return }
        if let otherImage = other.image {
            // A PNG that lacks nothing but its end is partial only where a part is accepted, and has all of its pixels.
            assure(Self.frames(otherImage) == Self.frames(image), "the frames depend on whether a part is accepted")
        } else {
            assure(isPartial, "a whole image is refused where a part is accepted")
            assure(
                Self.isPart(image, of: other.error),
                "the error of an image that is cut off: \(String(describing: other.error))"
            )
        }
    }

    /// Returns whether an image is whole, but one beside it is truncated.
    private static func hasPartsBeside(_ image: DecodedImage) -> Bool {
        !image.isPartial && image.alternatives.contains(where: \.isPartial)
    }

    /// Returns the frames of an image and of the images beside it.
    private static func frames(_ image: DecodedImage) -> [[ImageFrame]] {
        ([image] + image.alternatives).map(\.frames)
    }

    /// Checks that a rejected image is at most partial when partial images are accepted.
    private func examineRefusal(_ reading: ImageReading) {
        var options = options
        options.acceptsPartial.toggle()
        guard let image = ImageReading(body, options, limits).image else { return }
        assure(options.acceptsPartial && image.isPartial, "an image that is refused otherwise")
        assure(
            Self.isPart(image, of: reading.error),
            "the error of an image that is cut off: \(String(describing: reading.error))"
        )
    }

    /// Returns whether a partial image is accepted instead of an error.
    ///
    /// In a TIFF, strips may be damaged as well as missing.
    private static func isPart(_ image: DecodedImage, of error: ResponseError?) -> Bool {
        error?.code == .truncatedBody || error != nil && image.format == .tiff
    }

    /// Checks that a truncated body gives an image or an error, and that its pixels match the whole image.
    private func examineBeginning() {
        guard cut > 0 else { return }
        var options = options
        options.acceptsPartial = true
        let beginning = body.prefix(body.count * cut / 256)
        guard let image = ImageReading(beginning, options, limits).image else { return }
        for alternative in [image] + image.alternatives { examinePixels(of: alternative) }
    }

    /// Checks that written pixels are read back unchanged.
    private func examineWriting(_ image: DecodedImage) {
        var options = ImageOptions()
        options.keeps16Bits = true
        let written = ImageReading(ResponseBytes(image.pixels.pngBytes()), options, .unlimited)
        assure(written.image?.pixels == image.pixels, "pixels are other ones once written")
    }
}

extension ImagePixels {
    /// Checks that other pixels equal these times their alpha, rounded to the nearest.
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

    /// Returns whether 8-bit pixels are the nearest to these 16-bit ones.
    func isNear(_ other: ImagePixels) -> Bool {
        let (deep, shallow) = (rgba16, other.rgba8)
        guard deep.count == shallow.count else { return false }
        for index in 0..<deep.count where (UInt64(deep[index]) * 510 + 65535) / 131_070 != UInt64(shallow[index]) {
            return false
        }
        return true
    }
}
