import DecantTesting
import FlyingFox
import FlyingSocks
import Foundation
import Testing

/// URLs as inputs, end to end.
struct FetchTests {
    /// Runs a closure against a server that sends the same response to every request.
    private static func serve<Result>(
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { answer($0) }
        let task = Task { try await server.run() }
        defer { task.cancel() }
        // The default of 5 seconds can pass on a busy machine.
        try await server.waitUntilListening(timeout: 300)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.unsupportedAddress }
        return try await body("http://127.0.0.1:\(port)/a?b=c")
    }

    private static func json(_ text: String, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: Data(text.utf8))
    }

    @Test func fetchesAndDecodes() async throws {
        let run = try await Self.serve({ _ in Self.json("{\"a\":1}") }) { try await CommandRun([$0]) }
        #expect(run.text == "{\n  \"a\": 1\n}\n")
        #expect(run.exitStatus == 0)
    }

    @Test func reportsTheMessageOfTheServer() async throws {
        let run = try await Self.serve({ _ in Self.json("{}", .notFound) }) { try await CommandRun(["--report", $0]) }
        let line = try #require(run.report.first)
        #expect(line["status"] as? Int == 404)
        #expect(line["verdict"] as? String == "failure")
        #expect((line["input"] as? String)?.hasSuffix("/a…") == true)
        #expect(run.exitStatus == 1)
    }

    @Test func sendsTheMethod() async throws {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            request.method == .HEAD ? HTTPResponse(statusCode: .ok) : Self.json("1")
        }
        let run = try await Self.serve(answer) { try await CommandRun(["--report", "--method", "HEAD", $0]) }
        #expect(run.report.first?["verdict"] as? String == "empty")
    }

    @Test func reportsAServerThatCannotBeReached() async throws {
        let run = try await CommandRun(["--report", "http://127.0.0.1:1/"])
        #expect((run.report.first?["error"] as? [String: Any])?["code"] as? String == "unreadableInput")
        #expect(run.exitStatus == 2)
    }

    @Test("Prints no user name, no password, and no query of a URL", arguments: [[], ["--report"]])
    func printsNoUserNameNoPasswordAndNoQuery(options: [String]) async throws {
        let run = try await CommandRun(options + ["http://user:pw@127.0.0.1:1/x?secret=1"])
        for part in ["user", "pw", "secret"] { #expect(!(run.errors + run.text).contains(part)) }
        #expect((run.errors + run.text).contains("http"))
        #expect(run.exitStatus == 2)
    }

    /// Runs the command against a server that sends these bytes to every client.
    private static func run(_ arguments: [String] = ["--report"], on response: String) async throws -> CommandRun {
        let server = try LoopbackServer(response)
        defer { server.stop() }
        return try await CommandRun(arguments + [server.origin + "/a"])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello",
    ])
    func survivesAResponseThatStopsURLSession(_ response: String) async throws {
        let run = try await Self.run(on: response)
        let line = try #require(run.report.first)
        #expect(["unreadable", "failure"].contains(line["verdict"] as? String))
        #expect([1, 2].contains(run.exitStatus))
        #expect(run.errors == "")
    }

    @Test func keepsATruncatedBody() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
        let run = try await Self.run(on: head + "{\"a\": 1")
        let error = try #require(run.report.first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "truncatedBody")
        #expect(error["message"] as? String == "the body is truncated at 7 of 50 bytes")
        #expect(run.exitStatus == 1)
    }

    @Test func namesTheLimitOfAFetchedBody() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
        let run = try await Self.run(
            ["--report", "--limit", "bodyBytes=10"],
            on: head + String(repeating: "1", count: 50)
        )
        let error = try #require(run.report.first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "limitExceeded")
        #expect(error["message"] as? String == "the body has more than 10 bytes (limit bodyBytes)")
    }
}
