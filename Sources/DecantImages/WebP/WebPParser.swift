import DecantCore

/// A parser of the chunks of a WebP, which does not decode pixels (RFC 9649 §2).
struct WebPParser {
    private let bytes: ImageBytes
    private let options: ImageOptions
    private var budget: ImageBudget
    private var reader: WebPChunkReader
    private var file = WebPFile()
    private var alpha: WebPChunk?
    private var hasAnimation = false
    /// The maximum number of chunks that are read for the header, to keep it fast.
    private static let maxHeaderChunks = 2048

    private init(_ bytes: ImageBytes, _ options: ImageOptions, _ limits: Limits) throws(ResponseError) {
        self.bytes = bytes
        self.options = options
        budget = ImageBudget(limits)
        reader = try WebPChunkReader(bytes)
    }

    /// Parses a whole file, and checks its size against the limits.
    static func parse(_ bytes: ImageBytes, _ options: ImageOptions, _ limits: Limits) throws(ResponseError) -> WebPFile
    {
        var parser = try WebPParser(bytes, options, limits)
        try parser.readSize()
        let canvas = parser.file.canvas
        try ImageBudget.check(width: canvas.width, height: canvas.height, limits, in: bytes, at: 20)
        do throws(ResponseError) {
            while try parser.parseNext() {}
        } catch {
            guard error.code == .truncatedBody, !parser.file.frames.isEmpty else { throw error }
            guard options.acceptsPartial else { throw error.withPartialOption }
            parser.file.isCut = true
        }
        guard !parser.file.frames.isEmpty else {
            throw bytes.fault("the image data is missing", at: parser.reader.position)
        }
        return parser.file
    }

    /// Parses the chunks that are present and within reach; also returns whether these are all chunks.
    static func parseBeginning(_ bytes: ImageBytes) throws(ResponseError) -> (WebPFile, isAll: Bool) {
        var parser = try WebPParser(bytes, ImageOptions(), .unlimited)
        try parser.readSize()
        do throws(ResponseError) {
            for _ in 0..<maxHeaderChunks where try !parser.parseNext() { return (parser.file, true) }
        } catch {
            // Ignore errors after the image size; the header is still usable.
        }
        return (parser.file, false)
    }

    /// Reads the first chunk, which contains the size of the canvas.
    private mutating func readSize() throws(ResponseError) {
        let start = reader.position
        try bytes.require(WebPChunk.headLength, at: start, "the first chunk")
        guard let chunk = try reader.next() else { throw bytes.fault("the image data is missing", at: start) }
        switch chunk.type {
        case WebPChunk.extended: try parseVP8X(chunk)
        case WebPChunk.lossy, WebPChunk.lossless:
            let image = try WebPImage(bytes, chunk, alpha: nil)
            file.canvas = ImageArea(width: image.width, height: image.height)
            file.hasAlpha = image.hasAlpha
            // In the simple layouts, chunks after the image data are ignored (§2.5).
            reader = WebPChunkReader(bytes, start..<chunk.data.upperBound)
        default: throw bytes.fault("expected the first chunk VP8X, VP8 or VP8L, but found \(chunk.name)", at: start)
        }
    }

    /// Reads a chunk VP8X (§2.7).
    private mutating func parseVP8X(_ chunk: WebPChunk) throws(ResponseError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count >= 10 else { throw bytes.fault("the chunk VP8X is too short", at: start) }
        try bytes.require(10, at: start, "the chunk VP8X")
        let (width, height) = (1 + bytes.little24(at: start + 4), 1 + bytes.little24(at: start + 7))
        file.canvas = ImageArea(width: width, height: height)
        file.hasAlpha = bytes[start] & 0x10 != 0
        file.isAnimated = bytes[start] & 0x02 != 0
    }

    /// Reads one chunk; returns false at the end.
    private mutating func parseNext() throws(ResponseError) -> Bool {
        guard let chunk = try reader.next() else { return false }
        let isWhole = chunk.data.upperBound <= bytes.count
        if isWhole || chunk.hasPixels { try parse(chunk) }
        guard isWhole else { throw bytes.cut("the chunk \(chunk.name)") }
        return true
    }

