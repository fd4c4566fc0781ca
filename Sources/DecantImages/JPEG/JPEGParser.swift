import DecantCore

/// Parses the segments of a JPEG up to its first scan (ITU T.81 §B.2.1) into a ``JPEGFile``.
///
/// The parser skips the same bytes as libjpeg, in particular between segments, to give both the same view of the image.
struct JPEGParser {
    private static let exifName = Array("Exif\0\0".utf8)
    private let bytes: ImageBytes
    private let limits: Limits
    private var position = 0
    private var file = JPEGFile()
    private var metadataChunks = 0
    private var findings: [Finding] = []

    private init(_ bytes: ImageBytes, _ limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Parses all segments up to the first scan, which is required.
    static func parse(_ bytes: ImageBytes, _ limits: Limits, into findings: inout [Finding]) throws(ResponseError)
        -> JPEGFile
    {
        var parser = JPEGParser(bytes, limits)
        defer { findings += parser.findings }
        try parser.run()
        return parser.file
    }

    /// Parses a file that may be incomplete, but must include the frame header.
    static func parseBeginning(_ bytes: ImageBytes, _ limits: Limits) throws(ResponseError) -> JPEGFile {
        var parser = JPEGParser(bytes, limits)
        do throws(ResponseError) {
            try parser.run()
        } catch {
            guard parser.file.frame != nil else { throw error }
        }
        return parser.file
    }

    private mutating func run() throws(ResponseError) {
        try bytes.require(2, at: 0, "the header")
        guard bytes.big16(at: 0) == 0xFFD8 else { throw bytes.fault("expected the start-of-image marker (SOI)", at: 0) }
        position = 2
        while file.scan == nil {
            let marker = try nextMarker()
            switch marker {
            case 0x01, 0xD0...0xD7: break
            case 0xD8: throw bytes.fault("unexpected second start-of-image marker (SOI)", at: position - 2)
            case 0xD9: throw bytes.fault("unexpected end-of-image marker (EOI) before the first scan", at: position - 2)
            default: try parseSegment(marker)
            }
        }
    }

    /// Returns the next marker (§B.1.1.2) after skipping the bytes before it.
    private mutating func nextMarker() throws(ResponseError) -> UInt8 {
        var previous: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if previous == 0xFF, byte != 0xFF, byte != 0 { return byte }
            previous = byte
        }
        throw bytes.cut("the header")
    }

    private mutating func parseSegment(_ marker: UInt8) throws(ResponseError) {
        let offset = position - 2
        try bytes.require(2, at: position, "a segment")
        let length = bytes.big16(at: position)
        guard length >= 2 else {
            throw bytes.fault("expected a segment length of at least 2, but found \(length)", at: offset)
        }
        let contents = position + 2..<position + length
        try bytes.require(length, at: position, "a segment")
        position += length
        switch marker {
        case 0xDA: try parseSOS(contents, at: offset)
        case 0xE1, 0xE2: parseMetadata(marker, contents)
        // Tables, comments, other metadata, and a DNL segment that comes too early.
        case 0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xE0...0xEF, 0xFE: break
        default:
            guard JPEGProcess.isFrame(marker) else {
                throw bytes.fault("unexpected marker FF \(hexadecimal(marker))", at: offset)
            }
            guard file.frame == nil else { throw bytes.fault("unexpected second frame header (SOF)", at: offset) }
            file.frame = try JPEGFrame(bytes, JPEGProcess(marker: marker), at: offset, contents)
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }

    private mutating func parseSOS(_ contents: Range<Int>, at offset: Int) throws(ResponseError) {
        guard file.frame != nil else {
            throw bytes.fault("expected the frame header (SOF) before the first scan", at: offset)
        }
        let count = contents.isEmpty ? 0 : Int(bytes[contents.lowerBound])
        guard (1...4).contains(count), contents.count == 4 + 2 * count else {
            throw bytes.fault(
                "the scan header (SOS) has \(contents.count.counted("byte")), which does not match its components",
                at: offset
            )
        }
        file.scan = JPEGScan(
            components: count,
            spectrumStart: Int(bytes[contents.lowerBound + 1 + 2 * count]),
            dataStart: contents.upperBound
        )
    }

    private mutating func parseMetadata(_ marker: UInt8, _ contents: Range<Int>) {
        if marker == 0xE1, has(Self.exifName, at: contents) {
            guard isWithinLimits(contents) else { return }
            file.exif = file.exif ?? contents.lowerBound + Self.exifName.count..<contents.upperBound
        } else if marker == 0xE2, has(JPEGProfile.name, at: contents) {
            guard isWithinLimits(contents) else { return }
            file.profile.add(contents, bytes)
        }
    }

    private func has(_ name: [UInt8], at contents: Range<Int>) -> Bool {
        contents.count >= name.count && name.indices.allSatisfy { bytes[contents.lowerBound + $0] == name[$0] }
    }

    private mutating func isWithinLimits(_ contents: Range<Int>) -> Bool {
        metadataChunks += 1
        guard metadataChunks > limits.metadataChunks || contents.count > limits.metadataBytes else { return true }
        // Report only the first skipped segment.
        if findings.isEmpty {
            let message = "skipped metadata that exceeds the limits"
            findings.append(bytes.finding(.damagedMetadata, message, at: contents.lowerBound))
        }
        return false
    }
}

/// The header of the first scan (ITU T.81 §B.2.3).
struct JPEGScan {
    /// The number of components.
    let components: Int
    /// The start of the spectral selection.
    let spectrumStart: Int
    /// The offset of the data after the header.
    let dataStart: Int
}

/// The segments of a JPEG before its first scan.
struct JPEGFile {
    var frame: JPEGFrame?
    /// The range of the Exif data, without the segment's name.
    var exif: Range<Int>?
    /// The chunks of the color profile.
    var profile = JPEGProfile()
    var scan: JPEGScan?

