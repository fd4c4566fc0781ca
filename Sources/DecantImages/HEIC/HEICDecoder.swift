import DecantCore

/// A decoder of HEIC images: single images and grids of images, coded with HEVC.
enum HEICDecoder: ImageHeaderReader {
    /// Reads the header.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        try header(HEIFParser.parse(bytes), bytes)
    }

    private static func header(_ file: HEIFFile, _ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        var header = try file.header(.heic, file.facts.area, bytes)
        header.isPremultiplied = file.hasAlpha && file.items?.isPremultiplied == true
        return header
    }
}

extension HEIFFacts {
    /// The part of the image to display.
    fileprivate var area: ImageArea {
        aperture?.area(width: width, height: height) ?? ImageArea(width: width, height: height)
    }
}

#if DECANT_HEIC
extension HEICDecoder: ImageDecoder {
    /// Decodes the image.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let file = try HEIFParser.parse(bytes)
        let header = try header(file, bytes)
        let limits = context.limits
        guard let found = file.items else { throw bytes.unsupported("an image sequence", at: file.position) }
        guard !file.isCut else { throw bytes.cut("a box") }
        let (width, height) = (file.facts.width, file.facts.height)
        try ImageBudget.check(width: width, height: height, limits, in: bytes, at: file.position)
        for box in file.lists { try HEIFItemCount.check(bytes, box) }
        try file.checkParts(bytes, limits)
        let items = try HEIFItemTable(bytes, found, at: file.position)
        let isDeep = options.keeps16Bits && header.bitsPerChannel > 8
        var canvas = HEICCanvas(items, limits, width: width, height: height, isDeep: isDeep)
        try canvas.draw(found.primary)
        try canvas.drawAlpha()
        if header.isPremultiplied, !options.premultipliesAlpha { canvas.unassociate() }
        var image = DecodedImage(header, [ImageFrame(canvas.pixels(in: file.facts.area))])
        image.isPremultiplied = header.isPremultiplied && options.premultipliesAlpha
        for finding in canvas.findings { context.report(finding) }
        /// Returns metadata; nil with a finding if it exceeds the limit.
        func metadata(_ ranges: [Range<Int>], _ name: String) -> [UInt8]? {
            guard ranges.reduce(0, { $0 + $1.count }) <= limits.metadataBytes else {
                context.report(bytes.oversizedMetadata(name, at: file.position, limits))
                return nil
            }
            return ranges.isEmpty ? nil : ranges.flatMap { bytes.bytes($0) }
        }
        image.iccProfile = metadata(items.properties(of: found.primary).profile.map { [$0] } ?? [], "color profile")
        image.exif = metadata(try items.exif(), "Exif data").flatMap(HEIFItemTable.exif)
        return image
    }
}

extension ImageBytes {
    /// Returns the error for a valid image that cannot be decoded.
    func unsupported(_ what: String, at position: Int) -> ResponseError {
        let offset = body.start + start + min(position, count)
        return ResponseError(.unsupportedFormat, "unsupported HEIC feature: \(what)", byteOffset: offset)
    }
}
#endif
