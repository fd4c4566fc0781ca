import DecantCore
import DecantInflate

/// A decoder of PNG and APNG images.
enum PNGDecoder: ImageHeaderReader {
    /// Reads the header.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        var limits = Limits.unlimited
        limits.metadataChunks = Limits().metadataChunks
        return header(try PNGParser.parseBeginning(bytes, limits), bytes)
    }

    private static func header(_ file: PNGFile, _ bytes: ImageBytes) -> ImageHeader {
        var header = ImageHeader(
            .png,
            width: file.header.width,
            height: file.header.height,
            frames: file.frameCount,
            bitsPerChannel: file.header.depth,
            colorModel: file.header.color.model,
            hasAlpha: file.hasAlpha
        )
        if let exif = file.exif { header.orientation = ExifReader.orientation(of: bytes, exif) ?? .up }
        return header
    }
}

extension PNGDecoder: ImageDecoder {
    /// Decodes the image, and the frames of its animation.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        let limits = context.limits
        let file = try PNGParser.parse(bytes, limits, acceptsPartial: options.acceptsPartial, into: &findings)
        do throws(ResponseError) {
            return try image(file, bytes, options, limits, &findings)
        } catch {
            // Without its last chunk, a file with too few pixels is truncated.
            guard let missingEnd = file.missingEnd, error.code == .malformedBody else { throw error }
            throw missingEnd
        }
    }

    private static func image(
        _ file: PNGFile,
        _ bytes: ImageBytes,
        _ options: ImageOptions,
        _ limits: Limits,
        _ findings: inout [Finding]
    ) throws(ResponseError) -> DecodedImage {
        let decoder = try PNGImageDecoder(bytes, file, options)
        let (still, isComplete) = try decoder.decode(file.still.data, file.header)
        var image = DecodedImage(header(file, bytes), [ImageFrame(still)])
        // A cut file is partial even if all pixels of the first image are present: frames may be missing.
        image.isPartial = !isComplete || file.isCut
        image.exif = file.exif.map { bytes.bytes($0) }
        image.iccProfile = profile(file, bytes, limits, &findings)
        if file.announcedFrames != nil, !options.firstFrameOnly {
            try addFrames(file, decoder, limits, to: &image, &findings)
        }
        if file.missingEnd != nil {
            findings.append(bytes.finding(.irregularImage, "the IEND chunk is missing", at: bytes.count))
        }
        if image.isPartial {
            findings.append(bytes.finding(.partialImage, "the image data is truncated", at: bytes.count))
        }
        return image
    }

    private static func addFrames(
        _ file: PNGFile,
        _ decoder: PNGImageDecoder,
        _ limits: Limits,
        to image: inout DecodedImage,
        _ findings: inout [Finding]
    ) throws(ResponseError) {
        var budget = ImageBudget(limits)
        let pixels = file.header.width * file.header.height
        for frame in [file.still] + file.frames {
            try budget.addFrame(pixels: pixels, in: decoder.bytes, at: frame.data.first?.lowerBound ?? 0)
        }
        var composer = PNGComposer(file, decoder, first: image.frames[0])
        do throws(ResponseError) {
            for frame in file.frames { try composer.add(frame) }
        } catch {
            // The decoded frames can still be displayed. Damage after the first image does not affect it.
            guard decoder.file.isCut else { throw error }
        }
        image.frames = composer.frames
        image.loopCount = file.plays == 0 ? nil : file.plays
        image.header.frames = image.frames.count
    }

    /// Returns the color profile (PNG §11.3.2.3): a name, a zero, the compression method 0, and a zlib stream.
    private static func profile(
        _ file: PNGFile,
        _ bytes: ImageBytes,
        _ limits: Limits,
        _ findings: inout [Finding]
    ) -> [UInt8]? {
        guard let offset = file.profile else { return nil }
        let data = bytes.bytes(offset)
        guard let end = data.prefix(80).firstIndex(of: 0), end + 2 < data.count, data[end + 1] == 0,
            let profile = inflated(bytes, offset.lowerBound + end + 2..<offset.upperBound, limit: limits.metadataBytes)
        else {
            let message = "skipped the color profile, which is damaged or exceeds the limit"
            findings.append(bytes.finding(.damagedMetadata, message, at: offset.lowerBound))
            return nil
        }
        return profile
    }

    /// Returns the bytes of a complete zlib stream, or nil if it is damaged or too long.
    private static func inflated(_ bytes: ImageBytes, _ range: Range<Int>, limit: Int) -> [UInt8]? {
        let stream = bytes.body.span.extracting(bytes.start + range.lowerBound..<bytes.start + range.upperBound)
        let result = Inflater.inflate(stream, .zlib, limit: max(0, limit))
        return result.error == nil && !result.isLimited ? result.bytes : nil
    }
}

