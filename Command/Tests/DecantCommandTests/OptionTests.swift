import Decant
import DecantCommand
import DecantReport
import Foundation
import Testing

/// The options, and the hints that name them.
struct OptionTests {
    @Test func theHelpNamesNoTypesAndEndsWithExamples() async throws {
        let run = try await CommandRun(["--help"])
        for part in ["DecantReport", "FormatArgument", "default:", "Swift"] { #expect(!run.text.contains(part)) }
        let sections = run.text.split(separator: "\n").filter { $0.first?.isUppercase == true && $0.hasSuffix(":") }
        #expect(
            sections == [
                "ARGUMENTS:", "FORMAT OPTIONS:", "INPUT OPTIONS:", "VALIDATION OPTIONS:", "OUTPUT OPTIONS:",
                "CAPTURE OPTIONS:", "OPTIONS:", "SUBCOMMANDS:", "EXAMPLES:",
            ]
        )
        let examples = run.text.split(separator: "EXAMPLES:\n").last?.split(separator: "\n")
        #expect(examples?.count == 9)
    }

    /// The command separates inputs from options itself, so its list has to be complete.
    @Test("Every option with a value is known to the split of arguments") func everyOptionWithAValueIsKnownToTheSplit()
        async throws
    {
        struct Dump: Decodable {
            struct Argument: Decodable {
                struct Name: Decodable { var kind: String, name: String }
                var kind: String, names: [Name]?
            }
            struct Command: Decodable { var arguments: [Argument] }
            var command: Command
        }
        let run = try await CommandRun(["--experimental-dump-help"])
        let dump = try JSON.Decoder().decode(Dump.self, from: Array(run.output))
        let names = dump.command.arguments.filter { $0.kind == "option" }.flatMap { $0.names ?? [] }.map {
            "--\($0.name)"
        }
        #expect(names.count > 10)
        #expect(Set(names).subtracting(ArgumentSplit.valueOptions).isEmpty)
    }

    @Test(arguments: [
        ("[1,]", "trailing-commas"), ("[1] // a", "comments"), ("['a']", "single-quotes"), ("{a: 1}", "unquoted-names"),
        ("[NaN]", "non-finite-numbers"), ("[+1]", "number-forms"),
    ])
    func theQuirkOfAHintAcceptsTheBody(_ row: (body: String, quirk: String)) async throws {
        let error = try await CommandRun(["--as", "json"], input: row.body)
        #expect(error.errors.contains("\n  hint: --quirk \(row.quirk) accepts it\n"), "\(error.errors)")
        let value = try await CommandRun(["--as", "json", "--quirk", row.quirk], input: row.body)
        #expect(value.exitStatus == 0)
        let stream = try await CommandRun(["--as", "json-lines", "--quirk", "json5"], input: row.body)
        #expect(stream.exitStatus == 0, "\(stream.errors)")
    }

    @Test func acceptsQuirksOfEveryFormat() async throws {
        let xml = try await CommandRun(
            ["--as", "xml", "--quirk", "leading-whitespace"],
            input: " <?xml version='1.0'?><a/>"
        )
        #expect(xml.exitStatus == 0)
        let list = ["--as", "plist", "--plist-format", "openstep", "--quirk", "gnustep-values"]
        let plist = try await CommandRun(list, input: "{ a = <*I5>; }")
        #expect(plist.text.contains("\"a\": 5"))
        let unknown = try await CommandRun(["--quirk", "trailingCommas", "file"])
        #expect(unknown.errors.contains("- trailing-commas\n") && unknown.exitStatus == 2)
    }

