import DecantCore

/// Where the strips or tiles of a page are.
struct TIFFChunks {
    private let layout: TIFFLayout
    private let offsets: TIFFEntry
    private let counts: TIFFEntry?

    private var reader: TIFFReader { layout.page.directory.reader }
    private var bytes: ImageBytes { reader.bytes }

    init(_ layout: TIFFLayout) throws(ResponseError) {
        self.layout = layout
        let directory = layout.page.directory
        // Either name is found for either kind.
        guard let offsets = directory[.tileOffsets] ?? directory[.stripOffsets] else {
            throw directory.reader.bytes.fault("a directory does not say where its pixels are", at: directory.place)
        }
        self.offsets = offsets
        counts = directory[.tileByteCounts] ?? directory[.stripByteCounts]
    }

    /// Makes sure that all strips or tiles are there, and may hold as much as they have to.
    ///
    /// - Returns: Their bytes together.
    func check() throws(ResponseError) -> Int {
        let number = layout.paddedPixels.chunks
        guard offsets.count >= number else {
            throw bytes.fault("it has \(offsets.count) strips or tiles of \(number)", at: offsets.place)
        }
        var sum = 0
        for index in 0..<number {
            let place = try range(index)
            let row = index / layout.across % layout.down
            let raw = layout.rawBytes(rows: layout.rows(in: row).stored)
            if let ratio = layout.compression.largestRatio, place.count < raw / ratio { throw tooShort(index, place) }
            sum += place.count
        }
        return sum
    }

    /// Where a strip or tile is in the body.
    func range(_ index: Int) throws(ResponseError) -> Range<Int> {
        guard let start = reader.integer(offsets, index) else { throw bytes.cut("the places of its pixels") }
        let row = index / layout.across % layout.down
        let raw = layout.rawBytes(rows: layout.rows(in: row).stored)
        let stated = counts.flatMap { reader.integer($0, index) } ?? 0
        // What is not compressed needs no count, and is often wrong.
        let count = layout.compression == .none ? raw : stated
        guard start < bytes.count else { throw missing(index, start) }
        // Without a count, the bytes up to the end are looked at.
        guard count > 0 else { return start..<bytes.count }
        guard count <= bytes.count - start else { throw missing(index, bytes.count) }
        return start..<start + count
    }

    private func missing(_ index: Int, _ place: Int) -> ResponseError { bytes.cut("strip or tile \(index)") }

    private func tooShort(_ index: Int, _ place: Range<Int>) -> ResponseError {
        bytes.fault("strip or tile \(index) has \(place.count) bytes, too few for its pixels", at: place.lowerBound)
    }
}
