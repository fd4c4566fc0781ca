import DecantCore

/// Decodes a bitmap.
struct BMPDecoder: ImageDecoder {
    let bytes: ImageBytes
    let header: BMPHeader

    /// The colours of the palette as pixels, to the size that any byte is an index into.
    let palette: [UInt32]

    /// Whether rows that are missing are transparent instead of an error.
    let acceptsPartial: Bool

    init(_ bytes: ImageBytes, _ header: BMPHeader, acceptsPartial: Bool) throws(ResponseError) {
        self.bytes = bytes
        self.header = header
        self.acceptsPartial = acceptsPartial
        palette = header.isIndexed ? try Self.palette(bytes, header) : []
    }

    private static func palette(_ bytes: ImageBytes, _ header: BMPHeader) throws(ResponseError) -> [UInt32] {
        let (start, count, size) = header.palette
        try bytes.require(count * size, at: start, "the palette")
        var palette = [UInt32](repeating: 0xFF00_0000, count: 256)
        for index in 0..<min(count, 256) {
            let place = start + index * size
            let color = UInt32(bytes[place + 2]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place]) << 16
            palette[index] = color | 0xFF00_0000
        }
        return palette
    }

    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        facts(try BMPHeader(file: bytes))
    }

    static func facts(_ header: BMPHeader, _ format: ImageFormat = .bmp) -> ImageHeader {
        ImageHeader(
            format,
            width: header.width,
            height: header.height,
            bitsPerChannel: header.isIndexed ? header.bits : header.bits == 16 ? 5 : 8,
            colorModel: header.isIndexed ? .indexed : .rgb,
            hasAlpha: header.hasAlpha
        )
    }

    /// Decodes a file.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let header = try BMPHeader(file: bytes)
        let (width, height) = (header.width, header.height)
        try ImageBudget.check(width: width, height: height, context.limits, in: bytes, at: 18)
        let decoder = try BMPDecoder(bytes, header, acceptsPartial: options.acceptsPartial)
        let (pixels, isComplete) = try decoder.pixels(&context)
        var image = DecodedImage(facts(header), [ImageFrame(pixels)])
        image.isPartial = !isComplete
        if !isComplete { context.report(bytes.finding(.partialImage, "its data end too early", at: bytes.count)) }
        if let profile = header.profile {
            if profile.count <= context.limits.metadataBytes {
                image.iccProfile = bytes.bytes(profile)
            } else {
                let message = "the colour profile is beyond the limit, so it was passed over"
                context.report(bytes.finding(.damagedMetadata, message, at: profile.lowerBound))
            }
        }
        return image
    }

    /// Decodes the pixels, and tells whether they are all there.
    func pixels(_ context: inout DecodingContext) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        switch header.compression {
        case .runs8, .runs4, .runs24: try runPixels(&context)
        default: try rowPixels()
        }
    }

    /// The number of bytes that all rows take; the last one needs no filling.
    var dataCount: Int { header.stride * (header.height - 1) + header.rowBytes }

    /// Decodes pixels that are not compressed.
    func rowPixels() throws(ResponseError) -> (ImagePixels, Bool) {
        let start = header.dataStart
        let isComplete = start <= bytes.count && dataCount <= bytes.count - start
        guard isComplete || acceptsPartial && start < bytes.count else {
            throw bytes.cut("the pixels, which are \(dataCount) bytes from byte \(start)")
        }
        let rows = isComplete ? header.height : (bytes.count - start) / header.stride
        return (try pixels(ofRows: rows), isComplete)
    }

    private func runPixels(_ context: inout DecodingContext) throws(ResponseError) -> (ImagePixels, Bool) {
        guard header.dataStart <= bytes.count else { throw bytes.cut("the head") }
        var runs = BMPRuns(bytes, header, acceptsPartial: acceptsPartial)
        try runs.decode()
        if let place = runs.overlong {
            context.report(bytes.finding(.irregularImage, "a run is longer than its row", at: place))
        }
        return (try pixels(ofRuns: runs.samples), !runs.isCut)
    }

    /// The error for an index without a colour.
    var indexFault: ResponseError {
        let count = header.palette.count
        return bytes.fault("an index is beyond the \(count) colours of its palette", at: header.palette.start)
    }

    /// The shift, the mask and the 256 samples of each channel of a pixel of 16 or 32 bits.
    var fields: (bits: [UInt32], tables: [UInt8]) {
        var bits: [UInt32] = []
        var tables: [UInt8] = []
        for (channel, mask) in header.masks.enumerated() {
            let width = mask.nonzeroBitCount
            // Of more than eight bits the upper ones count.
            let used = min(width, 8)
            bits += [UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount + width - used), UInt32((1 << used) - 1)]
            let most = max((1 << used) - 1, 1)
            let absent = channel == 3 ? 255 : 0
            tables += (0..<256).map { UInt8(width == 0 ? absent : min($0, most) * 255 / most) }
        }
        return (bits, tables)
    }
}
