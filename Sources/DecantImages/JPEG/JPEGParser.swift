import DecantCore

/// Reads the segments of a JPEG up to its first scan (ITU T.81 §B.2.1) into a ``JPEGFile``.
///
/// It passes over the same things as libjpeg does, bytes between segments above all, so that both see the same picture.
struct JPEGParser {
    private static let exifName = Array("Exif\0\0".utf8)

    private let bytes: ImageBytes
    private let limits: Limits
    private var position = 0
    private var file = JPEGFile()
    private var metadataChunks = 0

    /// What was noticed.
    private var findings: [Finding] = []

    private init(_ bytes: ImageBytes, _ limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Parses up to the first scan, which has to be there.
    static func parse(_ bytes: ImageBytes, _ limits: Limits, into findings: inout [Finding]) throws(ResponseError)
        -> JPEGFile
    {
        var parser = JPEGParser(bytes, limits)
        defer { findings += parser.findings }
        try parser.run()
        return parser.file
    }

    /// Parses as far as there are bytes, if the frame header is among them.
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
        try bytes.require(2, at: 0, "its header")
        guard bytes.big16(at: 0) == 0xFFD8 else { throw bytes.fault("it does not begin with SOI", at: 0) }
        position = 2
        while file.scan == nil {
            let marker = try nextMarker()
            switch marker {
            case 0x01, 0xD0...0xD7: break
            case 0xD8: throw bytes.fault("it begins a second time", at: position - 2)
            case 0xD9: throw bytes.fault("it ends in front of its picture", at: position - 2)
            default: try take(marker)
            }
        }
    }

    /// Finds the next marker (§B.1.1.2), and passes over what stands in front of it.
    private mutating func nextMarker() throws(ResponseError) -> UInt8 {
        var previous: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if previous == 0xFF, byte != 0xFF, byte != 0 { return byte }
            previous = byte
        }
        throw bytes.cut("its header")
    }

    private mutating func take(_ marker: UInt8) throws(ResponseError) {
        let place = position - 2
        try bytes.require(2, at: position, "a segment")
        let length = bytes.big16(at: position)
        guard length >= 2 else { throw bytes.fault("a segment has \(length) bytes", at: place) }
        let contents = position + 2..<position + length
        try bytes.require(length, at: position, "a segment")
        position += length
        switch marker {
        case 0xDA: try takeScan(contents, at: place)
        case 0xE1, 0xE2: takeMetadata(marker, contents)
        // Tables, comments, other metadata, and a number of lines that comes too early.
        case 0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xE0...0xEF, 0xFE: break
        default:
            guard JPEGProcess.isFrame(marker) else {
                throw bytes.fault("a marker is not one that can be here: FF \(hexadecimal(marker))", at: place)
            }
            guard file.frame == nil else { throw bytes.fault("it has two frame headers", at: place) }
            file.frame = try JPEGFrame(bytes, JPEGProcess(marker: marker), at: place, contents)
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }

    private mutating func takeScan(_ contents: Range<Int>, at place: Int) throws(ResponseError) {
        guard file.frame != nil else { throw bytes.fault("a scan stands in front of the frame header", at: place) }
        let count = contents.isEmpty ? 0 : Int(bytes[contents.lowerBound])
        guard (1...4).contains(count), contents.count == 4 + 2 * count else {
            throw bytes.fault("a scan header has \(contents.count) bytes", at: place)
        }
        file.scan = (count, Int(bytes[contents.lowerBound + 1 + 2 * count]), contents.upperBound)
    }

    private mutating func takeMetadata(_ marker: UInt8, _ contents: Range<Int>) {
        if marker == 0xE1, begins(contents, with: Self.exifName) {
            guard isWithinLimits(contents) else { return }
            file.exif = file.exif ?? contents.lowerBound + Self.exifName.count..<contents.upperBound
        } else if marker == 0xE2, begins(contents, with: JPEGProfile.name) {
            guard isWithinLimits(contents) else { return }
            file.profile.add(contents, bytes)
        }
    }

    private func begins(_ contents: Range<Int>, with name: [UInt8]) -> Bool {
        contents.count >= name.count && name.indices.allSatisfy { bytes[contents.lowerBound + $0] == name[$0] }
    }

    private mutating func isWithinLimits(_ contents: Range<Int>) -> Bool {
        metadataChunks += 1
        guard metadataChunks > limits.metadataChunks || contents.count > limits.metadataBytes else { return true }
        // One is enough to say so.
        if findings.isEmpty {
            let message = "metadata are beyond the limits, so they were passed over"
            findings.append(bytes.finding(.damagedMetadata, message, at: contents.lowerBound))
        }
        return false
    }
}
