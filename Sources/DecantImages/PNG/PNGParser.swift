import DecantCore
import DecantInflate

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
    private var animationHasEnded = false
    /// The number of findings that are always allowed, regardless of the limits.
    private static let minFindings = 8

    private enum DataState {
        case none, running, ended
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
            do throws(ResponseError) { try parser.parse(chunk) } catch { break }
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
        let header = try PNGHeader(bytes, at: chunk.data.lowerBound)
        file = PNGFile(header: header)
        guard bytes.hasValidChecksum(chunk) else { throw Self.badChecksum(chunk, bytes) }
        try ImageBudget.check(width: header.width, height: header.height, limits, in: bytes, at: chunk.data.lowerBound)
    }

    private mutating func run() throws(ResponseError) {
        do throws(ResponseError) {
            while true {
                let chunk = try reader.next()
                if chunk.type == PNGChunk.end { break }
                guard try isUsable(chunk) else { continue }
                try parse(chunk)
            }
        } catch {
            guard error.code == .truncatedBody else { throw error }
            if acceptsPartial {
                try keepAvailable(error)
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
    private mutating func keepAvailable(_ error: ResponseError) throws(ResponseError) {
        guard let chunk = try? reader.peek(), chunk.data.lowerBound < bytes.count else {
            guard data != .none else { throw error }
            file.isCut = true
            return
        }
        file.isCut = true
        if chunk.type == PNGChunk.imageData, data != .ended {
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
        record("skipped the chunk \(chunk.name), whose checksum is wrong", at: chunk.position)
        return false
    }

    private static func badChecksum(_ chunk: PNGChunk, _ bytes: ImageBytes) -> ResponseError {
        bytes.fault("the checksum of the chunk \(chunk.name) is wrong", at: chunk.data.upperBound)
    }

    private mutating func parse(_ chunk: PNGChunk) throws(ResponseError) {
        if chunk.type == PNGChunk.imageData { return try parseIDAT(chunk) }
        if data == .running { data = .ended }
        switch chunk.type {
        case PNGChunk.palette: try parsePLTE(chunk)
        case PNGChunk.transparency: parseTRNS(chunk)
        case PNGChunk.animation: parseACTL(chunk)
        case PNGChunk.frameControl, PNGChunk.frameData: try parseAnimationChunk(chunk)
        case PNGChunk.profile, PNGChunk.exif: parseMetadata(chunk)
        default:
            guard chunk.isAncillary else {
                throw bytes.fault("unknown critical chunk \(chunk.name)", at: chunk.position)
            }
            metadataChunks += 1
        }
    }

    private mutating func parseIDAT(_ chunk: PNGChunk) throws(ResponseError) {
        guard data != .ended else { throw bytes.fault("the IDAT chunks are not consecutive", at: chunk.position) }
        guard file.header.color != .indexed || !file.palette.isEmpty else {
            throw bytes.fault("expected a PLTE chunk before the palette indices", at: chunk.position)
        }
        data = .running
        if !chunk.data.isEmpty { file.still.data.append(chunk.data) }
    }

    private mutating func parsePLTE(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count % 3 == 0, (1...256).contains(chunk.data.count / 3), data == .none else {
            let found = chunk.data.count.counted("byte")
            let message = "expected a PLTE chunk of 1 to 256 colors before the image data, but found one of \(found)"
            throw bytes.fault(message, at: chunk.position)
        }
        guard file.palette.isEmpty else { throw bytes.fault("duplicate PLTE chunk", at: chunk.position) }
        file.palettePosition = chunk.position
        guard file.header.color == .indexed else { return }
        let count = min(chunk.data.count / 3, 1 << file.header.depth)
        file.palette = (0..<count).map { bytes.opaquePixel(at: chunk.data.lowerBound + 3 * $0) }
    }

    /// Reads the transparency (§11.3.2.1); skips a chunk that does not match the image.
    private mutating func parseTRNS(_ chunk: PNGChunk) {
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
            record("skipped a tRNS chunk that does not match the color type, or is out of place", at: chunk.position)
        }
    }

    private mutating func parseMetadata(_ chunk: PNGChunk) {
        metadataChunks += 1
        guard metadataChunks <= limits.metadataChunks, chunk.data.count <= limits.metadataBytes else {
            return record("skipped the chunk \(chunk.name), which exceeds the limits", at: chunk.position)
        }
        if chunk.type == PNGChunk.profile { file.profile = file.profile ?? chunk.data }
        if chunk.type == PNGChunk.exif { file.exif = file.exif ?? chunk.data }
    }

    /// Reads the number of frames (§11.3.6.1); ignores the animation if it is invalid.
    private mutating func parseACTL(_ chunk: PNGChunk) {
        guard chunk.data.count == 8, data == .none, file.announcedFrames == nil, !animationHasEnded else {
            if data == .none { dropAnimation() }
            return record("skipped an acTL chunk that is out of place", at: chunk.position)
        }
        let count = bytes.big32(at: chunk.data.lowerBound)
        guard (1...Int(Int32.max)).contains(count) else {
            dropAnimation()
            return record("ignored an animation of \(count.counted("frame"))", at: chunk.position)
        }
        file.announcedFrames = count
        file.plays = bytes.big32(at: chunk.data.lowerBound + 4)
    }

    private mutating func dropAnimation() {
        animationHasEnded = true
        file.announcedFrames = nil
        file.still.control = nil
    }

    /// Reads a chunk of the animation.
    ///
    /// The first invalid chunk ends the animation after the frames before it.
    private mutating func parseAnimationChunk(_ chunk: PNGChunk) throws(ResponseError) {
        guard file.announcedFrames != nil, !animationHasEnded else { return }
        do throws(ResponseError) {
            if chunk.type == PNGChunk.frameControl { try parseFCTL(chunk) } else { try parseFDAT(chunk) }
        } catch {
            guard error.code != .limitExceeded else { throw error }
            animationHasEnded = true
            record("the animation is incomplete: \(error.message)", at: chunk.position)
        }
    }

    private mutating func parseFCTL(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count == PNGFrameControl.length else {
            let message = "expected an fcTL chunk of \(PNGFrameControl.length) bytes, but found \(chunk.data.count)"
            throw bytes.fault(message, at: chunk.position)
        }
        try checkSequence(of: chunk)
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

    private mutating func parseFDAT(_ chunk: PNGChunk) throws(ResponseError) {
        guard chunk.data.count >= 4 else { throw bytes.fault("the fdAT chunk is too short", at: chunk.position) }
        try checkSequence(of: chunk)
        guard data == .ended, !file.frames.isEmpty else {
            throw bytes.fault("an fdAT chunk has no fcTL chunk", at: chunk.position)
        }
        file.frames[file.frames.count - 1].data.append(chunk.data.dropFirst(4))
    }

    /// Checks the sequence number at the start of an animation chunk (§11.3.6.1).
    private mutating func checkSequence(of chunk: PNGChunk) throws(ResponseError) {
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
            record("expected \(announced.counted("frame")) by acTL, but found \(file.frames.count + first)", at: 0)
        }
        file.frames = Array(file.frames.prefix(max(0, announced - first)))
    }

    /// Reports a finding, unless the number of findings has reached its bound.
    private mutating func record(_ message: String, at position: Int) {
        guard findings.count < max(limits.metadataChunks, Self.minFindings) else { return }
        findings.append(bytes.finding(.damagedMetadata, message, at: position))
    }
}

/// An iterator over the chunks of a PNG, in order, which does not parse their contents.
struct PNGChunkReader {
    let bytes: ImageBytes
    private(set) var position = PNGChunk.signatureLength

    init(_ bytes: ImageBytes) throws(ResponseError) {
        self.bytes = bytes
        try bytes.require(PNGChunk.signatureLength, at: 0, "the signature")
        for (index, byte) in [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A].enumerated() {
            guard bytes[index] == byte else {
                throw bytes.fault("expected the signature 89 50 4E 47 0D 0A 1A 0A", at: index)
            }
        }
    }

    /// Returns the header of the next chunk, whose data may be truncated.
    mutating func peek() throws(ResponseError) -> PNGChunk {
        try bytes.require(8, at: position, "the header of a chunk")
        let length = bytes.big32(at: position)
        let chunk = PNGChunk(
            position: position,
            type: FourCharacterCode(in: bytes, at: position + 4),
            data: position + 8..<position + 8 + length
        )
        guard (0..<4).allSatisfy({ isLetter(bytes[position + 4 + $0]) }), length <= Int(Int32.max) else {
            throw bytes.fault("expected a chunk: a length of at most 2147483647 bytes, and four letters", at: position)
        }
        return chunk
    }

    /// Returns the next chunk; throws if it is truncated.
    mutating func next() throws(ResponseError) -> PNGChunk {
        let chunk = try peek()
        try bytes.require(chunk.data.count + 4, at: chunk.data.lowerBound, "the chunk \(chunk.name)")
        position = chunk.data.upperBound + 4
        return chunk
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}

/// One chunk of a PNG (§5.3): its offset, its type, and the range of its data.
struct PNGChunk {
    let position: Int
    let type: FourCharacterCode
    let data: Range<Int>
    static let signatureLength = 8

    static let header: FourCharacterCode = "IHDR"
    static let palette: FourCharacterCode = "PLTE"
    static let imageData: FourCharacterCode = "IDAT"
    static let end: FourCharacterCode = "IEND"
    /// The bytes of the IEND chunk (§11.2.5).
    static let emptyEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    static let transparency: FourCharacterCode = "tRNS"
    static let profile: FourCharacterCode = "iCCP"
    static let exif: FourCharacterCode = "eXIf"
    static let animation: FourCharacterCode = "acTL"
    static let frameControl: FourCharacterCode = "fcTL"
    static let frameData: FourCharacterCode = "fdAT"

    /// The type as text.
    var name: String { type.name }

    /// Whether a reader that does not support the type may skip the chunk (§5.4): the first letter is lowercase.
    var isAncillary: Bool { type.value & 0x2000_0000 != 0 }

    /// Whether the image is incorrect without the chunk.
    ///
    /// This includes the chunks of an animation.
    var isNeeded: Bool {
        !isAncillary || type == Self.animation || type == Self.frameControl || type == Self.frameData
    }
}

extension ImageBytes {
    /// Returns whether the CRC-32 after a chunk matches its type and data (PNG, Third Edition, section 5.3).
    func hasValidChecksum(_ chunk: PNGChunk) -> Bool {
        let first = start + chunk.data.lowerBound - 4
        var checksum = CRC32()
        checksum.update(body.span.extracting(first..<first + chunk.data.count + 4))
        return checksum.value == bigWord(at: chunk.data.upperBound)
    }
}