    /// Returns the orientation in the Exif data; `.up` if it has no valid one.
    func orientation(_ bytes: ImageBytes) -> ImageOrientation {
        exif.flatMap { ExifReader.orientation(of: bytes, $0) } ?? .up
    }
}

/// The frame header of a JPEG (ITU T.81 §B.2.2).
struct JPEGFrame {
    /// A component's identifier and sampling factors.
    struct Component {
        let identifier: UInt8
        let horizontal: Int
        let vertical: Int
    }

    let process: JPEGProcess
    let precision: Int
    let width: Int
    let height: Int
    let components: [Component]
    let position: Int
    /// The number of components that the header declares; ``components`` has those that are present.
    let count: Int

    /// Parses and validates the parameters of a SOFn marker segment.
    init(_ bytes: ImageBytes, _ process: JPEGProcess, at position: Int, _ contents: Range<Int>) throws(ResponseError) {
        guard let frame = JPEGFrame(reading: bytes, process, at: position, contents), frame.count > 0,
            contents.count == 6 + 3 * frame.count
        else {
            throw bytes.fault(
                "the frame header (SOF) has \(contents.count.counted("byte")), which does not match its components",
                at: position
            )
        }
        self = frame
        guard width > 0, height > 0 else {
            throw bytes.fault("the image is \(width) by \(height) pixels", at: contents.lowerBound + 1)
        }
        guard components.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) }) else {
            throw bytes.fault("the sampling factors are not from 1 to 4", at: contents.lowerBound + 6)
        }
    }

    /// Parses the parameters of a SOFn marker segment; returns nil if their fixed part is incomplete.
    private init?(reading bytes: ImageBytes, _ process: JPEGProcess, at position: Int, _ contents: Range<Int>) {
        guard contents.count >= 6 else { return nil }
        self.process = process
        self.position = position
        precision = Int(bytes[contents.lowerBound])
        height = bytes.big16(at: contents.lowerBound + 1)
        width = bytes.big16(at: contents.lowerBound + 3)
        count = Int(bytes[contents.lowerBound + 5])
        components = (0..<min(count, (contents.count - 6) / 3)).map { index in
            let offset = contents.lowerBound + 6 + 3 * index
            let factors = Int(bytes[offset + 1])
            return Component(identifier: bytes[offset], horizontal: factors >> 4, vertical: factors & 15)
        }
    }

    /// Returns the first frame header of a JPEG embedded in another file, or nil if it has no component.
    ///
    /// The decoder of the JPEG validates the header later.
    static func first(in bytes: ImageBytes, _ range: Range<Int>) -> JPEGFrame? {
        var offset = range.lowerBound
        // The bound exceeds the number of segments before the pixels of any JPEG. Each segment has at least four bytes.
        for _ in 0..<1000 {
            guard range.upperBound - offset >= 4, bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            if marker == 0xD8 || marker == 0xFF {
                offset += marker == 0xFF ? 1 : 2
                continue
            }
            let length = bytes.big16(at: offset + 2)
            guard length >= 2, length <= range.upperBound - offset - 2 else { return nil }
            if JPEGProcess.isFrame(marker) {
                let contents = offset + 4..<offset + 2 + length
                guard contents.count >= 9 else { return nil }
                return JPEGFrame(reading: bytes, JPEGProcess(marker: marker), at: offset, contents)
            }
            offset += 2 + length
        }
        return nil
    }

    /// The number of 8-by-8 coefficient blocks of each component (§A.2.3), including those that pad the last unit.
    var blocks: [Int] {
        let columns = components.map(\.horizontal).max() ?? 1
        let rows = components.map(\.vertical).max() ?? 1
        let across = (width + 8 * columns - 1) / (8 * columns)
        let down = (height + 8 * rows - 1) / (8 * rows)
        return components.map { across * $0.horizontal * down * $0.vertical }
    }

    /// The number of coded blocks of each component.
    ///
    /// With a single component, padding blocks are not coded.
    var codedBlocks: [Int] { components.count == 1 ? [(width + 7) / 8 * ((height + 7) / 8)] : blocks }

    var colorModel: ImageColorModel {
        switch components.count {
        case 1, 2: .gray
        case 3: .rgb
        default: .cmyk
        }
    }
}