    private mutating func parse(_ chunk: WebPChunk) throws(ResponseError) {
        switch chunk.type {
        case WebPChunk.profile: file.profile = file.profile ?? chunk.data
        case WebPChunk.exif: file.exif = file.exif ?? chunk.data
        case WebPChunk.alpha: alpha = alpha ?? chunk
        case WebPChunk.animation: try parseANIM(chunk)
        case WebPChunk.frame where file.isAnimated: try parseANMF(chunk)
        case WebPChunk.lossy where !file.isAnimated, WebPChunk.lossless where !file.isAnimated: try parseImage(chunk)
        default: break
        }
    }

    /// Reads a chunk ANIM (§2.7.1.1); ignores its background color, as browsers do.
    private mutating func parseANIM(_ chunk: WebPChunk) throws(ResponseError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count >= 6 else { throw bytes.fault("the chunk ANIM is too short", at: start) }
        hasAnimation = true
        if file.isAnimated { file.plays = bytes.little16(at: start + 4) }
    }

    private mutating func parseANMF(_ chunk: WebPChunk) throws(ResponseError) {
        guard hasAnimation else {
            throw bytes.fault("expected the chunk ANIM before the first frame", at: chunk.position)
        }
        file.frameCount += 1
        guard !options.firstFrameOnly || file.frames.isEmpty else { return }
        let pixels = file.canvas.width.multipliedReportingOverflow(by: file.canvas.height)
        try budget.addFrame(pixels: pixels.overflow ? .max : pixels.partialValue, in: bytes, at: chunk.position)
        let frame = try WebPFrame(bytes, chunk, on: file.canvas)
        // Skip truncated frames after the first: an incomplete frame would hide parts of the complete frame before it.
        if !frame.image.isCut || file.frames.isEmpty { file.frames.append(frame) }
    }

    private mutating func parseImage(_ chunk: WebPChunk) throws(ResponseError) {
        guard file.frames.isEmpty else { return }
        let image = try WebPImage(bytes, chunk, alpha: alpha)
        guard image.width == file.canvas.width, image.height == file.canvas.height else {
            let message = "the image of \(image.width) by \(image.height) pixels is not the size of the canvas"
            throw bytes.fault(message, at: chunk.data.lowerBound)
        }
        file.frames = [WebPFrame(image)]
        file.frameCount = 1
    }
}

/// The parts of a WebP that make an image, as ranges in its bytes.
struct WebPFile {
    /// The canvas of the frames.
    var canvas = ImageArea(width: 0, height: 0)
    /// Whether pixels may be transparent; if not, their alpha is ignored.
    var hasAlpha = false
    var isAnimated = false
    /// The frames to decode, or the single image.
    var frames: [WebPFrame] = []
    /// The number of frames that were read.
    var frameCount = 0
    /// The number of times to show the animation; 0 repeats it forever.
    var plays = 1
    var profile: Range<Int>?
    var exif: Range<Int>?
    /// Whether the file ends too early.
    var isCut = false
}

/// A frame of an animation (RFC 9649 §2.7.1.2).
struct WebPFrame {
    let area: ImageArea
    let image: WebPImage
    var delay = Duration.zero
    var disposal = FrameDisposal.keep
    /// Whether the frame is blended with the pixels below it.
    var blends = false
    private static let headLength = 16

    /// Creates the only frame of a file without animation.
    init(_ image: WebPImage) {
        self.image = image
        area = ImageArea(width: image.width, height: image.height)
    }

