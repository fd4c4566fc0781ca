import Foundation
import Testing

/// Every example in the pages of the catalog is compiled or run.
///
/// CatalogueExamples.swift, CursorExamples.swift, StreamExamples.swift, and LeadingDotTests.swift compile examples, and
/// APILayerTests.swift and TutorialTests.swift run them. One example is a part of a program in the package Examples.
@Suite struct CatalogueTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    private static let catalogue = package.appendingPathComponent("Sources/Decant/Decant.docc")
    private static let programs = package.appendingPathComponent("Examples/Sources")

    private static func lines(_ text: String) -> [String] {
        // The formatter changes whitespace.
        text.components(separatedBy: "\n").map { line in
            let words = line.split(separator: " ")
            return words.drop { $0 == "private" || $0 == "fileprivate" }.joined(separator: " ")
        }
    }

    @Test func examplesMatchTheCompiledCode() throws {
        let files = [
            "APILayerTests.swift", "CatalogueExamples.swift", "CursorExamples.swift", "Dialect/LeadingDotTests.swift",
            "StreamExamples.swift", "TutorialTests.swift",
        ]
        let programs = ["RequestsOnHummingbird/RequestBodyDecoder.swift"]
        let sources = files.map(Self.tests.appendingPathComponent) + programs.map(Self.programs.appendingPathComponent)
        let source = try sources.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
        let compiled = Self.lines(source).filter { !$0.isEmpty }.joined(separator: "\n")
        let pages = try FileManager.default.contentsOfDirectory(at: Self.catalogue, includingPropertiesForKeys: nil)
        var count = 0
        for page in pages where page.pathExtension == "md" {
            let text = try String(contentsOf: page, encoding: .utf8)
            for block in text.components(separatedBy: "```swift\n").dropFirst() {
                let example = Self.lines(block.components(separatedBy: "\n```")[0]).filter { !$0.isEmpty }
                #expect(compiled.contains(example.joined(separator: "\n")), "\(page.lastPathComponent): \(example[0])")
                count += 1
            }
        }
        #expect(count >= 30)
    }
}
