import DecantCore
import DecantInflate

extension ImagePixels {
    /// Returns the pixels, which must have straight alpha, as a PNG.
    ///
    /// Rows are compressed. The PNG has RGB pixels, or RGBA if at least one pixel is not opaque.
    public func pngBytes() -> [UInt8] { PNGWriter(self).bytes }
}

extension DecodedImage {
    /// Returns the image, which must have straight alpha, as a PNG with the properties that a PNG supports.
    ///
    /// These are the frames of an animation with their delays and loops (W3C PNG §4.9), the orientation, and the
    /// profile of RGB colors. For a multi-page document or an icon, only the first image is written.
    public func pngBytes() -> [UInt8] { PNGWriter(self).bytes }
}

/// A writer of PNG files.
struct PNGWriter {
    private let frames: [ImageFrame]
    private let metadata: PNGMetadata
    private var output: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(_ pixels: ImagePixels) {
        frames = [ImageFrame(pixels)]
        metadata = PNGMetadata()
    }

    init(_ image: DecodedImage) {
        frames = image.format.supportsAnimation ? image.frames : Array(image.frames.prefix(1))
        metadata = PNGMetadata(of: image)
    }

    /// The contents of the file.
    var bytes: [UInt8] {
        var writer = self
        writer.writeAll()
        return writer.output
    }

    private mutating func writeAll() {
        let pixels = frames[0].pixels
        let isOpaque = frames.allSatisfy { Self.isOpaque($0.pixels) }
        let sizes = Self.big(pixels.width) + Self.big(pixels.height)
        let color: UInt8 = isOpaque ? 2 : 6
        append("IHDR", sizes + [UInt8(truncatingIfNeeded: pixels.bitsPerChannel), color, 0, 0, 0])
        for chunk in metadata.chunks { append(chunk.type, chunk.data) }
        let animated = frames.count - (frames[0].isStill ? 1 : 0)
        if frames.count > 1 { append("acTL", Self.big(animated) + Self.big(metadata.loopCount)) }
        var number = 0
        for (index, frame) in frames.enumerated() {
            let data = ZlibWriter.compressed(Self.rows(frame.pixels, channels: isOpaque ? 3 : 4))
            if frames.count > 1, !frame.isStill {
                append("fcTL", Self.big(number) + sizes + Self.big(0) + Self.big(0) + Self.timing(of: frame) + [0, 0])
                number += 1
            }
            append(index == 0 ? "IDAT" : "fdAT", index == 0 ? data : Self.big(number) + data)
            if index > 0 { number += 1 }
        }
        append("IEND", [])
    }

    /// Returns the delay as a fraction of a second: in milliseconds, or in whole seconds if it exceeds 65,535 ms.
    private static func timing(of frame: ImageFrame) -> [UInt8] {
        let milliseconds = max(0, frame.delay / .milliseconds(1))
        let isLong = milliseconds > 65535
        let numerator = UInt16(min(isLong ? milliseconds / 1000 : milliseconds, 65535))
        return big(Int(numerator) << 16 | (isLong ? 1 : 1000))
    }

    private static func isOpaque(_ pixels: ImagePixels) -> Bool {
        let (shallow, deep) = (pixels.rgba8, pixels.rgba16)
        for index in stride(from: 3, to: shallow.count, by: 4) where shallow[index] != 0xFF { return false }
        for index in stride(from: 3, to: deep.count, by: 4) where deep[index] != 0xFFFF { return false }
        return true
    }

    /// Returns the rows, each as the difference from the row above (PNG §9.2, filter type 2).
    ///
    /// This filter compresses well at a low cost.
    private static func rows(_ pixels: ImagePixels, channels: Int) -> [UInt8] {
        let size = pixels.bitsPerChannel / 8
        let length = pixels.width * channels * size
        var rows = [UInt8](repeating: 2, count: pixels.height * (length + 1))
        var offset = 0
        for y in 0..<pixels.height {
            offset += 1
            for pixel in y * pixels.width..<(y + 1) * pixels.width {
                for sample in pixel * 4..<pixel * 4 + channels {
                    for byte in 0..<size {
                        let above = y == 0 ? 0 : Self.byte(byte, of: sample - pixels.width * 4, pixels)
                        rows[offset] = Self.byte(byte, of: sample, pixels) &- above
                        offset += 1
                    }
                }
            }
        }
        return rows
    }

    /// Returns one byte of a sample, the most significant first.
    private static func byte(_ byte: Int, of sample: Int, _ pixels: ImagePixels) -> UInt8 {
        guard !pixels.samples16.isEmpty else { return pixels.samples8[sample] }
        return UInt8(truncatingIfNeeded: pixels.samples16[sample] >> (byte == 0 ? 8 : 0))
    }

    private mutating func append(_ type: String, _ data: [UInt8]) {
        let content = Array(type.utf8) + data
        var checksum = CRC32()
        unsafe content.withUnsafeBufferPointer { unsafe checksum.update($0.span) }
        output += Self.big(data.count) + content + Self.big(Int(checksum.value))
    }

    static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// The chunks of a PNG that describe its pixels.
private struct PNGMetadata {
    /// The chunks before the pixels.
    private(set) var chunks: [(type: String, data: [UInt8])] = []
    /// The number of times to show an animation; 0 repeats it forever.
    private(set) var loopCount = 1

    init() {}

    /// Creates the metadata of an image.
    init(of image: DecodedImage) {
        loopCount = min(image.loopCount ?? 0, Int(Int32.max))
        // The pixels are RGB regardless of the file's color model. Profiles for other color models do not apply.
        if let profile = image.iccProfile, profile.count >= 20, profile[16..<20].elementsEqual("RGB ".utf8) {
            chunks.append(("iCCP", Array("ICC profile".utf8) + [0, 0] + ZlibWriter.compressed(profile)))
        }
        if image.orientation != .up { chunks.append(("eXIf", Self.exif(image.orientation))) }
    }

    /// Returns Exif data with one entry, the orientation (TIFF 6.0 §2).
    private static func exif(_ orientation: ImageOrientation) -> [UInt8] {
        Array("MM".utf8) + [
            0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0,
        ]
            + [0, 0, 0, 0]
    }
}
