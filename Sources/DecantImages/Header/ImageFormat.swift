public import DecantCore

/// The format of a picture, as its first bytes give it away.
///
/// All of these are told apart; which of them this build decodes is ``builtIn``.
public enum ImageFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// PNG, and APNG with it (W3C PNG, Third Edition).
    case png
    /// GIF 87a and 89a.
    case gif
    /// Windows and OS/2 bitmaps.
    case bmp
    /// Windows icons.
    case ico
    /// Windows cursors: icons with a hot spot.
    case cur
    /// X bitmaps, a piece of C.
    case xbm
    /// JPEG (ITU T.81).
    case jpeg
    /// TIFF 6.0 and BigTIFF.
    case tiff
    /// WebP (RFC 9649).
    case webp
    /// AV1 Image File Format.
    case avif
    /// High Efficiency Image File Format with HEVC.
    case heic
    /// JPEG XL (ISO 18181).
    case jpegXL
    /// Scalable Vector Graphics.
    case svg
}

extension ImageFormat: CustomStringConvertible {
    /// The line of the format in the table of codecs.
    var codec: ImageCodec { ImageCodec.of(self) }
    /// The name as people write it, such as `PNG`.
    public var description: String { codec.name }
    /// The registered media type, or the one in common use.
    public var mediaType: MediaType { codec.mediaType }
    /// Whether several images in one file are the frames of an animation, and not pages or sizes.
    public var animates: Bool { codec.animates }

    /// The format of a media type of an image, also of its well-known misspellings.
    public init?(_ mediaType: MediaType) {
        let essence = mediaType.canonical.essence
        let codec = ImageCodec.all.first { codec in
            codec.mediaType.essence == essence || codec.aliases.contains { $0.essence == essence }
        }
        guard let codec else { return nil }
        self = codec.format
    }
}

// MARK: - Built in

extension ImageFormat {
    /// The formats that this build decodes, the best-known first.
    public static let builtIn: [ImageFormat] = allCases.filter(\.isBuiltIn)
    /// Whether this build decodes the format.
    public var isBuiltIn: Bool { codec.decoder != nil }
    /// The trait of the package that builds the decoder in, if there is one.
    public var trait: String? { codec.trait }

    /// The error for a format without a decoder.
    var unsupported: ResponseError {
        let hint = trait.map { "enable the trait \($0) of the package Decant" }
        return ResponseError(.unsupportedFormat, "this build cannot decode \(self)", offset: 0, hint: hint).binary
    }
}

// MARK: - Detection

extension ImageFormat {
    /// The format that the first bytes of a body are those of, if they are those of an image.
    ///
    /// The brand of AVIF is looked for among the compatible brands too, after a general one.
    ///
    /// - Parameter bytes: The body, or its beginning; 4 KiB are always enough.
    public init?(firstBytesOf bytes: some Sequence<UInt8>) {
        self.init(signatureOf: ResponseBody(bytes.prefix(4096)))
    }

    init?(signatureOf body: ResponseBody) {
        let codec = ImageCodec.all.first { codec in codec.signatures.contains { $0.matches(body) } }
        guard let codec else { return nil }
        self = codec.format
    }

    /// The format of a body: by its first bytes, else by its media type.
    ///
    /// A contradiction is a finding.
    static func chosen(for body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> ImageFormat {
        let labelled = context.mediaType.flatMap { ImageFormat($0) }
        guard let found = ImageFormat(signatureOf: body) else {
            guard let labelled, !isEvidentlyOther(body) else { throw unknown(body, labelled) }
            return labelled
        }
        if let labelled, labelled.mediaType != found.mediaType, let mediaType = context.mediaType {
            let message = "the media type is \(mediaType.essence), but the first bytes are those of \(found)"
            context.report(Finding(.mislabelledImage, .warning, message, offset: body.start))
        }
        return found
    }

    /// Returns whether the first bytes are those of something other than an image.
    private static func isEvidentlyOther(_ body: ResponseBody) -> Bool {
        switch BodySignature(body) {
        case nil: false
        case .binary(_, let mediaType): mediaType.type != "image"
        case .html, .xml, .json, .compressed: true
        }
    }

    /// The error for bytes of no known image format.
    static func unknown(_ body: ResponseBody, _ expected: ImageFormat? = nil) -> ResponseError {
        let wanted = expected?.description ?? "an image"
        let message = BodySignature(body).map { "expected \(wanted), but the bytes are \($0.name)" }
        let general = "the first bytes are not those of a known image format"
        return ResponseError(.malformedBody, message ?? general, offset: body.start).binary
    }
}
