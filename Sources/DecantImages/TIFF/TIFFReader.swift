import DecantCore

/// A reader of the numbers of a TIFF, in its byte order, and of its directories.
///
/// Offsets and counts in the file may have any 64-bit value. They are clamped to the range of `Int` and compared with
/// the available bytes before any arithmetic.
struct TIFFReader {
    let bytes: ImageBytes
    /// Whether the most significant byte comes first.
    let isBigEndian: Bool
    /// Whether offsets and counts have 64 bits.
    let isBig: Bool
    /// The offset of the first directory.
    let first: Int

    init(_ bytes: ImageBytes) throws(ResponseError) {
        try bytes.require(8, at: 0, "the header")
        guard (bytes[0] == 0x49 || bytes[0] == 0x4D) && bytes[0] == bytes[1] else {
            throw bytes.fault("expected the byte order II or MM", at: 0)
        }
        self.bytes = bytes
        isBigEndian = bytes[0] == 0x4D
        let version = isBigEndian ? bytes.big16(at: 2) : bytes.little16(at: 2)
        guard version == 42 || version == 43 else {
            throw bytes.fault("expected the version 42 or 43, but found \(version)", at: 2)
        }
        isBig = version == 43
        guard isBig else {
            first = isBigEndian ? bytes.big32(at: 4) : bytes.little32(at: 4)
            return
        }
        try bytes.require(16, at: 0, "the header")
        let (size, zero) =
            isBigEndian
            ? (bytes.big16(at: 4), bytes.big16(at: 6)) : (bytes.little16(at: 4), bytes.little16(at: 6))
        guard size == 8, zero == 0 else { throw bytes.fault("expected offsets of 8 bytes, but found \(size)", at: 4) }
        first = Int(clamping: Self.word64(bytes, at: 8, isBigEndian: isBigEndian))
    }

    func number16(at offset: Int) -> Int { isBigEndian ? bytes.big16(at: offset) : bytes.little16(at: offset) }
    func number32(at offset: Int) -> Int { isBigEndian ? bytes.big32(at: offset) : bytes.little32(at: offset) }
    /// Returns a number of 64 bits; the largest `Int` if it does not fit.
    func number64(at offset: Int) -> Int { Int(clamping: word64(at: offset)) }

    private func word32(at offset: Int) -> UInt32 {
        isBigEndian ? bytes.bigWord(at: offset) : bytes.littleWord(at: offset)
    }

    private func word64(at offset: Int) -> UInt64 { Self.word64(bytes, at: offset, isBigEndian: isBigEndian) }

    private static func word64(_ bytes: ImageBytes, at offset: Int, isBigEndian: Bool) -> UInt64 {
        isBigEndian
            ? UInt64(bytes.bigWord(at: offset)) << 32 | UInt64(bytes.bigWord(at: offset + 4))
            : UInt64(bytes.littleWord(at: offset + 4)) << 32 | UInt64(bytes.littleWord(at: offset))
    }

    /// Returns an offset or a count, which has 64 bits in a BigTIFF and 32 bits otherwise.
    private func wide(at offset: Int) -> Int { isBig ? number64(at: offset) : number32(at: offset) }

    /// The number of bytes of a directory entry.
    var entrySize: Int { isBig ? 20 : 12 }

    /// Parses the directory at an offset.
    func directory(at position: Int) throws(ResponseError) -> TIFFDirectory {
        let head = isBig ? 8 : 2
        try bytes.require(head, at: position, "a directory")
        let count = isBig ? number64(at: position) : number16(at: position)
        guard count > 0, count <= 65535 else {
            throw bytes.fault("expected 1 to 65535 fields in a directory, but found \(count)", at: position)
        }
        let end = position + head + count * entrySize
        var directory = TIFFDirectory(self, start: position, byteCount: head + count * entrySize + (isBig ? 8 : 4))
        for index in 0..<count {
            let start = position + head + index * entrySize
            try bytes.require(entrySize, at: start, "a directory")
            guard let tag = TIFFTag(rawValue: number16(at: start)), let entry = entry(at: start) else { continue }
            directory.add(entry, for: tag)
        }
        // If the offset of the next directory is cut off, this directory is the last.
        if end <= bytes.count, bytes.count - end >= (isBig ? 8 : 4) { directory.next = wide(at: end) }
        return directory
    }

