import DecantCore

/// Decodes a GIF: all frames, each as it is to be seen.
struct GIFDecoder: ImageDecoder {
    private var reader: GIFReader
    private let bytes: ImageBytes
    private let limits: Limits
    private let options: ImageOptions
    private let codes = UnsafeGIFCodes()
    private var canvas: GIFCanvas
    private var budget: ImageBudget
    private var findings: [Finding] = []
    private var frames: [ImageFrame] = []
    private var isPartial = false

    /// How many blocks are looked at for the number of frames; the header is to be read in no time.
    private static let reach = 2048

    /// LZW cannot make more of one byte than this: 4,096 indices of 12 bits.
    private static let highestRatio = 2731

    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        let reader = try GIFReader(bytes)
        guard reader.width > 0, reader.height > 0 else {
            throw bytes.fault("it is \(reader.width) by \(reader.height) pixels", at: 6)
        }
        var header = header(reader)
        header.frames = countFrames(reader)
        return header
    }

    private static func header(_ reader: GIFReader) -> ImageHeader {
        ImageHeader(
            .gif,
            width: reader.width,
            height: reader.height,
            frames: nil,
            bitsPerChannel: reader.depth,
            colorModel: .indexed,
            hasAlpha: true
        )
    }

    /// Counts the frames, if the end is within reach.
    private static func countFrames(_ reader: GIFReader) -> Int? {
        var reader = reader
        var frames = 0
        var blocks = 0
        do throws(ResponseError) {
            while let frame = try reader.next() {
                frames += 1
                var place = frame.data
                while place < reader.bytes.count, reader.bytes[place] > 0, blocks < reach {
                    place += 1 + Int(reader.bytes[place])
                    blocks += 1
                }
                guard place < reader.bytes.count, blocks < reach else { return nil }
                reader.move(to: place + 1)
                blocks += 1
            }
        } catch {
            return nil
        }
        return reader.isCut ? nil : frames
    }

    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        var decoder = try GIFDecoder(bytes, context.limits, options)
        defer { for finding in decoder.findings { context.report(finding) } }
        do throws(ResponseError) {
            try decoder.run()
        } catch {
            guard options.acceptsPartial, error.code == .truncatedBody, !decoder.frames.isEmpty else { throw error }
            decoder.isPartial = true
        }
        return try decoder.image()
    }

    private init(_ bytes: ImageBytes, _ limits: Limits, _ options: ImageOptions) throws(ResponseError) {
        self.bytes = bytes
        self.limits = limits
        self.options = options
        reader = try GIFReader(bytes)
        try ImageBudget.check(width: reader.width, height: reader.height, limits, in: bytes, at: 6)
        canvas = GIFCanvas(width: reader.width, height: reader.height, background: reader.background)
        budget = ImageBudget(limits)
    }

    private mutating func run() throws(ResponseError) {
        while let frame = try reader.next() {
            // A frame may be larger than the canvas, and what is cut off is work as well.
            let pixels = max(reader.width * reader.height, frame.area.width * frame.area.height)
            try budget.addFrame(pixels: pixels, in: bytes, at: frame.position)
            try draw(frame)
            if options.frames == .first { return }
        }
        if reader.isCut { note("its last byte is missing", at: bytes.count) }
    }

    private mutating func draw(_ frame: GIFFrame) throws(ResponseError) {
        try checkSize(of: frame)
        if frame.area.x + frame.area.width > reader.width || frame.area.y + frame.area.height > reader.height {
            note("a frame reaches out of the canvas, and was cut off there", at: frame.position + 1)
        }
        let palette = frame.palette ?? reader.palette
        let outcome = canvas.draw(frame, palette, codes, bytes)
        reader.move(to: codes.position)
        try judge(outcome, frame)
        var shown = ImageFrame(canvas.pixels.fitted(within: options.maximumPixelSize), area: frame.area)
        shown.delay = frame.control.delay
        shown.disposal = frame.control.disposal
        frames.append(shown)
        canvas.dispose()
    }

    /// Makes sure that a frame is within the limits, and that so few bytes can be so many pixels.
    private func checkSize(of frame: GIFFrame) throws(ResponseError) {
        let (width, height) = (frame.area.width, frame.area.height)
        try ImageBudget.check(width: width, height: height, limits, in: bytes, at: frame.position + 5)
        let rest = bytes.count - frame.data
        guard options.acceptsPartial || width * height / Self.highestRatio <= rest else {
            let message = "\(rest) bytes of data cannot be a frame of \(width) by \(height) pixels"
            throw bytes.fault(message, at: frame.data, .truncatedBody)
        }
    }

    /// Decides what becomes of a frame whose data are not as they should be.
    private mutating func judge(_ outcome: UnsafeGIFCodes.Outcome, _ frame: GIFFrame) throws(ResponseError) {
        switch outcome {
        case .complete: return
        case .badCode: throw bytes.fault("the data of a frame have a code that stands for nothing", at: frame.data)
        case .cut:
            guard options.acceptsPartial else { throw bytes.cut("the data of a frame") }
            isPartial = true
        case .short:
            let message = "a frame has \(codes.count) of its \(frame.area.width * frame.area.height) pixels"
            guard options.acceptsPartial else { throw bytes.fault(message, at: frame.data, .truncatedBody) }
            isPartial = true
            note(message, at: frame.data)
        }
    }

    private mutating func image() throws(ResponseError) -> DecodedImage {
        guard !frames.isEmpty else { throw bytes.fault("it has no frame", at: reader.position) }
        var header = Self.header(reader)
        header.frames = options.frames == .all ? frames.count : nil
        var image = DecodedImage(header, frames)
        if let loops = reader.loops { image.loopCount = loops == 0 ? nil : loops }
        if let profile = reader.profile {
            image.iccProfile = reader.joinedBlocks(at: profile, limit: limits.metadataBytes)
            if image.iccProfile == nil { note("the colour profile is damaged or beyond the limit", at: profile) }
        }
        image.isPartial = isPartial
        if isPartial { findings.append(bytes.finding(.partialImage, "its data end too early", at: bytes.count)) }
        return image
    }

    private mutating func note(_ message: String, at position: Int) {
        findings.append(bytes.finding(.irregularImage, message, at: position))
    }
}
