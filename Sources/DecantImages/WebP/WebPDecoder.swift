import DecantCore

/// Decodes a WebP, also an animated one.
enum WebPDecoder: ImageHeaderReader {
    /// Reads what stands in front of the pixels, and counts the frames if the end is within reach.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        let (file, isAll) = try WebPParser.parseBeginning(bytes)
        var header = header(file, bytes)
        if file.isAnimated, !isAll { header.frames = nil }
        return header
    }

    private static func header(_ file: WebPFile, _ bytes: ImageBytes) -> ImageHeader {
        var header = ImageHeader(
            .webp,
            width: file.canvas.width,
            height: file.canvas.height,
            frames: file.isAnimated ? file.frameCount : 1,
            bitsPerChannel: 8,
            colorModel: .rgb,
            hasAlpha: file.hasAlpha
        )
        if let exif = file.exif { header.orientation = ExifReader.orientation(of: bytes, exif) ?? .up }
        return header
    }
}

#if WebP
extension WebPDecoder: ImageDecoder {
    /// Decodes the picture, or the frames of an animation.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let file = try WebPParser.parse(bytes, options, context.limits)
        var composer = WebPComposer(bytes, file)
        for frame in file.frames { try composer.add(frame) }
        var image = DecodedImage(header(file, bytes), composer.finish())
        if file.isAnimated { image.loopCount = file.plays == 0 ? nil : file.plays }
        image.iccProfile = metadata(file.profile, "colour profile", bytes, in: &context)
        image.exif = metadata(file.exif, "Exif data", bytes, in: &context).map(ExifReader.withoutName)
        image.isPartial = file.isCut || composer.isPartial
        if image.isPartial { context.report(bytes.finding(.partialImage, "its data end too early", at: bytes.count)) }
        return image
    }

    /// The bytes of some metadata, unless they are too many.
    private static func metadata(
        _ place: Range<Int>?,
        _ name: String,
        _ bytes: ImageBytes,
        in context: inout DecodingContext
    ) -> [UInt8]? {
        guard let place else { return nil }
        guard place.count <= context.limits.metadataBytes else {
            let message = "the \(name) are more than \(context.limits.metadataBytes) bytes, and were passed over"
            context.report(bytes.finding(.damagedMetadata, message, at: place.lowerBound))
            return nil
        }
        return bytes.bytes(place)
    }
}
#endif
