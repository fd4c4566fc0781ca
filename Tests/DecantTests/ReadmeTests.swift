import Decant
import Foundation
import Testing

@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift blocks of the README, without imports; manifest lines are not for compiling.
    private func examples() throws -> [String] {
        let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        return blocks.filter { !$0.hasPrefix(".package") }.map { block in
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

    @Test func theSecondExampleDoesWhatItSays() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        #expect(try ReadmeExamples.port(Array(#"{"server":{"port":8080}}"#.utf8), head) == 8080)
        #expect(try ReadmeExamples.port(Array(#"{"server":{}}"#.utf8), head) == nil)
    }

    @Test func theThirdExampleDoesWhatItSays() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/rss+xml"])
        let feed = "<rss><channel><title>All</title><item><title>One</title></item></channel></rss>"
        #expect(try ReadmeExamples.headlines(Array(feed.utf8), head) == ["One"])
    }

    @Test func limitsInTheTableAreTheDefaults() throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        for name in Limits.Name.allCases { #expect(text.contains("`\(name.rawValue)`"), "\(name)") }
    }
}
