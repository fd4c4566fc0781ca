import DecantCore
import DecantImages
import TestSupport
import Testing

/// The images of one format in the corpora, with the results of other decoders.
struct ImageCorpus {
    let folder: CorpusFolder?
    let rows: [[String: String]]

    /// The mean colors of lossy images, by path.
    let grids: [String: ImageGrid]

    init(_ name: String) {
        folder = CorpusFolder(name)
        rows = folder?.rows(of: "expected.tsv") ?? []
        let pairs = (folder?.rows(of: "grid.tsv") ?? []).compactMap { row in
            ImageGrid(row["grid8x8_rgba_hex"] ?? "").map { (row["path"] ?? "", $0) }
        }
        grids = Dictionary(pairs) { first, _ in first }
    }

    /// Returns the body of a row.
    func body(_ row: [String: String]) throws -> ResponseBytes {
        ResponseBytes(try folder?.bytes(of: row["path"] ?? "") ?? [])
    }
}

extension ImagePixels {
    /// The samples as the corpora digest them: 8-bit RGBA.
    var bytes: [UInt8] {
        unsafe rgba8.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The samples of the channels in the file, most significant byte first.
    func native(channels: Int) -> [UInt8] {
        let components = [[], [0], [0, 3], [0, 1, 2], [0, 1, 2, 3]][channels]
        var bytes: [UInt8] = []
        for pixel in 0..<width * height {
            for component in components {
                if bitsPerChannel == 16 { bytes.append(UInt8(rgba16[pixel * 4 + component] >> 8)) }
                let low = bitsPerChannel == 16 ? UInt8(truncatingIfNeeded: rgba16[pixel * 4 + component]) : nil
                bytes.append(low ?? rgba8[pixel * 4 + component])
            }
        }
        return bytes
    }
}

extension DecodedImage {
    /// The digest of the first frame.
    var digest: String { SHA256Digest(pixels.bytes).description }

    /// The digest of several frames in order.
    func framesDigest(_ count: Int) -> String {
        SHA256Digest(frames.prefix(count).flatMap(\.pixels.bytes)).description
    }
}

/// Compares the outcome for a file with its row.
struct ImageCorpusCheck {
    let corpus: ImageCorpus

    /// Files with an open verdict that Decant rejects, each with the reason.
    var refused: [String: String] = [:]

    /// Files whose pixels rightly differ from the row, each with the reason.
    var otherPixels: [String: String] = [:]

    /// Files whose frames rightly differ from the row, each with the reason.
    var otherFrames: [String: String] = [:]

    /// Files whose orientation rightly differs from the row, each with the reason.
    var otherOrientations: [String: String] = [:]

    /// Whether all decoders produce the same bits for a frame.
    var framesAreExact = true

    /// Whether samples decoded at the file's depth equal the stored samples.
    var comparesNative = true

    /// The tolerance for the mean colors of an image that is not decoded bit for bit.
    var gridTolerance = 3

    /// The tolerance for any sample of such an image against its reference image.
    var referenceTolerance = 0

    /// Files with other tolerances, each with the reason.
    var otherTolerances: [String: (grid: Int, reference: Int, reason: String)] = [:]

    func check(_ row: [String: String]) throws {
        let path = try #require(row["path"])
        let isAccepted = row["expect"] == "accept" || row["expect"] == "either" && refused[path] == nil
        do throws(ResponseError) {
            let image = try decode(row)
            #expect(isAccepted)
            try compare(image, row, path)
        } catch {
            #expect(!isAccepted, "\(error)")
            #expect(error.offset != nil, "\(error)")
        }
    }

    private func decode(_ row: [String: String], _ options: ImageOptions = ImageOptions()) throws(ResponseError)
        -> DecodedImage
    {
        guard let body = try? corpus.body(row) else { throw ResponseError(.transportFailed, "no such file") }
        return try DecodedImage(parsing: body, options: options)
    }

    private func compare(_ image: DecodedImage, _ row: [String: String], _ path: String) throws(ResponseError) {
        if let width = row["width"], width != "-", otherPixels[path] == nil {
            #expect("\(image.width)x\(image.height)" == "\(width)x\(row["height"] ?? "")")
        }
        if let orientation = row["orientation"], orientation != "-", otherOrientations[path] == nil {
            #expect("\(image.header.orientation.rawValue)" == orientation)
        }
        if let digest = row["rgba8_sha256"], row["class"]?.hasPrefix("exact") == true {
            #expect((image.digest == digest) == (otherPixels[path] == nil))
        }
        compareFrames(image, row, path)
        if comparesNative { compareNative(row) }
        if row["class"] == "lossy" { try compareLossy(image, row, path) }
    }

