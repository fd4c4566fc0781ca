import DecantCommand
import Foundation
import Testing

/// The built command, end to end.
struct DecantToolTests {
    private static let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"

    @Test func printsJSONOnLinesWithIndentation() async throws {
        let run = try await CommandRun([], input: Self.json + #"{"a":[1,2.50,{}],"b\u0000":"\u001b[1m","c":[]}"#)
        #expect(
            run.text == #"""
                {
                  "a": [
                    1,
                    2.50,
                    {}
                  ],
                  "b\u0000": "\u001b[1m",
                  "c": []
                }

                """#
        )
        #expect(run.errors == "")
        #expect(run.exitStatus == 0)
    }

    /// The version must match the latest entry of the change log.
    @Test func printsItsVersion() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let log = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let version = try #require(log.firstMatch(of: /\n## (\d+\.\d+\.\d+)\n/)?.output.1)
        let run = try await CommandRun(["--version"])
        #expect(run.text == "\(version)\n")
        #expect(run.exitStatus == 0)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func writesCompletions(for shell: String) async throws {
        let run = try await CommandRun(["--generate-completion-script", shell])
        #expect(run.text.contains("decant"))
        #expect(run.text.contains("skip-bad-items"))
        #expect(run.exitStatus == 0)
    }

    @Test func printsTextAndBytesUnchangedToAPipe() async throws {
        let text = try await CommandRun(
            ["-"],
            input: "HTTP/2 200 \r\ncontent-type: text/plain\r\n\r\none\u{1B}[31m\ntwo"
        )
        #expect(text.text == "one\u{1B}[31m\ntwo")
        let bytes = try await CommandRun(["--as", "data"], input: "\u{1}\u{2}")
        #expect(bytes.output == Data([1, 2]))
    }

    @Test func explainsAFailureOnStandardError() async throws {
        let run = try await CommandRun([], input: Self.json + "{\"a\": 1,\n \"b\": tru}")
        #expect(run.text == "")
        #expect(run.errors.hasPrefix("malformedBody: "))
        #expect(run.errors.contains("\n  response: 200, application/json, 19 bytes\n"))
        #expect(run.errors.contains("line 2, column 7 (byte 15)"))
        #expect(run.errors.contains("\n    2 |  \"b\": tru}\n      |       ^\n"))
        #expect(run.exitStatus == 1)
    }

    @Test func showsTheErrorBodyBelowTheError() async throws {
        let head = "HTTP/1.1 422 Unprocessable Content\r\nContent-Type: application/json\r\n\r\n"
        let run = try await CommandRun([], input: head + #"{"fields":[{"name":"age","fault":"\u001b[1m"}]}"#)
        #expect(run.text == "")
        #expect(run.errors.hasPrefix("unacceptableStatus: "))
        #expect(
            run.errors.hasSuffix(
                #"""

                  error body:
                    {
                      "fields": [
                        {
                          "name": "age",
                          "fault": "\u001b[1m"
                        }
                      ]
                    }

                """#
            )
        )
        #expect(!run.errors.contains("was decoded as"))
        #expect(run.exitStatus == 1)
    }

    @Test func showsTheBeginningOfALongErrorBody() async throws {
        let head = "HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\n\r\n"
        let list = (0..<1000).map(String.init).joined(separator: ",")
        let run = try await CommandRun([], input: head + "[\(list)]")
        #expect(run.errors.hasSuffix("      38,\n    …\n"))
    }

    @Test("Guesses the media type of an empty file from its name") func guessesTheMediaTypeOfAnEmptyFile() async throws
    {
        let folder = try TemporaryFolder()
        let json = try await CommandRun([try folder.path("x.json", "")])
        #expect(json.errors.contains("emptyBody: "))
        #expect(json.exitStatus == 1)
        let text = try await CommandRun([try folder.path("x.txt", "")])
        #expect(text.text + text.errors == "")
        #expect(text.exitStatus == 0)
        let unnamed = try await CommandRun([try folder.path("x", "")])
        #expect(unnamed.exitStatus == 0)
    }

    @Test func anEmptyPipeFails() async throws {
        let run = try await CommandRun([], input: "")
        #expect(run.errors.hasPrefix("emptyBody: standard input is empty\n"))
        #expect(run.errors.hasSuffix("\n  hint: --allow-empty accepts an empty body\n"))
        #expect(run.exitStatus == 1)
        #expect(try await CommandRun(["--allow-empty"], input: "").exitStatus == 0)
        #expect(try await CommandRun(["--as", "data"], input: "").exitStatus == 0)
    }

    @Test func namesTheOptionThatRaisesALimit() async throws {
        let deep = try await CommandRun(["--limit", "jsonDepth=3"], input: Self.json + "[[[[]]]]")
        #expect(deep.errors.hasPrefix("limitExceeded: "))
        #expect(deep.errors.contains("\n  hint: raise the limit with --limit jsonDepth=6\n"))
        let limits = ["--limit", "bodyBytes=40", "--limit", "headBytes=100"]
        let capture = try await CommandRun(limits, input: Self.json + String(repeating: " ", count: 200))
        #expect(capture.errors.contains("bodyBytes (40) and headBytes (100)"))
        #expect(!capture.errors.contains("140"))
        let body = try await CommandRun(limits, input: String(repeating: " ", count: 120))
        #expect(body.errors.contains(" 40 bytes"))
        #expect(body.errors.contains("\n  hint: raise the limit with --limit bodyBytes=80\n"))
    }

    @Test func neverSendsEscapeCodesOfABodyToATerminal() async throws {
        let run = try await CommandRun([], input: Self.json + "{\"\u{1B}[31m\u{202E}")
        #expect(!run.errors.unicodeScalars.contains("\u{1B}"))
        #expect(!run.errors.unicodeScalars.contains("\u{202E}"))
        #expect(run.exitStatus == 1)
    }

    @Test func reportsIncorrectUsage() async throws {
        let run = try await CommandRun(["--as", "yaml", "file"])
        #expect(run.text == "")
        #expect(run.errors.hasPrefix("Error: The value 'yaml' is invalid for '--as <format>'"))
        let hostile = try await CommandRun(["--as", "a\u{1B}[31mb", "file"])
        #expect(!hostile.errors.contains("\u{1B}") && hostile.errors.contains("a\u{241B}[31mb"))
        #expect(run.exitStatus == 2)
    }

    @Test(arguments: [
        ["--status", "1000"], ["--status", "-1"], ["--method", "A B"], ["--limit", "jsonNodes"],
        ["--limit", "jsonNodes=-1"],
        ["--limit", "none=1"], ["--accept", "text"], ["--accept-status", "300-200"], ["--unknown"], ["--as"],
    ])
    func exitsWithStatus2AfterIncorrectUsage(arguments: [String]) async throws {
        let run = try await CommandRun(arguments + ["file"])
        #expect(run.errors.hasPrefix("Error: "))
        #expect(run.exitStatus == 2)
    }

    @Test func printsItsHelp() async throws {
        let run = try await CommandRun(["--help"])
        #expect(run.text.contains("USAGE: decant [OPTION...] [INPUT...]"))
        #expect(run.text.contains("\n  demo "))
        #expect(run.exitStatus == 0)
    }

    @Test func continuesAfterAnUnreadableInput() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.path("a.json", "[1]")
        let run = try await CommandRun(["--report", "\(folder.url.path)/none", good])
        #expect(run.report.map { $0["verdict"] as? String } == ["failure", "value"])
        let errors = run.report.map { $0["error"] as? [String: Any] }
        #expect(errors.map { $0?["code"] as? String } == ["unreadableInput", nil])
        #expect(errors.map { $0?["message"] as? String } == ["No such file or directory", nil])
        #expect(run.exitStatus == 2)
    }

    @Test("Reports the name of an input unchanged on one line") func reportsTheNameOfAnInputUnchanged() async throws {
        let names = ["a b", "\"quoted\"", "new\nline", "\u{1B}[0m", "日本"]
        let run = try await CommandRun(["--report"] + names.map { "./\($0)" })
        #expect(run.report.map { $0["input"] as? String } == names.map { "./\($0)" })
        #expect(!run.text.unicodeScalars.contains("\u{1B}"))
    }

    @Test func readsAFileWhoseNameIsNotUTF8() async throws {
        let run = try await CommandRun.shell(#"f=$(printf '\377\351.txt'); printf 'hello' > "$f" && decant "$f""#)
        #expect(run.text == "hello")
        #expect(run.exitStatus == 0)
    }

    @Test func decodesTenThousandFilesInOneProcess() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.json", "[1]")
        let run = try await CommandRun(["--report"] + Array(repeating: path, count: 10_000))
        #expect(run.text.utf8.count { $0 == 0x0A } == 10_000)
        #expect(run.exitStatus == 0)
    }
}

struct ArgumentSplitTests {
    @Test(arguments: [
        (["a", "--report", "b"], ["--report"], ["a", "b"]),
        (["--as", "json", "a"], ["--as", "json"], ["a"]),
        (["--as=json", "-"], ["--as=json"], ["-"]),
        (["a", "--", "--report", "-"], [], ["a", "--report", "-"]),
        (["--accept"], ["--accept"], []),
        (["demo"], ["demo"], []),
        (["--report", "demo"], ["--report"], ["demo"]),
        (["./demo"], [], ["./demo"]),
        (["report", "a.har", "--output", "b.html", "c.har"], ["report", "--output", "b.html"], ["a.har", "c.har"]),
        (["compare", "a", "--", "--b"], ["compare"], ["a", "--b"]),
    ])
    func separatesOptionsFromInputs(arguments: [String], options: [String], inputs: [String]) {
        let split = ArgumentSplit(arguments)
        #expect(split.options == options)
        #expect(split.inputs == inputs)
    }
}
