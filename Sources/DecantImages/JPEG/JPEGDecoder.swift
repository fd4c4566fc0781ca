import DecantCore

/// Decodes a JPEG.
enum JPEGDecoder: ImageHeaderReader {
    /// Reads what stands in front of the pixels.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        var limits = Limits.unlimited
        limits.metadataChunks = Limits().metadataChunks
        let file = try JPEGParser.parseBeginning(bytes, limits)
        guard let frame = file.frame else { throw bytes.cut("its header") }
        return header(file, frame, bytes)
    }

    /// A JPEG is decoded to a smaller size where the options ask for one.
    static func leastSize(of header: ImageHeader, _ options: ImageOptions) -> (width: Int, height: Int) {
        let eighths = JPEGScale.eighths(of: header.width, by: header.height, within: options.maximumPixelSize)
        return JPEGScale.size(of: header.width, by: header.height, eighths)
    }

    private static func header(_ file: JPEGFile, _ frame: JPEGFrame, _ bytes: ImageBytes) -> ImageHeader {
        var header = ImageHeader(
            .jpeg,
            width: frame.width,
            height: frame.height,
            bitsPerChannel: frame.precision,
            colorModel: frame.colorModel,
            hasAlpha: false
        )
        header.orientation = file.orientation(bytes)
        return header
    }
}

#if JPEG
extension JPEGDecoder: ImageDecoder {
    /// Decodes the picture.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        let limits = context.limits
        let file = try JPEGParser.parse(bytes, limits, into: &findings)
        guard let frame = file.frame, let scan = file.scan else { throw bytes.cut("its header") }
        let plan = try JPEGPlan(bytes, frame, scan, options, limits)
        let (pixels, isComplete) = try plan.decode(&findings)
        var image = DecodedImage(header(file, frame, bytes), [ImageFrame(pixels)])
        image.isPartial = !isComplete
        if !isComplete { findings.append(bytes.finding(.partialImage, "its data end too early", at: bytes.count)) }
        image.exif = file.exif.map { bytes.bytes($0) }
        image.iccProfile = profile(file.profile, bytes, limits, &findings)
        return image
    }

    private static func profile(
        _ profile: JPEGProfile,
        _ bytes: ImageBytes,
        _ limits: Limits,
        _ findings: inout [Finding]
    ) -> [UInt8]? {
        guard let position = profile.position else { return nil }
        guard let pieces = profile.ordered, pieces.reduce(0, { $0 + $1.count }) <= limits.metadataBytes else {
            let message = "the colour profile is incomplete or too large, so it was passed over"
            findings.append(bytes.finding(.damagedMetadata, message, at: position))
            return nil
        }
        let joined = pieces.flatMap { bytes.bytes($0) }
        return joined.isEmpty ? nil : joined
    }
}
#endif
