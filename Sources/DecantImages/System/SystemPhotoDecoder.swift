import DecantCore

/// A decoder of HEIC images that takes everything from a decoder of the operating system.
enum SystemPhotoDecoder {
    /// Returns the header from the properties of the image to show, or of the first frame of a sequence.
    static func header(_ images: SystemImageDecoder) throws(ResponseError) -> ImageHeader {
        try images.check(0)
        let index = try index(images)
        let properties = images.source.properties(at: index)
        let (width, height) = (images.integer(.width, at: index) ?? 0, images.integer(.height, at: index) ?? 0)
        guard width > 0, height > 0 else {
            // The beginning of a file may not have the size yet.
            if images.source.status(at: index) == .truncated { throw images.bytes.cut("the header") }
            throw images.bytes.fault("the image is \(width) by \(height) pixels", at: 0)
        }
        let bits = images.integer(.bitsPerChannel, at: index) ?? 8
        var model = ImageColorModel.rgb
        if case .text("Gray") = properties[.colorModel] { model = .gray }
        var header = ImageHeader(
            images.bytes.format,
            width: width,
            height: height,
            frames: isSequence(images) ? images.source.count : 1,
            bitsPerChannel: (1...16).contains(bits) ? bits : 8,
            colorModel: model,
            hasAlpha: images.integer(.hasAlpha, at: index) == 1
        )
        header.orientation = images.integer(.orientation, at: index).flatMap { ImageOrientation(rawValue: $0) } ?? .up
        return header
    }

    /// Decodes the image, or the frames of a sequence.
    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
    {
        let (bytes, limits) = (images.bytes, context.limits)
        let header = try header(images)
        try ImageBudget.check(width: header.width, height: header.height, limits, in: bytes, at: 0)
        let isSequence = isSequence(images)
        let first = try index(images)
        let count = images.options.firstFrameOnly ? 1 : header.frames ?? 1
        var budget = ImageBudget(limits)
        for _ in 0..<count { try budget.addFrame(pixels: header.width * header.height, in: bytes, at: 0) }
        let isCut = images.options.acceptsPartial && images.source.status(at: first + count - 1) == .truncated
        let (frames, isComplete) = try images.frames(first..<first + count, of: header, isCut: isCut)
        var image = DecodedImage(header, frames)
        if frames.count < count { image.header.frames = frames.count }
        image.isPartial = !isComplete
        if image.isPartial { context.report(bytes.truncationFinding) }
        if isSequence {
            for index in frames.indices { image.frames[index].delay = delay(images, index) }
            let loops = images.integer(.loopCount, at: nil) ?? 1
            image.loopCount = loops == 0 ? nil : max(loops, 1)
        }
        image.iccProfile = images.profile(first, at: 0, in: &context)
        if !isSequence { image.exif = images.exif(in: &context) }
        image.isPremultiplied = images.options.premultipliesAlpha
        return image
    }

    /// Whether the images are the frames of a sequence: only these have delays.
    private static func isSequence(_ images: SystemImageDecoder) -> Bool {
        images.source.count > 1 && images.source.properties(at: 0)[.delay] != nil
    }

    /// Returns the index of the image to show, or of the first frame.
    private static func index(_ images: SystemImageDecoder) throws(ResponseError) -> Int {
        guard !isSequence(images) else { return 0 }
        let index = max(images.source.primaryIndex, 0)
        try images.check(index)
        return index
    }

    /// Returns the time to show a frame, rounded to a microsecond; zero if it is missing or not a time.
    private static func delay(_ images: SystemImageDecoder, _ index: Int) -> Duration {
        guard case .number(let seconds) = images.source.properties(at: index)[.delay] else { return .zero }
        return Int64(exactly: (seconds * 1_000_000).rounded()).map { .microseconds(max($0, 0)) } ?? .zero
    }
}
