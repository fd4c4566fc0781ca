import DecantImages

/// The samples of the channels that a file has, most significant byte first: grey alone stays grey, a palette becomes colours.
struct NativeSamples {
    /// The bytes.
    private(set) var bytes: [UInt8]

    /// Takes the samples of a picture in the depth of its file; nil if they are stored in another way than they are decoded.
    init?(of image: DecodedImage) {
        guard let channels = Self.channels(of: image.header) else { return nil }
        bytes = []
        let count = image.pixels.width * image.pixels.height
        bytes.reserveCapacity(count * channels.count * image.pixels.bitsPerChannel / 8)
        // Planes follow each other: all samples of the first channel, then all of the second.
        let groups = image.header.isPlanar ? channels.map { [$0] } : [channels]
        for group in groups { append(image.pixels, group) }
    }

    private mutating func append(_ pixels: ImagePixels, _ channels: [Int]) {
        let (shallow, deep) = (pixels.rgba8, pixels.rgba16)
        for pixel in 0..<pixels.width * pixels.height {
            for channel in channels {
                guard shallow.isEmpty else {
                    bytes.append(shallow[pixel * 4 + channel])
                    continue
                }
                let sample = deep[pixel * 4 + channel]
                bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
                bytes.append(UInt8(truncatingIfNeeded: sample))
            }
        }
    }

    /// Which of the four channels of decoded pixels a file has.
    private static func channels(of header: ImageHeader) -> [Int]? {
        // Samples of other sizes become bytes, which is what a PNG calls expanded, and a TIFF does not.
        if header.format == .tiff, header.bitsPerChannel != 8, header.bitsPerChannel != 16 { return nil }
        return switch header.colorModel {
        case .gray: header.hasAlpha ? [0, 3] : [0]
        case .rgb: header.hasAlpha ? [0, 1, 2, 3] : [0, 1, 2]
        case .indexed where header.format == .png: header.hasAlpha ? [0, 1, 2, 3] : [0, 1, 2]
        case .indexed, .cmyk: nil
        }
    }
}
