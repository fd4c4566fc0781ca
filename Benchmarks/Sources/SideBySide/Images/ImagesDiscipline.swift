import BenchmarkInputs
import CImageRivals
import DecantCore
import DecantImages

/// Pictures: from the bytes of a file to RGBA pixels of all frames.
///
/// The numbers of a tally are width, height and frames, and one that represents all pixels.
struct ImagesDiscipline: Discipline {
    /// Those of formats that are built in; the name of a file begins with that of its format.
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
        let body = ResponseBody(file.bytes)
        let decant = Work(making: { try DecodedImage(decoding: body) }, tally: Self.tally)
        return [(.decant, decant)]
            + rivals(on: file.name).filter(\.0.isInstalled).map { rival, isExact in
                (rival.name, rival.work(on: file.bytes, isExact: isExact))
            }
            + (file.name == "jpeg-12mp" ? thumbnails(of: file, body) : [])
            + (PillowProcess(file).map { [(.pillow, $0.work)] } ?? [])
    }

    /// The competitors that make a small picture of a large one.
    private func thumbnails(of file: InputFile, _ body: ResponseBody) -> [(name: Competitor, work: Work)] {
        var options = ImageOptions()
        options.maximumPixelSize = 256
        let small = options
        let rival = ImageRival.turboJPEGAndBox
        return [
            (.decantThumbnail, Work(making: { try DecodedImage(decoding: body, options: small) })),
            (rival.name, rival.work(on: file.bytes, isExact: false)),
        ]
    }

    /// The competitors on a file, each with a mark for identical pixels.
    private func rivals(on name: String) -> [(ImageRival, isExact: Bool)] {
        let vips = [(ImageRival.libvips, isExact: false)]
        switch name.prefix(4) {
        case "png-":
            // Others than libpng cut off the lower byte of 16 bits.
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
        default: return [(.gdkPixbuf, true), (.stb, true)]
        }
    }

    private static func tally(_ image: DecodedImage) -> Tally {
        var digest = PixelDigest()
        for frame in image.frames {
            let samples = frame.pixels.rgba8
            for first in stride(from: 0, to: samples.count, by: 4) {
                digest.add(SIMD4(samples[first], samples[first + 1], samples[first + 2], samples[first + 3]))
            }
        }
        return Tally(counts: [image.width, image.height, image.frames.count, digest.value])
    }
}
