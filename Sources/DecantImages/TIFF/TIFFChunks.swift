import DecantCore

/// The offsets and lengths of the strips or tiles of a page.
struct TIFFChunks {
    private let layout: TIFFLayout
    private let offsets: TIFFEntry
    private let counts: TIFFEntry?
    private var reader: TIFFReader { layout.page.directory.reader }
    private var bytes: ImageBytes { reader.bytes }

    init(_ layout: TIFFLayout) throws(ResponseError) {
        self.layout = layout
        let directory = layout.page.directory
        // Files use the tags of strips and tiles interchangeably.
        guard let offsets = directory[.tileOffsets] ?? directory[.stripOffsets] else {
            throw directory.reader.bytes.fault("a directory has no StripOffsets or TileOffsets", at: directory.start)
        }
        self.offsets = offsets
        counts = directory[.tileByteCounts] ?? directory[.stripByteCounts]
    }

    /// Validates the ranges of all strips or tiles, and returns their total bytes before and after decoding.
    ///
    /// Throws at the first strip or tile that is missing or too short, unless partial images are accepted. `isWhole` is
    /// false if some are incomplete.
    func check(acceptsPartial: Bool) throws(ResponseError) -> (stored: Int, raw: Int, isWhole: Bool) {
        let number = layout.chunkCount
        guard offsets.count >= number || acceptsPartial else {
            let noun = number == 1 ? "strip or tile" : "strips or tiles"
            throw bytes.fault("expected \(number) \(noun), but found \(offsets.count)", at: offsets.position)
        }
        var sum = (stored: 0, raw: 0, isWhole: offsets.count >= number)
        for index in 0..<min(number, offsets.count) {
            do throws(ResponseError) {
                let part = try range(index, acceptsPartial: acceptsPartial)
                let raw = rawBytes(index)
                if let ratio = layout.compression.maxRatio, part.count < raw / ratio {
                    let count = part.count.counted("byte")
                    let message = "strip or tile \(index) has \(count), too few for its pixels"
                    throw bytes.fault(message, at: part.lowerBound)
                }
                if acceptsPartial, isCut(index) { sum.isWhole = false }
                sum.stored += part.count
                sum.raw += raw
            } catch {
                guard acceptsPartial else { throw error }
                sum.isWhole = false
                if !isListed(index) { return sum }
            }
        }
        return sum
    }

    private func rawBytes(_ index: Int) -> Int {
        layout.rawBytes(rows: layout.rows(in: index / layout.across % layout.down).stored)
    }

    /// Returns whether the offset of a strip or tile is listed.
    ///
    /// If it is not, no later one is.
    func isListed(_ index: Int) -> Bool { reader.integer(offsets, index) != nil }

    /// Returns the range of a strip or tile in the body, or of the part that is present.
    func range(_ index: Int, acceptsPartial: Bool = false) throws(ResponseError) -> Range<Int> {
        guard let start = reader.integer(offsets, index) else { throw bytes.cut("the list of strip or tile offsets") }
        let stated = counts.flatMap { reader.integer($0, index) } ?? 0
        // The length of uncompressed data is known; the stated byte count is often wrong.
        let count = layout.compression == .none ? rawBytes(index) : stated
        guard start < bytes.count else { throw missing(index) }
        // Without a byte count, the data may extend to the end of the body.
        guard count > 0 else { return start..<bytes.count }
        guard count <= bytes.count - start else {
            guard acceptsPartial else { throw missing(index) }
            return start..<bytes.count
        }
        return start..<start + count
    }

    /// Returns whether a strip or tile is incomplete in the body.
    private func isCut(_ index: Int) -> Bool { (try? range(index)) == nil }

    private func missing(_ index: Int) -> ResponseError { bytes.cut("strip or tile \(index)") }
}

