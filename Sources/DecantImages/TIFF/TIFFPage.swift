import DecantCore

/// The properties of a page, validated for the fields that every page requires.
struct TIFFPage {
    /// The meaning of samples as colors (TIFF 6.0 §8, PhotometricInterpretation).
    enum Photometric: Int {
        case whiteIsZero = 0
        case blackIsZero = 1
        case rgb = 2
        case palette = 3
        case mask = 4
        case separated = 5
        case yCbCr = 6
        case cieLab = 8
        case iccLab = 9
        case logL = 32844
        case logLuv = 32845

        /// The number of samples that make the color of a pixel.
        var channels: Int {
            switch self {
            case .whiteIsZero, .blackIsZero, .palette, .mask, .logL: 1
            case .rgb, .yCbCr, .cieLab, .iccLab, .logLuv: 3
            case .separated: 4
            }
        }

        var model: ImageColorModel {
            switch self {
            case .whiteIsZero, .blackIsZero, .mask, .logL: .gray
            case .rgb, .yCbCr, .cieLab, .iccLab, .logLuv: .rgb
            case .palette: .indexed
            case .separated: .cmyk
            }
        }
    }

    /// The type of a sample (SampleFormat).
    enum Format: Int {
        case unsigned = 1
        case signed = 2
        case float = 3
        case undefined = 4
    }

    /// The meaning of the sample after the colors (ExtraSamples).
    enum Alpha {
        case none
        case associated
        case straight
    }

    let directory: TIFFDirectory
    let width: Int
    let height: Int
    let bits: Int
    let samples: Int
    let format: Format
    let compression: Int
    let photometric: Photometric
    let alpha: Alpha
    let isPlanar: Bool
    let orientation: ImageOrientation

    init(_ directory: TIFFDirectory) throws(ResponseError) {
        self.directory = directory
        let bytes = directory.reader.bytes
        guard let width = try directory.integer(.width), let height = try directory.integer(.height) else {
            throw bytes.fault("a directory has no ImageWidth or ImageLength", at: directory.start)
        }
        guard width > 0, height > 0, width <= UInt32.max, height <= UInt32.max else {
            throw bytes.fault("the image is \(width) by \(height) pixels", at: directory.start)
        }
        self.width = width
        self.height = height
        compression = try directory.integer(.compression) ?? 1
        let depths = try directory.integers(.bitsPerSample, atMost: 8) ?? [1]
        let count = try directory.integer(.samplesPerPixel) ?? 1
        guard count > 0, count <= 65535 else {
            throw bytes.fault("expected 1 to 65535 samples per pixel, but found \(count)", at: directory.start)
        }
        samples = count
        bits = depths[0]
        guard bits > 0, bits <= 64 else {
            throw bytes.fault("expected 1 to 64 bits per sample, but found \(bits)", at: directory.start)
        }
        guard depths.prefix(count).allSatisfy({ $0 == depths[0] }) else {
            throw directory.unsupported("samples of different sizes")
        }
        photometric = try Self.photometric(directory, samples: count)
        format = try Self.format(directory)
        alpha = try Self.alpha(directory, extra: count - photometric.channels, photometric)
        isPlanar = try directory.integer(.planarConfiguration) == 2 && count > 1
        orientation = ImageOrientation(rawValue: try directory.integer(.orientation) ?? 1) ?? .up
    }

    private static func photometric(_ directory: TIFFDirectory, samples: Int) throws(ResponseError) -> Photometric {
        // Without the field, the number of samples decides.
        let value = try directory.integer(.photometric) ?? (samples >= 3 ? 2 : 1)
        guard let photometric = Photometric(rawValue: value) else {
            throw directory.unsupported("photometric interpretation \(value)")
        }
        guard samples >= photometric.channels else {
            let message = "expected \(photometric.channels.counted("sample")) per pixel, but found \(samples)"
            throw directory.reader.bytes.fault(message, at: directory.start)
        }
        return photometric
    }

    private static func format(_ directory: TIFFDirectory) throws(ResponseError) -> Format {
        let value = try directory.integer(.sampleFormat) ?? 1
        guard let format = Format(rawValue: value) else { throw directory.unsupported("sample format \(value)") }
        return format
    }

    private static func alpha(_ directory: TIFFDirectory, extra: Int, _ photometric: Photometric)
        throws(ResponseError) -> Alpha
    {
        guard extra > 0 else { return .none }
        switch try directory.integer(.extraSamples) {
        case 1: return .associated
        case 2: return .straight
        // Common programs treat four RGB samples as RGBA if the field is absent or has an unknown value.
        case nil: return photometric == .rgb && extra == 1 ? .straight : .none
        case 0: return .none
        default: return photometric == .rgb ? .straight : .none
        }
    }

