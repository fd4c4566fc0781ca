import Decant

/// An image in the Quite OK Image Format.
struct QOIImage: Sendable, Equatable {
    let width: Int
    let height: Int
    /// The pixels in rows from the top: red, green, blue, and alpha.
    var pixels: [SIMD4<UInt8>] = []
}

/// The options for decoding QOI.
struct QOIOptions: StoredOptions {
    static let mediaTypes: [MediaTypePattern] = ["image/qoi", "image/x-qoi"]

    /// Whether the missing pixels of a truncated image are transparent; otherwise, it is an error.
    var acceptsPartial = false

    init() {}

    private enum CodingKeys: CodingKey, CaseIterable {
        case acceptsPartial
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.configurationContainer(keyedBy: CodingKeys.self)
        acceptsPartial = try container.decodeIfPresent(Bool.self, forKey: .acceptsPartial) ?? false
    }
}

extension Limits {
    /// The maximum number of pixels of a QOI image: 16 Mi.
    var qoiPixels: Int {
        get { self[.qoiPixels] }
        set { self[.qoiPixels] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.qoiPixels`.
    static let qoiPixels = Limits.Name("qoiPixels", default: 16 << 20)
}

/// A serializer of images in the Quite OK Image Format.
struct QOISerializer: StoredFormatSerializer {
    var handling = ResponseHandling(accepting: QOIOptions.mediaTypes)
    var options = QOIOptions()

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> QOIImage {
        var decoder = try QOIDecoder(body, context.limits)
        do throws(ResponseError) {
            while !decoder.isComplete { try decoder.decodeChunk() }
        } catch {
            guard error.code == .truncatedBody, options.acceptsPartial else { throw error }
            context.report(Finding("partialImage", .warning, "the image is truncated", offset: error.offset))
            decoder.fill()
        }
        return decoder.image
    }
}

extension QOISerializer {
    /// Returns a serializer that decodes the available part of a truncated image.
    func acceptingPartial() -> Self {
        var copy = self
        copy.options.acceptsPartial = true
        return copy
    }
}

extension ResponseSerializer where Self == QOISerializer {
    /// A serializer of images in the Quite OK Image Format.
    static var qoi: Self { QOISerializer() }
}

/// A decoder of one image, as specified at https://qoiformat.org/qoi-specification.pdf.
private struct QOIDecoder {
    private static let headerLength = 14

    private(set) var image: QOIImage
    private let body: ResponseBytes
    private let pixelCount: Int
    private var index = headerLength
    private var pixel = SIMD4<UInt8>(0, 0, 0, 255)
    /// The most recent pixel for each hash.
    private var recent = [SIMD4<UInt8>](repeating: .zero, count: 64)

    /// Parses the header: the signature, the width, the height, and two bytes that do not affect the pixels.
    init(_ body: ResponseBytes, _ limits: Limits) throws(ResponseError) {
        guard body.starts(with: "qoif".utf8) else {
            let found = body.recognizedFormat ?? "of an unknown format"
            throw ResponseError(.malformedBody, "expected QOI, but the bytes are \(found)", byteOffset: body.start)
        }
        self.body = body
        guard body.count >= Self.headerLength else {
            image = QOIImage(width: 0, height: 0)
            pixelCount = 0
            throw truncated("the header")
        }
        image = QOIImage(width: Self.number(at: 4, body), height: Self.number(at: 8, body))
        let (count, overflow) = image.width.multipliedReportingOverflow(by: image.height)
        pixelCount = count
        let limit = limits.qoiPixels
        guard !overflow, count <= limit else {
            throw ResponseError(
                .limitExceeded,
                "the image has \(image.width) by \(image.height) pixels, more than the limit of \(limit)",
                byteOffset: body.start + 4,
                limit: .qoiPixels,
                needed: overflow ? nil : count
            )
        }
    }

    /// Returns a number of 32 bits, the most significant byte first.
    private static func number(at index: Int, _ body: ResponseBytes) -> Int {
        (index..<index + 4).reduce(0) { $0 << 8 | Int(body[$1]) }
    }

    var isComplete: Bool { image.pixels.count == pixelCount }

    /// Decodes a chunk: a pixel, or a run of equal ones.
    mutating func decodeChunk() throws(ResponseError) {
        let start = index
        let tag = try nextByte()
        var count = 1
        switch (tag >> 6, tag & 0x3F) {
        case (0, let hash): pixel = recent[Int(hash)]
        case (1, let bits):
            pixel &+= SIMD4(bits >> 4, bits >> 2 & 3, bits & 3, 2) &- 2
        case (2, let bits):
            let differences = try nextByte()
            let green = bits &- 32
            pixel &+= SIMD4(green &+ differences >> 4 &- 8, green, green &+ differences & 15 &- 8, 0)
        case (3, 0x3E), (3, 0x3F):
            for channel in 0..<(tag & 1 == 0 ? 3 : 4) { pixel[channel] = try nextByte() }
        default: count = Int(tag & 0x3F) + 1
        }
        let hash = Int(pixel.x) * 3 + Int(pixel.y) * 5 + Int(pixel.z) * 7 + Int(pixel.w) * 11
        recent[hash % 64] = pixel
        guard count <= pixelCount - image.pixels.count else {
            let message = "a run of \(count) pixels exceeds the image"
            throw ResponseError(.malformedBody, message, byteOffset: body.start + start)
        }
        image.pixels += repeatElement(pixel, count: count)
    }

    /// Fills the remaining pixels with transparency.
    mutating func fill() { image.pixels += repeatElement(.zero, count: pixelCount - image.pixels.count) }

    private mutating func nextByte() throws(ResponseError) -> UInt8 {
        guard index < body.count else { throw truncated("the pixels") }
        defer { index += 1 }
        return body[index]
    }

    private func truncated(_ part: String) -> ResponseError {
        let text = "`acceptsPartial` in the options decodes the available pixels"
        return ResponseError(
            .truncatedBody,
            "the image is truncated: it ends inside \(part)",
            byteOffset: body.start + body.count,
            remedy: Remedy(.option, "acceptsPartial", text: text)
        )
    }
}