    private func entry(at start: Int) -> TIFFEntry? {
        guard let kind = TIFFEntry.Kind(rawValue: number16(at: start + 2)) else { return nil }
        let count = wide(at: start + 4)
        guard count > 0, count <= .max / 16 else { return nil }
        let value = start + (isBig ? 12 : 8)
        let isInside = count * kind.size <= (isBig ? 8 : 4)
        return TIFFEntry(kind: kind, count: count, position: isInside ? value : wide(at: value))
    }

    /// Returns a value of a field as an integer, or nil if it is past the end, negative, or not an integer.
    ///
    /// No field that the decoder uses has negative values.
    func integer(_ entry: TIFFEntry, _ index: Int = 0) -> Int? {
        guard let offset = position(of: index, entry) else { return nil }
        switch entry.kind {
        case .byte, .undefined: return Int(bytes[offset])
        case .signedByte: return nonnegative(Int8(bitPattern: bytes[offset]))
        case .short: return number16(at: offset)
        case .signedShort: return nonnegative(Int16(truncatingIfNeeded: number16(at: offset)))
        case .long, .directory: return number32(at: offset)
        case .signedLong: return nonnegative(Int32(bitPattern: word32(at: offset)))
        case .long8, .signedLong8, .directory8: return number64(at: offset)
        case .ascii, .rational, .signedRational, .float, .double: return nil
        }
    }

    private func nonnegative(_ number: some SignedInteger) -> Int? { number < 0 ? nil : Int(number) }

    /// Returns a value of a field as a floating-point number, or nil if it is past the end, NaN, or 1e12 or larger.
    func number(_ entry: TIFFEntry, _ index: Int = 0) -> Double? {
        guard let offset = position(of: index, entry) else { return nil }
        let value: Double
        switch entry.kind {
        case .rational: value = Double(word32(at: offset)) / Double(word32(at: offset + 4))
        case .signedRational: value = signed(offset) / signed(offset + 4)
        case .float: value = Double(Float(bitPattern: word32(at: offset)))
        case .double:
            value = Double(bitPattern: word64(at: offset))
        default: return integer(entry, index).map { Double($0) }
        }
        return value.magnitude < 1e12 ? value : nil
    }

    private func signed(_ offset: Int) -> Double { Double(Int32(bitPattern: word32(at: offset))) }

    private func position(of index: Int, _ entry: TIFFEntry) -> Int? {
        guard index < entry.count, entry.position <= bytes.count else { return nil }
        let offset = index * entry.kind.size
        return offset <= bytes.count - entry.position - entry.kind.size ? entry.position + offset : nil
    }
}

/// The chain of directories of a TIFF.
///
/// The chain ends when a directory repeats. Directories must not overlap; otherwise a short file could have many long
/// directories.
struct TIFFFile {
    let reader: TIFFReader
    /// The directories in the order of the chain; never empty.
    private(set) var directories: [TIFFDirectory] = []
    /// The offset of the directory that links back to an earlier one.
    private(set) var loop: Int?
    /// The error that ended the chain early.
    private(set) var failure: ResponseError?
    private var visited: Set<Int> = []
    private var directoryBytes = 0

    /// Reads at most `limit` directories; throws if the first one is invalid.
    init(_ bytes: ImageBytes, atMost limit: Int) throws(ResponseError) {
        reader = try TIFFReader(bytes)
        try add(at: reader.first)
        while directories.count < limit, let last = directories.last, last.next != 0 {
            guard !visited.contains(last.next) else {
                loop = last.start
                return
            }
            do throws(ResponseError) { try add(at: last.next) } catch {
                failure = error
                return
            }
        }
    }

    /// Whether the chain continues after the last directory that was read.
    var hasMore: Bool { loop == nil && (directories.last?.next ?? 0) != 0 }

    private mutating func add(at offset: Int) throws(ResponseError) {
        let directory = try reader.directory(at: offset)
        directoryBytes += directory.byteCount
        guard directoryBytes <= reader.bytes.count + 8 else {
            throw reader.bytes.fault("the directories overlap", at: offset)
        }
        visited.insert(offset)
        directories.append(directory)
    }
}

/// The fields of one page of a TIFF, and the offset of the next directory.
struct TIFFDirectory {
    let reader: TIFFReader
    let start: Int
    /// The number of bytes of the directory.
    let byteCount: Int
    /// The offset of the next directory; 0 for the last one.
    var next = 0
    private var entries: [TIFFTag: TIFFEntry] = [:]

