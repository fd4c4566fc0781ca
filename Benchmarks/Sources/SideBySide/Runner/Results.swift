import BenchmarkInputs
import Foundation

/// Everything that was measured, for the document and its chart.
struct Results: Codable {
    struct File: Codable {
        let name: String
        let bytes: Int

        /// The pixels of all frames of a picture.
        let pixels: Int?

        let summary: String
        let isGenerated: Bool

        /// Median nanoseconds by the name of the competitor.
        let nanoseconds: [String: Double]
    }

    let files: [File]
    let figures: [Figure]

    /// The rivals that ran in the same process, with their versions.
    let versions: [String]

    init(_ contest: Contest, _ figures: [Figure], versions: [String]) {
        self.figures = figures
        self.versions = versions
        files = contest.races.map { file, race in
            let medians = race.samples.map { ($0.key.rawValue, $0.value.median) }
            return File(
                name: file.name,
                bytes: file.bytes.count,
                pixels: file.pixels,
                summary: file.summary,
                isGenerated: file.isGenerated,
                nanoseconds: Dictionary(uniqueKeysWithValues: medians)
            )
        }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
