public import DecantCore

extension ImageHeader {
    /// Reads what the first bytes of a picture say.
    ///
    /// Nothing is decoded, and the body may be incomplete: 33 bytes are enough for any PNG, 26 to 70 for a bitmap, 13 for a
    /// GIF. No limit applies, so that a refused picture can be described.
    ///
    /// - Parameter body: The body, or its beginning.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/truncatedBody`` if more bytes are needed,
    ///   ``ResponseError/Code/unsupportedFormat`` if the format is known, but not built in, else
    ///   ``ResponseError/Code/malformedBody``.
    public init(readingFrom body: ResponseBody) throws(ResponseError) {
        guard let format = ImageFormat(firstBytesOf: body) else { throw ImageFormat.unknown(body) }
        try self.init(readingFrom: body, as: format)
    }

    /// Reads what the first bytes say, taken for those of a format.
    init(readingFrom body: ResponseBody, as format: ImageFormat) throws(ResponseError) {
        let bytes = ImageBytes(body, format)
        switch format {
        case .png: self = try PNGDecoder.header(bytes)
        case .gif: self = try GIFDecoder.header(bytes)
        case .bmp: self = try BMPDecoder.header(bytes)
        case .ico, .cur: self = try IconDecoder.header(bytes)
        case .xbm: self = try XBMDecoder.header(bytes)
        case .jpeg: self = try JPEGDecoder.header(bytes)
        case .tiff: self = try TIFFDecoder.header(bytes)
        case .webp: self = try WebPDecoder.header(bytes)
        case .avif: self = try AVIFDecoder.header(bytes)
        default: throw format.unsupported
        }
    }
}
