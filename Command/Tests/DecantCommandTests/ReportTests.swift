import Foundation
import Testing

/// The lines of `--report`, end to end.
struct ReportTests {
    private static func line(_ arguments: [String], _ input: String) async throws -> [String: Any] {
        let run = try await CommandRun(["--report"] + arguments, input: input)
        #expect(run.errors == "")
        #expect(run.report.count == 1)
        return run.report.first ?? [:]
    }

    private static func response(_ status: String, _ fields: String = "", body: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(fields)\r\n\(body)"
    }

    @Test func hasEveryMember() async throws {
        let line = try await Self.line([], Self.response("200 OK", "Content-Type: text/plain\r\n", body: "abc"))
        let members: Set = [
            "version", "input", "url", "status", "contentType", "bytes", "serializer", "verdict", "findings", "error",
            "milliseconds",
        ]
        #expect(Set(line.keys) == members)
        #expect(line["input"] as? String == "-")
        #expect(line["status"] as? Int == 200)
        #expect(line["contentType"] as? String == "text/plain")
        #expect(line["bytes"] as? Int == 3)
        #expect(line["serializer"] as? String == "string")
        #expect(line["verdict"] as? String == "value")
        #expect((line["findings"] as? [Any])?.isEmpty == true)
        #expect(line["error"] is NSNull)
        #expect(line["milliseconds"] is NSNumber)
    }