    init(_ bytes: ImageBytes, _ chunk: WebPChunk, on canvas: ImageArea) throws(ResponseError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count >= Self.headLength else { throw bytes.fault("a frame has no header", at: start) }
        try bytes.require(Self.headLength, at: start, "the header of a frame")
        let number = { bytes.little24(at: start + $0) }
        area = ImageArea(x: 2 * number(0), y: 2 * number(3), width: 1 + number(6), height: 1 + number(9))
        guard area.x + area.width <= canvas.width, area.y + area.height <= canvas.height else {
            throw bytes.fault("a frame lies outside the canvas", at: start)
        }
        delay = .milliseconds(number(12))
        disposal = bytes[start + 15] & 1 == 1 ? .clear : .keep
        blends = bytes[start + 15] & 2 == 0
        image = try Self.image(bytes, start + Self.headLength..<chunk.data.upperBound)
        guard image.width == area.width, image.height == area.height else {
            let message = "a frame image of \(image.width) by \(image.height) pixels does not match its frame"
            throw bytes.fault(message, at: image.data.lowerBound)
        }
    }

    /// Finds the image among the chunks of a frame.
    private static func image(_ bytes: ImageBytes, _ range: Range<Int>) throws(ResponseError) -> WebPImage {
        var reader = WebPChunkReader(bytes, range)
        var alpha: WebPChunk?
        while let chunk = try reader.next() {
            switch chunk.type {
            case WebPChunk.alpha: alpha = alpha ?? chunk
            case WebPChunk.lossy, WebPChunk.lossless: return try WebPImage(bytes, chunk, alpha: alpha)
            default: break
            }
        }
        throw bytes.fault("a frame has no image data", at: range.lowerBound)
    }
}

/// An iterator over the chunks of a WebP, or of one of its frames, in order (RFC 9649 §2.3).
private struct WebPChunkReader {
    let bytes: ImageBytes
    /// The offset of the next chunk.
    private(set) var position: Int
    /// The end of the chunks according to the header, which may exceed the file.
    let end: Int

    init(_ bytes: ImageBytes, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Parses the header of a file (§2.4).
    init(_ bytes: ImageBytes) throws(ResponseError) {
        try bytes.require(12, at: 0, "the header")
        guard bytes.bytes(0..<4) == Array("RIFF".utf8), bytes.bytes(8..<12) == Array("WEBP".utf8) else {
            throw bytes.fault("expected the signature RIFF and WEBP", at: 0)
        }
        self.init(bytes, 12..<max(12, 8 + bytes.little32(at: 4)))
    }

    /// Returns the next chunk, whose data may be truncated, or nil at the end.
    mutating func next() throws(ResponseError) -> WebPChunk? {
        guard end - position >= WebPChunk.headLength else { return nil }
        try bytes.require(WebPChunk.headLength, at: position, "the header of a chunk")
        let start = position + WebPChunk.headLength
        let length = bytes.little32(at: position + 4)
        guard length <= end - start else {
            throw bytes.fault("a chunk is longer than the chunk that contains it", at: position)
        }
        let chunk = WebPChunk(
            position: position,
            type: FourCharacterCode(in: bytes, at: position),
            data: start..<start + length
        )
        // A zero byte pads an odd length.
        position = start + length + length % 2
        return chunk
    }
}

/// A chunk of a WebP (RFC 9649 §2.3): its offset, its type, and the range of its data.
struct WebPChunk {
    /// The offset of its four-character code.
    let position: Int
    let type: FourCharacterCode
    /// The range of its data, which may exceed the file.
    let data: Range<Int>
    /// The number of bytes of the four-character code and the length.
    static let headLength = 8
    static let lossy: FourCharacterCode = "VP8 "
    static let lossless: FourCharacterCode = "VP8L"
    static let extended: FourCharacterCode = "VP8X"
    static let animation: FourCharacterCode = "ANIM"
    static let frame: FourCharacterCode = "ANMF"
    static let alpha: FourCharacterCode = "ALPH"
    static let profile: FourCharacterCode = "ICCP"
    static let exif: FourCharacterCode = "EXIF"
    /// The type as text.
    var name: String { type.name }
    /// Whether the chunk has pixels, which are useful even if truncated.
    var hasPixels: Bool { type == Self.lossy || type == Self.lossless || type == Self.frame }
}
