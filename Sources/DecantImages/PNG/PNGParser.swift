import DecantCore

/// A parser of the chunks of a PNG, in order (§5.6), into a ``PNGFile``.
struct PNGParser {
    private let bytes: ImageBytes
    private let limits: Limits
    private let acceptsPartial: Bool
    private var reader: PNGChunkReader
    private var file: PNGFile
    private var budget: ImageBudget
    private(set) var findings: [Finding] = []
    /// The number of chunks so far that the image does not need.
    private var metadataChunks = 0
    /// The expected sequence number of the next animation chunk.
    private var sequence = 0
    /// The state of the IDAT chunks.
    private var data = DataState.none
    /// Whether the animation broke a rule; the remainder is skipped.
    private var animationIsOver = false
    /// The number of findings that are always allowed, regardless of the limits.
    private static let fewestFindings = 8

    private enum DataState {
        case none, running, over
    }

    /// Parses all chunks up to the last one.
    static func parse(_ bytes: ImageBytes, _ limits: Limits, acceptsPartial: Bool, into findings: inout [Finding])
        throws(ResponseError) -> PNGFile
    {
        var parser = try PNGParser(bytes, limits, acceptsPartial: acceptsPartial)
        defer { findings += parser.findings }
        try parser.run()
        return parser.file
    }

    /// Parses the available chunks before the image data, and verifies only the checksum of IHDR.
    static func parseBeginning(_ bytes: ImageBytes, _ limits: Limits) throws(ResponseError) -> PNGFile {
        var parser = try PNGParser(bytes, limits, acceptsPartial: true)
        for _ in 0..<limits.metadataChunks {
            guard let chunk = try? parser.reader.next(), chunk.type != PNGChunk.imageData else { break }
            do throws(ResponseError) { try parser.take(chunk) } catch { break }
        }
        return parser.file
    }

    private init(_ bytes: ImageBytes, _ limits: Limits, acceptsPartial: Bool) throws(ResponseError) {
        self.bytes = bytes
        self.limits = limits
        self.acceptsPartial = acceptsPartial
        reader = try PNGChunkReader(bytes)
        budget = ImageBudget(limits)
        let first = try reader.peek()
        guard first.type == PNGChunk.header, first.data.count == PNGHeader.length else {
            throw bytes.fault("expected an IHDR chunk of 13 bytes at the beginning", at: first.position)
        }
        let chunk = try reader.next()
        file = PNGFile(header: try PNGHeader(bytes, at: chunk.data.lowerBound))
        guard bytes.hasValidChecksum(chunk) else { throw Self.badChecksum(chunk, bytes) }
        try ImageBudget.check(
            width: file.header.width,
            height: file.header.height,
            limits,
            in: bytes,
            at: chunk.data.lowerBound
        )
    }

    private mutating func run() throws(ResponseError) {
        do throws(ResponseError) {
            while true {
                let chunk = try reader.next()
                if chunk.type == PNGChunk.end { break }
                guard try isUsable(chunk) else { continue }
                try take(chunk)
            }
        } catch {
            guard error.code == .truncatedBody else { throw error }
            if acceptsPartial {
                try keepRest(error)
            } else if lacksOnlyEnd {
                file.missingEnd = error.withPartialOption
            } else {
                throw hasPixels ? error.withPartialOption : error
            }
        }
        try finish()
    }

    /// Whether some of the image data is in the file.
    private var hasPixels: Bool {
        guard data == .none else { return true }
        var reader = self.reader
        guard let chunk = try? reader.peek() else { return false }
        return chunk.type == PNGChunk.imageData && chunk.data.lowerBound < bytes.count
    }

    /// Whether the file ends in the IEND chunk or before it, after all frames that it announces.
    private var lacksOnlyEnd: Bool {
        let rest = bytes.count - reader.position
        guard data != .none, rest < PNGChunk.emptyEnd.count,
            (0..<rest).allSatisfy({ bytes[reader.position + $0] == PNGChunk.emptyEnd[$0] })
        else { return false }
        let frames = file.frames.count + (file.still.control == nil ? 0 : 1)
        return (file.announcedFrames ?? frames) == frames && file.frames.last?.data.isEmpty != true
    }

