import DecantCore

/// A decoder of TIFF and BigTIFF images.
enum TIFFDecoder: ImageHeaderReader {
    /// Reads the first directory, and counts the other directories that are reachable.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        let file = try TIFFFile(bytes, atMost: Limits().frames)
        let isWhole = file.failure == nil && !file.hasMore
        return try TIFFPage(file.directories[0]).header(frames: isWhole ? file.directories.count : nil)
    }
}

extension TIFFDecoder {
    /// Decodes the first page or all pages, with pixels from a decoder of the system.
    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
    {
        try image(images.bytes, images.options, in: &context) { (page, index, _) throws(ResponseError) in
            let (pixels, isComplete) = try images.pixels(index, of: page.page.header(frames: 1))
            return (pixels, isComplete && page.work.isWhole)
        }
    }

    /// Returns the image with the pixels of each page from a closure.
    private static func image(
        _ bytes: ImageBytes,
        _ options: ImageOptions,
        in context: inout DecodingContext,
        _ decode: (TIFFPageDecoder, Int, inout [Finding]) throws(ResponseError) -> (ImagePixels, isComplete: Bool)
    ) throws(ResponseError) -> DecodedImage {
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        let limits = context.limits
        let file = try TIFFFile(bytes, atMost: options.firstFrameOnly ? 1 : min(limits.frames, .max - 1) + 1)
        if let loop = file.loop {
            findings.append(bytes.finding(.irregularImage, "the last directory links back to an earlier one", at: loop))
        }
        if let failure = file.failure, !options.acceptsPartial { throw failure.withPartialOption }
        let first = try TIFFPage(file.directories[0])
        var budget = ImageBudget(limits)
        var work = (stored: 0, raw: 0)
        var image = DecodedImage(first.header(frames: file.directories.count), [])
        image.isPartial = file.failure != nil
        for (index, directory) in file.directories.enumerated() {
            let page = try decoder(of: TIFFPage(directory), options, budget: &budget, work: &work)
            let (pixels, isComplete) = try decode(page, index, &findings)
            var frame = ImageFrame(pixels, area: ImageArea(width: page.page.width, height: page.page.height))
            if page.page.orientation != image.orientation { frame.orientation = page.page.orientation }
            frame.pixels = pixels.fitted(
                within: options.maximumPixelSize,
                isPremultiplied: options.premultipliesAlpha
            )
            image.frames.append(frame)
            if !isComplete { image.isPartial = true }
        }
        if options.firstFrameOnly { image.header.frames = try header(bytes).frames }
        image.isPremultiplied = options.premultipliesAlpha
        image.iccProfile = profile(first, limits, &findings)
        if image.isPartial { findings.append(bytes.truncationFinding) }
        return image
    }

    /// Returns the decoder of a page, whose sizes and work were checked.
    private static func decoder(
        of page: TIFFPage,
        _ options: ImageOptions,
        budget: inout ImageBudget,
        work: inout (stored: Int, raw: Int)
    ) throws(ResponseError) -> TIFFPageDecoder {
        let bytes = page.directory.reader.bytes
        let position = page.directory.start
        try ImageBudget.check(width: page.width, height: page.height, budget.limits, in: bytes, at: position)
        let decoder = try TIFFPageDecoder(page, options, budget.limits)
        try budget.addFrame(pixels: decoder.layout.paddedPixels, in: bytes, at: position)
        work.stored += decoder.work.stored
        work.raw += decoder.work.raw
        // Strips or tiles may share bytes, but the total work must stay proportional to the file and the image.
        guard (work.stored - 2 * bytes.count) / 8 <= work.raw else {
            throw bytes.fault("strips or tiles overlap", at: position)
        }
        return decoder
    }

    private static func profile(_ page: TIFFPage, _ limits: Limits, _ findings: inout [Finding]) -> [UInt8]? {
        guard page.directory[.iccProfile] != nil else { return nil }
        let bytes = page.directory.reader.bytes
        guard let range = page.directory.range(.iccProfile), range.count <= limits.metadataBytes else {
            let message = "skipped the color profile, which is truncated or exceeds the limit"
            findings.append(bytes.finding(.damagedMetadata, message, at: page.directory.start))
            return nil
        }
        return bytes.bytes(range)
    }
}

#if DECANT_TIFF
extension TIFFDecoder: ImageDecoder {
    /// Decodes the first page or all pages.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        try image(bytes, options, in: &context) { (page, _, findings) throws(ResponseError) in
            var (pixels, isComplete) = try page.pixels(&findings)
            if options.premultipliesAlpha, page.page.alpha == .straight { pixels.premultiply() }
            return (pixels, isComplete)
        }
    }
}
#endif