    private func compareFrames(_ image: DecodedImage, _ row: [String: String], _ path: String) {
        guard let digest = row["frames_sha256"], let count = row["frames_hashed"].flatMap({ Int($0) }) else { return }
        if framesAreExact { #expect((image.framesDigest(count) == digest) == (otherFrames[path] == nil)) }
        #expect(image.frames.count >= count)
        let delays = image.frames.prefix(count).map { "\(Int(($0.delay / .milliseconds(1)).rounded()))" }
        if otherFrames[path] == nil, row["durations_ms"] != "-" {
            #expect(delays.joined(separator: ",") == row["durations_ms"])
        }
        if let loop = row["loop"], loop != "-" { #expect("\(image.loopCount ?? 0)" == loop) }
    }

    /// Compares an image that decoders do not decode bit for bit: its mean colors, and each sample if a reference
    /// exists.
    private func compareLossy(_ image: DecodedImage, _ row: [String: String], _ path: String) throws(ResponseError) {
        let tolerance = otherTolerances[path] ?? (gridTolerance, referenceTolerance, "")
        if let grid = corpus.grids[path] {
            #expect(ImageGrid(image.pixels).distance(to: grid) <= tolerance.grid)
        }
        guard let reference = row["ref"], reference != "-", ImageFormat.png.isBuiltIn else { return }
        let other = try decode(["path": reference]).pixels.bytes
        let differences = zip(image.pixels.bytes, other).map { abs(Int($0) - Int($1)) }
        #expect(other.count == image.pixels.bytes.count)
        #expect(differences.max() ?? 0 <= tolerance.reference)
    }

    /// The samples as stored, including 16-bit samples.
    private func compareNative(_ row: [String: String]) {
        guard let native = row["native"], native != "-", let digest = row["native_sha256"] else { return }
        var options = ImageOptions()
        options.keeps16Bits = true
        options.firstFrameOnly = true
        let sides = native.prefix { $0 != ":" }.split(separator: "x").compactMap { Int($0) }
        let image = try? decode(row, options)
        let samples = image?.pixels.native(channels: sides.count == 2 ? 1 : sides[2])
        #expect(samples.map { SHA256Digest($0).description } == digest)
    }

    /// Decodes inputs created by fuzzers.
    ///
    /// A trap ends the test run.
    static func survives(_ name: String, atLeast count: Int) throws {
        let rows = try #require(CorpusFolder(name)).fuzzerInputs(of: "fuzz.jsonl")
        #expect(rows.count >= count)
        for bytes in rows {
            let body = ResponseBytes(bytes)
            var options = ImageOptions()
            _ = try? DecodedImage(parsing: body)
            _ = try? ImageHeader(parsing: body)
            options.acceptsPartial = true
            options.keeps16Bits = true
            _ = try? DecodedImage(parsing: body, options: options)
            options.maximumPixelSize = 40
            _ = try? DecodedImage(parsing: body, options: options)
        }
    }
}

/// The mean colors of an image in 8 by 8 cells, as the corpora define them for images that are not bit exact.
struct ImageGrid {
    static let side = 8

    /// The red, green, blue, and alpha means of each cell, row by row.
    let means: [Int]

    init(_ pixels: ImagePixels) {
        var means: [Int] = []
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let lines = Self.cell(row, of: pixels.height)
                means += Self.mean(pixels, Self.cell(column, of: pixels.width), lines)
            }
        }
        self.means = means
    }

    /// Reads the row of an image in `grid.tsv`, or returns nil if the row is not a grid.
    init?(_ digits: String) {
        let values = Array(digits.utf8).map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == Self.side * Self.side * 8, !values.contains(nil) else { return nil }
        means = stride(from: 0, to: values.count, by: 2).map { (values[$0] ?? 0) * 16 + (values[$0 + 1] ?? 0) }
    }

    /// The largest difference between two means.
    func distance(to other: ImageGrid) -> Int {
        zip(means, other.means).map { abs($0 - $1) }.max() ?? 0
    }

    /// The columns or rows of a cell, at least one.
    private static func cell(_ index: Int, of count: Int) -> Range<Int> {
        let first = count * index / side
        return first..<max(first + 1, count * (index + 1) / side)
    }

    private static func mean(_ pixels: ImagePixels, _ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
        var sums = [0, 0, 0, 0]
        let samples = pixels.rgba8
        for y in rows {
            for x in columns {
                let component = (y * pixels.width + x) * 4
                for channel in 0..<4 { sums[channel] += Int(samples[component + channel]) }
            }
        }
        let count = columns.count * rows.count
        return sums.map { ($0 + count / 2) / count }
    }
}

/// The description of a GIF in a file of the pygif suite.
struct PygifConfiguration {
    /// One frame: the file with its pixels, and its duration in hundredths of a second.
    struct Frame {
        var pixels = ""
        var delay = 0
    }

    private(set) var frames: [Frame] = []

    init(_ bytes: [UInt8]) {
        var names: [String] = []
        var sections: [String: Frame] = [:]
        var section = ""
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("[") {
                section = String(line.dropFirst().dropLast())
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ").joined() }
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "frames": names = parts[1].split(separator: ",").map(String.init)
            case "pixels": sections[section, default: Frame()].pixels = parts[1]
            case "delay": sections[section, default: Frame()].delay = Int(parts[1]) ?? 0
            default: break
            }
        }
        frames = names.compactMap { sections[$0] }
    }
}
