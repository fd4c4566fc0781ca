import DecantCore

/// Reads numbers of a TIFF in its byte order, and its directories.
///
/// Every place and count may be anything that 64 bits hold; they are clamped to what `Int` holds and compared with the bytes
/// that are there before anything is added to them.
struct TIFFReader {
    let bytes: ImageBytes

    /// Whether the most significant byte comes first.
    let isBigEndian: Bool

    /// Whether places and counts have 64 bits.
    let isBig: Bool

    /// Where the first directory is.
    let first: Int

    init(_ bytes: ImageBytes) throws(ResponseError) {
        try bytes.require(8, at: 0, "the head")
        guard (bytes[0] == 0x49 || bytes[0] == 0x4D) && bytes[0] == bytes[1] else {
            throw bytes.fault("its byte order is neither II nor MM", at: 0)
        }
        self.bytes = bytes
        isBigEndian = bytes[0] == 0x4D
        let version = isBigEndian ? bytes.big16(at: 2) : bytes.little16(at: 2)
        guard version == 42 || version == 43 else { throw bytes.fault("the version \(version) does not exist", at: 2) }
        isBig = version == 43
        guard isBig else {
            first = isBigEndian ? bytes.big32(at: 4) : bytes.little32(at: 4)
            return
        }
        try bytes.require(16, at: 0, "the head")
        let (size, zero) =
            isBigEndian
            ? (bytes.big16(at: 4), bytes.big16(at: 6)) : (bytes.little16(at: 4), bytes.little16(at: 6))
        guard size == 8, zero == 0 else { throw bytes.fault("its offsets have \(size) bytes", at: 4) }
        first = Self.number64(bytes, at: 8, isBigEndian: isBigEndian)
    }

    func number16(at place: Int) -> Int { isBigEndian ? bytes.big16(at: place) : bytes.little16(at: place) }

    func number32(at place: Int) -> Int { isBigEndian ? bytes.big32(at: place) : bytes.little32(at: place) }

    func number64(at place: Int) -> Int { Self.number64(bytes, at: place, isBigEndian: isBigEndian) }

    /// A number of 64 bits, or the largest that can be told.
    private static func number64(_ bytes: ImageBytes, at place: Int, isBigEndian: Bool) -> Int {
        let first = isBigEndian ? bytes.big32(at: place) : bytes.little32(at: place)
        let second = isBigEndian ? bytes.big32(at: place + 4) : bytes.little32(at: place + 4)
        let (high, low) = isBigEndian ? (first, second) : (second, first)
        return high > 0x7FFF_FFFF ? .max : high << 32 | low
    }

    /// An offset or a count as wide as this kind of TIFF has them.
    private func wide(at place: Int) -> Int { isBig ? number64(at: place) : number32(at: place) }

    /// The bytes of one entry of a directory.
    var entrySize: Int { isBig ? 20 : 12 }

    /// Reads the directory at some place.
    func directory(at place: Int) throws(ResponseError) -> TIFFDirectory {
        let head = isBig ? 8 : 2
        try bytes.require(head, at: place, "a directory")
        let count = isBig ? number64(at: place) : number16(at: place)
        guard count > 0, count <= 65535 else { throw bytes.fault("a directory has \(count) fields", at: place) }
        let end = place + head + count * entrySize
        var directory = TIFFDirectory(self, place: place, byteCount: head + count * entrySize + (isBig ? 8 : 4))
        for index in 0..<count {
            let start = place + head + index * entrySize
            try bytes.require(entrySize, at: start, "a directory")
            guard let tag = TIFFTag(rawValue: number16(at: start)), let entry = entry(at: start) else { continue }
            directory.add(entry, for: tag)
        }
        // Where the place of the next one is cut off, it is that of none.
        if end <= bytes.count, bytes.count - end >= (isBig ? 8 : 4) { directory.next = wide(at: end) }
        return directory
    }

    private func entry(at start: Int) -> TIFFEntry? {
        guard let kind = TIFFEntry.Kind(rawValue: number16(at: start + 2)) else { return nil }
        let count = wide(at: start + 4)
        guard count > 0, count <= .max / 16 else { return nil }
        let value = start + (isBig ? 12 : 8)
        let isInside = count * kind.size <= (isBig ? 8 : 4)
        return TIFFEntry(kind: kind, count: count, place: isInside ? value : wide(at: value))
    }

    /// One value of a field as a whole number; nil if it is beyond the end, below zero or no number.
    func integer(_ entry: TIFFEntry, _ index: Int = 0) -> Int? {
        guard let place = place(of: index, entry) else { return nil }
        switch entry.kind {
        case .byte, .undefined: return Int(bytes[place])
        case .signedByte: return Int(bytes[place]) & 0x7F
        case .short: return number16(at: place)
        case .signedShort: return number16(at: place) & 0x7FFF
        case .long, .directory: return number32(at: place)
        case .signedLong: return number32(at: place) & 0x7FFF_FFFF
        case .long8, .signedLong8, .directory8: return number64(at: place)
        case .ascii, .rational, .signedRational, .float, .double: return nil
        }
    }

    /// One value of a field as a number with a fraction; nil if it is beyond the end or immense.
    func number(_ entry: TIFFEntry, _ index: Int = 0) -> Double? {
        guard let place = place(of: index, entry) else { return nil }
        let value: Double
        switch entry.kind {
        case .rational: value = Double(number32(at: place)) / Double(number32(at: place + 4))
        case .signedRational: value = signed(place) / signed(place + 4)
        case .float: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: number32(at: place))))
        case .double:
            let (first, second) = (UInt64(number32(at: place)), UInt64(number32(at: place + 4)))
            value = Double(bitPattern: isBigEndian ? first << 32 | second : second << 32 | first)
        default: return integer(entry, index).map { Double($0) }
        }
        return value.magnitude < 1e12 ? value : nil
    }

    private func signed(_ place: Int) -> Double { Double(Int32(truncatingIfNeeded: number32(at: place))) }

    private func place(of index: Int, _ entry: TIFFEntry) -> Int? {
        guard index < entry.count, entry.place <= bytes.count else { return nil }
        let offset = index * entry.kind.size
        return offset <= bytes.count - entry.place - entry.kind.size ? entry.place + offset : nil
    }
}
