import Testing

/// Inputs that look like responses, but do not begin with a status line.
struct MisplacedHeadTests {
    @Test(arguments: [
        "\"\"HTTP/1.1 204 No Content\r\n\r\n", "$ HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nabc",
        "response: HTTP/2 200\ncontent-type: text/plain\n\nabc", "> HTTP/1.1 200 OK\r\n> A: b\r\n> \r\nabc",
        "  HTTP/1.1 404 Not Found\nServer: x\n\n",
    ])
    func warnsOfCharactersBeforeAHead(text: String) async throws {
        let run = try await CommandRun([], input: text)
        #expect(run.exitStatus == 0)
        let warning = "the text looks like an HTTP response with other characters before “HTTP/”, which must begin it"
        #expect(run.errors.contains(warning))
    }

    @Test(arguments: [
        "< HTTP/1.1 200 OK\r\n< content-type: application/json\r\n< \r\n{}",
        "*   Trying 192.0.2.1:80...\n> GET / HTTP/1.1\n> Host: a\n>\n< HTTP/1.1 200 OK\n< A: b\n<\nabc",
        "* Connected\n< HTTP/2 301 \n< location: /b\n< \n",
    ])
    func warnsOfTheOutputOfVerboseCurl(text: String) async throws {
        let run = try await CommandRun([], input: text)
        #expect(run.exitStatus == 0)
        #expect(run.errors.contains("the text looks like the output of “curl -v”"))
        #expect(run.errors.contains("use “curl -i”"))
    }

    @Test(arguments: [
        "<title>HTTP/1.1 404 Not Found</title>", "127.0.0.1 - \"GET / HTTP/1.1\" 200 5\n", "HTTP is a protocol\n",
        "The server sent HTTP/1.1 200 OK\nand then closed.", "Example:\nHTTP/1.1 200 OK\nA: b\n",
    ])
    func otherTextHasNoWarning(text: String) async throws {
        let run = try await CommandRun(["--as", "string"], input: text)
        #expect(run.exitStatus == 0)
        #expect(run.errors == "")
    }

    @Test func readsAResponseOfSHOUTcast() async throws {
        let run = try await CommandRun(["--report"], input: "ICY 200 OK\r\ncontent-type:application/json\r\n\r\n{}")
        #expect(run.report.first?["verdict"] as? String == "value")
    }

    @Test(arguments: ["", "Server: x\\r\\n"]) func waitsForAllLinesOfAHead(line: String) async throws {
        let run = try await CommandRun.shell(
            """
            (printf 'HTTP/1.1 200 OK\\r\\n\(line)'; sleep 1; \
            printf 'Content-Type: text/event-stream\\r\\n\\r\\ndata: a\\n\\n') | decant
            """
        )
        #expect(run.text.contains("\"data\":\"a\""))
    }

    @Test func namesAResponseInUTF16() async throws {
        let text = "\u{FEFF}HTTP/1.1 200 OK\r\n\r\n{}"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let run = try await CommandRun([], input: .init(bytes))
        #expect(run.exitStatus == 1)
        #expect(run.errors.contains("the saved response is in UTF-16"))
    }
}