    /// Returns the header of an image whose first page is this one.
    func header(frames: Int?) -> ImageHeader {
        var header = ImageHeader(
            .tiff,
            width: width,
            height: height,
            frames: frames,
            bitsPerChannel: bits,
            colorModel: photometric.model,
            hasAlpha: alpha != .none
        )
        header.orientation = orientation
        header.isPlanar = isPlanar
        header.isPremultiplied = alpha == .associated
        return header
    }
}

extension TIFFDirectory {
    /// Returns the error for an unsupported property of the page.
    func unsupported(_ what: String) -> ResponseError {
        let message = "unsupported TIFF feature: \(what)"
        let offset = reader.bytes.body.start + reader.bytes.start + min(start, reader.bytes.count)
        return ResponseError(.unsupportedFormat, message, byteOffset: offset)
    }
}

/// The layout of a page's samples in strips or tiles, and their form after decompression.
struct TIFFLayout {
    let page: TIFFPage
    let compression: TIFFCompression
    let isTiled: Bool
    /// The size of a tile, or of every strip but the last.
    let columns: Int
    let rows: Int
    /// The number of strips or tiles in a row, and in a column.
    let across: Int
    let down: Int
    /// The bits of a sample after decompression, and the meaning of the samples.
    let bits: Int
    let photometric: TIFFPage.Photometric
    /// The size of the blocks of pixels that share one Cb and one Cr, if blocks are stored together.
    var subsampling = (across: 1, down: 1)

    init(_ page: TIFFPage, _ limits: Limits) throws(ResponseError) {
        self.page = page
        let directory = page.directory
        let bytes = directory.reader.bytes
        guard let compression = TIFFCompression(rawValue: page.compression) else {
            throw directory.unsupported("compression \(page.compression)")
        }
        self.compression = compression
        let sides = try Self.sides(page)
        isTiled = sides.isTiled
        columns = sides.columns
        rows = sides.rows
        try ImageBudget.check(width: columns, height: rows, limits, in: bytes, at: directory.start)
        across = (page.width + columns - 1) / columns
        down = (page.height + rows - 1) / rows
        switch compression {
        case .sgiLog, .sgiLog24, .pixarLog: bits = 8
        default: bits = page.bits
        }
        photometric = Self.photometric(page, compression)
        if page.photometric == .yCbCr { subsampling = try Self.subsampling(page) }
        try check(limits)
    }

    /// Adopts the subsampling of the page's first JPEG, which overrides the directory.
    mutating func adopt(_ chunks: TIFFChunks) throws(ResponseError) {
        guard compression == .jpeg || compression == .oldJPEG else { return }
        guard page.photometric == .yCbCr, !page.isPlanar else { return }
        let beside = compression == .oldJPEG ? try TIFFOldJPEG.stream(page.directory) : nil
        let range: Range<Int>
        if let beside { range = beside } else { range = try chunks.range(0) }
        guard let frame = JPEGFrame.first(in: page.directory.reader.bytes, range), frame.count == 3,
            let factors = frame.components.first
        else { return }
        if [1, 2, 4].contains(factors.horizontal), [1, 2, 4].contains(factors.vertical) {
            subsampling = (factors.horizontal, factors.vertical)
        }
    }

    private static func sides(_ page: TIFFPage) throws(ResponseError) -> (isTiled: Bool, columns: Int, rows: Int) {
        let directory = page.directory
        if let width = try directory.integer(.tileWidth), let height = try directory.integer(.tileHeight) {
            guard width > 0, height > 0, width <= UInt32.max, height <= UInt32.max else {
                throw directory.reader.bytes.fault("the tiles are \(width) by \(height) pixels", at: directory.start)
            }
            return (true, width, height)
        }
        let rows = try directory.integer(.rowsPerStrip) ?? page.height
        guard rows > 0 else { throw directory.reader.bytes.fault("RowsPerStrip is 0", at: directory.start) }
        return (false, page.width, min(rows, page.height))
    }

    private static func photometric(_ page: TIFFPage, _ compression: TIFFCompression) -> TIFFPage.Photometric {
        switch (compression, page.photometric) {
        case (.jpeg, .yCbCr): page.isPlanar ? .yCbCr : .rgb
        case (.sgiLog, .logL): .blackIsZero
        case (.sgiLog, .logLuv), (.sgiLog24, .logLuv): .rgb
        default: page.photometric
        }
    }

