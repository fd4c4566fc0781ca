import Foundation
import Testing

/// The captures that Tests/Fixtures/generate-field writes in the forms of many products, and what a report says.
///
/// To accept a change, run the tests with `DECANT_UPDATE_GOLDEN=1` in the environment, and read the difference.
@Suite struct FieldTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Tests/Fixtures/Field").standardized

    @Test("Every capture has its verdict, message, and findings") func everyCaptureHasItsVerdictMessage() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        let captures = names.filter { $0 != "expected.txt" }
        #expect(captures.count >= 15)
        var lines: [String] = []
        for name in captures {
            let run = try await CommandRun(["--report", Self.folder.appending(path: name).path])
            #expect(!run.report.isEmpty)
            for line in run.report { lines += Self.lines(of: line, in: name) }
        }
        let file = Self.folder.appending(path: "expected.txt")
        if ProcessInfo.processInfo.environment["DECANT_UPDATE_GOLDEN"] == "1" {
            try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        for change in lines.difference(from: expected) { Issue.record("\(change)") }
    }

    /// Returns the verdict and the message of a line of a report, and its findings.
    private static func lines(of report: [String: Any], in name: String) -> [String] {
        let entry = report["entry"].map { "#\($0)" } ?? ""
        let status = report["status"] as? Int
        var verdict = "\(name)\(entry): \(report["verdict"] ?? "") \(report["serializer"] ?? "")"
        if let status { verdict += " \(status)" }
        var lines = ["\(verdict) \(report["bytes"] ?? 0)"]
        if let error = report["error"] as? [String: Any] {
            lines.append("  \(error["code"] ?? ""): \(error["message"] ?? "")")
            if let message = error["serverMessage"] as? String { lines.append("  the server says: \(message)") }
        }
        let findings = report["findings"] as? [[String: Any]] ?? []
        return lines
            + findings.filter { $0["severity"] as? String != "failure" }.map { finding in
                "  \(finding["severity"] ?? "") \(finding["code"] ?? ""): \(finding["message"] ?? "")"
            }
    }
}
