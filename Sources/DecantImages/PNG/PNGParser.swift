import DecantCore

/// Reads the chunks of a PNG in their order (§5.6) into a ``PNGFile``.
struct PNGParser {
    private let bytes: ImageBytes
    private let limits: Limits
    private let acceptsPartial: Bool
    private var reader: PNGChunkReader
    private var file: PNGFile
    private var budget: ImageBudget

    /// What was noticed.
    private(set) var findings: [Finding] = []

    /// How many chunks that the picture does not need have come.
    private var metadataChunks = 0

    /// The number that the next chunk of the animation has to have.
    private var sequence = 0

    /// Whether chunks IDAT came, and whether others came behind them.
    private var data = DataState.none

    /// Whether the animation broke a rule, so that all behind that is passed over.
    private var animationIsOver = false

    /// How many findings there may be, whatever the limits are.
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

    /// Parses the chunks in front of the picture, as far as they are there; none is checked.
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
            throw bytes.fault("its first chunk is not IHDR", at: first.position)
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
            guard acceptsPartial, error.code == .truncatedBody else { throw error }
            try keepRest(error)
        }
        try finish()
    }

    /// Takes the pixels of a chunk that is cut off.
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

    /// Whether a chunk is intact; one that can be done without is passed over if it is not.
    private mutating func isUsable(_ chunk: PNGChunk) throws(ResponseError) -> Bool {
        guard !bytes.hasValidChecksum(chunk) else { return true }
        guard !chunk.isNeeded else { throw Self.badChecksum(chunk, bytes) }
        note("the checksum of the chunk \(chunk.name) is wrong, so it was passed over", at: chunk.position)
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
                throw bytes.fault("the chunk \(chunk.name) is not known, and not to be passed over", at: chunk.position)
            }
            metadataChunks += 1
        }
    }

    private mutating func takeImageData(_ chunk: PNGChunk) throws(ResponseError) {
        guard data != .over else { throw bytes.fault("its chunks IDAT are not together", at: chunk.position) }
        guard file.header.color != .indexed || !file.palette.isEmpty else {
            throw bytes.fault("it has palette indices, but no palette in front of them", at: chunk.position)
        }
        data = .running
        if !chunk.data.isEmpty { file.still.data.append(chunk.data) }
    }

    private mutating func takePalette(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count % 3 == 0, (1...256).contains(chunk.data.count / 3), data == .none else {
            throw bytes.fault("its palette has \(chunk.data.count) bytes, or comes too late", at: chunk.position)
        }
        guard file.palette.isEmpty else { throw bytes.fault("it has two palettes", at: chunk.position) }
        file.palettePosition = chunk.position
        guard file.header.color == .indexed else { return }
        let count = min(chunk.data.count / 3, 1 << file.header.depth)
        file.palette = (0..<count).map { index in
            let place = chunk.data.lowerBound + 3 * index
            return UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16 | 0xFF00_0000
        }
    }

    /// Reads what is transparent (§11.3.2.1); what does not fit the picture is passed over.
    private mutating func takeTransparency(_ chunk: PNGChunk) {
        let place = chunk.data.lowerBound
        switch (file.header.color, chunk.data.count) {
        case (.indexed, let count) where data == .none && count <= file.palette.count:
            for index in 0..<count {
                file.palette[index] = file.palette[index] & 0xFF_FFFF | UInt32(bytes[place + index]) << 24
            }
        case (.gray, 2) where data == .none:
            let gray = bytes.big16(at: place)
            file.key = (gray, gray, gray)
        case (.rgb, 6) where data == .none:
            file.key = (bytes.big16(at: place), bytes.big16(at: place + 2), bytes.big16(at: place + 4))
        default: note("the chunk tRNS does not fit the picture, so it was passed over", at: chunk.position)
        }
    }

    private mutating func takeMetadata(_ chunk: PNGChunk) {
        metadataChunks += 1
        guard metadataChunks <= limits.metadataChunks, chunk.data.count <= limits.metadataBytes else {
            return note("the chunk \(chunk.name) is beyond the limits, so it was passed over", at: chunk.position)
        }
        if chunk.type == PNGChunk.profile { file.profile = file.profile ?? chunk.data }
        if chunk.type == PNGChunk.exif { file.exif = file.exif ?? chunk.data }
    }

    /// Reads how many frames there are (§11.3.6.1); if that is invalid, there is no animation.
    private mutating func takeAnimation(_ chunk: PNGChunk) {
        guard chunk.data.count == 8, data == .none, file.announcedFrames == nil, !animationIsOver else {
            if data == .none { dropAnimation() }
            return note("a chunk acTL is out of place, so it was passed over", at: chunk.position)
        }
        let count = bytes.big32(at: chunk.data.lowerBound)
        guard (1...Int(Int32.max)).contains(count) else {
            dropAnimation()
            return note("it announces an animation of \(count) frames, so there is none", at: chunk.position)
        }
        file.announcedFrames = count
        file.plays = bytes.big32(at: chunk.data.lowerBound + 4)
    }

    private mutating func dropAnimation() {
        animationIsOver = true
        file.announcedFrames = nil
        file.still.control = nil
    }

    /// Takes a chunk of the animation; the first that breaks a rule ends it, and the frames before it stay.
    private mutating func takeAnimationChunk(_ chunk: PNGChunk) throws(ResponseError) {
        guard file.announcedFrames != nil, !animationIsOver else { return }
        do throws(ResponseError) {
            if chunk.type == PNGChunk.frameControl { try takeFrameControl(chunk) } else { try takeFrameData(chunk) }
        } catch {
            guard error.code != .limitExceeded else { throw error }
            animationIsOver = true
            note("the animation ends early: \(error.message)", at: chunk.position)
        }
    }

    private mutating func takeFrameControl(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count == PNGFrameControl.length else {
            throw bytes.fault("the chunk fcTL has \(chunk.data.count) bytes", at: chunk.position)
        }
        try count(chunk)
        let control = try PNGFrameControl(bytes, at: chunk.data.lowerBound, on: file.header)
        if data == .none {
            guard file.still.control == nil else {
                throw bytes.fault("two chunks fcTL stand in front of the picture", at: chunk.position)
            }
            guard control.area.width == file.header.width, control.area.height == file.header.height else {
                throw bytes.fault("the first frame is not as large as the canvas", at: chunk.position)
            }
            file.still.control = control
        } else {
            file.frames.append(PNGFile.Picture(control: control))
        }
        try budget.addFrame(pixels: 0, in: bytes, at: chunk.position)
    }

    private mutating func takeFrameData(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count >= 4 else { throw bytes.fault("the chunk fdAT is too short", at: chunk.position) }
        try count(chunk)
        guard data == .over, !file.frames.isEmpty else {
            throw bytes.fault("a chunk fdAT belongs to no frame", at: chunk.position)
        }
        file.frames[file.frames.count - 1].data.append(chunk.data.dropFirst(4))
    }

    /// Checks the number that each chunk of an animation begins with (§11.3.6.1).
    private mutating func count(_ chunk: PNGChunk) throws(ResponseError) {
        guard bytes.big32(at: chunk.data.lowerBound) == sequence else {
            throw bytes.fault("a chunk of the animation is missing or out of order", at: chunk.data.lowerBound)
        }
        sequence += 1
    }

    private mutating func finish() throws(ResponseError) {
        guard data != .none else { throw bytes.fault("it has no chunk IDAT", at: reader.position) }
        guard let announced = file.announcedFrames else { return }
        if let last = file.frames.last, last.data.isEmpty { file.frames.removeLast() }
        let first = file.still.control == nil ? 0 : 1
        if file.frames.count + first != announced {
            note("\(announced) frames are announced, and \(file.frames.count + first) are there", at: 0)
        }
        file.frames = Array(file.frames.prefix(max(0, announced - first)))
    }

    /// Tells of something, unless so much was told of already that it would take more room than the file.
    private mutating func note(_ message: String, at position: Int) {
        guard findings.count < max(limits.metadataChunks, Self.fewestFindings) else { return }
        findings.append(bytes.finding(.damagedMetadata, message, at: position))
    }
}
