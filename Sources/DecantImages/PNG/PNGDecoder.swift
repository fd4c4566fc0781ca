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
            return try image(of: file, in: bytes, options: options, limits: limits, findings: &findings)
        } catch {
            // Without its last chunk, a file with too few pixels is truncated.
            guard let missingEnd = file.missingEnd, error.code == .malformedBody else { throw error }
            throw missingEnd
        }
    }

    private static func image(
        of file: PNGFile,
        in bytes: ImageBytes,
        options: ImageOptions,
        limits: Limits,
        findings: inout [Finding]
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
        if image.isPartial { findings.append(bytes.truncationFinding) }
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

/// The parts of a PNG that make an image, as ranges in its bytes.
struct PNGFile {
    /// A frame of an animation, or the still image.
    struct Image {
        /// The ranges of the compressed rows, in order.
        var data: [Range<Int>] = []
        var control: PNGFrameControl?
    }

    let header: PNGHeader
    /// The colors of a palette as pixels.
    var palette: [UInt32] = []
    /// The offset of the palette, for errors.
    var palettePosition = 0
    /// The transparent color of an image without a palette: three samples of up to 16 bits.
    var key: (red: Int, green: Int, blue: Int)?
    /// The image in the IDAT chunks.
    ///
    /// It is the first frame of the animation if it has a control.
    var still = Image()
    /// The other frames of the animation.
    var frames: [Image] = []
    /// The number of frames that the acTL chunk announces, or nil without animation.
    var announcedFrames: Int?
    /// The number of times to show the animation; 0 repeats it forever.
    var plays = 1
    var profile: Range<Int>?
    var exif: Range<Int>?
    /// The error if the file lacks nothing but its last chunk; then its pixels may be complete.
    var missingEnd: ResponseError?
    /// Whether the file ends before its last chunk, and partial images are accepted.
    var isCut = false
    /// The announced number of frames, plus the still image if it is not part of the animation.
    var frameCount: Int { announcedFrames.map { $0 + (still.control == nil ? 1 : 0) } ?? 1 }

    /// Whether pixels may be transparent.
    var hasAlpha: Bool {
        switch header.color {
        case .grayAlpha, .rgba: true
        case .gray, .rgb: key != nil
        case .indexed: palette.contains { $0 >> 24 != 0xFF }
        }
    }
}

/// The contents of an fcTL chunk (PNG §11.3.6.2).
struct PNGFrameControl {
    /// The area of the canvas that the frame covers.
    let area: ImageArea
    let delay: Duration
    let disposal: FrameDisposal
    /// Whether the frame is blended with the canvas instead of replacing it.
    let blends: Bool
    static let length = 26

    /// Parses the data of the chunk; throws if the area lies outside the canvas.
    init(_ bytes: ImageBytes, at position: Int, on canvas: PNGHeader) throws(ResponseError) {
        area = ImageArea(
            x: bytes.big32(at: position + 12),
            y: bytes.big32(at: position + 16),
            width: bytes.big32(at: position + 4),
            height: bytes.big32(at: position + 8)
        )
        let numerator = bytes.big16(at: position + 20)
        let denominator = bytes.big16(at: position + 22)
        // A denominator of 0 represents hundredths of a second.
        delay = .milliseconds(1000 * numerator) / (denominator == 0 ? 100 : denominator)
        guard area.width > 0, area.height > 0, area.x + area.width <= canvas.width,
            area.y + area.height <= canvas.height
        else { throw bytes.fault("a frame lies outside the canvas", at: position + 4) }
        switch bytes[position + 24] {
        case 0: disposal = .keep
        case 1: disposal = .clear
        case 2: disposal = .restore
        default: throw bytes.fault("unknown disposal operation \(bytes[position + 24])", at: position + 24)
        }
        guard bytes[position + 25] <= 1 else {
            throw bytes.fault("unknown blend operation \(bytes[position + 25])", at: position + 25)
        }
        blends = bytes[position + 25] == 1
    }
}

/// The contents of the IHDR chunk (PNG §11.2.1).
struct PNGHeader {
    /// The color type, with the numbers of the file.
    enum Color: Int {
        case gray = 0
        case rgb = 2
        case indexed = 3
        case grayAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .gray, .indexed: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var depths: Set<Int> {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .indexed: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        }

        var model: ImageColorModel {
            switch self {
            case .gray, .grayAlpha: .gray
            case .rgb, .rgba: .rgb
            case .indexed: .indexed
            }
        }
    }

    var width: Int
    var height: Int
    let depth: Int
    let color: Color
    let isInterlaced: Bool
    /// The number of bytes of the chunk's data.
    static let length = 13

    /// Parses the data of the chunk.
    init(_ bytes: ImageBytes, at position: Int) throws(ResponseError) {
        width = bytes.big32(at: position)
        height = bytes.big32(at: position + 4)
        depth = Int(bytes[position + 8])
        guard let color = Color(rawValue: Int(bytes[position + 9])), color.depths.contains(depth) else {
            let message = "color type \(bytes[position + 9]) does not allow \(depth.counted("bit")) per channel"
            throw bytes.fault(message, at: position + 8)
        }
        self.color = color
        isInterlaced = bytes[position + 12] == 1
        guard bytes[position + 10] == 0, bytes[position + 11] == 0, bytes[position + 12] <= 1 else {
            let found = (10...12).map { "\(bytes[position + $0])" }.joined(separator: ", ")
            throw bytes.fault("unknown compression, filter or interlace method (\(found))", at: position + 10)
        }
        guard max(width, height) <= Int(Int32.max) else {
            throw bytes.fault("a side has more than \(Int32.max) pixels", at: position)
        }
    }

    var bitsPerPixel: Int { depth * color.channels }

    /// Returns the number of bytes of a row, without the filter type.
    func rowBytes(_ columns: Int) -> Int { (columns * bitsPerPixel + 7) / 8 }

    /// The number of bytes of all filtered rows.
    var rawCount: Int {
        guard isInterlaced else { return height * (1 + rowBytes(width)) }
        return PNGPass.all.reduce(0) { sum, pass in
            let (columns, rows) = (pass.columns(of: width), pass.rows(of: height))
            return columns == 0 ? sum : sum + rows * (1 + rowBytes(columns))
        }
    }

    /// Returns the header of a frame of another size (PNG §11.3.6.2).
    func resized(_ area: ImageArea) -> PNGHeader {
        var copy = self
        copy.width = area.width
        copy.height = area.height
        return copy
    }
}

/// A composer of the frames of an APNG (PNG §13.12).
private struct PNGComposer {
    private let file: PNGFile
    private let decoder: PNGImageDecoder
    private var shallow = AnimationCanvas<UInt8>(width: 0, height: 0)
    private var deep = AnimationCanvas<UInt16>(width: 0, height: 0)
    /// The frames so far, each as displayed.
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
        let displayed = canvas.samples
        canvas.dispose(disposal, of: control.area, before: before)
        return displayed
    }
}
