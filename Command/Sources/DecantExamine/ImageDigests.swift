import Decant
import DecantImages
import DecantReport

extension ReportedImage: DigestedValue {
    /// The digest of the first frame.
    ///
    /// It covers RGBA at 8 bits per channel, row by row, with straight alpha.
    func digest() -> [UInt8] { digest(of: image.frames.prefix(1)) }

    var furtherDigests: [String: JSON.Value] {
        let native = (try? stored()).flatMap { NativeSamples(of: $0) }
        return [
            "pixelsDigest": .string(digest().hexadecimal),
            "framesDigest": .string(digest(of: image.frames.prefix(64)).hexadecimal),
            "nativeDigest": JSON.Value(native.map { SHA256.digest(of: $0.bytes.span).hexadecimal }),
            "grid": .string(ImageGrid(image.pixels).bytes.hexadecimal),
        ]
    }

    private func digest(of frames: ArraySlice<ImageFrame>) -> [UInt8] {
        var hash = SHA256()
        for frame in frames { hash.update(frame.pixels.rgba8) }
        return hash.finish()
    }
}

/// The samples of the channels in the file, most significant byte first.
///
/// Gray alone stays gray; a palette becomes colors.
struct NativeSamples {
    private(set) var bytes: [UInt8]

    /// Reads the samples of an image at the depth of its file; nil if the stored form differs from the decoded form.
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

    /// The indices of the file's channels among the four channels of decoded pixels.
    private static func channels(of header: ImageHeader) -> [Int]? {
        // Samples of other sizes become bytes. PNG tools call them expanded; TIFF tools do not expand.
        if header.format == .tiff, header.bitsPerChannel != 8, header.bitsPerChannel != 16 { return nil }
        return switch header.colorModel {
        case .gray: header.hasAlpha ? [0, 3] : [0]
        case .rgb: header.hasAlpha ? [0, 1, 2, 3] : [0, 1, 2]
        case .indexed where header.format == .png: header.hasAlpha ? [0, 1, 2, 3] : [0, 1, 2]
        case .indexed, .cmyk: nil
        }
    }
}

/// The mean colors of an image in 8 by 8 cells, for comparing images that differ in details.
struct ImageGrid {
    private static let side = 8

    private let pixels: ImagePixels

    /// Creates a grid from an image of at least one pixel.
    init(_ pixels: ImagePixels) {
        self.pixels = pixels
    }

    /// Red, green, blue and alpha of each cell, row by row.
    var bytes: [UInt8] {
        (0..<Self.side).flatMap { row in
            (0..<Self.side).flatMap { column in
                mean(of: cell(column, of: pixels.width), cell(row, of: pixels.height))
            }
        }
    }

    /// The pixels of a cell along one side; at least one.
    private func cell(_ index: Int, of length: Int) -> Range<Int> {
        let start = length * index / Self.side
        return start..<max(start + 1, length * (index + 1) / Self.side)
    }

    private func mean(of columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
        var sums = SIMD4<Int>.zero
        let samples = pixels.rgba8
        for y in rows {
            for x in columns {
                let first = (y * pixels.width + x) * 4
                for channel in 0..<4 { sums[channel] += Int(samples[first + channel]) }
            }
        }
        let count = columns.count * rows.count
        return (0..<4).map { UInt8(truncatingIfNeeded: (sums[$0] + count / 2) / count) }
    }
}
