import Decant
import Foundation
import Testing

@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift blocks of the README, without imports.
    ///
    /// Scripts/check compiles the manifest.
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

    @Test func examplesMatchTheCompiledCode() throws {
        let url = Self.root.appendingPathComponent("Tests/DecantTests/ReadmeExamples.swift")
        let compiled = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n").map { line in
            let outdented = line.hasPrefix("    ") ? String(line.dropFirst(4)) : line
            return outdented.hasPrefix("static func") ? String(outdented.dropFirst(7)) : outdented
        }.joined(separator: "\n")
        let examples = try examples()
        #expect(examples.count >= 2)
        for example in examples { #expect(compiled.contains(example), "\(example)") }
    }

    @Test func theSecondExampleWorksAsStated() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/rss+xml"])
        let feed = "<rss><channel><title>All</title><item><title>One</title></item></channel></rss>"
        #expect(try ReadmeExamples.headlines(Array(feed.utf8), head) == ["One"])
    }

    /// The value of a number in the table, such as `64 MiB` or `10,000`.
    private static func number(_ text: Substring) -> Int? {
        let parts = text.replacing(",", with: "").split(separator: " ")
        let units = ["MiB": 1 << 20, "KiB": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "MB": 1_000_000]
        guard let digits = parts.first, let value = Int(digits) else { return nil }
        return parts.count == 1 ? value : units[String(parts[1])].map { value * $0 }
    }

    @Test func limitsInTheTableAreTheDefaults() throws {
        let url = Self.root.appendingPathComponent("Documentation/limits.md")
        let rows = try String(contentsOf: url, encoding: .utf8).matches(of: /\| `(\w+)` \| ([^|]+) \|/)
        let table = Dictionary(uniqueKeysWithValues: rows.map { (String($0.output.1), Self.number($0.output.2)) })
        let declared = try Self.declaredLimits()
        #expect(declared.count > 30 && Set(declared).count == declared.count)
        #expect(Set(table.keys) == Set(declared.map(\.rawValue)))
        for name in declared { #expect(table[name.rawValue] == name.defaultValue, "\(name)") }
    }

    /// The limits declared in the sources, with their defaults.
    static func declaredLimits() throws -> [Limits.Name] {
        let folder = root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var limits: [Limits.Name] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /public static let (\w+) = Limits\.Name\("(\w+)", default: ([\d_ <]+)\)/) {
                #expect(match.output.1 == match.output.2, "a limit has the name of its member")
                limits.append(Limits.Name(String(match.output.1), default: try #require(value(match.output.3))))
            }
        }
        return limits
    }

    /// The value of an integer literal, optionally shifted by another one.
    private static func value(_ expression: Substring) -> Int? {
        let numbers = expression.replacing("_", with: "").split(separator: "<").compactMap {
            Int($0.trimmingCharacters(in: .whitespaces))
        }
        return numbers.count == 1 ? numbers[0] : numbers.count == 2 ? numbers[0] << numbers[1] : nil
    }
}
