import BenchmarkInputs

extension ImagesDiscipline {
    private typealias Bound = (name: String, rival: Competitor, files: Set<String>, bound: Double)

    private static let bounds: [Bound] = [
        ("PNG photo / libpng", .libpng, ["png-rgb-1mp", "png-rgba-1mp", "png-rgb-12mp", "png-rgba-12mp"], 1.7),
        ("PNG screenshot / libpng", .libpng, ["png-screen"], 2.5),
        ("PNG palette / libpng", .libpng, ["png-screen-pal8", "png-screen-pal4", "png-photo-pal8"], 2.5),
        ("PNG grey, 16-bit, interlaced / libpng", .libpng, ["png-gray", "png-rgb16", "png-adam7"], 1.4),
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
    ]

    func figures(of contest: Contest) -> [Figure] {
        Self.bounds.flatMap { contest.figures($0.name, .decant, $0.rival, on: $0.files, each: $0.bound) }
            + contest.figure(
                "JPEG 12 MP to 256 pixels / full decode and box filter",
                .decantThumbnail,
                .turboJPEGAndBox,
                on: "jpeg-12mp",
                2.2
            )
    }

    /// The bytes for each pixel that a library keeps while it decodes: all coefficients, of 2 bytes each, and all pixels.
    private static let libraryBytes = ["jpeg-progressive-1mp": 3, "webp-lossless": 4]

    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] {
        try files.filter { $0.pixels == 12_000_000 }.flatMap { try HeaderFigures.measured($0, rounds: rounds) }
    }

    /// The large ones; smaller files say more about pages than about the decoder.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { ($0.pixels ?? 0) >= 1_000_000 }.compactMap { file in
            guard let growth = try probe.growth(of: .decant, on: file), let pixels = file.pixels else { return nil }
            // What is measured is on top of the body itself; one copy of it may be needed, if it is in pieces.
            let library = Self.libraryBytes[file.name, default: 0] * pixels
            let bound = 1.25 * Double(4 * pixels) + Double(file.bytes.count + library) + Double(2 << 20)
            let what = library > 0 ? "1.25 pixels + body + library’s own + 2 MiB" : "1.25 pixels + body + 2 MiB"
            return Figure("peak memory / (\(what)), \(file.name)", Double(growth) / bound, atMost: 1)
        }
    }
}