    private static func subsampling(_ page: TIFFPage) throws(ResponseError) -> (across: Int, down: Int) {
        // For interleaved samples, the standard defines the default. For separate planes, writers commonly assume 1.
        let values = try page.directory.integers(.chromaSubsampling, atMost: 2) ?? (page.isPlanar ? [1, 1] : [2, 2])
        guard values.count == 2, values.allSatisfy({ [1, 2, 4].contains($0) }) else {
            let message = "the chroma subsampling factors are not 1, 2 or 4"
            throw page.directory.reader.bytes.fault(message, at: page.directory.start)
        }
        return (values[0], values[1])
    }

    /// Throws if the layout is not supported.
    private func check(_ limits: Limits) throws(ResponseError) {
        let directory = page.directory
        guard bits <= 16 || [24, 32, 64].contains(bits), page.format != .float || bits >= 16 else {
            throw directory.unsupported("samples of \(bits.counted("bit"))")
        }
        switch photometric {
        case .palette where bits > 8 || page.samples > 1 && bits != 8 || page.isPlanar,
            .yCbCr where bits != 8:
            throw directory.unsupported("\(bits.counted("bit")) per sample in this photometric interpretation")
        case .yCbCr where page.isPlanar && subsampling != (1, 1):
            throw directory.unsupported("subsampled chroma planes")
        case .logL, .logLuv: throw directory.unsupported("logarithmic samples in this compression")
        default: break
        }
        let isBilevel = bits == 1 && page.samples == 1
        guard !compression.isBilevel || isBilevel, photometric != .yCbCr || page.isPlanar || page.samples == 3 else {
            let message = "the compression \(page.compression) does not support these samples"
            throw directory.reader.bytes.fault(message, at: directory.start)
        }
        let all = paddedPixels
        guard all <= min(limits.pixels, Self.countablePixels) else {
            let message = "\(all.counted("pixel")) in its tiles, more than the limit of \(limits.pixels)"
            let needed = all > Self.countablePixels ? .max : all
            throw directory.reader.bytes.excess(message, at: directory.start, .pixels, needed: needed)
        }
        // Samples that are not displayed still have to be decoded.
        guard rawBytes(rows: rows) / 8 <= max(limits.pixels, 1 << 20) else {
            let limit = limits.pixels.counted("pixel")
            let message = "\(page.samples.counted("sample")) per pixel, more than the limit of \(limit) allows"
            throw directory.reader.bytes.excess(message, at: directory.start, .pixels)
        }
    }

    /// The maximum number of pixels that keeps the bit count of all samples within `Int`.
    ///
    /// Each pixel has at most 65,535 samples of 64 bits.
    private static let countablePixels = Int(clamping: 1 << 36 as Int64)

    /// The number of pixels of all strips or tiles, including padding; `Int.max` on overflow.
    var paddedPixels: Int {
        // Each padded side is less than a side of the image plus a side of a tile, a sum of at most 33 bits.
        let height = isTiled ? down * rows : page.height
        let (pixels, overflow) = (across * columns).multipliedReportingOverflow(by: height)
        return overflow ? .max : pixels
    }

    /// The number of strips or tiles of the page.
    var chunkCount: Int { across * down * planes }
    /// The number of planes: one for each sample if samples are stored separately, else 1.
    var planes: Int { page.isPlanar ? page.samples : 1 }
    /// Whether blocks of pixels are stored together.
    var isBlocked: Bool { photometric == .yCbCr && !page.isPlanar && subsampling != (1, 1) }
    /// The number of consecutive samples of one pixel.
    var samplesTogether: Int { page.isPlanar ? 1 : page.samples }

    /// The number of bytes of a row, or of a row of blocks.
    var rowBytes: Int {
        guard isBlocked else { return (columns * samplesTogether * bits + 7) / 8 }
        let size = subsampling.across * subsampling.down + 2
        return (columns + subsampling.across - 1) / subsampling.across * size
    }

    /// Returns the number of decoded bytes of a strip or tile with a number of rows.
    func rawBytes(rows: Int) -> Int {
        rowBytes * (isBlocked ? (rows + subsampling.down - 1) / subsampling.down : rows)
    }

    /// Returns the number of rows of a strip or tile that lie in the image, and the number that is stored.
    func rows(in row: Int) -> (visible: Int, stored: Int) {
        let visible = min(rows, page.height - row * rows)
        return (visible, isTiled ? rows : visible)
    }
}
