/// An image of one color with the format and the size of another one.
///
/// PNG, JPEG, GIF, WebP, and BMP are written in their format, and other formats as PNG. An image that ends early stays
/// one that ends early. The metadata, such as the location of a photograph, is not written.
///
/// Bound: an image with more than ``maxPixels`` pixels has its header, and no pixels.
struct HiddenImage {
    /// The formats of images whose size can be read.
    enum Format: String {
        case png, jpeg, gif, webp, bmp, ico, tiff, heif, jpegXL
    }

    private static let maxPixels = 1 << 26

    let format: Format

    /// The bytes of the new image.
    private(set) var bytes: [UInt8] = []

    /// Whether the format could not be written.
    var isConverted: Bool { [.ico, .tiff, .heif, .jpegXL].contains(format) }

    /// Creates an image like the one in a body, or nil if the body has no known signature.
    init?(like body: [UInt8]) {
        guard let format = Self.format(of: body) else { return nil }
        self.format = format
        guard let size = ImageSize(of: body, format) else {
            // The header is damaged.
            bytes = Array(body.prefix(format == .png ? 8 : 4))
            return
        }
        let isLarge =
            size.width.multipliedReportingOverflow(by: size.height).overflow
            || size.width * size.height > Self.maxPixels
        switch format {
        case .jpeg: bytes = ImageWriter.jpeg(size, hasPixels: !isLarge)
        case .gif: bytes = ImageWriter.gif(size, hasPixels: !isLarge)
        case .webp where size.width <= 1 << 14 && size.height <= 1 << 14: bytes = ImageWriter.webP(size)
        case .bmp:
            // Only a bitmap with runs has less than one bit per pixel.
            bytes = ImageWriter.bmp(size, hasPixels: !isLarge && ImageWriter.bitmapLength(size) <= body.count)
        default: bytes = ImageWriter.png(size, hasPixels: !isLarge)
        }
        if Self.endsEarly(body, format) { bytes.removeLast(max(bytes.count / 3, min(16, bytes.count))) }
    }

    private static let signatures: [(Format, offset: Int, bytes: [UInt8])] = [
        (.png, 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.jpeg, 0, [0xFF, 0xD8]),
        (.gif, 0, Array("GIF8".utf8)), (.webp, 8, Array("WEBP".utf8)), (.ico, 0, [0, 0, 1, 0]),
        (.ico, 0, [0, 0, 2, 0]),
        (.tiff, 0, Array("II*\0".utf8)), (.tiff, 0, Array("MM\0*".utf8)), (.heif, 4, Array("ftyp".utf8)),
        (.tiff, 0, Array("II+\0".utf8)), (.tiff, 0, Array("MM\0+".utf8)), (.jpegXL, 0, [0xFF, 0x0A]),
        (.jpegXL, 4, Array("JXL ".utf8)), (.bmp, 0, Array("BM".utf8)),
    ]

    private static func format(of body: [UInt8]) -> Format? {
        let row = signatures.first { body.dropFirst($0.offset).starts(with: $0.bytes) }
        guard row?.0 != .bmp || body.count > 26 && body[5] < 0x40 && body[6..<10].allSatisfy({ $0 == 0 }) else {
            return nil
        }
        return row?.0
    }

    /// Returns whether the end of the format is missing.
    private static func endsEarly(_ body: [UInt8], _ format: Format) -> Bool {
        let end = body.suffix(64)
        return switch format {
        case .png: !end.contains(UInt8(ascii: "I")) || !body.suffix(12).dropFirst(4).starts(with: "IEND".utf8)
        case .jpeg: !zip(end, end.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
        case .gif: !end.contains(0x3B)
        case .webp: (ImageSize.little(body, 4, 4) ?? 0) + 8 > body.count
        case .bmp: (ImageSize.little(body, 2, 4) ?? 0) > body.count
        case .ico, .tiff, .heif, .jpegXL: false
        }
    }
}

/// The width and the height of an image.
struct ImageSize {
    var width: Int
    var height: Int

