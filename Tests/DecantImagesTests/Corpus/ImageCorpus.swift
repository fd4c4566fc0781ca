import DecantCore
import DecantImages
import TestSupport

/// The pictures of one format in the corpora, with what other decoders saw in them.
struct ImageCorpus {
    let folder: CorpusFolder?
    let rows: [[String: String]]

    /// The mean colours of the pictures that have some, by their paths.
    let grids: [String: ImageGrid]

    init(_ name: String) {
        folder = CorpusFolder(name)
        rows = folder?.rows(of: "expected.tsv") ?? []
        let pairs = (folder?.rows(of: "grid.tsv") ?? []).compactMap { row in
            ImageGrid(row["grid8x8_rgba_hex"] ?? "").map { (row["path"] ?? "", $0) }
        }
        grids = Dictionary(pairs) { first, _ in first }
    }

    /// The body of a row.
    func body(_ row: [String: String]) throws -> ResponseBody {
        ResponseBody(try folder?.bytes(of: row["path"] ?? "") ?? [])
    }
}

extension ImagePixels {
    /// The samples as the corpora digest them: RGBA in 8 bits.
    var bytes: [UInt8] {
        unsafe rgba8.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The samples of the channels that the file has, most significant byte first.
    func native(channels: Int) -> [UInt8] {
        let places = [[], [0], [0, 3], [0, 1, 2], [0, 1, 2, 3]][channels]
        var bytes: [UInt8] = []
        for pixel in 0..<width * height {
            for place in places {
                if bitsPerChannel == 16 { bytes.append(UInt8(rgba16[pixel * 4 + place] >> 8)) }
                let low = bitsPerChannel == 16 ? UInt8(truncatingIfNeeded: rgba16[pixel * 4 + place]) : nil
                bytes.append(low ?? rgba8[pixel * 4 + place])
            }
        }
        return bytes
    }
}

extension DecodedImage {
    /// The digest of the first frame.
    var digest: String { SHA256Digest(pixels.bytes).description }

    /// The digest of some frames, one after the other.
    func framesDigest(_ count: Int) -> String {
        SHA256Digest(frames.prefix(count).flatMap(\.pixels.bytes)).description
    }
}
