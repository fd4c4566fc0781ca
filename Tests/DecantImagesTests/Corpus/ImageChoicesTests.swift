import DecantCore
import DecantImages
import Foundation
import TestSupport
import Testing

/// Compares `Tests/image-choices.tsv` with the corpora.
///
/// The table has the outcome and the reason for each file that a standard leaves open.
@Suite(.enabled(if: CorpusFolder("png") != nil, "DECANT_CORPORA is not set"))
struct ImageChoicesTests {
    /// The outcomes for the files of one corpus, by path.
    private static func choices(_ corpus: String) throws -> [String: String] {
        let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../image-choices.tsv")
        var choices: [String: String] = [:]
        for line in String(decoding: try Data(contentsOf: list), as: UTF8.self).split(separator: "\n").dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 4 && cells[3].count > 10, "\(line)")
            if cells[0] == corpus { choices[cells[1]] = cells[2] }
        }
        return choices
    }

    /// Returns the outcome for the file of a row.
    private static func outcome(_ row: [String: String], _ corpus: ImageCorpus) throws -> String {
        guard let image = try? DecodedImage(parsing: corpus.body(row)) else { return "refused" }
        guard row["class"]?.hasPrefix("exact") == true else { return "decoded" }
        return image.digest == row["rgba8_sha256"] ? "the same pixels" : "other pixels"
    }

    @Test(arguments: ["png", "jpeg", "gif", "bmp", "ico", "xbm", "tiff", "webp", "avif"])
    func theListHasEveryOpenFileWithItsOutcome(name: String) throws {
        let formats: [String: ImageFormat] = [
            "png": .png, "ico": .png, "jpeg": .jpeg, "tiff": .tiff, "webp": .webp, "avif": .avif,
        ]
        guard formats[name]?.isBuiltIn ?? true else { return }
        let corpus = ImageCorpus(name)
        let open = corpus.rows.filter { $0["expect"] == "either" || $0["class"] == "exact?" }
        let choices = try Self.choices(name)
        #expect(Set(open.compactMap { $0["path"] }) == Set(choices.keys))
        for row in open {
            #expect(choices[row["path"] ?? ""] == (try Self.outcome(row, corpus)), "\(row["path"] ?? "")")
        }
    }
}
