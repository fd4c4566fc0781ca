package import Decant
package import DecantImages

/// An image decoded at 8 bits per channel, and its source bytes for decoding again at full depth.
package struct ReportedImage: Sendable {
    /// The decoded image.
    package let image: DecodedImage

    private let body: ResponseBytes
    private let options: ImageOptions
    private let context: DecodingContext

    /// Creates an image.
    package init(image: DecodedImage, body: ResponseBytes, options: ImageOptions, context: DecodingContext) {
        self.image = image
        self.body = body
        self.options = options
        self.context = context
    }

    /// Returns the image with as many bits per channel as the file has.
    ///
    /// - Throws: `ResponseError` if it cannot be decoded at that depth.
    package func deep() throws(ResponseError) -> DecodedImage {
        guard image.header.bitsPerChannel > 8 else { return image }
        return try decoded { $0.keeps16Bits = true }
    }

    /// Returns the first frame with samples as close as possible to the samples in the file.
    ///
    /// - Throws: `ResponseError` if it cannot be decoded in this form.
    package func stored() throws(ResponseError) -> DecodedImage {
        let isPremultiplied = image.header.isPremultiplied
        guard image.header.bitsPerChannel > 8 || isPremultiplied else { return image }
        return try decoded { options in
            options.keeps16Bits = true
            options.firstFrameOnly = true
            options.premultipliesAlpha = isPremultiplied
        }
    }

    private func decoded(_ change: (inout ImageOptions) -> Void) throws(ResponseError) -> DecodedImage {
        var (options, context) = (options, context)
        change(&options)
        return try DecodedImage(parsing: body, in: &context, options: options)
    }
}

/// Decodes images of all formats with all their frames, independent of the format in the media type.
struct ReportedImageSerializer: BodySerializer {
    var handling = ResponseHandling(accepting: ["image/*"])
    private let options: ImageOptions

    /// Creates a serializer.
    init(options: ImageOptions) {
        self.options = options
    }

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> ReportedImage {
        let image = try DecodedImage(parsing: body, in: &context, options: options)
        return ReportedImage(image: image, body: body, options: options, context: context)
    }

    func decodeEmptyBody(
        _ body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> ReportedImage {
        let remedy = Remedy(.option, "optional", text: "--allow-empty accepts an empty body")
        let message = "the body is empty, and an image has no value for an empty body"
        throw ResponseError(.emptyBody, message, remedy: remedy)
    }
}

extension ReportedImage: DecodedValue {
    package var facts: ValueFacts? {
        ValueFacts(
            name: "image",
            members: [
                "format": .string(image.format.rawValue), "width": .integer(image.width),
                "height": .integer(image.height), "frames": .integer(image.frames.count),
                "orientation": .integer(image.header.orientation.rawValue),
                "bits": .integer(image.header.bitsPerChannel),
            ]
        )
    }
}