    /// Reads the size, or returns nil if the header has none.
    init?(of body: [UInt8], _ format: HiddenImage.Format) {
        let size: (Int?, Int?)
        switch format {
        case .png: size = (Self.big(body, 16, 4), Self.big(body, 20, 4))
        case .gif: size = (Self.little(body, 6, 2), Self.little(body, 8, 2))
        case .bmp:
            let isOld = Self.little(body, 14, 4) == 12
            let height = Self.little(body, isOld ? 20 : 22, isOld ? 2 : 4).map { $0 > 1 << 31 ? 1 << 32 - $0 : $0 }
            size = (Self.little(body, 18, isOld ? 2 : 4), height)
        case .jpeg: size = Self.jpeg(body)
        case .webp: size = Self.webP(body)
        case .ico:
            size = (
                Self.little(body, 6, 1).map { $0 == 0 ? 256 : $0 }, Self.little(body, 7, 1).map { $0 == 0 ? 256 : $0 }
            )
        case .heif: size = Self.heif(body)
        case .tiff, .jpegXL: size = (16, 16)
        }
        guard let width = size.0, let height = size.1, width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    static func big(_ body: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= body.count else { return nil }
        return body[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    static func little(_ body: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= body.count else { return nil }
        return body[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads the frame header (ITU T.81 §B.2.2).
    private static func jpeg(_ body: [UInt8]) -> (Int?, Int?) {
        var index = 2
        while let marker = big(body, index, 2) {
            // Fill bytes, or bytes outside of a segment.
            if marker < 0xFF00 {
                index += 1
                continue
            }
            if marker & 0xFF == 0xFF {
                index += 1
                continue
            }
            let isFrame = (0xFFC0...0xFFCF).contains(marker) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
            // The number of lines may follow the first scan.
            if isFrame { return (big(body, index + 7, 2), big(body, index + 5, 2).map { max(1, $0) }) }
            if (0xFFD0...0xFFD8).contains(marker) || marker == 0xFF01 || marker == 0xFF00 {
                index += 2
                continue
            }
            guard let length = big(body, index + 2, 2), length >= 2, marker != 0xFFDA else { break }
            index += 2 + length
        }
        // The segments are damaged, but a decoder may still find a frame.
        for index in body.indices where body[index] == 0xFF {
            guard let marker = big(body, index, 2), (0xFFC0...0xFFC2).contains(marker), big(body, index + 4, 1) == 8
            else {
                continue
            }
            return (big(body, index + 7, 2), big(body, index + 5, 2).map { max(1, $0) })
        }
        return (nil, nil)
    }

    private static func webP(_ body: [UInt8]) -> (Int?, Int?) {
        switch String(decoding: body.dropFirst(12).prefix(4), as: UTF8.self) {
        case "VP8 ": return (little(body, 26, 2).map { $0 & 0x3FFF }, little(body, 28, 2).map { $0 & 0x3FFF })
        case "VP8L":
            let bits = little(body, 21, 4)
            return (bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
        case "VP8X": return (little(body, 24, 3).map { $0 + 1 }, little(body, 27, 3).map { $0 + 1 })
        default: return (nil, nil)
        }
    }

    /// Finds the largest image of a file in HEIF: the extents of the property `ispe`.
    private static func heif(_ body: [UInt8]) -> (Int?, Int?) {
        var size: (Int?, Int?) = (nil, nil)
        let name = Array("ispe".utf8)
        let prefix = body.prefix(1 << 16)
        for index in prefix.indices where prefix[index] == name[0] && prefix[index...].starts(with: name) {
            guard let width = big(body, index + 8, 4), let height = big(body, index + 12, 4) else { continue }
            if width > size.0 ?? 0 { size = (width, height) }
        }
        return size
    }
}
