#if TIFF
import DecantCore

/// Decodes one page.
struct TIFFPageDecoder {
    let layout: TIFFLayout
    let format: TIFFRowFormat
    let chunks: TIFFChunks
    let acceptsPartial: Bool

    /// Whether the bits of each byte are stored the other way round.
    let isBitReversed: Bool

    /// The bytes of all strips and tiles together, before and behind decoding, and whether all are there to their ends.
    let work: (stored: Int, raw: Int, isWhole: Bool)

    /// What makes JPEGs of strips or tiles in the old way.
    let oldJPEG: TIFFOldJPEG?

    let limits: Limits

    var page: TIFFPage { layout.page }
    var bytes: ImageBytes { page.directory.reader.bytes }

    init(_ page: TIFFPage, _ options: ImageOptions, _ limits: Limits) throws(ResponseError) {
        var layout = try TIFFLayout(page, limits)
        let chunks = try TIFFChunks(layout)
        acceptsPartial = options.acceptsPartial
        self.limits = limits
        work = try chunks.check(acceptsPartial: acceptsPartial)
        try layout.adopt(chunks)
        oldJPEG = layout.compression == .oldJPEG ? try TIFFOldJPEG(layout) : nil
        self.layout = layout
        self.chunks = chunks
        format = try TIFFRowFormat(layout, options)
        isBitReversed = try page.directory.integer(.fillOrder) == 2
    }

    /// What undoes the compression; nil if there is none.
    func codec() throws(ResponseError) -> UnsafeTIFFCodec? {
        let compression = layout.compression
        guard compression != .none else { return nil }
        let number = oldJPEG == nil ? compression : .jpeg
        guard UnsafeTIFFCodec.knows(number) else {
            throw page.directory.unsupported("the compression \(page.compression), which this libtiff lacks,")
        }
        let options = try page.directory.integer(number == .group3 ? .t4Options : .t6Options) ?? 0
        let predictor = compression.hasPredictor ? try page.directory.integer(.predictor) ?? 1 : 1
        guard (1...3).contains(predictor) else { throw page.directory.unsupported("the predictor \(predictor)") }
        let tables = try tables()
        guard
            let codec = UnsafeTIFFCodec(
                layout,
                compression: number.rawValue,
                options: options,
                predictor: predictor,
                tables: tables
            )
        else { throw bytes.fault("there is no memory to decode it", at: page.directory.place) }
        guard codec.isReady else { throw bytes.fault(codec.errorWords, at: page.directory.place) }
        return codec
    }

    /// The tables that all strips or tiles of a JPEG share.
    private func tables() throws(ResponseError) -> [UInt8] {
        guard layout.compression == .jpeg, page.directory[.jpegTables] != nil else { return [] }
        guard let range = page.directory.range(.jpegTables) else { throw bytes.cut("the tables of its JPEG") }
        guard range.count <= limits.metadataBytes else {
            throw bytes.excess(
                "JPEG tables of \(range.count) bytes, more than the limit of \(limits.metadataBytes)",
                at: range.lowerBound,
                .metadataBytes
            )
        }
        return bytes.bytes(range)
    }

    /// The error for a strip or tile that cannot be decoded.
    func fault(_ index: Int, _ words: String, _ range: Range<Int>) -> ResponseError {
        bytes.fault("\(name(index)): \(words.isEmpty ? "it is damaged" : words)", at: range.lowerBound)
    }

    /// How a strip or tile is called.
    func name(_ index: Int) -> String { "\(layout.isTiled ? "tile" : "strip") \(index)" }
}
#endif
