import Decant
import Foundation
import Testing

@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift blocks of the README, without imports; the manifest is compiled by Scripts/check.
    private func examples() throws -> [String] {
        let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        return blocks.filter { !$0.contains("import PackageDescription") }.map { block in
            let lines = block.components(separatedBy: "\n").filter { !$0.hasPrefix("import ") }
            return lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
        }
    }

    @Test func examplesAreThoseThatAreCompiled() throws {
        let url = Self.root.appendingPathComponent("Tests/DecantTests/ReadmeExamples.swift")
        let compiled = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n").map { line in
            let outdented = line.hasPrefix("    ") ? String(line.dropFirst(4)) : line
            return outdented.hasPrefix("static func") ? String(outdented.dropFirst(7)) : outdented
        }.joined(separator: "\n")
        let examples = try examples()
        #expect(examples.count >= 2)
        for example in examples { #expect(compiled.contains(example), "\(example)") }
    }

    @Test func theSecondExampleDoesWhatItStates() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/rss+xml"])
        let feed = "<rss><channel><title>All</title><item><title>One</title></item></channel></rss>"
        #expect(try ReadmeExamples.headlines(Array(feed.utf8), head) == ["One"])
    }

    /// The number that the table writes, such as `64 MiB` or `10,000`.
    private static func number(_ text: Substring) -> Int? {
        let parts = text.replacing(",", with: "").split(separator: " ")
        let units = ["MiB": 1 << 20, "KiB": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "MB": 1_000_000]
        guard let digits = parts.first, let value = Int(digits) else { return nil }
        return parts.count == 1 ? value : units[String(parts[1])].map { value * $0 }
    }

    @Test func limitsInTheTableAreTheDefaults() throws {
        let url = Self.root.appendingPathComponent("Documentation/limits.md")
        let rows = try String(contentsOf: url, encoding: .utf8).matches(of: /\| `(\w+)` \| ([^|]+) \|/)
        let table = Dictionary(uniqueKeysWithValues: rows.map { ($0.output.1, Self.number($0.output.2)) })
        #expect(table.count == Limits.Name.allCases.count)
        for name in Limits.Name.allCases { #expect(table[name.rawValue[...]] == Limits()[name], "\(name)") }
    }
}
