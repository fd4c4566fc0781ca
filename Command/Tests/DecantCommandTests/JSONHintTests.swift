import Foundation
import Testing

/// Hints of the JSON formats: each names a format that reads the input, and none leads back.
struct JSONHintTests {
    private static let formats = ["json", "json-lines", "json-seq", "json-values", "json-elements"]

    private static let inputs = [
        "{\"a\":1}{\"a\":2}\n{\"a\":3}\n", "{\"a\":1}\n{\"a\":2}\n", "{\n\"a\":1\n}\n{\n\"a\":2\n}\n",
        "{\"a\":1}\n{\n\"a\":2\n}\n",
        "1 2 \"x\" null", "1\n2\n3\n", "[1,2]\n[3]\n", "[\n1,\n2\n]\n[\n3\n]\n", "[\n1\n]\n[3]\n", "[\n1,\n2]",
        "\u{1E}1\n\u{1E}2\n",
        "\u{1E}1\n2\n", "1\n\u{1E}2\n", "{\"a\":1}\n\u{1E}{\"a\":2}\n", "{\"a\":1},\n{\"a\":2}\n",
        "[{\"a\":1},\n{\"a\":2}]\n{}",
        "{\"a\":1}\n{\"a\":\n", "{\"a\":1}{\"a\":", "{\"a\":1} x", "<html></html>", "\u{1E}{\"a\":1}{\"a\":2}\n",
        "\"a\"\n\"b\"",
        "true false", "-1 -2", "[]{}[]", "{}\n\n{}\n", "{}\r\n{}\r\n", "{\"a\":1}\t{\"a\":2}", "[1]\n[2\n]\n",
        "{} {} nope",
    ]

    @Test(arguments: inputs) func followingTheHintsEndsAndReadsASequence(input: String) async throws {
        for first in Self.formats {
            var format = first
            var tried: [String] = []
            while true {
                tried.append(format)
                try #require(Set(tried).count == tried.count && tried.count <= 3, "\(input.debugDescription): \(tried)")
                let run = try await CommandRun(["--as", format], input: input)
                guard run.exitStatus != 0, let hint = run.errors.firstMatch(of: /--as ([a-z-]+) reads it/) else {
                    break
                }
                format = String(hint.1)
            }
        }
    }

    @Test(arguments: inputs.prefix(9)) func aSequenceIsReachedFromEachFormat(input: String) async throws {
        for first in ["json", "json-lines", "json-seq"] {
            var run = try await CommandRun(["--as", first], input: input)
            for _ in 0..<2 where run.exitStatus != 0 {
                let hint = try #require(run.errors.firstMatch(of: /--as ([a-z-]+) reads it/), "\(first): \(run.errors)")
                run = try await CommandRun(["--as", String(hint.1)], input: input)
            }
            #expect(run.exitStatus == 0, "\(first), \(input.debugDescription): \(run.errors)")
        }
    }

    @Test func valuesAreKnownByTheirMediaType() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/stream+json\r\n\r\n"
        let run = try await CommandRun([], input: head + "{\"a\":1}{\"a\":2}\n{\"a\":\n3}\n")
        #expect(run.text == "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n" && run.exitStatus == 0, "\(run.errors)")
        let lines = try await CommandRun(["--as", "json-lines"], input: head + "{\"a\":1}\n{\"a\":2}\n")
        #expect(lines.text == "{\"a\":1}\n{\"a\":2}\n" && lines.exitStatus == 0, "\(lines.errors)")
    }

    @Test func aFileWithSeveralValuesNamesTheFormat() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("log.json", Data("{\"a\":1}{\"a\":2}\n{\"a\":3}\n".utf8))
        let run = try await CommandRun([file.path])
        #expect(run.exitStatus == 1)
        #expect(run.errors.contains("hint: the body looks like several JSON values; --as json-values reads it\n"))
        let values = try await CommandRun([file.path, "--as", "json-values", "--at", "/a"])
        #expect(values.text == "1\n2\n3\n" && values.exitStatus == 0)
    }
}
