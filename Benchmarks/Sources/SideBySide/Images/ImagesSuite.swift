import BenchmarkInputs
import CAllocator
import CImageRivals
import DecantCore
import DecantImages

/// Images: from the bytes of a file to RGBA pixels of all frames.
///
/// The numbers of a checksum are width, height, frames, and a digest of all pixels.
struct ImagesSuite: Suite {
    /// Returns the files of the formats that are built in; the name of a file begins with the name of its format.
    func files(named names: [String]) -> [InputFile] {
        InputFile.images(named: names).filter { file in
            ImageFormat.builtIn.contains { file.name.hasPrefix($0.rawValue) }
        }
    }

    var smallestFiles: [InputFile] { InputFile.images(named: ["png-icon"]) }

    var versions: [String] {
        [String(cString: image_rival_versions()) + " (Debian's packages)"]
            + smallestFiles.compactMap { PillowProcess($0).map { "Pillow \($0.version)" } }
    }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let body = ResponseBytes(file.bytes)
        let decant = Work(making: { try DecodedImage(parsing: body) }, checksum: Self.checksum)
        return [(.decant, decant)]
            + rivals(on: file.name).filter(\.0.isInstalled).map { rival, isExact in
                (rival.name, rival.work(on: file.bytes, isExact: isExact))
            }
            + (file.name == "jpeg-12mp" ? thumbnails(of: file, body) : [])
            + (PillowProcess(file).map { [(.pillow, $0.work)] } ?? [])
    }

    /// Returns the competitors that make a thumbnail of a large image.
    private func thumbnails(of file: InputFile, _ body: ResponseBytes) -> [(name: Competitor, work: Work)] {
        var options = ImageOptions()
        options.maximumPixelSize = 256
        let small = options
        let rival = ImageRival.turboJPEGAndBox
        return [
            (.decantThumbnail, Work(making: { try DecodedImage(parsing: body, options: small) })),
            (rival.name, rival.work(on: file.bytes, isExact: false)),
        ]
    }

    /// Returns the competitors for a file, each with a flag for identical pixels.
    private func rivals(on name: String) -> [(ImageRival, isExact: Bool)] {
        let vips = [(ImageRival.libvips, isExact: false)]
        switch name.prefix(4) {
        case "png-":
            // All except libpng drop the lower byte of 16-bit samples.
            let isDeep = name == "png-rgb16"
            return [(.libpng, true), (.gdkPixbuf, !isDeep), (.stb, !isDeep)] + vips
        case "gif-":
            let isStill = name == "gif-screen" || name == "gif-photo"
            return [(.giflib, true), (.stb, isStill)] + (isStill ? [(.gdkPixbuf, true)] : []) + vips
        case "jpeg":
            if name == "jpeg-cmyk-1mp" { return [(.turboJPEG, false), (.gdkPixbuf, false), (.stb, false)] + vips }
            return [(.turboJPEG, true), (.gdkPixbuf, true), (.stb, false)] + vips
        case "tiff": return [(.libtiff, true), (.gdkPixbuf, true)] + vips
        case "webp": return [(.libwebp, true)] + vips
        case "avif": return [(.libavif, true)] + vips
        // stb_image has no run lengths.
        default: return [(.gdkPixbuf, true)] + (name.hasPrefix("bmp8-runs") ? [] : [(.stb, true)])
        }
    }

    private static func checksum(_ image: DecodedImage) -> Checksum {
        var digest = PixelDigest()
        for frame in image.frames {
            let samples = frame.pixels.rgba8
            for first in stride(from: 0, to: samples.count, by: 4) {
                digest.add(SIMD4(samples[first], samples[first + 1], samples[first + 2], samples[first + 3]))
            }
        }
        return Checksum(counts: [image.width, image.height, image.frames.count, digest.value])
    }
}

extension ImagesSuite {
    private typealias Bound = (name: String, rival: Competitor, files: Set<String>, bound: Double)

