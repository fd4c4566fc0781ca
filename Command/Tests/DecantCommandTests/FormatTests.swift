import Decant
import DecantTesting
import Foundation
import Testing

/// The choice of a format by the media type, the name, and the first bytes.
struct FormatTests {
    @Test(arguments: [
        ("text/event-stream", "data: a\n\n", #"{"data":"a","event":"message","lastEventId":""}"#),
        ("application/x-ndjson", "{\"a\": 1}\n", #"{"a":1}"#), ("application/jsonl", "{\"a\": 1}\n", #"{"a":1}"#),
        ("application/stream+json", "{\"a\":\n1}", #"{"a":1}"#),
        ("application/json-seq", "\u{1E}{\"a\": 1}\n", #"{"a":1}"#),
    ])
    func recognizesStreamsByTheirMediaType(_ row: (type: String, body: String, line: String)) async throws {
        for type in [row.type, "\(row.type); charset=utf-8"] {
            let run = try await CommandRun([], input: "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n" + row.body)
            #expect(run.text == row.line + "\n")
            #expect(run.errors == "" && run.exitStatus == 0)
        }
        let option = try await CommandRun(["--content-type", row.type], input: row.body)
        #expect(option.text == row.line + "\n")
    }

    /// The command lists the types itself, because creating a serializer only to learn them takes longer.
    @Test func recognizesEveryMediaTypeOfJSONLines() async throws {
        let types = try #require(StreamSerializer.jsonLines(JSON.self).handling.configuration.mediaTypes)
        for type in types {
            let run = try await CommandRun(["--report", "--content-type", "\(type)"], input: "1\n")
            let format = type.matches("application/stream+json") ? "json-values" : "json-lines"
            #expect(run.report.first?["serializer"] as? String == format, "\(type)")
        }
    }

    @Test(arguments: ["jsonl", "ndjson", "JSONL"])
    func recognizesJSONLinesByTheNameOfTheFile(suffix: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.\(suffix)", "1\n{\"a\": 2}\n")
        let run = try await CommandRun([path])
        #expect(run.text == "1\n{\"a\":2}\n")
        let report = try await CommandRun(["--report", path])
        #expect(report.report.first?["serializer"] as? String == "json-lines")
        #expect(report.report.first?["verdict"] as? String == "value")
    }

    /// The second event is sent only after the first one was printed.
    @Test(
        "Prints an event of a saved response before the next one arrives",
        .timeLimit(.minutes(10)),
        arguments: ["", "Transfer-Encoding: chunked\\r\\n"]
    )
    func printsAnEventOfASavedResponse(field: String) async throws {
        let head =
            "HTTP/1.1 301 Moved\\r\\nLocation: /\\r\\n\\r\\n"
            + "HTTP/1.1 200 OK\\r\\n\(field)Content-Type: text/event-stream\\r\\n\\r\\n"
        let run = try await CommandRun.shell(
            "mkfifo gate; { printf '\(head)'; printf 'data: 1\\n\\n'; read line < gate; printf 'data: 2\\n\\n'; }"
                + " | decant | { read a; echo go > gate; read b; echo \"$a\"; echo \"$b\"; }"
        )
        #expect(
            run.text.split(separator: "\n").map { $0.prefix(10) } == [#"{"data":"1"#, #"{"data":"2"#],
            "\(run.errors)"
        )
    }

    @Test func decodesTheChunksOfARawStream() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/jsonl\r\n\r\n"
        let run = try await CommandRun([], input: head + "4\r\n1\n2\n\r\n2\r\n3\n\r\n0\r\n\r\n")
        #expect(run.text == "1\n2\n3\n", "\(run.errors)")
    }

    @Test(
        "Guesses the format of a body and of a response without a type",
        arguments: [
            ("<a><b></a>", "xml", "failure"), ("<a><b/></a>", "xml", "value"), ("<rss version='2'/>", "xml", "value"),
            ("<soap:Envelope xmlns:soap='u'/>", "xml", "value"), ("<!DOCTYPE r><r/>", "xml", "value"),
            ("<!-- a --><a/>", "xml", "value"), ("<!doctype html><p>a<br>", "string", "value"),
            ("<div>a<br></div>", "string", "value"), ("<3 text", "string", "value"), ("a < b", "string", "value"),
            ("{\"a\":1}", "json", "value"), ("<plist><true/></plist>", "plist", "value"),
        ]
    )
    func guessesTheFormatOfABodyAndOfAResponse(
        _ row: (body: String, serializer: String, verdict: String)
    ) async throws {
        for input in [row.body, "HTTP/1.1 200 OK\r\n\r\n\(row.body)"] {
            let line = try #require(try await CommandRun(["--report"], input: input).report.first)
            #expect(line["serializer"] as? String == row.serializer)
            #expect(line["verdict"] as? String == row.verdict)
        }
    }

    @Test("Treats a host and a port as a URL unless a file has that name")
    func treatsAHostAndAPortAsAURLUnlessAFileHas() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n7"
        )
        defer { server.stop() }
        let address = server.origin.replacing("http://", with: "")
        let run = try await CommandRun([address + "/a"])
        #expect(run.text == "7\n", "\(run.errors)")
        _ = try folder.path("x", "")
        let file = try await CommandRun.shell("printf '[1]' > localhost:80; decant localhost:80")
        #expect(file.text == "[\n  1\n]\n")
        let scheme = try await CommandRun(["ftp://example.com/x"])
        #expect(scheme.errors.contains("only http and https URLs are supported, not ftp"))
        #expect(scheme.exitStatus == 2)
    }

    @Test func readsAStreamOfAServer() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let server = try LoopbackServer(head + "data: {\"a\":1}\n\n")
        defer { server.stop() }
        let run = try await CommandRun(["--at", "/a", server.origin + "/a"])
        #expect(run.text == "1\n", "\(run.errors)")
    }
}

extension FormatTests {
    @Test(
        "JavaScript is text, and JSON that is labeled as JavaScript is JSON",
        arguments: [
            ("application/javascript", "!function(){}();", "string"), ("text/javascript", "console.log(1);", "string"),
            ("application/x-javascript", "// a\nvar a = 1", "string"), ("text/javascript", "cb([1]);", "string"),
            ("text/javascript", " [1]", "json"), ("application/javascript", "\u{FEFF}{\"a\": 1}", "json"),
            ("text/javascript", ")]}'\n[1]", "json"), ("text/javascript", "", "json"),
        ]
    )
    func readsScriptsAsText(type: String, body: String, format: String) async throws {
        let input = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n" + body
        let run = try await CommandRun(["--report"], input: input)
        #expect(run.report.first?["serializer"] as? String == format)
        #expect(run.exitStatus == (body.isEmpty || body.hasPrefix(")") ? 1 : 0))
    }
}
