import Foundation
import Testing

/// `decant compare`, end to end.
struct CompareTests {
    private static func entry(_ url: String, _ body: String, status: Int = 200, type: String = "application/json")
        -> String
    {
        let text = body.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return """
            {"request":{"method":"GET","url":"\(url)"},"response":{"status":\(status),"headers":[
            {"name":"Content-Type","value":"\(type)"}],"content":{"text":"\(text)"}}}
            """
    }

    private static func archive(_ entries: [String]) -> String {
        #"{"log":{"entries":["# + entries.joined(separator: ",") + "]}}"
    }

    private static func compare(
        _ before: [String],
        _ after: [String],
        _ options: [String] = []
    ) async throws -> CommandRun {
        let folder = try TemporaryFolder()
        let paths = [try folder.path("a.har", archive(before)), try folder.path("b.har", archive(after))]
        return try await CommandRun(["compare"] + options + paths)
    }

    @Test func findsNoChangeInTheSameCapture() async throws {
        let entries = [Self.entry("https://a.example/1", #"{"a":1}"#), Self.entry("https://a.example/2", "[1")]
        let run = try await Self.compare(entries, entries)
        #expect(run.text == "2 unchanged\n")
        #expect(run.exitStatus == 0)
    }

    @Test func failsIfAValueBecomesAFailure() async throws {
        let url = "https://a.example/1"
        let run = try await Self.compare([Self.entry(url, "[1]")], [Self.entry(url, "[1")])
        #expect(run.text.hasPrefix("worse   GET https://a.example/1\n        value → failure (malformedBody: "))
        #expect(run.text.hasSuffix("\n1 worse, 0 unchanged\n"))
        #expect(run.exitStatus == 1)
        let back = try await Self.compare([Self.entry(url, "[1")], [Self.entry(url, "[1]")])
        #expect(back.text.hasPrefix("better  GET "))
        #expect(back.exitStatus == 0)
    }

    @Test func showsTheDifferenceOfTwoValuesByPath() async throws {
        let before = #"{"id":1,"users":[{"name":"Ada","tags":["x"]},{"name":"Alan"}],"old":{"a":1},"same":1.0}"#
        let after = #"{"same":1,"users":[{"name":"Bob","tags":["x","y"]}],"id":"1","new/key":true}"#
        let run = try await Self.compare(
            [Self.entry("https://a.example/", before)],
            [Self.entry("https://a.example/", after)]
        )
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(
            Set(lines.dropFirst().dropLast()) == [
                #"        /id: 1 → "1""#, #"        /users/0/name: "Ada" → "Bob""#,
                #"        /users/0/tags/1: absent → "y""#, "        /users/1: an object → absent",
                "        /old: an object → absent", "        /new~1key: absent → true",
            ]
        )
        #expect(run.exitStatus == 0)
    }

    @Test func matchesRepeatedRequestsInOrder() async throws {
        let url = "https://a.example/1"
        let before = [Self.entry(url, "[1]"), Self.entry(url, "[2]")]
        let run = try await Self.compare(
            before,
            [Self.entry(url, "[1]"), Self.entry(url, "[3]"), Self.entry(url, "[4]")]
        )
        #expect(run.text.contains("/0: 2 → 3"))
        #expect(run.text.hasSuffix("1 changed, 1 new, 1 unchanged\n"))
        #expect(try await Self.compare(before, [before[0]]).text.hasSuffix("1 missing, 1 unchanged\n"))
    }

    @Test func countsTheDifferencesThatAreNotListed() async throws {
        let numbers = (0..<1000).map(String.init).joined(separator: ",")
        let (before, after) = ("[\(numbers)]", "[\(numbers)]".replacingOccurrences(of: ",", with: ",1"))
        let run = try await Self.compare(
            [Self.entry("https://a.example/", before)],
            [Self.entry("https://a.example/", after)]
        )
        #expect(run.text.split(separator: "\n").count == 23)
        #expect(run.text.contains("        and 979 more differences\n"))
    }

    @Test func comparesDeepValuesWithoutRecursion() async throws {
        let deep = String(repeating: "[", count: 400) + "1" + String(repeating: "]", count: 400)
        let entries = [deep, deep.replacingOccurrences(of: "1", with: "2")].map { Self.entry("https://a.example/", $0) }
        #expect(try await Self.compare([entries[0]], [entries[1]]).text.contains("/0/0: 1 → 2\n"))
    }

    @Test func comparesTextAndDocumentsByLine() async throws {
        let url = "https://a.example/"
        let text = try await Self.compare(
            [Self.entry(url, "one two", type: "text/plain")],
            [Self.entry(url, "one three", type: "text/plain")]
        )
        #expect(text.text.contains("        line 1: one two → one three\n"))
        let xml = try await Self.compare(
            [Self.entry(url, "<a><b>1</b></a>", type: "text/xml")],
            [Self.entry(url, "<a> <b>2</b> </a>", type: "text/xml")]
        )
        #expect(xml.text.contains("        line 2:   <b>1</b> →   <b>2</b>\n"))
    }

    @Test func failsIfANewResponseFails() async throws {
        let run = try await Self.compare([], [Self.entry("https://a.example/", "no", status: 500, type: "text/plain")])
        #expect(run.text.hasPrefix("new     GET https://a.example/\n        failure (unacceptableStatus: "))
        #expect(run.exitStatus == 1)
        #expect(try await Self.compare([], [Self.entry("https://a.example/", "[]")]).exitStatus == 0)
    }

    @Test func printsLinesOfJSON() async throws {
        let run = try await Self.compare(
            [Self.entry("https://a.example/?token=hush", #"{"a":1}"#)],
            [Self.entry("https://a.example/?token=hush", #"{"a":2}"#)],
            ["--report"]
        )
        let line = try #require(run.report.first)
        #expect(run.report.count == 1)
        #expect(line["change"] as? String == "changed")
        #expect(line["url"] as? String == "https://a.example/?token=redacted")
        #expect(line["differences"] as? [[String: String]] == [["path": "/a", "before": "1", "after": "2"]])
    }

    @Test func hidesCredentialsByDefault() async throws {
        let entries = [#"{"access_token":"hush1","id":1}"#, #"{"access_token":"hush2","id":1}"#].map {
            Self.entry("https://ada:hush@a.example/?token=hush3", $0)
        }
        let run = try await Self.compare([entries[0]], [entries[1]])
        #expect(run.text.contains("/access_token: redacted → redacted"))
        #expect(!run.text.contains("hush"))
        let shown = try await Self.compare([entries[0]], [entries[1]], ["--show-secrets"])
        #expect(shown.text.contains("ada:hush@a.example/?token=hush3"))
        #expect(shown.text.contains(#"/access_token: "hush1" → "hush2""#))
    }

    @Test func comparesStoredReports() async throws {
        let folder = try TemporaryFolder()
        let before = try folder.path("a.har", Self.archive([Self.entry("https://a.example/1?x=1", "[1,2]")]))
        let after = try folder.path("b.har", Self.archive([Self.entry("https://a.example/1?x=1", "[1")]))
        let report = try folder.path("a.jsonl", try await CommandRun([before, "--report"]).text)
        #expect(try await CommandRun(["compare", report, before]).text == "1 unchanged\n")
        #expect(try await CommandRun(["compare", report, report]).text == "1 unchanged\n")
        let run = try await CommandRun(["compare", report, after])
        #expect(run.text.hasPrefix("worse   GET https://a.example/1?x=1\n"))
        #expect(run.exitStatus == 1)
    }

    /// Saved responses have no URL, so their files and numbers are compared.
    @Test func comparesAStoredReportOfAFolder() async throws {
        let folder = try TemporaryFolder()
        let names = ["a.http", "b.http", "c.http"]
        for name in names { _ = try folder.path(name, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[]") }
        let other = try TemporaryFolder()
        let report = try other.path("report.jsonl", try await CommandRun([folder.url.path, "--report"]).text)
        let single = try other.path("a.jsonl", try await CommandRun([folder.url.path + "/a.http", "--report"]).text)
        let changed = try folder.path("b.http", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
        let run = try await CommandRun(["compare", report, folder.url.path])
        #expect(run.text.contains("b.http#0\n        value → failure (malformedBody: "))
        #expect(run.text.hasSuffix("1 worse, 2 unchanged\n"))
        #expect(try await CommandRun(["compare", single, changed]).text.hasSuffix("1 worse, 0 unchanged\n"))
    }

    @Test func acceptsAnyNumberInAReport() async throws {
        let folder = try TemporaryFolder()
        let numbers = #""bytes":-9223372036854775808,"entry":9223372036854775807"#
        let line = #"{"version":1,"input":"a","verdict":"value",\#(numbers)}"#
        let report = try folder.path("a.jsonl", "\(line)\n\(line)\n\(line)\n")
        #expect(try await CommandRun(["compare", report, report]).text == "3 unchanged\n")
    }

    @Test func explainsInputsThatCannotBeRead() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.har", Self.archive([]))
        let run = try await CommandRun(["compare", path, "\(folder.url.path)/none"])
        #expect(run.exitStatus == 2)
        #expect(run.errors.contains("No such file"))
        #expect(try await CommandRun(["compare", path]).exitStatus == 2)
    }
}
