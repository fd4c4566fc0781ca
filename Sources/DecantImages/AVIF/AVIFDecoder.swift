import DecantCore

/// Decodes an AVIF: a picture, also one made of a grid of others, or a sequence.
enum AVIFDecoder: ImageHeaderReader {
    /// Reads what stands in front of the pixels.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        try header(AVIFParser.parse(bytes), bytes)
    }

    private static func header(_ file: AVIFFile, _ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        let facts = file.facts
        guard facts.width > 0, facts.height > 0 else {
            throw bytes.fault("it is \(facts.width) by \(facts.height) pixels", at: file.position)
        }
        var header = ImageHeader(
            .avif,
            width: facts.width,
            height: facts.height,
            frames: file.frames,
            bitsPerChannel: facts.bits,
            colorModel: facts.isGray ? .gray : .rgb,
            hasAlpha: file.hasAlpha
        )
        header.orientation = facts.orientation
        return header
    }
}

#if AVIF
extension AVIFDecoder: ImageDecoder {
    /// Decodes the picture, or the frames of a sequence.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let file = try AVIFParser.parse(bytes)
        let header = try header(file, bytes)
        // Of a cut sequence the frames in front can be shown, but of a picture nothing.
        guard !file.isCut || options.acceptsPartial && file.isSequence else { throw bytes.cut("a box") }
        try ImageBudget.check(width: header.width, height: header.height, context.limits, in: bytes, at: file.position)
        for box in file.lists { try AVIFItemCount.check(bytes, box) }
        try checkParts(file, bytes, context.limits)
        let wanted = options.frames == .all ? file.frames : 1
        var budget = ImageBudget(context.limits)
        for _ in 0..<max(wanted, 1) {
            try budget.addFrame(pixels: header.width * header.height, in: bytes, at: file.position)
        }
        let limits = context.limits
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try UnsafeAVIFDecoder.lend(bytes, file, limits) { (decoder) throws(ResponseError) in
            var image = DecodedImage(header, [try decoder.frame(options)])
            try addCellAlphas(to: &image.frames[0].pixels, file, bytes, options, limits)
            do throws(ResponseError) {
                while image.frames.count < wanted { image.frames.append(try decoder.frame(options)) }
            } catch {
                guard file.isCut else { throw error }
                image.header.frames = image.frames.count
            }
            image.isPartial = file.isCut
            if file.isCut { findings.append(bytes.finding(.partialImage, "its data end too early", at: bytes.count)) }
            image.loopCount = file.loopCount
            let place = (bytes, file.position)
            image.iccProfile = metadata(decoder.profile, "colour profile", limits, place, &findings)
            image.exif = metadata(decoder.exif, "Exif data", limits, place, &findings).map(ExifReader.withoutName)
            if decoder.isApproximate {
                let message = "its matrix of colours has constant luminance, and was taken for the one that has not"
                findings.append(bytes.finding(.irregularImage, message, at: file.position))
            }
            return image
        }
    }

    /// Counts the parts of a grid, each of which costs time and memory whatever its size is, as 65,536 pixels do.
    private static func checkParts(_ file: AVIFFile, _ bytes: ImageBytes, _ limits: Limits) throws(ResponseError) {
        guard let parts = file.items?.parts, parts > 16, parts > limits.pixels >> 16 else { return }
        let message = "\(parts) parts, which cost more than the limit of \(limits.pixels) pixels"
        throw bytes.excess(message, at: file.position, .pixels)
    }

    /// Some metadata, unless they are too many bytes.
    private static func metadata(
        _ found: [UInt8],
        _ name: String,
        _ limits: Limits,
        _ place: (bytes: ImageBytes, position: Int),
        _ findings: inout [Finding]
    ) -> [UInt8]? {
        guard found.count <= limits.metadataBytes else {
            let message = "the \(name) are more than \(limits.metadataBytes) bytes, and were passed over"
            findings.append(place.bytes.finding(.damagedMetadata, message, at: place.position))
            return nil
        }
        return found.isEmpty ? nil : found
    }
}
#endif
