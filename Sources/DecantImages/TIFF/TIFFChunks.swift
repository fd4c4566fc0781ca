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
    /// - Parameter acceptsPartial: Whether those that are not are passed over.
    /// - Returns: The bytes of all together, before and behind decoding, and whether all are there to their ends.
    /// - Throws: ``ResponseError`` with the first that is not there or too short.
    func check(acceptsPartial: Bool) throws(ResponseError) -> (stored: Int, raw: Int, isWhole: Bool) {
        let number = layout.chunkCount
        guard offsets.count >= number || acceptsPartial else {
            throw bytes.fault("it has \(offsets.count) strips or tiles of \(number)", at: offsets.place)
        }
        var sum = (stored: 0, raw: 0, isWhole: offsets.count >= number)
        for index in 0..<min(number, offsets.count) {
            do throws(ResponseError) {
                let place = try range(index, acceptsPartial: acceptsPartial)
                let raw = rawBytes(index)
                if let ratio = layout.compression.largestRatio, place.count < raw / ratio {
                    throw tooShort(index, place)
                }
                if acceptsPartial, isCut(index) { sum.isWhole = false }
                sum.stored += place.count
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

    /// Whether the place of a strip or tile is told; if not, those of the later ones are not told either.
    func isListed(_ index: Int) -> Bool { reader.integer(offsets, index) != nil }

    /// Where a strip or tile is in the body, or what is there of it.
    func range(_ index: Int, acceptsPartial: Bool = false) throws(ResponseError) -> Range<Int> {
        guard let start = reader.integer(offsets, index) else { throw bytes.cut("the places of its pixels") }
        let stated = counts.flatMap { reader.integer($0, index) } ?? 0
        // What is not compressed needs no count, and is often wrong.
        let count = layout.compression == .none ? rawBytes(index) : stated
        guard start < bytes.count else { throw missing(index) }
        // Without a count, the bytes up to the end are looked at.
        guard count > 0 else { return start..<bytes.count }
        guard count <= bytes.count - start else {
            guard acceptsPartial else { throw missing(index) }
            return start..<bytes.count
        }
        return start..<start + count
    }

    /// Whether a strip or tile is not all in the body.
    private func isCut(_ index: Int) -> Bool {
        do throws(ResponseError) {
            _ = try range(index)
            return false
        } catch {
            return true
        }
    }

    private func missing(_ index: Int) -> ResponseError { bytes.cut("strip or tile \(index)") }

    private func tooShort(_ index: Int, _ place: Range<Int>) -> ResponseError {
        bytes.fault("strip or tile \(index) has \(place.count) bytes, too few for its pixels", at: place.lowerBound)
    }
}