/// A composer of the frames of an APNG (PNG §13.12).
private struct PNGComposer {
    private let file: PNGFile
    private let decoder: PNGImageDecoder
    private var shallow = AnimationCanvas<UInt8>(width: 0, height: 0)
    private var deep = AnimationCanvas<UInt16>(width: 0, height: 0)
    /// The frames so far, each as shown.
    private(set) var frames: [ImageFrame]

    /// Creates a composer with the decoded image of the IDAT chunks.
    init(_ file: PNGFile, _ decoder: PNGImageDecoder, first: ImageFrame) {
        self.file = file
        self.decoder = decoder
        frames = [first]
        let (width, height) = (file.header.width, file.header.height)
        if decoder.format.isDeep {
            deep = AnimationCanvas(width: width, height: height)
        } else {
            shallow = AnimationCanvas(width: width, height: height)
        }
        if let control = file.still.control {
            frames = []
            show(first.pixels, control, isFirst: true)
        } else {
            frames[0].isStill = true
        }
    }

    /// Decodes a frame, and draws it on the canvas.
    mutating func add(_ image: PNGFile.Image) throws(ResponseError) {
        guard let control = image.control else { return }
        guard !image.data.isEmpty else { throw decoder.bytes.fault("a frame has no data", at: decoder.bytes.count) }
        let (pixels, _) = try decoder.decode(image.data, file.header.resized(control.area))
        show(pixels, control, isFirst: frames.isEmpty || frames.count == 1 && frames[0].isStill)
    }

    private mutating func show(_ pixels: ImagePixels, _ control: PNGFrameControl, isFirst: Bool) {
        // No canvas precedes the first frame to restore or to blend with (PNG §11.3.6.2).
        let disposal = isFirst && control.disposal == .restore ? .clear : control.disposal
        let blends = control.blends && !isFirst
        let canvas: ImagePixels
        if decoder.format.isDeep {
            canvas = ImagePixels(
                width: file.header.width,
                height: file.header.height,
                deep: Self.draw(pixels.samples16, on: &deep, control, disposal, blends)
            )
        } else {
            canvas = ImagePixels(
                width: file.header.width,
                height: file.header.height,
                Self.draw(pixels.samples8, on: &shallow, control, disposal, blends)
            )
        }
        var frame = ImageFrame(canvas.fitted(within: decoder.maximumPixelSize), area: control.area)
        frame.delay = control.delay
        frames.append(frame)
    }

    private static func draw<Sample>(
        _ samples: SampleBuffer<Sample>,
        on canvas: inout AnimationCanvas<Sample>,
        _ control: PNGFrameControl,
        _ disposal: FrameDisposal,
        _ blends: Bool
    ) -> SampleBuffer<Sample> {
        let before = disposal == .restore ? canvas.samples : []
        canvas.draw(samples, in: control.area, blends: blends)
        let shown = canvas.samples
        canvas.dispose(disposal, of: control.area, before: before)
        return shown
    }
}