/// The coding process of a JPEG: the meaning of its frame marker SOFn (ITU T.81 table B.1).
struct JPEGProcess {
    /// The second byte of the marker.
    let marker: UInt8
    private var number: UInt8 { marker & 0x0F }

    /// Returns whether a marker starts a frame; DHT, JPG, and DAC share the range and do not.
    static func isFrame(_ marker: UInt8) -> Bool { marker & 0xF0 == 0xC0 && ![0xC4, 0xC8, 0xCC].contains(marker) }

    var isProgressive: Bool { number & 3 == 2 }
    var isLossless: Bool { number & 3 == 3 }
    /// Whether frames refine each other.
    var isHierarchical: Bool { number & 7 > 4 }
    var isArithmetic: Bool { number > 8 }
    /// The name of a process that cannot be decoded, or nil if it can.
    var unsupportedName: String? { isLossless ? "lossless coding" : isHierarchical ? "hierarchical coding" : nil }
}

/// A color profile in chunks (ICC.1 §B.4), each with its number, counted from 1, and the total number of chunks.
///
/// If several chunks have the same number, the first one is used.
struct JPEGProfile {
    /// The name at the start of each chunk.
    static let name = Array("ICC_PROFILE\0".utf8)
    private var parts: [Int: Range<Int>] = [:]
    private var count: Int?
    /// Whether a chunk is too short, or chunks contradict each other about their total number.
    private var isInconsistent = false
    /// The offset of the first chunk.
    private(set) var position: Int?

    /// Adds the contents of a segment that starts with ``name``.
    mutating func add(_ contents: Range<Int>, _ bytes: ImageBytes) {
        let start = contents.lowerBound + Self.name.count
        position = position ?? contents.lowerBound
        guard start + 2 <= contents.upperBound else { return isInconsistent = true }
        let (number, total) = (Int(bytes[start]), Int(bytes[start + 1]))
        if count.map({ $0 != total }) == true { isInconsistent = true }
        parts[number] = parts[number] ?? start + 2..<contents.upperBound
        count = total
    }

    /// The chunks in order, or nil if some are missing.
    var ordered: [Range<Int>]? {
        guard let count, count > 0, !isInconsistent, parts.count == count else { return nil }
        let ordered = (1...count).compactMap { parts[$0] }
        return ordered.count == count ? ordered : nil
    }
}

/// The scale at which a JPEG is decoded, as the number of output samples per 8 coefficients.
enum JPEGScale {
    /// The sizes with a fast inverse transform, in eighths.
    private static let choices = [1, 2, 4]

    /// Returns the smallest size, in eighths, that is at least as large as the image fitted within a square.
    static func eighths(of width: Int, by height: Int, within side: Int?) -> Int {
        let target = ImagePixels.size(of: width, by: height, within: side)
        let choice = choices.first { eighths in
            let size = size(of: width, by: height, eighths)
            return size.width >= target.width && size.height >= target.height
        }
        return choice ?? 8
    }

    /// Returns the size of an image decoded at a scale in eighths.
    static func size(of width: Int, by height: Int, _ eighths: Int) -> (width: Int, height: Int) {
        ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
    }
}
