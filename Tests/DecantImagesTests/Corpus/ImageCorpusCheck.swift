import DecantCore
import DecantImages
import TestSupport
import Testing

/// Compares what becomes of a file with its row.
struct ImageCorpusCheck {
    let corpus: ImageCorpus

    /// Files whose verdict is open, and that are refused here, each with the reason.
    var refused: [String: String] = [:]

    /// Files whose pixels are rightly others than the row says, each with the reason.
    var otherPixels: [String: String] = [:]

    /// Files whose frames are rightly others than the row says, each with the reason.
    var otherFrames: [String: String] = [:]

    /// Files whose orientation is rightly another than the row says, each with the reason.
    var otherOrientations: [String: String] = [:]

    /// Whether frames are bit by bit alike in all decoders.
    var framesAreExact = true

    /// Whether decoded samples in the depth of the file are those that it stores.
    var comparesNative = true

    /// The tolerance of the mean colours of a picture that is not decoded bit by bit alike.
    var gridTolerance = 3

    /// The tolerance of any sample of such a picture against its reference picture.
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
        return try DecodedImage(decoding: body, options: options)
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

    /// Compares a picture that is not decoded bit by bit alike everywhere: the mean colours, and each sample where there is
    /// a reference.
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

    /// The samples as they are stored, also of 16 bits.
    private func compareNative(_ row: [String: String]) {
        guard let native = row["native"], native != "-", let digest = row["native_sha256"] else { return }
        var options = ImageOptions()
        options.depth = .source
        options.frames = .first
        let sides = native.prefix { $0 != ":" }.split(separator: "x").compactMap { Int($0) }
        let image = try? decode(row, options)
        let samples = image?.pixels.native(channels: sides.count == 2 ? 1 : sides[2])
        #expect(samples.map { SHA256Digest($0).description } == digest)
    }

    /// Decodes the inputs that fuzzers made; a trap ends the test run.
    static func survives(_ name: String, atLeast count: Int) throws {
        let rows = try #require(CorpusFolder(name)).fuzzerInputs(of: "fuzz.jsonl")
        #expect(rows.count >= count)
        for bytes in rows {
            let body = ResponseBody(bytes)
            var options = ImageOptions()
            _ = try? DecodedImage(decoding: body)
            _ = try? ImageHeader(readingFrom: body)
            options.acceptsPartial = true
            options.depth = .source
            _ = try? DecodedImage(decoding: body, options: options)
            options.maximumPixelSize = 40
            _ = try? DecodedImage(decoding: body, options: options)
        }
    }
}
