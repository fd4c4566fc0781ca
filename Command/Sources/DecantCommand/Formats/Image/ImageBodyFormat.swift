import Decant
import DecantImages

/// A picture.
enum ImageBodyFormat: BodyFormat {
    /// What is labelled as a picture, whichever: the first bytes decide.
    static var usualMediaType: MediaType? { "image/x-unknown" }

    static func serializer(_ options: DecodingOptions) -> PictureSerializer {
        PictureSerializer(options: options.image)
    }

    /// Few bytes tell some formats, so that the header has to make sense in them; SVG is left to XML.
    static func mediaType(bySignatureOf body: ResponseBody) -> MediaType? {
        guard let format = ImageFormat(firstBytesOf: body), format != .svg else { return nil }
        if [.bmp, .ico, .cur, .xbm, .jpegXL].contains(format), (try? ImageHeader(readingFrom: body)) == nil {
            return nil
        }
        return format.mediaType
    }
}
