import BenchmarkInputs
import Foundation

/// All measurements, for the document and its chart.
struct Results: Codable {
    struct File: Codable {
        let name: String
        let bytes: Int

        /// The number of pixels in all frames of an image.
        let pixels: Int?

        let summary: String
        let isGenerated: Bool

        /// The shortest times in nanoseconds, by competitor.
        let nanoseconds: [String: Double]

        /// The median times in nanoseconds, by competitor.
        let medians: [String: Double]
    }

    let files: [File]
    let figures: [Figure]

    /// The rivals that ran in the same process, with their versions.
    let versions: [String]

    init(_ comparison: Comparison, _ figures: [Figure], versions: [String]) {
        self.figures = figures
        self.versions = versions
        files = comparison.entries.map { file, runs in
            let names = runs.names.map { ($0.rawValue, $0) }
            let competitors = Dictionary(uniqueKeysWithValues: names)
            return File(
                name: file.name,
                bytes: file.bytes.count,
                pixels: file.pixels,
                summary: file.summary,
                isGenerated: file.isGenerated,
                nanoseconds: competitors.compactMapValues { runs.time(of: $0) },
                medians: competitors.compactMapValues { runs.median(of: $0) }
            )
        }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}

/// One measured number and its bound.
struct Figure: Codable {
    let name: String
    let value: Double

    /// The value to reach, or not to exceed if ``isAtMost`` is true.
    let bound: Double

    /// Whether smaller values are better; the name of such a figure contains “at most”.
    let isAtMost: Bool

    init(_ name: String, _ value: Double, atLeast bound: Double) {
        self.init(name: name, value: value, bound: bound, isAtMost: false)
    }

    init(_ name: String, _ value: Double, atMost bound: Double) {
        self.init(name: name + ", at most", value: value, bound: bound, isAtMost: true)
    }

    private init(name: String, value: Double, bound: Double, isAtMost: Bool) {
        self.name = name
        self.value = value
        self.bound = bound
        self.isAtMost = isAtMost
    }

    /// Whether the value reaches the bound; false for NaN.
    var isReached: Bool {
        isAtMost ? value <= bound : value >= bound
    }

    /// The name, value, bound, and verdict, separated by tabs.
    var line: String {
        let value = value.formatted(
            .number.precision(.fractionLength(2)).grouping(.never).locale(.init(identifier: "en"))
        )
        return "\(name)\t\(value)\t\(bound)\t\(isReached ? "ok" : "short")"
    }
}

/// Reports progress on standard error; standard output is reserved for the figures.
enum Report {
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Prints the times for one file, and the bytes of text per second.
    static func table(of file: InputFile, _ runs: InterleavedRuns<Competitor>) {
        note(file.name)
        for competitor in runs.names {
            guard let time = runs.time(of: competitor) else { continue }
            let name = competitor.rawValue.padding(toLength: 40, withPad: " ", startingAt: 0)
            let speed = Double(file.bytes.count) / time * 1000
            note("    \(name)\(column(time / 1000, 2)) µs\(column(speed, 0)) MB/s")
        }
    }

    private static func column(_ value: Double, _ digits: Int) -> String {
        String(format: "%14.\(digits)f", value)
    }
}
