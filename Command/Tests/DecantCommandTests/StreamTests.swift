import Foundation
import Testing

/// Streams, one line for each element.
struct StreamTests {
    @Test(arguments: [
        ("sse", "id: 7\nevent: x\ndata: a\ndata: b\n\n", #"{"data":"a\nb","event":"x","lastEventId":"7"}"# + "\n"),
        ("json-lines", "{\"a\": 1}\n\n[2]\n3", "{\"a\":1}\n[2]\n3\n"),
        ("json-seq", "\u{1E}{\"a\":\n1}\n\u{1E}2\n", "{\"a\":1}\n2\n"),
        ("json-values", "{\"a\":\n1}[2]\n3 null", "{\"a\":1}\n[2]\n3\nnull\n"),
        ("json-elements=/data/items", "{\"data\":{\"items\":[1,{\"b\":2}]},\"next\":null}", "1\n{\"b\":2}\n"),
        ("json-elements", "[1,2]", "1\n2\n"),
        ("lines", "eins\r\nzwei\rdrei", "eins\nzwei\ndrei\n"),
    ])
    func printsALineForEachElement(_ row: (format: String, input: String, output: String)) async throws {
        let run = try await CommandRun(["--as", row.format], input: row.input)
        #expect(run.text == row.output)
        #expect(run.errors == "" && run.exitStatus == 0)
    }

    @Test(arguments: [
        ("sse", "data: a\n\ndata: b", "ended inside event 1"),
        ("json-lines", "1\n{\n2\n", "line 2"),
        ("json-seq", "\u{1E}1\n\u{1E}{\u{1E}2\n", "the text ends inside an object"),
        ("json-values", "1{\"a\":", "the stream ends inside a value"), ("json-values", "1 nope", "line 1, column 3"),
        ("json-elements=/a", "{\"a\":[1,x]}", "a[1]"),
        ("json-elements=/b", "{\"a\":[1]}", "the document has no value at b"),
    ])
    func printsTheElementsBeforeAnError(_ row: (format: String, input: String, message: String)) async throws {
        let run = try await CommandRun(["--as", row.format], input: row.input)
        #expect(run.errors.contains(row.message), "\(run.errors)")
        // The standard discards an event that is cut off by the end; it is not an error.
        #expect(run.exitStatus == (row.format == "sse" ? 0 : 1))
        #expect(run.text.split(separator: "\n").count == (row.format == "json-elements=/b" ? 0 : 1))
    }

    @Test(arguments: [
        ("data: {\"é\":[{\"好\":x}]}\n\n", 1, "data: {\"é\":[{\"好\":", "x}]}"),
        ("data:{\n: c\ndata: x\nid: 1\n\n", 3, "data: ", "x"),
        ("data: {\"a\":1}\n\ndata: [END]\n\n", 3, "data: [", "END]"), ("data: {\"a\":\n\n", 1, "data: {\"a\":", ""),
    ])
    func showsTheLineOfAnErrorInAnEvent(_ row: (input: String, line: Int, before: String, after: String)) async throws {
        let run = try await CommandRun(["--as", "sse", "--at", "/a"], input: row.input)
        let caret = String(repeating: " ", count: row.before.unicodeScalars.reduce(0) { $0 + ($1 == "好" ? 2 : 1) })
        let expected = "    \(row.line) | \(row.before)\(row.after)\n      | \(caret)^\n"
        #expect(run.errors.contains(expected), "\(run.errors)")
        #expect(run.errors.contains("line \(row.line), column \(row.before.unicodeScalars.count + 1) "))
    }

    private static let parts = """
        --b\r
        Content-Disposition: form-data; name="a"; filename="a.json"\r
        Content-Type: application/json\r
        \r
        {"x": [1]}\r
        --b\r
        Content-Type: application/http\r
        \r
        HTTP/1.1 404 Not Found\r
        Content-Type: text/plain\r
        \r
        none\r
        --b\r
        Content-Type: multipart/mixed; boundary=c\r
        \r
        --c\r
        \r
        \u{1}\r
        --c--\r
        --b\r
        Content-Type: application/http\r
        \r
        GET / HTTP/1.1\r
        --b--
        """

    @Test(arguments: [["--content-type", "multipart/mixed; boundary=b"], ["--as", "multipart", "--content-type"]])
    func printsThePartsOfAMultipartBody(_ options: [String]) async throws {
        let arguments = options.count == 2 ? options : options + ["multipart/mixed; boundary=b"]
        let run = try await CommandRun(arguments, input: Self.parts)
        #expect(
            run.text == """
                {"type":"application/json","name":"a","fileName":"a.json","bytes":10,"json":{"x":[1]}}
                {"status":404,"type":"text/plain","bytes":4,"text":"none"}
                {"type":"multipart/mixed","bytes":15,"parts":[{"bytes":1}]}
                {"type":"application/http","bytes":14,"error":"expected a status line, but found “GET / HTTP/1.1”"}

                """
        )
        #expect(run.errors == "" && run.exitStatus == 0)
    }