    @Test func hasEveryMemberOfAnError() async throws {
        let line = try await Self.line(["--as", "json"], "{\"a\":\n nul}")
        let error = try #require(line["error"] as? [String: Any])
        #expect(
            Set(error.keys) == [
                "code", "message", "offset", "line", "column", "path", "limit", "hint", "remedies", "serverMessage",
                "retryAfter",
            ]
        )
        #expect(error["code"] as? String == "malformedBody")
        #expect(error["line"] as? Int == 2)
        #expect(error["offset"] as? Int == 7)
        #expect(line["verdict"] as? String == "failure")
    }

    @Test func namesTheLimitThatWasExceeded() async throws {
        let line = try await Self.line(["--limit", "jsonDepth=3"], "[[[[]]]]")
        let error = try #require(line["error"] as? [String: Any])
        #expect(error["code"] as? String == "limitExceeded")
        #expect(error["limit"] as? String == "jsonDepth")
        let large = try await Self.line(["--limit", "bodyBytes=4", "--limit", "headBytes=0"], "12345")
        #expect((large["error"] as? [String: Any])?["limit"] as? String == "bodyBytes")
    }

    @Test(
        "Reports an empty body if the status forbids a body",
        arguments: ["204 No Content", "205 Reset Content", "304 Not Modified"]
    )
    func reportsAnEmptyBodyIfTheStatusForbids(status: String) async throws {
        let line = try await Self.line(["--as", "json"], Self.response(status))
        #expect(line["verdict"] as? String == "empty")
        #expect(line["serializer"] as? String == "json")
    }

    @Test func reportsAnEmptyBodyForHEAD() async throws {
        let fields = "Content-Type: application/json\r\nContent-Length: 100\r\n"
        let line = try await Self.line(["--method", "HEAD"], Self.response("200 OK", fields))
        #expect(line["verdict"] as? String == "empty")
        let missing = try await Self.line(["--method", "HEAD"], Self.response("404 Not Found", fields))
        #expect(missing["verdict"] as? String == "failure")
    }

    @Test(
        "Accepts an empty body only if the format has an empty value",
        arguments: [("json", "failure"), ("string", "value"), ("data", "value")]
    )
    func acceptsAnEmptyBodyOnlyIfTheFormatHas(kind: String, verdict: String) async throws {
        let fields = "Content-Type: application/json\r\n"
        let line = try await Self.line(["--as", kind], Self.response("200 OK", fields))
        #expect(line["verdict"] as? String == verdict)
    }

    @Test(arguments: [
        ("application/json", "1", "json"), ("application/problem+json", "{}", "json"), ("text/json", "[]", "json"),
        ("text/html; charset=utf-8", "<p>", "string"), ("application/xml", "<a/>", "xml"),
        ("application/octet-stream", "text", "string"), ("application/octet-stream", "\0", "data"),
        ("x/y", "text", "string"), ("x/y", "\u{1}\0", "data"),
    ])
    func choosesTheSerializerByTheMediaType(type: String, body: String, serializer: String) async throws {
        let line = try await Self.line([], Self.response("200 OK", "Content-Type: \(type)\r\n", body: body))
        #expect(line["serializer"] as? String == serializer)
        #expect(line["verdict"] as? String == "value")
    }

    @Test func rejectsAMalformedMediaType() async throws {
        let line = try await Self.line([], Self.response("200 OK", "Content-Type: text\r\n", body: "abc"))
        #expect((line["error"] as? [String: Any])?["code"] as? String == "malformedMediaType")
        #expect(line["contentType"] as? String == "text")
    }

    @Test func guessesTextWithoutAMediaType() async throws {
        let line = try await Self.line([], Self.response("200 OK", body: "abc"))
        #expect(line["serializer"] as? String == "string")
        #expect(line["verdict"] as? String == "value")
        #expect(line["contentType"] is NSNull)
    }

    @Test func letsOptionsOverrideAHead() async throws {
        let saved = Self.response("500 No", "Content-Type: text/html\r\n", body: "[1]")
        let options = ["--status", "201", "--content-type", "application/json"]
        let line = try await Self.line(options, saved)
        #expect(line["status"] as? Int == 201)
        #expect(line["contentType"] as? String == "application/json")
        #expect(line["serializer"] as? String == "json")
        #expect(line["verdict"] as? String == "value")
    }

    @Test("Accepts other statuses and media types on request") func acceptsOtherStatusesAndMediaTypes() async throws {
        let saved = Self.response("404 No", "Content-Type: text/html\r\n", body: "[1]")
        let refused = try await Self.line(["--as", "json"], saved)
        #expect((refused["error"] as? [String: Any])?["code"] as? String == "unacceptableStatus")
        let accepted = try await Self.line(["--as", "json", "--accept", "text/*", "--accept-status", "400-499"], saved)
        #expect(accepted["verdict"] as? String == "value")
        let findings = (accepted["findings"] as? [[String: Any]])?.map { $0["code"] as? String }
        #expect(findings == ["toleratedMediaType"])
    }

    @Test(arguments: [("auto", "text/plain"), ("json", "application/json")])
    func reportsThatTheMediaTypeWasGuessed(kind: String, type: String) async throws {
        let line = try await Self.line(["--as", kind], "1")
        #expect(line["contentType"] as? String == type)
        let findings = (line["findings"] as? [[String: Any]])?.map { $0["code"] as? String }
        #expect(findings == ["guessedMediaType"])
        #expect(line["status"] as? Int == 200)
    }

    @Test func readsAHeadOnlyIfTheInputHasOne() async throws {
        let saved = Self.response("200 OK", "Content-Type: text/plain\r\n", body: "abc")
        #expect(try await Self.line(["--input", "body"], saved)["bytes"] as? Int == saved.utf8.count)
        let line = try await Self.line(["--input", "response"], "{}")
        #expect((line["error"] as? [String: Any])?["code"] as? String == "malformedHead")
        #expect(line["status"] is NSNull)
    }

    /// A report is stored, unlike the errors of one response on a terminal.
    @Test func hidesCredentialsUnlessTheyAreWanted() async throws {
        let body = #"{"token": SECRETVALUE}"#
        let saved = Self.response("200 OK", "Content-Type: application/json\r\nX Y: sid=OTHERSECRET\r\n", body: body)
        let hidden = try await CommandRun(["--report", "-"], input: saved)
        #expect(hidden.text.contains("is not a JSON value") && !hidden.text.contains("SECRET"), "\(hidden.text)")
        let shown = try await CommandRun(["--report", "--show-secrets", "-"], input: saved)
        #expect(shown.text.contains("SECRETVALUE") && shown.text.contains("OTHERSECRET"))
    }
}
