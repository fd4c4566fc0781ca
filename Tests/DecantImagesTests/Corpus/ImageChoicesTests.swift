import DecantCore
import DecantImages
import Foundation
import TestSupport
import Testing

/// Holds `Documentation/image-choices.md` against the corpora.
@Suite(.enabled(if: CorpusFolder("png") != nil, "DECANT_CORPORA is not set"))
struct ImageChoicesTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Documentation/image-choices.md")

    /// The remarks of the page on the files of one corpus, by their paths.
    private static func choices(_ corpus: String) throws -> [String: String] {
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let sections = text.components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.prefix { $0 != "\n" }.contains("(`\(corpus)`)") })
        var choices: [String: String] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.components(separatedBy: " | ")
            #expect(cells.count == 3 && cells[2].count > 10, "\(line)")
            choices[String(cells[0].dropFirst(3).dropLast())] = cells[1]
        }
        return choices
    }

    /// The outcome of the file of a row.
    private static func outcome(_ row: [String: String], _ corpus: ImageCorpus) throws -> String {
        guard let image = try? DecodedImage(parsing: corpus.body(row)) else { return "refused" }
        guard row["class"]?.hasPrefix("exact") == true else { return "decoded" }
        return image.digest == row["rgba8_sha256"] ? "the same pixels" : "other pixels"
    }

    @Test(arguments: ["png", "jpeg", "gif", "bmp", "ico", "xbm", "tiff", "webp", "avif"])
    func thePageHasEveryOpenRowAndTellsWhatBecomesOfIt(name: String) throws {
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