    @Test(arguments: [["--as", "multipart"], ["--content-type", "multipart/mixed; boundary=d"]])
    func namesTheBoundaryOfABody(_ arguments: [String]) async throws {
        let run = try await CommandRun(arguments, input: Self.parts)
        let hint = "--content-type 'multipart/mixed; boundary=\"b\"' declares it"
        #expect(run.exitStatus == 1 && run.errors.contains(hint), "\(run.errors)")
    }

    @Test func warnsOfALineBetweenEvents() async throws {
        for line in [#"{"error":{"code":-32603}}"#, "<html>", "Bad Gateway"] {
            let run = try await CommandRun(["--as", "sse"], input: "data: a\n\n\(line)\n")
            #expect(run.errors == "warning: ignored a line that is not a field: “\(line)”\n")
            #expect(run.text.split(separator: "\n").count == 1 && run.exitStatus == 0)
        }
    }

    @Test(arguments: [
        ("json-lines", "1\n{\"a\":", "the stream ends inside a line"),
        ("json-seq", "\u{1E}1\n\u{1E}{\"a\":", "the stream ends inside a record"),
        ("json-seq", "\u{1E}1\n\u{1E}[\"a", "the stream ends inside a record"),
    ])
    func namesATruncatedItem(_ row: (format: String, input: String, hint: String)) async throws {
        let run = try await CommandRun(["--as", row.format], input: row.input)
        #expect(run.errors.contains("hint: \(row.hint)\n"), "\(run.errors)")
        #expect(run.text == "1\n" && run.exitStatus == 1)
    }

    @Test func skipsBadItemsOnRequest() async throws {
        let run = try await CommandRun(["--as", "json-lines", "--skip-bad-items"], input: "1\nx\n2\n")
        #expect(run.text == "1\n2\n")
        #expect(run.errors.contains("skipped item 1 on line 2"))
        #expect(run.exitStatus == 0)
    }