    /// Keeps the available pixels of a truncated chunk.
    private mutating func keepRest(_ error: ResponseError) throws(ResponseError) {
        guard let chunk = try? reader.peek(), chunk.data.lowerBound < bytes.count else {
            guard data != .none else { throw error }
            file.isCut = true
            return
        }
        file.isCut = true
        if chunk.type == PNGChunk.imageData, data != .over {
            file.still.data.append(chunk.data.lowerBound..<min(chunk.data.upperBound, bytes.count))
            data = .running
        }
        guard data != .none else { throw error }
    }

    /// Returns whether a chunk is intact.
    ///
    /// A damaged ancillary chunk is skipped; any other damaged chunk throws.
    private mutating func isUsable(_ chunk: PNGChunk) throws(ResponseError) -> Bool {
        guard !bytes.hasValidChecksum(chunk) else { return true }
        guard !chunk.isNeeded else { throw Self.badChecksum(chunk, bytes) }
        note("skipped the chunk \(chunk.name), whose checksum is wrong", at: chunk.position)
        return false
    }

    private static func badChecksum(_ chunk: PNGChunk, _ bytes: ImageBytes) -> ResponseError {
        bytes.fault("the checksum of the chunk \(chunk.name) is wrong", at: chunk.data.upperBound)
    }

    private mutating func take(_ chunk: PNGChunk) throws(ResponseError) {
        if chunk.type == PNGChunk.imageData { return try takeImageData(chunk) }
        if data == .running { data = .over }
        switch chunk.type {
        case PNGChunk.palette: try takePalette(chunk)
        case PNGChunk.transparency: takeTransparency(chunk)
        case PNGChunk.animation: takeAnimation(chunk)
        case PNGChunk.frameControl, PNGChunk.frameData: try takeAnimationChunk(chunk)
        case PNGChunk.profile, PNGChunk.exif: takeMetadata(chunk)
        default:
            guard chunk.isAncillary else {
                throw bytes.fault("unknown critical chunk \(chunk.name)", at: chunk.position)
            }
            metadataChunks += 1
        }
    }

    private mutating func takeImageData(_ chunk: PNGChunk) throws(ResponseError) {
        guard data != .over else { throw bytes.fault("the IDAT chunks are not consecutive", at: chunk.position) }
        guard file.header.color != .indexed || !file.palette.isEmpty else {
            throw bytes.fault("expected a PLTE chunk before the palette indices", at: chunk.position)
        }
        data = .running
        if !chunk.data.isEmpty { file.still.data.append(chunk.data) }
    }

    private mutating func takePalette(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count % 3 == 0, (1...256).contains(chunk.data.count / 3), data == .none else {
            let found = chunk.data.count.counted("byte")
            throw bytes.fault(
                "expected a PLTE chunk of 1 to 256 colors before the image data, but found one of \(found)",
                at: chunk.position
            )
        }
        guard file.palette.isEmpty else { throw bytes.fault("duplicate PLTE chunk", at: chunk.position) }
        file.palettePosition = chunk.position
        guard file.header.color == .indexed else { return }
        let count = min(chunk.data.count / 3, 1 << file.header.depth)
        file.palette = (0..<count).map { index in
            let color = chunk.data.lowerBound + 3 * index
            return UInt32(bytes[color]) | UInt32(bytes[color + 1]) << 8 | UInt32(bytes[color + 2]) << 16 | 0xFF00_0000
        }
    }

    /// Reads the transparency (§11.3.2.1); skips a chunk that does not match the image.
    private mutating func takeTransparency(_ chunk: PNGChunk) {
        let offset = chunk.data.lowerBound
        switch (file.header.color, chunk.data.count) {
        case (.indexed, let count) where data == .none && count <= file.palette.count:
            for index in 0..<count {
                file.palette[index] = file.palette[index] & 0xFF_FFFF | UInt32(bytes[offset + index]) << 24
            }
        case (.gray, 2) where data == .none:
            let gray = bytes.big16(at: offset)
            file.key = (gray, gray, gray)
        case (.rgb, 6) where data == .none:
            file.key = (bytes.big16(at: offset), bytes.big16(at: offset + 2), bytes.big16(at: offset + 4))
        default:
            note("skipped a tRNS chunk that does not match the color type, or is out of place", at: chunk.position)
        }
    }

