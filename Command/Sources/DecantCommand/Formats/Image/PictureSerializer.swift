import Decant
import DecantImages

/// Decodes pictures of all formats with all of their frames, whatever their label says about the format.
struct PictureSerializer: ResponseSerializer {
    var handling = ResponseHandling(accepting: ["image/*"])
    private let options: ImageOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: How pictures are decoded.
    init(options: ImageOptions) {
        self.options = options
    }

    func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Picture {
        let image = try DecodedImage(decoding: body, in: &context, options: options)
        return Picture(image: image, body: body, options: options, context: context)
    }
}