    /// The value is sent only after the warning about the malformed item was printed.
    @Test("Reports a skipped item before the next one arrives", .timeLimit(.minutes(10)))
    func reportsASkippedItemBeforeTheNext() async throws {
        let run = try await CommandRun.shell(
            "mkfifo gate; { echo x; read line < gate; echo 2; } | decant --as json-lines --skip-bad-items 2>&1"
                + " | { read a; echo go > gate; read b; echo \"$a\"; echo \"$b\"; }"
        )
        let lines = run.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("warning: skipped item 0 on line 1: ") == true, "\(run.text)")
        #expect(lines.dropFirst() == ["2"])
    }

    /// The input ends only after the warnings were printed.
    @Test("Reports skipped items of an input that has not ended", .timeLimit(.minutes(10)))
    func reportsSkippedItemsOfAnInputThatHas() async throws {
        let run = try await CommandRun.shell(
            "mkfifo gate; { yes x | head -n 1000; read line < gate; } | decant --as json-lines --skip-bad-items 2>&1"
                + " | { head -n 100 | tail -n 1; echo go > gate; cat; }"
        )
        let lines = run.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("warning: skipped item 99 on line 100: ") == true, "\(run.text)")
        #expect(lines.last == "warning: omitted 900 more findings of the kind skippedItem")
    }

    @Test func countsSkippedItemsWithoutALine() async throws {
        let input = String(repeating: "x\n", count: 250)
        let run = try await CommandRun(["--as", "json-lines", "--skip-bad-items"], input: input)
        #expect(run.errors.split(separator: "\n").count == 101)
        #expect(run.errors.hasSuffix("warning: omitted 150 more findings of the kind skippedItem\n"), "\(run.errors)")
        #expect(run.text == "" && run.exitStatus == 0)
    }

    /// The second value is sent only after the first one was printed.
    @Test(.timeLimit(.minutes(10))) func printsAnElementBeforeTheNextOneArrives() async throws {
        let run = try await CommandRun.shell(
            "mkfifo gate; { echo 1; read line < gate; echo 2; } | decant --as json-lines"
                + " | { read a; echo go > gate; read b; echo $a $b; }"
        )
        #expect(run.text == "1 2\n")
    }

    private static let chat = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    @Test func skipsAndCountsTheEventsWithoutThePart() async throws {
        let input =
            Self.chat + """
                : PROCESSING

                data: {"choices":[{"delta":{"role":"assistant"}}]}

                data: {"choices":[{"delta":{"content":"好"}}]}

                data: {"type": "ping"}

                data: {"choices":[]}

                data: [DONE]

                data: nope


                """
        let run = try await CommandRun(["--at", "/choices/0/delta/content"], input: input)
        #expect(run.text == "\"好\"\n" && run.exitStatus == 0)
        #expect(
            run.errors == """
                warning: skipped event 0: no member “content”
                warning: skipped event 2: no member “choices”
                warning: skipped event 3: no element “0” in an array of 0 elements

                """
        )
        let malformed = try await CommandRun(["--at", "/choices"], input: Self.chat + "data: {\"choices\":\n\n")
        #expect(malformed.exitStatus == 1)
    }

    @Test func theMarkOfTheEndIsNoEvent() async throws {
        let run = try await CommandRun([], input: Self.chat + "data: a\n\ndata: [DONE]\n\ndata: b\n\n")
        #expect(run.text == "{\"data\":\"a\",\"event\":\"message\",\"lastEventId\":\"\"}\n" && run.exitStatus == 0)
    }

    @Test("An error in an event shows the message of the server") func anErrorInAnEventShowsTheMessage() async throws {
        let fault = #"{"error":{"code":"overloaded_error","message":"Overloaded"}}"#
        let input = Self.chat + "data: {\"a\":1}\n\ndata: \(fault)\n\n"
        let failed = try await CommandRun(["--at", "/a"], input: input)
        #expect(failed.text == "1\n" && failed.exitStatus == 1)
        #expect(failed.errors.contains("the server says: Overloaded"), "\(failed.errors)")
        let skipped = try await CommandRun(["--at", "/a", "--skip-bad-items"], input: input)
        #expect(skipped.text == "1\n" && skipped.exitStatus == 0)
        #expect(skipped.errors == "warning: skipped event 1: no member “a”; the server says: Overloaded\n")
        for arguments in [["--at", "/a", "--failing-at", "/error"], ["--failing-at", "/error"]] {
            let run = try await CommandRun(arguments, input: input)
            #expect(run.text.split(separator: "\n").count == 1 && run.exitStatus == 1)
            #expect(run.errors.contains("rejected: the stream failed with an item that has a value at /error"))
            #expect(run.errors.contains("the server says: Overloaded"), "\(run.errors)")
        }
        let lines = try await CommandRun(["--as", "json-lines", "--failing-at", "/error"], input: "1\n\(fault)\n2\n")
        #expect(lines.text == "1\n" && lines.exitStatus == 1)
        #expect(try await CommandRun(["--failing-at", "error"], input: input).exitStatus != 0)
    }

    @Test("A JSON error instead of events shows the message of the server")
    func aJSONErrorInsteadOfEventsShowsTheMessage() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        let run = try await CommandRun(["--as", "sse"], input: head + #"{"error":{"message":"Invalid model"}}"#)
        #expect(run.exitStatus == 1 && run.errors.contains("the server says: Invalid model"), "\(run.errors)")
    }
}
