import Decant
import DecantReport

/// A stored report, as `--report` prints it, whose verdicts are compared with those of another run.
struct CaptureExpectation {
    /// A response: the name of its file without the folders, and its index.
    struct Key: Hashable {
        let file: String
        let entry: Int

        init(_ input: String, _ entry: Int) {
            file = input.split(separator: "/").last.map(String.init) ?? input
            self.entry = entry
        }
    }

    /// The verdicts that were not compared yet, with the code of an error.
    private var verdicts: [Key: String] = [:]

    /// Reads a stored report.
    ///
    /// - Throws: `ResponseError` if a line is not one of a report, or `UnreadableInput`.
    init(_ file: InputFile) throws {
        try StoredReport(file).forEach { add($0) }
    }

    private mutating func add(_ line: StoredLine) {
        verdicts[Key(line.input, line.entry ?? -1)] = Self.text(line.verdict, line.error?.code)
    }

    /// Compares an outcome with the stored verdict.
    ///
    /// - Returns: The difference in words; nil if there is none.
    mutating func difference(of outcome: CapturedOutcome) -> String? {
        let now = Self.text(outcome.row.verdict, outcome.row.code)
        guard let then = verdicts.removeValue(forKey: Key(outcome.input, outcome.entry ?? -1)) else {
            return "expected no response, but got \(now)"
        }
        return then == now ? nil : "expected \(then), but got \(now)"
    }

    /// The stored responses that did not occur, in order.
    var missing: [Key] { verdicts.keys.sorted { ($0.file, $0.entry) < ($1.file, $1.entry) } }

    private static func text(_ verdict: String, _ code: String?) -> String {
        code.map { "\(verdict) (\($0))" } ?? verdict
    }
}
