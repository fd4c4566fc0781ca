public import DecantCore
public import DecantImages
import FuzzSupport

/// The options encoded in the first two bytes of an input, for every format.
public struct ImageChoice {
    /// The options of the image; straight alpha and all frames.
    public let options: ImageOptions

    /// The limits: low enough for fuzzing speed, or nearly zero.
    public let limits: Limits

    /// The length of the truncated image in 256ths of the body; 0 for none.
    public let cut: Int

    /// Creates the options from two bytes.
    ///
    /// - Parameters:
    ///   - choice: Options, one per bit.
    ///   - cut: The length of the truncated image in 256ths of the body.
    public init(_ choice: UInt8, cut: UInt8) {
        var options = ImageOptions()
        options.acceptsPartial = choice & 1 != 0
        options.keeps16Bits = choice & 2 != 0
        options.appliesOrientation = choice & 4 != 0
        self.options = options
        limits = choice & 8 == 0 ? Self.usual : Self.small
        self.cut = Int(cut)
    }

    private static let usual = {
        var limits = Limits()
        limits.pixels = 1 << 16
        limits.framePixels = 1 << 18
        return limits
    }()

    private static let small = {
        var limits = Limits()
        limits.imageSide = 24
        limits.pixels = 300
        limits.frames = 2
        limits.framePixels = 500
        limits.metadataChunks = 1
        limits.metadataBytes = 16
        limits.iconEntries = 2
        return limits
    }()
}

/// The result of decoding a body: an image with its findings, or a checked error.
struct ImageReading {
    let image: DecodedImage?
    let error: ResponseError?
    let findings: [Finding]

    /// Decodes a body.
    init(_ body: ResponseBytes, _ options: ImageOptions, _ limits: Limits) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        do throws(ResponseError) {
            image = try DecodedImage(parsing: body, in: &context, options: options)
            error = nil
        } catch {
            Self.examine(error, body)
            image = nil
            self.error = error
        }
        findings = context.findings
        Self.examine(findings, body)
    }

    /// Decodes a body with the serializer, including the pixels.
    init(_ body: ResponseBytes, _ options: ImageOptions, _ limits: Limits, _ decoding: ImageDecodingPolicy) {
        let serializer = ImageResponseSerializer(options: options).decoding(decoding).limits(limits)
            .acceptingAnyMediaType()
        findings = []
        do throws(ResponseError) {
            let value = try serializer.value(of: body, for: ResponseContext(mediaType: nil))
            assureEqual(value.isDecoded, decoding == .eager, "an image with its pixels")
            let image = try value.decoded()
            assureEqual(value.header.width, image.header.width, "the width of the header")
            assureEqual(value.header.height, image.header.height, "the height of the header")
            self.image = image
            error = nil
        } catch {
            error.examine(bodyCount: body.count)
            image = nil
            self.error = error
        }
    }

    /// Checks that an error has an offset, and that the body is not text.
    private static func examine(_ error: ResponseError, _ body: ResponseBytes) {
        error.examine(bodyCount: body.count)
        assure(error.offset != nil, "an error without a offset: \(error)")
        assure(error.position == nil && error.report.snippet == nil, "a line of an image: \(error)")
        let codes: Set<ResponseError.Code> = [.malformedBody, .truncatedBody, .limitExceeded, .unsupportedFormat]
        assure(codes.contains(error.code), "an error of another kind: \(error)")
    }

    private static func examine(_ findings: [Finding], _ body: ResponseBytes) {
        assure(findings.count <= body.count, "\(findings.count) findings")
        for finding in findings {
            guard let offset = finding.offset else { fatalError("a finding without a offset: \(finding)") }
            assure(offset >= 0 && offset <= body.count, "a finding at \(offset) of \(body.count)")
        }
    }
}