    private static let bounds: [Bound] = [
        ("PNG photo / libpng", .libpng, ["png-rgb-1mp", "png-rgba-1mp", "png-rgb-12mp", "png-rgba-12mp"], 1.7),
        ("PNG screenshot / libpng", .libpng, ["png-screen"], 2.5),
        ("PNG palette / libpng", .libpng, ["png-screen-pal8", "png-screen-pal4", "png-photo-pal8"], 2.5),
        ("PNG gray, 16-bit, interlaced / libpng", .libpng, ["png-gray", "png-rgb16", "png-adam7"], 1.4),
        ("PNG 64x64 icon / libpng", .libpng, ["png-icon"], 1.3),
        ("GIF one frame / giflib", .giflib, ["gif-screen", "gif-photo"], 1.5),
        ("GIF animated / giflib", .giflib, ["gif-film", "gif-sprite"], 1.4),
        ("JPEG 1 MP / TurboJPEG", .turboJPEG, ["jpeg-1mp", "jpeg-444-1mp", "jpeg-progressive-1mp"], 0.97),
        ("JPEG 12 MP / TurboJPEG with malloc", .turboJPEG, ["jpeg-12mp"], 1.15),
        ("CMYK JPEG to RGBA / Pillow", .pillow, ["jpeg-cmyk-1mp"], 1),
        ("TIFF / libtiff", .libtiff, ["tiff-raw", "tiff-lzw", "tiff-deflate"], 0.95),
        ("WebP / libwebp", .libwebp, ["webp-lossy", "webp-lossless"], 0.95),
        ("AVIF / libavif", .libavif, ["avif"], 0.95),
        ("BMP / gdk-pixbuf", .gdkPixbuf, ["bmp24", "bmp32", "bmp8"], 2),
        ("BMP run lengths / gdk-pixbuf", .gdkPixbuf, ["bmp8-runs-photo", "bmp8-runs-screen"], 4),
    ]

    func figures(of comparison: Comparison) -> [Figure] {
        Self.bounds.flatMap { comparison.figures($0.name, .decant, $0.rival, on: $0.files, each: $0.bound) }
            + comparison.figure(
                "JPEG 12 MP to 256 pixels / full decode and box filter",
                .decantThumbnail,
                .turboJPEGAndBox,
                on: "jpeg-12mp",
                2.2
            )
    }

    /// The bytes per pixel that a library allocates while decoding: all coefficients, of 2 bytes each, and all pixels.
    private static let libraryBytes = ["jpeg-progressive-1mp": 3, "webp-lossless": 4]

    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] {
        try files.filter { $0.pixels == 12_000_000 }.flatMap { try HeaderFigures.measured($0, rounds: rounds) }
    }

    /// Measures the large images; for smaller ones, memory pages dominate the figure.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { ($0.pixels ?? 0) >= 1_000_000 }.compactMap { file in
            guard let growth = try probe.growth(of: .decant, on: file), let pixels = file.pixels else { return nil }
            // The memory is measured in addition to the body; a body in chunks may have to be copied once.
            let library = Self.libraryBytes[file.name, default: 0] * pixels
            let bound = 1.25 * Double(4 * pixels) + Double(file.bytes.count + library) + Double(2 << 20)
            let what = library > 0 ? "1.25 pixels + body + library’s own + 2 MiB" : "1.25 pixels + body + 2 MiB"
            return Figure("peak memory / (\(what)), \(file.name)", Double(growth) / bound, atMost: 1)
        }
    }
}

/// The cost of reading the header of a large image, in time and memory.
enum HeaderFigures {
    static func measured(_ file: InputFile, rounds: Int) throws -> [Figure] {
        let body = ResponseBytes(file.bytes)
        var runs = try InterleavedRuns([(name: file.name, work: Work(making: { try ImageHeader(parsing: body) }))])
        try runs.run(rounds: rounds)
        let time = (runs.time(of: file.name) ?? .nan) / 1000
        allocator_forget_largest()
        Sink.keep(try ImageHeader(parsing: body))
        let largest = allocator_largest()
        let figure = Figure("header in microseconds, \(file.name)", time, atMost: 20)
        return largest < 0
            ? [figure]
            : [figure, Figure("largest allocation of a header, \(file.name)", Double(largest), atMost: 65536)]
    }
}

extension Competitor {
    static let decant = Competitor(rawValue: "Decant")
    static let decantThumbnail = Competitor(rawValue: "Decant, 256 pixels")
    static let libpng = Competitor(rawValue: "libpng")
    static let giflib = Competitor(rawValue: "giflib")
    static let turboJPEG = Competitor(rawValue: "TurboJPEG")
    static let turboJPEGAndBox = Competitor(rawValue: "TurboJPEG and box filter to 256 pixels")
    static let libtiff = Competitor(rawValue: "libtiff")
    static let libwebp = Competitor(rawValue: "libwebp")
    static let libavif = Competitor(rawValue: "libavif")
    static let gdkPixbuf = Competitor(rawValue: "gdk-pixbuf")
    static let stb = Competitor(rawValue: "stb_image")
    static let libvips = Competitor(rawValue: "libvips")
    static let pillow = Competitor(rawValue: "Pillow")
}