/// The supported compressions, by their numbers (TIFF 6.0 §8, its supplements, and libtiff's own).
///
/// Other compressions that libtiff may include, such as JBIG and LERC, are not supported, because their decoders
/// allocate memory according to sizes in the file.
enum TIFFCompression: Int {
    case none = 1
    case huffman = 2
    case group3 = 3
    case group4 = 4
    case lzw = 5
    case oldJPEG = 6
    case jpeg = 7
    case deflate = 8
    case next = 32766
    case huffmanWords = 32771
    case packBits = 32773
    case thunderScan = 32809
    case pixarLog = 32909
    case oldDeflate = 32946
    case sgiLog = 34676
    case sgiLog24 = 34677
    case lzma = 34925
    case zstandard = 50000
    case webP = 50001

    /// The largest number of bytes that one byte can decode to, or nil if it has no bound.
    ///
    /// LZW: a code of 12 bits represents at most 4,096 bytes. Deflate: two bits for 258. PackBits: two bytes for 128.
    var maxRatio: Int? {
        switch self {
        case .none: 1
        case .lzw: 2731
        case .deflate, .oldDeflate, .pixarLog: 1040
        case .packBits: 64
        case .sgiLog: 130
        case .zstandard: 44_000
        case .thunderScan: 16
        case .huffman, .huffmanWords, .group3, .group4, .oldJPEG, .jpeg, .next, .sgiLog24, .lzma, .webP: nil
        }
    }

    /// The number of bytes at the end of a strip or tile that libtiff may leave unwritten although it reports success.
    ///
    /// libtiff accepts fax data that ends early, and a JPEG that is smaller than its strip. If a deflate stream is
    /// longer than necessary, libdeflate stops before the part that does not fit: a stored block of at most 65,535
    /// bytes.
    var unwrittenBytes: Int {
        switch self {
        case .none, .lzw, .packBits, .zstandard, .lzma: 0
        case .deflate, .oldDeflate: 65_535
        default: .max
        }
    }

    /// Whether the compression may store samples as differences.
    var hasPredictor: Bool {
        switch self {
        case .lzw, .deflate, .oldDeflate, .lzma, .zstandard: true
        default: false
        }
    }

    /// Whether the compression supports only pixels of one bit.
    var isBilevel: Bool {
        switch self {
        case .huffman, .huffmanWords, .group3, .group4: true
        default: false
        }
    }
}

/// A check of the start of a strip or tile for values that make its decoder allocate memory or spend time.
enum TIFFStreamCheck {
    /// Throws if decoding a strip or tile would cost more than its pixels justify.
    static func check(_ bytes: ImageBytes, _ range: Range<Int>, _ layout: TIFFLayout, rows: Int, _ limits: Limits)
        throws(ResponseError)
    {
        switch layout.compression {
        case .jpeg, .oldJPEG: try checkScans(bytes, range, layout, rows: rows, limits)
        case .webP: try checkSize(bytes, range, layout, rows: rows)
        case .lzma: try checkDictionary(bytes, range, layout)
        default: break
        }
    }

    /// Checks the number of scans of a progressive JPEG.
    ///
    /// The decoder processes all pixels once per scan, and a scan may have only a few bytes.
    private static func checkScans(
        _ bytes: ImageBytes,
        _ range: Range<Int>,
        _ layout: TIFFLayout,
        rows: Int,
        _ limits: Limits
    ) throws(ResponseError) {
        guard let frame = JPEGFrame.first(in: bytes, range), frame.process.isProgressive else { return }
        var scans = 0
        for offset in range.dropLast() where bytes[offset] == 0xFF && bytes[offset + 1] == 0xDA { scans += 1 }
        let (work, overflow) = scans.multipliedReportingOverflow(by: layout.columns * rows)
        guard !overflow, work <= limits.scanPixels else {
            let limit = limits.scanPixels.counted("pixel")
            let message = "a JPEG with \(scans.counted("scan")), more than the limit of \(limit) allows"
            throw bytes.excess(message, at: range.lowerBound, .scanPixels)
        }
    }

