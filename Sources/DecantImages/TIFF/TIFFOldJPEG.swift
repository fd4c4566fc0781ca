import DecantCore

/// Makes whole JPEGs of the strips or tiles of the old way to have JPEG in TIFF (TIFF 6.0 §22).
///
/// There, tables stand at places of their own in the file, or a whole JPEG is put beside the strips, whose header is theirs.
/// A JPEG put together from the pieces is decoded like any other; the decoder that libtiff has for these is not used.
struct TIFFOldJPEG {
    private let directory: TIFFDirectory

    /// Everything in front of the pixels of a scan.
    private let head: [UInt8]

    /// Where the height stands in the head.
    private let heightPlace: Int

    /// The whole JPEG that all pixels are in, if there is one and only one strip.
    private let whole: Range<Int>?

    private var bytes: ImageBytes { directory.reader.bytes }

    init(_ layout: TIFFLayout) throws(ResponseError) {
        directory = layout.page.directory
        let bytes = directory.reader.bytes
        if let stream = try Self.stream(directory) {
            guard let head = Self.head(of: stream, bytes) else {
                throw bytes.fault("the header of its JPEG is damaged", at: stream.lowerBound)
            }
            whole = layout.across * layout.down == 1 ? stream : nil
            self.head = bytes.bytes(stream.lowerBound..<head.end)
            heightPlace = head.height - stream.lowerBound
        } else {
            whole = nil
            (head, heightPlace) = try Self.head(of: layout)
        }
    }

    /// The JPEG of a strip or tile with some rows, whose bytes are at some place.
    func jpeg(_ range: Range<Int>, rows: Int) -> [UInt8] {
        if let whole { return bytes.bytes(whole) }
        // Some programs wrote whole JPEGs all the same.
        if range.count > 2, bytes[range.lowerBound] == 0xFF, bytes[range.lowerBound + 1] == 0xD8 {
            return bytes.bytes(range)
        }
        var jpeg = head
        jpeg[heightPlace] = UInt8(truncatingIfNeeded: rows >> 8)
        jpeg[heightPlace + 1] = UInt8(truncatingIfNeeded: rows)
        return jpeg + bytes.bytes(range) + [0xFF, 0xD9]
    }

    /// Where the JPEG beside the strips is, as far as it is there.
    static func stream(_ directory: TIFFDirectory) throws(ResponseError) -> Range<Int>? {
        guard let start = try directory.integer(.oldJPEGStream), start > 0 else { return nil }
        let bytes = directory.reader.bytes
        guard start < bytes.count - 4, bytes[start] == 0xFF, bytes[start + 1] == 0xD8 else { return nil }
        let length = try directory.integer(.oldJPEGStreamLength) ?? 0
        return start..<(length > 4 && length <= bytes.count - start ? start + length : bytes.count)
    }

    /// Where the pixels of the first scan of a JPEG begin, and where its height stands.
    private static func head(of stream: Range<Int>, _ bytes: ImageBytes) -> (end: Int, height: Int)? {
        var (place, height): (Int, Int?) = (stream.lowerBound + 2, nil)
        while stream.upperBound - place >= 9, place - stream.lowerBound < 1 << 16, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            let length = bytes.big16(at: place + 2)
            guard length >= 2, length <= stream.upperBound - place - 2 else { return nil }
            if marker >= 0xC0, marker <= 0xC2 { height = place + 5 }
            place += 2 + length
            if marker == 0xDA { return height.map { (place, $0) } }
        }
        return nil
    }

    /// Puts a header together from the tables in the file: DQT, DHT, SOF0, DRI and SOS (ITU T.81 §B.2).
    private static func head(of layout: TIFFLayout) throws(ResponseError) -> ([UInt8], Int) {
        let directory = layout.page.directory
        let samples = layout.samplesTogether
        guard samples <= 4 else { throw directory.unsupported("a JPEG of \(samples) samples a pixel") }
        var head: [UInt8] = [0xFF, 0xD8]
        for index in 0..<samples {
            head += segment(0xDB, [UInt8(index)] + (try table(.oldJPEGQuantization, index, directory)))
            head += segment(0xC4, [UInt8(index)] + (try table(.oldJPEGDCTables, index, directory)))
            head += segment(0xC4, [UInt8(0x10 | index)] + (try table(.oldJPEGACTables, index, directory)))
        }
        let place = head.count + 5
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
        return (head + segment(0xDA, scan + [0, 63, 0]), place)
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8(truncatingIfNeeded: (content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    /// A table: 64 numbers of quantization, or 16 counts and as many values of a Huffman code as these are together.
    private static func table(_ tag: TIFFTag, _ index: Int, _ directory: TIFFDirectory) throws(ResponseError) -> [UInt8]
    {
        let bytes = directory.reader.bytes
        guard let places = try directory.integers(tag, atMost: 4), index < places.count else {
            throw bytes.fault("its JPEG has no tables", at: directory.place)
        }
        let place = places[index]
        if tag == .oldJPEGQuantization {
            try bytes.require(64, at: place, "a table of its JPEG")
            return bytes.bytes(place..<place + 64)
        }
        try bytes.require(16, at: place, "a table of its JPEG")
        let count = bytes.bytes(place..<place + 16).reduce(0) { $0 + Int($1) }
        guard count <= 256 else { throw bytes.fault("a table of its JPEG has \(count) codes", at: place) }
        try bytes.require(16 + count, at: place, "a table of its JPEG")
        return bytes.bytes(place..<place + 16 + count)
    }
}
