import DecantCore
import DecantImages
import TestSupport
import Testing

extension ImageCorpus {
    /// The mean colours of the cells of each picture, as they are written in `grid.tsv`.
    var grids: [String: String] {
        let rows = folder?.rows(of: "grid.tsv") ?? []
        return Dictionary(rows.map { ($0["path"] ?? "", $0["grid8x8_rgba_hex"] ?? "") }) { first, _ in first }
    }

    /// The largest difference of any sample from the reference picture of a row; nil if there is none.
    func distance(of image: DecodedImage, fromReferenceOf row: [String: String]) throws -> Int? {
        guard let path = row["ref"], path != "-", ImageFormat.png.isBuiltIn, let folder else { return nil }
        let reference = try DecodedImage(decoding: ResponseBody(folder.bytes(of: path)))
        try #require((reference.width, reference.height) == (image.width, image.height))
        return image.pixels.distance(from: reference.pixels)
    }
}