    private mutating func takeMetadata(_ chunk: PNGChunk) {
        metadataChunks += 1
        guard metadataChunks <= limits.metadataChunks, chunk.data.count <= limits.metadataBytes else {
            return note("skipped the chunk \(chunk.name), which exceeds the limits", at: chunk.position)
        }
        if chunk.type == PNGChunk.profile { file.profile = file.profile ?? chunk.data }
        if chunk.type == PNGChunk.exif { file.exif = file.exif ?? chunk.data }
    }

    /// Reads the number of frames (§11.3.6.1); ignores the animation if it is invalid.
    private mutating func takeAnimation(_ chunk: PNGChunk) {
        guard chunk.data.count == 8, data == .none, file.announcedFrames == nil, !animationIsOver else {
            if data == .none { dropAnimation() }
            return note("skipped an acTL chunk that is out of place", at: chunk.position)
        }
        let count = bytes.big32(at: chunk.data.lowerBound)
        guard (1...Int(Int32.max)).contains(count) else {
            dropAnimation()
            return note("ignored an animation of \(count.counted("frame"))", at: chunk.position)
        }
        file.announcedFrames = count
        file.plays = bytes.big32(at: chunk.data.lowerBound + 4)
    }

    private mutating func dropAnimation() {
        animationIsOver = true
        file.announcedFrames = nil
        file.still.control = nil
    }

    /// Reads a chunk of the animation.
    ///
    /// The first invalid chunk ends the animation after the frames before it.
    private mutating func takeAnimationChunk(_ chunk: PNGChunk) throws(ResponseError) {
        guard file.announcedFrames != nil, !animationIsOver else { return }
        do throws(ResponseError) {
            if chunk.type == PNGChunk.frameControl { try takeFrameControl(chunk) } else { try takeFrameData(chunk) }
        } catch {
            guard error.code != .limitExceeded else { throw error }
            animationIsOver = true
            note("the animation is incomplete: \(error.message)", at: chunk.position)
        }
    }

    private mutating func takeFrameControl(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count == PNGFrameControl.length else {
            throw bytes.fault(
                "expected an fcTL chunk of \(PNGFrameControl.length) bytes, but found \(chunk.data.count)",
                at: chunk.position
            )
        }
        try count(chunk)
        let control = try PNGFrameControl(bytes, at: chunk.data.lowerBound, on: file.header)
        if data == .none {
            guard file.still.control == nil else {
                throw bytes.fault("two fcTL chunks precede the first IDAT chunk", at: chunk.position)
            }
            guard control.area.width == file.header.width, control.area.height == file.header.height else {
                throw bytes.fault("the first frame is not the size of the canvas", at: chunk.position)
            }
            file.still.control = control
        } else {
            file.frames.append(PNGFile.Image(control: control))
        }
        try budget.addFrame(pixels: 0, in: bytes, at: chunk.position)
    }

    private mutating func takeFrameData(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count >= 4 else { throw bytes.fault("the fdAT chunk is too short", at: chunk.position) }
        try count(chunk)
        guard data == .over, !file.frames.isEmpty else {
            throw bytes.fault("an fdAT chunk has no fcTL chunk", at: chunk.position)
        }
        file.frames[file.frames.count - 1].data.append(chunk.data.dropFirst(4))
    }

    /// Checks the sequence number at the start of an animation chunk (§11.3.6.1).
    private mutating func count(_ chunk: PNGChunk) throws(ResponseError) {
        guard bytes.big32(at: chunk.data.lowerBound) == sequence else {
            throw bytes.fault(
                "expected the sequence number \(sequence), but found \(bytes.big32(at: chunk.data.lowerBound))",
                at: chunk.data.lowerBound
            )
        }
        sequence += 1
    }

    private mutating func finish() throws(ResponseError) {
        guard data != .none else {
            throw bytes.fault("expected an IDAT chunk before the end of the image", at: reader.position)
        }
        guard let announced = file.announcedFrames else { return }
        if let last = file.frames.last, last.data.isEmpty { file.frames.removeLast() }
        let first = file.still.control == nil ? 0 : 1
        if file.frames.count + first != announced {
            note("expected \(announced.counted("frame")) by acTL, but found \(file.frames.count + first)", at: 0)
        }
        file.frames = Array(file.frames.prefix(max(0, announced - first)))
    }

    /// Reports a finding, unless the number of findings has reached its bound.
    private mutating func note(_ message: String, at position: Int) {
        guard findings.count < max(limits.metadataChunks, Self.fewestFindings) else { return }
        findings.append(bytes.finding(.damagedMetadata, message, at: position))
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