    @Test func acceptsAnEmptyBodyOnRequest() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("x.json", "")
        let error = try await CommandRun([path])
        #expect(error.errors.contains("\n  hint: --allow-empty accepts an empty body\n"))
        let empty = try await CommandRun(["--allow-empty", path])
        #expect(empty.errors.hasSuffix("/x.json: the body is empty\n") && empty.exitStatus == 0)
        let saved = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        let report = try await CommandRun(["--allow-empty", "--report"], input: saved)
        #expect(report.report.first?["verdict"] as? String == "empty")
    }

    @Test(arguments: [("a/x.json", "file"), ("-", "input")])
    func namesABodyWithoutAHeadByItsSource(_ row: (name: String, word: String)) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("x.json", "{")
        let run = try await CommandRun(["--as", "json", row.name == "-" ? "-" : path], input: "{")
        #expect(run.errors.contains("\n  \(row.word): application/json, 1 byte\n"), "\(run.errors)")
        let stream = try await CommandRun(["--as", "json-lines", row.name == "-" ? "-" : path], input: "{")
        #expect(stream.errors.contains("\n  \(row.word): "), "\(stream.errors)")
    }

    @Test func acceptsLimitsWithUnits() async throws {
        let run = try await CommandRun(["--limit", "bodyBytes=1K"], input: String(repeating: " ", count: 1025))
        #expect(run.errors.contains("\n  hint: raise the limit with --limit bodyBytes=2K\n"))
        let wrong = try await CommandRun(["--limit", "bodyBytes=9999999999999G", "file"])
        #expect(wrong.exitStatus == 2)
    }

}

/// The parts that `--at` selects.
struct PathTests {
    @Test(arguments: [
        ("json", "/a/1", #"{"a":[1,{"b":2}]}"#, "{\n  \"b\": 2\n}\n"), ("json", "/a~1b", #"{"a/b":"x"}"#, "\"x\"\n"),
        ("json", "", "[1]", "[\n  1\n]\n"),
        ("xml", "/r/a", "<r><a>1</a><b/><a x='2'/></r>", "<a>1</a>\n<a x=\"2\"/>\n"),
        ("xml", "a", "<r><a><b/></a></r>", "<a>\n  <b/>\n</a>\n"), ("xml", "/r/a/@x", "<r><a x='2'/></r>", "2\n"),
        ("xml", "/r", "<!DOCTYPE r><r/>", "<r/>\n"),
        (
            "plist", "/a/0", "<plist><dict><key>a</key><array><true/></array></dict></plist>",
            "// XML property list\ntrue\n"
        ),
        ("json-lines", "/a", "{\"a\":1}\n{\"a\":[2]}\n", "1\n[2]\n"), ("json-seq", "/a", "\u{1E}{\"a\":1}\n", "1\n"),
        ("json-elements=/d", "/a", "{\"d\":[{\"a\":1},{\"a\":2}]}", "1\n2\n"),
        ("sse", "/d/t", "data: {\"d\":{\"t\":\"x\"}}\n\ndata: {\"d\":{\"t\":1}}\n\n", "\"x\"\n1\n"),
    ])
    func printsThePartAtAPath(_ row: (format: String, path: String, body: String, output: String)) async throws {
        let run = try await CommandRun(["--as", row.format, "--at", row.path], input: row.body)
        #expect(run.text == row.output)
        #expect(run.exitStatus == 0, "\(run.errors)")
    }

    @Test(arguments: [
        ("json", "/b", #"{"a":1}"#, "no member “b”"), ("json", "a", "{}", "“a” is not a JSON Pointer"),
        ("xml", "/q", "<r/>", "no element or attribute at “/q”"),
        ("xml", "/a~1", "<r/>", "“/a~1” is not a path of elements"),
        ("string", "/a", "text", "no part at “/a”"),
        ("lines", "/a", "text", "no part at “/a”"), ("json-lines", "a", "{\"b\":1}\n", "“a” is not a JSON Pointer"),
    ])
    func explainsAMissingPart(_ row: (format: String, path: String, body: String, message: String)) async throws {
        let run = try await CommandRun(["--as", row.format, "--at", row.path], input: row.body)
        #expect(run.errors.contains("keyNotFound: ") && run.errors.contains(row.message), "\(run.errors)")
        #expect(run.exitStatus == 1)
    }

    @Test func rejectsTextThatIsNotAPathInAnyFormat() async throws {
        let run = try await CommandRun(["--at", "a b~", "file"])
        #expect(run.errors.contains("“a b~” is not a path"))
        #expect(run.exitStatus == 2)
    }

    @Test func keepsTheErrorOfTheServer() async throws {
        let saved = "HTTP/1.1 404 No\r\nContent-Type: application/json\r\n\r\n{\"message\":\"gone\"}"
        let run = try await CommandRun(["--at", "/data"], input: saved)
        #expect(run.errors.contains("unacceptableStatus: ") && run.errors.contains("the server says: gone"))
    }
}
