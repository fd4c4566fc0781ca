import DecantCore

extension ImageFormat {
    /// The format of a body: by its first bytes, else by its media type.
    ///
    /// A contradiction is a finding.
    static func chosen(for body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> ImageFormat {
        let labelled = context.mediaType.flatMap { ImageFormat($0) }
        guard let found = ImageFormat(firstBytesOf: body) else {
            guard let labelled else { throw unknown(body) }
            return labelled
        }
        if let labelled, labelled.mediaType != found.mediaType, let mediaType = context.mediaType {
            let message = "the media type is \(mediaType.essence), but the first bytes are those of \(found)"
            context.report(Finding(.mislabelledImage, .warning, message, offset: body.start))
        }
        return found
    }

    /// The error for bytes that are those of no picture.
    static func unknown(_ body: ResponseBody) -> ResponseError {
        ResponseError(.malformedBody, "the first bytes are those of no known image format", offset: body.start).binary
    }
}
