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

    private struct Line: Decodable, Sendable {
        struct Fault: Decodable, Sendable { let code: String }

        let input: String
        let entry: Int?
        let verdict: String
        let error: Fault?
    }

    /// The verdicts that were not compared yet, with the code of an error.
    private var verdicts: [Key: String] = [:]

    /// Reads a stored report.
    ///
    /// - Throws: `ResponseError` if a line is not one of a report, or `UnreadableInput`.
    init(_ file: InputFile) throws {
        var reader = StreamSerializer.jsonLines(Line.self).reader()
        var chunk = try file.chunk()
        while !chunk.isEmpty {
            reader.append(chunk)
            while let line = try reader.next() { add(line) }
            chunk = try file.chunk()
        }
        reader.finish()
        while let line = try reader.next() { add(line) }
    }

    private mutating func add(_ line: Line) {
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
