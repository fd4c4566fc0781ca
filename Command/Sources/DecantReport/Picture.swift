package import Decant
package import DecantImages

/// A picture that was decoded in 8 bits a channel, and its bytes, from which it is decoded once more where there is more to it.
package struct Picture: Sendable {
    /// The picture.
    package let image: DecodedImage

    private let body: ResponseBytes
    private let options: ImageOptions
    private let context: DecodingContext

    /// Takes a picture.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - body: The bytes of which it was made.
    ///   - options: How they were decoded.
    ///   - context: What is known of the response.
    package init(image: DecodedImage, body: ResponseBytes, options: ImageOptions, context: DecodingContext) {
        self.image = image
        self.body = body
        self.options = options
        self.context = context
    }

    /// The picture in as many bits a channel as there are in the file.
    ///
    /// - Throws: What keeps it from being decoded in more bits.
    package func deep() throws(ResponseError) -> DecodedImage {
        guard image.header.bitsPerChannel > 8 else { return image }
        return try decoded { $0.depth = .source }
    }

    /// The first frame with its samples as near to those of the file as they can be had.
    ///
    /// - Throws: What keeps it from being decoded so.
    package func stored() throws(ResponseError) -> DecodedImage {
        let isPremultiplied = image.header.isPremultiplied
        guard image.header.bitsPerChannel > 8 || isPremultiplied else { return image }
        return try decoded { options in
            options.depth = .source
            options.frames = .first
            options.alpha = isPremultiplied ? .premultiplied : .straight
        }
    }

    private func decoded(_ change: (inout ImageOptions) -> Void) throws(ResponseError) -> DecodedImage {
        var (options, context) = (options, context)
        change(&options)
        return try DecodedImage(parsing: body, in: &context, options: options)
    }
}

/// Decodes pictures of all formats with all of their frames, whatever their label says about the format.
package struct PictureSerializer: ResponseSerializer {
    package var handling = ResponseHandling(accepting: ["image/*"])
    private let options: ImageOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: How pictures are decoded.
    package init(options: ImageOptions) {
        self.options = options
    }

    package func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Picture {
        let image = try DecodedImage(parsing: body, in: &context, options: options)
        return Picture(image: image, body: body, options: options, context: context)
    }
}

extension Picture: DecodedValue {
    package var facts: ValueFacts? {
        ValueFacts(
            name: "image",
            members: [
                "format": image.format.rawValue, "width": image.width, "height": image.height,
                "frames": image.frames.count, "orientation": image.header.orientation.rawValue,
                "bits": image.header.bitsPerChannel,
            ]
        )
    }

    package func png() throws(ResponseError) -> [UInt8]? {
        try deep().pngBytes()
    }
}
