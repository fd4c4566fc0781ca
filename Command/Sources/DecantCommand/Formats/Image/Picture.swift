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
    /// - Parameter frames: Which of its frames are needed.
    /// - Returns: The picture.
    /// - Throws: What keeps it from being decoded in more bits.
    func deep(_ frames: ImageOptions.Frames) throws(ResponseError) -> DecodedImage {
        guard image.header.bitsPerChannel > 8 else { return image }
        var options = options
        options.depth = .source
        options.frames = frames
        var context = context
        return try DecodedImage(decoding: body, in: &context, options: options)
    }
}