    init(_ reader: TIFFReader, start: Int, byteCount: Int) {
        self.reader = reader
        self.start = start
        self.byteCount = byteCount
    }

    /// Adds a field; the first of several with the same tag is used.
    mutating func add(_ entry: TIFFEntry, for tag: TIFFTag) {
        if entries[tag] == nil { entries[tag] = entry }
    }

    subscript(tag: TIFFTag) -> TIFFEntry? { entries[tag] }

    /// Returns the first value of a field, or nil if the field is absent.
    func integer(_ tag: TIFFTag) throws(ResponseError) -> Int? {
        guard let entry = entries[tag] else { return nil }
        guard let value = reader.integer(entry) else { throw damaged(tag, entry) }
        return value
    }

    /// Returns the leading values of a field, at most `limit`, or nil if the field is absent.
    func integers(_ tag: TIFFTag, atMost limit: Int) throws(ResponseError) -> [Int]? {
        guard let entry = entries[tag] else { return nil }
        var values: [Int] = []
        for index in 0..<min(entry.count, limit) {
            guard let value = reader.integer(entry, index) else { throw damaged(tag, entry) }
            values.append(value)
        }
        return values
    }

    /// Returns the first `count` values of a field, or nil if some are missing or invalid.
    func numbers(_ tag: TIFFTag, count: Int) -> [Double]? {
        guard let entry = entries[tag], entry.count >= count else { return nil }
        let values = (0..<count).compactMap { reader.number(entry, $0) }
        return values.count == count ? values : nil
    }

    /// Returns the range of the bytes of a field, or nil if it is absent or incomplete.
    func range(_ tag: TIFFTag) -> Range<Int>? {
        guard let entry = entries[tag], entry.position <= reader.bytes.count else { return nil }
        guard entry.byteCount <= reader.bytes.count - entry.position else { return nil }
        return entry.position..<entry.position + entry.byteCount
    }

    private func damaged(_ tag: TIFFTag, _ entry: TIFFEntry) -> ResponseError {
        let isBeyond = entry.position > reader.bytes.count || entry.byteCount > reader.bytes.count - entry.position
        return isBeyond
            ? reader.bytes.cut("the values of the field \(tag.rawValue)")
            : reader.bytes.fault("the field \(tag.rawValue) has an invalid value", at: entry.position)
    }
}

/// A field of a directory: the number of its values, their type, and their offset (TIFF 6.0 §2).
struct TIFFEntry {
    enum Kind: Int {
        case byte = 1
        case ascii = 2
        case short = 3
        case long = 4
        case rational = 5
        case signedByte = 6
        case undefined = 7
        case signedShort = 8
        case signedLong = 9
        case signedRational = 10
        case float = 11
        case double = 12
        case directory = 13
        case long8 = 16
        case signedLong8 = 17
        case directory8 = 18

        /// The number of bytes of one value.
        var size: Int {
            switch self {
            case .byte, .ascii, .signedByte, .undefined: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }
    }

    let kind: Kind
    /// The number of values, small enough that ``byteCount`` does not overflow.
    let count: Int
    /// The offset of the first value.
    let position: Int
    /// The number of bytes of all values.
    var byteCount: Int { count * kind.size }
}

/// The tags of the fields that the decoder uses (TIFF 6.0 §8 and the supplements).
enum TIFFTag: Int {
    case width = 256
    case height = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case fillOrder = 266
    case stripOffsets = 273
    case orientation = 274
    case samplesPerPixel = 277
    case rowsPerStrip = 278
    case stripByteCounts = 279
    case planarConfiguration = 284
    case t4Options = 292
    case t6Options = 293
    case predictor = 317
    case colorMap = 320
    case tileWidth = 322
    case tileHeight = 323
    case tileOffsets = 324
    case tileByteCounts = 325
    case extraSamples = 338
    case sampleFormat = 339
    case jpegTables = 347
    case oldJPEGStream = 513
    case oldJPEGStreamLength = 514
    case oldJPEGRestartInterval = 515
    case oldJPEGQuantization = 519
    case oldJPEGDCTables = 520
    case oldJPEGACTables = 521
    case lumaCoefficients = 529
    case chromaSubsampling = 530
    case referenceBlackWhite = 532
    case iccProfile = 34675
}