    private static func checkSize(_ bytes: ImageBytes, _ range: Range<Int>, _ layout: TIFFLayout, rows: Int)
        throws(ResponseError)
    {
        let header = try WebPDecoder.header(bytes.slice(range, as: .webp))
        guard header.width == layout.columns, header.height == rows else {
            let message = "a WebP of \(header.width) by \(header.height) pixels does not fit its strip or tile"
            throw bytes.fault(message, at: range.lowerBound)
        }
    }

    /// Checks the size of the dictionary in the first block of an .xz file (§3.1.5 and §5.3.1 of its specification).
    private static func checkDictionary(_ bytes: ImageBytes, _ range: Range<Int>, _ layout: TIFFLayout)
        throws(ResponseError)
    {
        let block = range.lowerBound + 12
        guard range.count > 16 else { throw bytes.cut("an .xz file") }
        let end = min(range.upperBound, block + 4 * (Int(bytes[block]) + 1))
        // The filter 0x21 with one byte of properties is the last one.
        for position in block + 2..<max(block + 2, end - 2) where bytes[position] == 0x21 && bytes[position + 1] == 1 {
            // The sizes are powers of two and 1.5 times powers of two, from 4 KiB; 28 represents 64 MiB.
            guard bytes[position + 2] <= 28 else {
                throw bytes.fault("the LZMA dictionary is larger than 64 MiB", at: position)
            }
        }
    }
}

/// A builder of complete JPEGs from strips or tiles with old-style JPEG compression (TIFF 6.0 §22).
///
/// Such a file stores the tables at separate offsets, or a complete JPEG whose header applies to the strips. The
/// assembled JPEG is decoded like any other; libtiff's decoder for old-style JPEG is not used.
struct TIFFOldJPEG {
    private let directory: TIFFDirectory
    /// The header: all bytes before the entropy-coded data of the scan.
    private let head: [UInt8]
    /// The offset of the height in ``head``.
    private let heightPosition: Int
    /// The range of a complete JPEG with all pixels, or nil if there are several strips or tiles.
    private let whole: Range<Int>?
    private var bytes: ImageBytes { directory.reader.bytes }

    init(_ layout: TIFFLayout) throws(ResponseError) {
        directory = layout.page.directory
        let bytes = directory.reader.bytes
        if let stream = try Self.stream(directory) {
            guard let head = Self.head(of: stream, bytes) else {
                throw bytes.fault("the header of the embedded JPEG is damaged", at: stream.lowerBound)
            }
            whole = layout.across * layout.down == 1 ? stream : nil
            self.head = bytes.bytes(stream.lowerBound..<head.end)
            heightPosition = head.height - stream.lowerBound
        } else {
            whole = nil
            (head, heightPosition) = try Self.head(of: layout)
        }
    }

    /// Returns the JPEG of a strip or tile with a number of rows.
    func jpeg(_ range: Range<Int>, rows: Int) -> [UInt8] {
        if let whole { return bytes.bytes(whole) }
        // Some programs write a complete JPEG into each strip or tile.
        if range.count > 2, bytes[range.lowerBound] == 0xFF, bytes[range.lowerBound + 1] == 0xD8 {
            return bytes.bytes(range)
        }
        var jpeg = head
        jpeg[heightPosition] = UInt8(truncatingIfNeeded: rows >> 8)
        jpeg[heightPosition + 1] = UInt8(truncatingIfNeeded: rows)
        return jpeg + bytes.bytes(range) + [0xFF, 0xD9]
    }

    /// Returns the range of the complete JPEG beside the strips, limited to the available bytes, or nil without one.
    static func stream(_ directory: TIFFDirectory) throws(ResponseError) -> Range<Int>? {
        guard let start = try directory.integer(.oldJPEGStream), start > 0 else { return nil }
        let bytes = directory.reader.bytes
        guard start < bytes.count - 4, bytes[start] == 0xFF, bytes[start + 1] == 0xD8 else { return nil }
        let length = try directory.integer(.oldJPEGStreamLength) ?? 0
        return start..<(length > 4 && length <= bytes.count - start ? start + length : bytes.count)
    }

