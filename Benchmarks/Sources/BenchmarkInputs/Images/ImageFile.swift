import CImageWriters
import Foundation

/// Writes images with the C libraries, at their usual settings.
enum ImageFile {
    /// Returns a PNG; the samples have the form that libpng takes.
    static func png(
        _ samples: [UInt8],
        _ size: ImageSize,
        color: Int32,
        depth: Int32 = 8,
        palette: [UInt8]? = nil,
        isInterlaced: Bool = false
    ) -> [UInt8] {
        var options = image_png_options()
        (options.width, options.height) = (size.width, size.height)
        options.color = color
        options.depth = depth
        options.is_interlaced = isInterlaced ? 1 : 0
        return (palette ?? []).withUnsafeBufferPointer { colors in
            if palette != nil {
                options.palette = colors.baseAddress
                options.palette_count = colors.count / 3
            }
            return written { image_write_png(samples, &options, $0) }
        }
    }

    /// Returns a GIF of frames that each cover a part of the canvas.
    static func gif(_ frames: [ImageFrame], _ size: ImageSize, palette: [UInt8]) -> [UInt8] {
        let joined = frames.flatMap(\.indices)
        return joined.withUnsafeBufferPointer { indices in
            var offset = 0
            let list = frames.map { frame in
                defer { offset += frame.indices.count }
                return image_gif_frame(
                    x: frame.x,
                    y: frame.y,
                    width: frame.width,
                    height: frame.indices.count / frame.width,
                    indices: indices.baseAddress?.advanced(by: offset),
                    transparent: frame.transparent
                )
            }
            return written { image_write_gif(size.width, size.height, palette, list, list.count, $0) }
        }
    }

    /// Returns a JPEG of quality 85; the samples are RGB, or inverted CMYK.
    static func jpeg(_ samples: [UInt8], _ size: ImageSize, _ kind: image_jpeg_kind) -> [UInt8] {
        written { image_write_jpeg(samples, size.width, size.height, kind, $0) }
    }

    /// Returns an RGB TIFF; the compression is a number from the TIFF specification.
    static func tiff(_ samples: [UInt8], _ size: ImageSize, compression: Int32) -> [UInt8] {
        written { image_write_tiff(samples, size.width, size.height, compression, $0) }
    }

    /// Returns an RGB WebP.
    static func webp(_ samples: [UInt8], _ size: ImageSize, isLossless: Bool) -> [UInt8] {
        written { image_write_webp(samples, size.width, size.height, isLossless ? 1 : 0, $0) }
    }

    /// Returns an RGB AVIF.
    static func avif(_ samples: [UInt8], _ size: ImageSize) -> [UInt8] {
        written { image_write_avif(samples, size.width, size.height, $0) }
    }

    /// Returns the bytes that a library has written.
    static func written(_ write: (UnsafeMutablePointer<image_file>) -> Int32) -> [UInt8] {
        var file = image_file()
        let code = write(&file)
        precondition(code == 0, "a library of images cannot write")
        defer { free(file.bytes) }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}

/// A recipe for an image file.
struct ImageRecipe: Sendable {
    let name: String
    let size: ImageSize
    var frames = 1
    let summary: String
    let make: @Sendable () -> [UInt8]

    init(
        _ name: String,
        _ size: ImageSize,
        _ summary: String,
        frames: Int = 1,
        _ make: @escaping @Sendable () -> [UInt8]
    ) {
        self.name = name
        self.size = size
        self.frames = frames
        self.summary = "\(size.width)x\(size.height) \(summary)"
        self.make = make
    }

    var file: InputFile {
        let pixels = size.width * size.height * frames
        return InputFile(name: name, bytes: make(), summary: summary, isGenerated: true, pixels: pixels)
    }
}

/// A frame of an animation: its rectangle, and one index for each pixel.
struct ImageFrame {
    var x = 0
    var y = 0
    let width: Int
    let indices: [UInt8]

    /// The index of transparent pixels, or -1.
    var transparent: Int32 = -1
}

/// The columns and rows of an image.
struct ImageSize: Sendable {
    let width: Int
    let height: Int

    static let icon = ImageSize(width: 64, height: 64)
    static let film = ImageSize(width: 640, height: 480)
    static let sprite = ImageSize(width: 640, height: 360)

    /// About a million pixels.
    static let small = ImageSize(width: 1280, height: 800)

    static let screen = ImageSize(width: 1920, height: 1080)

    /// Twelve million pixels.
    static let large = ImageSize(width: 4000, height: 3000)
}
