import DecantCore

/// Goes through a WebP and notes where everything is, without decoding pixels (RFC 9649 §2).
struct WebPParser {
    private let bytes: ImageBytes
    private let options: ImageOptions
    private var budget: ImageBudget
    private var reader: WebPChunkReader
    private var file = WebPFile()
    private var alpha: WebPChunk?
    private var hasAnimation = false

    /// How many chunks are looked at for the header, which is to be read in no time.
    private static let reach = 2048

    private init(_ bytes: ImageBytes, _ options: ImageOptions, _ limits: Limits) throws(ResponseError) {
        self.bytes = bytes
        self.options = options
        budget = ImageBudget(limits)
        reader = try WebPChunkReader(bytes)
    }

    /// Reads all of a file, whose size is held against the limits.
    static func parse(_ bytes: ImageBytes, _ options: ImageOptions, _ limits: Limits) throws(ResponseError) -> WebPFile
    {
        var parser = try WebPParser(bytes, options, limits)
        try parser.readSize()
        let canvas = parser.file.canvas
        try ImageBudget.check(width: canvas.width, height: canvas.height, limits, in: bytes, at: 20)
        do throws(ResponseError) {
            while try parser.step() {}
        } catch {
            guard options.acceptsPartial, error.code == .truncatedBody, !parser.file.frames.isEmpty else { throw error }
            parser.file.isCut = true
        }
        guard !parser.file.frames.isEmpty else { throw bytes.fault("it has no picture", at: parser.reader.position) }
        return parser.file
    }

    /// Reads as much as is there and within reach; also gives whether that was all.
    static func parseBeginning(_ bytes: ImageBytes) throws(ResponseError) -> (WebPFile, isAll: Bool) {
        var parser = try WebPParser(bytes, ImageOptions(), .unlimited)
        try parser.readSize()
        do throws(ResponseError) {
            for _ in 0..<reach where try !parser.step() { return (parser.file, true) }
        } catch {
            // What is behind the size is described as far as it is sound.
        }
        return (parser.file, false)
    }

    /// Reads the first chunk, which tells the size of the canvas.
    private mutating func readSize() throws(ResponseError) {
        let start = reader.position
        try bytes.require(WebPChunk.headLength, at: start, "its first chunk")
        guard let chunk = try reader.next() else { throw bytes.fault("it has no picture", at: start) }
        switch chunk.type {
        case WebPChunk.extended: try readCanvas(chunk)
        case WebPChunk.lossy, WebPChunk.lossless:
            let picture = try WebPPicture(bytes, chunk, alpha: nil)
            file.canvas = ImageArea(width: picture.width, height: picture.height)
            file.hasAlpha = picture.hasAlpha
            // What follows a picture in the simple layouts is of no account (§2.5).
            reader = WebPChunkReader(bytes, start..<chunk.data.upperBound)
        default: throw bytes.fault("its first chunk is \(chunk.name), which tells no size", at: start)
        }
    }

    /// Reads a chunk VP8X (§2.7).
    private mutating func readCanvas(_ chunk: WebPChunk) throws(ResponseError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count >= 10 else { throw bytes.fault("the chunk VP8X is too short", at: start) }
        try bytes.require(10, at: start, "the chunk VP8X")
        let (width, height) = (1 + bytes.little24(at: start + 4), 1 + bytes.little24(at: start + 7))
        file.canvas = ImageArea(width: width, height: height)
        file.hasAlpha = bytes[start] & 0x10 != 0
        file.isAnimated = bytes[start] & 0x02 != 0
    }

    /// Reads one chunk; gives false at the end.
    private mutating func step() throws(ResponseError) -> Bool {
        guard let chunk = try reader.next() else { return false }
        let isWhole = chunk.data.upperBound <= bytes.count
        if isWhole || chunk.hasPixels { try take(chunk) }
        guard isWhole else { throw bytes.cut("the chunk \(chunk.name)") }
        return true
    }

    private mutating func take(_ chunk: WebPChunk) throws(ResponseError) {
        switch chunk.type {
        case WebPChunk.profile: file.profile = file.profile ?? chunk.data
        case WebPChunk.exif: file.exif = file.exif ?? chunk.data
        case WebPChunk.alpha: alpha = alpha ?? chunk
        case WebPChunk.animation: try takeAnimation(chunk)
        case WebPChunk.frame where file.isAnimated: try takeFrame(chunk)
        case WebPChunk.lossy where !file.isAnimated, WebPChunk.lossless where !file.isAnimated: try takePicture(chunk)
        default: break
        }
    }

    /// Reads a chunk ANIM (§2.7.1.1); its background colour is of no account, as in browsers.
    private mutating func takeAnimation(_ chunk: WebPChunk) throws(ResponseError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count >= 6 else { throw bytes.fault("the chunk ANIM is too short", at: start) }
        hasAnimation = true
        if file.isAnimated { file.plays = bytes.little16(at: start + 4) }
    }

    private mutating func takeFrame(_ chunk: WebPChunk) throws(ResponseError) {
        guard hasAnimation else { throw bytes.fault("a frame stands in front of the chunk ANIM", at: chunk.position) }
        file.frameCount += 1
        guard options.frames == .all || file.frames.isEmpty else { return }
        let pixels = file.canvas.width.multipliedReportingOverflow(by: file.canvas.height)
        try budget.addFrame(pixels: pixels.overflow ? .max : pixels.partialValue, in: bytes, at: chunk.position)
        let frame = try WebPFrame(bytes, chunk, on: file.canvas)
        // Of the frames behind the first, a beginning would hide what the whole one before it shows.
        if !frame.picture.isCut || file.frames.isEmpty { file.frames.append(frame) }
    }

    private mutating func takePicture(_ chunk: WebPChunk) throws(ResponseError) {
        guard file.frames.isEmpty else { return }
        let picture = try WebPPicture(bytes, chunk, alpha: alpha)
        guard picture.width == file.canvas.width, picture.height == file.canvas.height else {
            let message = "its picture is \(picture.width) by \(picture.height) pixels, its canvas is not"
            throw bytes.fault(message, at: chunk.data.lowerBound)
        }
        file.frames = [WebPFrame(picture)]
        file.frameCount = 1
    }
}