    /// Returns the end of the header of a JPEG's first scan, and the offset of its height.
    private static func head(of stream: Range<Int>, _ bytes: ImageBytes) -> (end: Int, height: Int)? {
        var (offset, height): (Int, Int?) = (stream.lowerBound + 2, nil)
        while stream.upperBound - offset >= 9, offset - stream.lowerBound < 1 << 16, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            let length = bytes.big16(at: offset + 2)
            guard length >= 2, length <= stream.upperBound - offset - 2 else { return nil }
            if marker >= 0xC0, marker <= 0xC2 { height = offset + 5 }
            offset += 2 + length
            if marker == 0xDA { return height.map { (offset, $0) } }
        }
        return nil
    }

    /// Assembles a header from the tables in the file: DQT, DHT, SOF0, DRI, and SOS (ITU T.81 §B.2).
    private static func head(of layout: TIFFLayout) throws(ResponseError) -> ([UInt8], Int) {
        let directory = layout.page.directory
        let samples = layout.samplesTogether
        guard samples <= 4 else { throw directory.unsupported("a JPEG with \(samples) samples per pixel") }
        var head: [UInt8] = [0xFF, 0xD8]
        for index in 0..<samples {
            head += segment(0xDB, [UInt8(index)] + (try table(.oldJPEGQuantization, index, directory)))
            head += segment(0xC4, [UInt8(index)] + (try table(.oldJPEGDCTables, index, directory)))
            head += segment(0xC4, [UInt8(0x10 | index)] + (try table(.oldJPEGACTables, index, directory)))
        }
        let offset = head.count + 5
        var frame: [UInt8] = [8, 0, 0, UInt8(truncatingIfNeeded: layout.columns >> 8)]
        frame += [UInt8(truncatingIfNeeded: layout.columns), UInt8(samples)]
        var scan = [UInt8(samples)]
        for index in 0..<samples {
            let (across, down) = index == 0 ? layout.subsampling : (1, 1)
            frame += [UInt8(index), UInt8(across << 4 | down), UInt8(index)]
            scan += [UInt8(index), UInt8(index << 4 | index)]
        }
        head += segment(0xC0, frame)
        let interval = try directory.integer(.oldJPEGRestartInterval) ?? 0
        if interval > 0 { head += segment(0xDD, [UInt8(truncatingIfNeeded: interval >> 8), UInt8(interval & 255)]) }
        return (head + segment(0xDA, scan + [0, 63, 0]), offset)
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8(truncatingIfNeeded: (content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    /// Returns a table: 64 quantization values, or the 16 code counts and the values of a Huffman code.
    private static func table(_ tag: TIFFTag, _ index: Int, _ directory: TIFFDirectory) throws(ResponseError) -> [UInt8]
    {
        let bytes = directory.reader.bytes
        guard let positions = try directory.integers(tag, atMost: 4), index < positions.count else {
            throw bytes.fault("the embedded JPEG has no tables", at: directory.start)
        }
        let position = positions[index]
        if tag == .oldJPEGQuantization {
            try bytes.require(64, at: position, "a table of the embedded JPEG")
            return bytes.bytes(position..<position + 64)
        }
        try bytes.require(16, at: position, "a table of the embedded JPEG")
        let count = bytes.bytes(position..<position + 16).reduce(0) { $0 + Int($1) }
        guard count <= 256 else {
            throw bytes.fault("a Huffman table of the embedded JPEG has \(count) codes", at: position)
        }
        try bytes.require(16 + count, at: position, "a table of the embedded JPEG")
        return bytes.bytes(position..<position + 16 + count)
    }
}
