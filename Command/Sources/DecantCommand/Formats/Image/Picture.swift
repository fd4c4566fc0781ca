import Decant
import DecantImages

/// A picture that was decoded in 8 bits a channel, and its bytes, from which it is decoded once more where there is more to it.
struct Picture: Sendable {
    /// The picture.
    let image: DecodedImage

    private let body: ResponseBody
    private let options: ImageOptions
    private let context: DecodingContext

    /// Takes a picture.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - body: The bytes of which it was made.
    ///   - options: How they were decoded.
    ///   - context: What is known of the response.
    init(image: DecodedImage, body: ResponseBody, options: ImageOptions, context: DecodingContext) {
        self.image = image
        self.body = body
        self.options = options
        self.context = context
    }

    /// The picture in as many bits a channel as there are in the file.
    ///
    /// - Throws: What keeps it from being decoded in more bits.
    func deep() throws(ResponseError) -> DecodedImage {
        guard image.header.bitsPerChannel > 8 else { return image }
        return try decoded { $0.depth = .source }
    }

    /// The first frame with its samples as near to those of the file as they can be had.
    ///
    /// - Throws: What keeps it from being decoded so.
    func stored() throws(ResponseError) -> DecodedImage {
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
        return try DecodedImage(decoding: body, in: &context, options: options)
    }
}
