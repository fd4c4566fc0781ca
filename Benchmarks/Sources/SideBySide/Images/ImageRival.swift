import BenchmarkInputs
import CImageRivals
import Foundation

/// A decoder in C.
struct ImageRival {
    let name: Competitor
    let decode: image_rival

    struct Failure: Error {
        let library: String
    }

    static let libpng = ImageRival(name: .libpng, decode: image_rival_libpng)
    static let giflib = ImageRival(name: .giflib, decode: image_rival_giflib)
    static let gdkPixbuf = ImageRival(name: .gdkPixbuf, decode: image_rival_gdk_pixbuf)
    static let stb = ImageRival(name: .stb, decode: image_rival_stb)
    static let libvips = ImageRival(name: .libvips, decode: image_rival_libvips)

    static let turboJPEG = ImageRival(name: .turboJPEG, decode: image_rival_turbojpeg)
    static let turboJPEGAndBox = ImageRival(name: .turboJPEGAndBox, decode: image_rival_turbojpeg_and_box)
    static let libtiff = ImageRival(name: .libtiff, decode: image_rival_libtiff)
    static let libwebp = ImageRival(name: .libwebp, decode: image_rival_libwebp)
    static let libavif = ImageRival(name: .libavif, decode: image_rival_libavif)

    /// Whether the library is installed, for libraries that are opened on first use.
    var isInstalled: Bool {
        switch name {
        case .gdkPixbuf: image_rival_has_gdk_pixbuf() != 0
        case .libvips: image_rival_has_libvips() != 0
        default: true
        }
    }

    /// Returns the work of decoding a file.
    ///
    /// - Parameter isExact: Whether the pixels must match the other competitors exactly.
    func work(on bytes: [UInt8], isExact: Bool) -> Work {
        Work(making: { try RivalImage(bytes, self) }, checksum: isExact ? { $0.checksum } : nil)
    }
}

/// An image decoded by a rival, freed with the rival's own function.
final class RivalImage {
    private var output = image_rival_output()

    init(_ bytes: [UInt8], _ rival: ImageRival) throws {
        guard rival.decode(bytes, bytes.count, &output) == 0 else {
            throw ImageRival.Failure(library: rival.name.rawValue)
        }
    }

    deinit {
        if output.release != nil { image_rival_release(&output) }
    }

    /// The checksum of the image; pixels are converted to RGBA if necessary.
    var checksum: Checksum {
        var digest = PixelDigest()
        for row in 0..<output.height * output.frames {
            guard let start = output.pixels?.advanced(by: row * output.stride) else { break }
            let samples = UnsafeBufferPointer(start: start, count: output.width * output.channels)
            for pixel in 0..<output.width { digest.add(Self.pixel(samples, pixel, output.channels)) }
        }
        return Checksum(counts: [output.width, output.height, output.frames, digest.value])
    }

    private static func pixel(_ samples: UnsafeBufferPointer<UInt8>, _ index: Int, _ channels: Int) -> SIMD4<UInt8> {
        let first = index * channels
        let isGray = channels < 3
        return SIMD4(
            samples[first],
            samples[isGray ? first : first + 1],
            samples[isGray ? first : first + 2],
            channels % 2 == 0 ? samples[first + channels - 1] : 255
        )
    }
}

/// A digest of many pixels.
struct PixelDigest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int { Int(truncatingIfNeeded: state) }

    /// Adds a pixel; the color of a fully transparent pixel is ignored.
    mutating func add(_ pixel: SIMD4<UInt8>) {
        let word = pixel.w == 0 ? 0 : unsafeBitCast(pixel, to: UInt32.self)
        state = (state ^ UInt64(word)) &* 0x0000_0100_0000_01B3
    }
}

/// Pillow in a separate process, which decodes on request.
final class PillowProcess {
    let version: String

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let folder: URL

    struct Failure: Error {}

    /// Starts Pillow; nil if it is not installed.
    ///
    /// `DECANT_BENCH_PYTHON` names a Python that has it.
    init?(_ file: InputFile) {
        guard let python = ProcessInfo.processInfo.environment["DECANT_BENCH_PYTHON"] else { return nil }
        folder = FileManager.default.temporaryDirectory.appending(path: "pillow-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appending(path: file.name)
            try Data(file.bytes).write(to: path)
            process.executableURL = URL(filePath: python)
            process.arguments = [Self.program, path.path()]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            version = try Self.line(of: output)
        } catch {
            return nil
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.waitUntilExit() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The Python program, in the package that this program was built from.
    private static let program = URL(filePath: #filePath).appending(path: "../../../../Tools/pillow.py").standardized
        .path()

    private static func line(of pipe: Pipe) throws -> String {
        var line = Data()
        while line.last != 10 {
            guard let byte = try pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { throw Failure() }
            line += byte
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    var work: Work {
        Work(timing: { count in
            try self.input.fileHandleForWriting.write(contentsOf: Data("\(count)\n".utf8))
            guard let time = Int(try Self.line(of: self.output)) else { throw Failure() }
            return time
        })
    }
}
