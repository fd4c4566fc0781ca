import Foundation
import Testing

/// Tables, reports, comparisons, and single responses of captures.
struct CaptureTests {
    private static let archive = """
        {"log":{"entries":[
        {"request":{"method":"GET","url":"https://a.example/1?token=hush"},"response":{"status":200,"headers":[
        {"name":"Content-Type","value":"application/json"}],"content":{"text":"{}"}}},
        {"request":{"method":"GET","url":"https://b.example/2"},"response":{"status":200,"headers":[
        {"name":"Content-Type","value":"application/json"}],"content":{"text":"{x"}}},
        {"request":{"method":"GET","url":"https://b.example/3"},"response":{"status":302,"headers":[
        {"name":"Location","value":"/4"}],"content":{}}}]}}
        """

    @Test func printsATableAndTheFirstFailures() async throws {
        let folder = try TemporaryFolder()
        let run = try await CommandRun([try folder.path("a.har", Self.archive)])
        #expect(run.exitStatus == 1)
        #expect(run.text.hasPrefix("3 responses, 4 bytes of bodies\n"))
        #expect(run.text.contains("malformedBody"))
        #expect(run.text.contains("b.example"))
        #expect(run.errors.contains("a.har#1"))
        #expect(!(run.text + run.errors).contains("hush"))
    }

    @Test func namesTheOptionForAnArchiveFromAPipe() async throws {
        let hint = "warning: the body is a HAR file; “--input har” reads its responses\n"
        let run = try await CommandRun([], input: Self.archive)
        #expect(run.errors.contains(hint))
        #expect(run.exitStatus == 0)
        #expect(try await !CommandRun(["--at", "/log/entries"], input: Self.archive).errors.contains(hint))
        #expect(try await CommandRun(["--input", "har"], input: Self.archive).text.hasPrefix("3 responses, "))
    }

    @Test func selectsResponses() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.har", Self.archive)
        let run = try await CommandRun([path, "--select", "host=a.example,status=200,type=*+json"])
        #expect(run.exitStatus == 0)
        #expect(run.text.hasPrefix("1 response,"))
        #expect(try await CommandRun([path, "--select", "code=malformedBody"]).exitStatus == 1)
        #expect(try await CommandRun([path, "--select", "name=x"]).exitStatus == 2)
    }

    @Test(arguments: [
        ("host=a.example,host=b.example:8605", [0, 1]), ("host=b.example:8605", [1]), ("host=b.example", [1, 2]),
        ("host=*.example:*", [1, 2]), ("host=b.example:1", []), ("status=200,status=302", [0, 1, 2]),
        ("status=302,host=a.example", []), ("type=text/*,type=application/json", [0, 1]),
        ("code=emptyBody,code=malformedBody", [1]), ("host=B.EXAMPLE:80", [2]),
    ])
    func takesConditionsOfOneKindAsAlternatives(row: (conditions: String, entries: [Int])) async throws {
        let folder = try TemporaryFolder()
        let archive = Self.archive.replacingOccurrences(of: "b.example/2", with: "b.example:8605/2")
            .replacingOccurrences(of: "b.example/3", with: "b.example:80/3")
        let path = try folder.path("a.har", archive)
        let run = try await CommandRun([path, "--report", "--select", row.conditions])
        #expect(run.report.map { $0["entry"] as? Int } == row.entries)
        #expect(run.errors == (row.entries.isEmpty ? "no response meets the conditions of --select\n" : ""))
        let options = row.conditions.split(separator: ",").flatMap { ["--select", "\($0)"] }
        #expect(try await CommandRun([path, "--report"] + options).report.count == row.entries.count)
    }

    @Test("A pattern of every host selects a failure without a response") func aPatternOfEveryHostSelectsAFailure()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.har", #"{"log":{"entries":["#)
        let run = try await CommandRun([path, "--report", "--select", "host=*"])
        #expect(run.report.map { $0["verdict"] as? String } == ["failure"])
        #expect(run.exitStatus == 1)
        #expect(try await CommandRun([path, "--select", "host=a"]).exitStatus == 0)
    }

    @Test(arguments: [
        ["--select", ""], ["--select", "status=200,"], ["--select", ",host=a"], ["--select", "host="],
        ["--select", "host"], ["--select", "host=a/b"], ["--select", "status=x"], ["--extract=-1"], ["--extract", "x"],
    ])
    func rejectsConditionsThatAreMalformed(options: [String]) async throws {
        let folder = try TemporaryFolder()
        let run = try await CommandRun([try folder.path("a.har", Self.archive)] + options)
        #expect(run.exitStatus == 2)
        #expect(run.text.isEmpty)
    }

    @Test(arguments: [(5, ""), (6, "1 more failure: "), (8, "3 more failures: "), (1205, "1,200 more failures: ")])
    func countsTheFailuresThatAreNotPrinted(row: (count: Int, text: String)) async throws {
        let folder = try TemporaryFolder()
        let entry = #"{"request":{"url":"https://a.example"},"response":{"status":500,"headers":[],"content":{}}}"#
        let entries = repeatElement(entry, count: row.count).joined(separator: ",")
        let run = try await CommandRun([try folder.path("a.har", #"{"log":{"entries":["# + entries + "]}}")])
        #expect(run.errors.components(separatedBy: "unacceptableStatus").count == 6)
        #expect(run.errors.contains("more failure") == !row.text.isEmpty)
        #expect(row.text.isEmpty || run.errors.contains("\n" + row.text))
        #expect(row.text.isEmpty || run.errors.contains("--report"))
    }

    @Test func reportsEveryResponseOfAFolder() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.path("a.har", Self.archive)
        _ = try folder.path("b.http", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nabc")
        let run = try await CommandRun([folder.url.path, "--report"])
        #expect(run.report.map { $0["verdict"] as? String } == ["value", "failure", "empty", "value"])
        #expect(run.report.map { $0["entry"] as? Int } == [0, 1, 2, 0])
    }

    @Test func extractsAResponse() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.har", Self.archive)
        let run = try await CommandRun([path, "--extract", "0"])
        #expect(run.text == "HTTP/1.1 200 \r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        let phrase = Self.archive.replacing("\"status\":200", with: "\"status\":200,\"statusText\":\"Fine\"")
        let named = try await CommandRun([try folder.path("b.har", phrase), "--extract", "0"])
        #expect(named.text.hasPrefix("HTTP/1.1 200 Fine\r\n"))
        #expect(try await CommandRun([path, "--extract", "9"]).exitStatus == 1)
    }
}

// MARK: - Web archives

extension CaptureTests {
    private static func record(_ body: String, type: String = "response", length: Int? = nil) -> String {
        let block = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\(body)"
        return """
            WARC/1.1\r\nWARC-Type: \(type)\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
            WARC-Target-URI: https://a.example/1?token=hush\r\nContent-Type: application/http\r\n\
            Content-Length: \(length ?? block.utf8.count)\r\n\r\n\(block)\r\n\r\n
            """
    }

    private static let crawl = record("GET", type: "request") + record("{}") + record("{x")

    @Test func printsATableOfAWebArchive() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.warc", Self.crawl)
        let run = try await CommandRun([path])
        #expect(run.exitStatus == 1)
        #expect(run.text.hasPrefix("2 responses, 4 bytes of bodies\n"))
        #expect(run.errors.contains("a.warc#2"))
        #expect(!(run.text + run.errors).contains("hush"))
        #expect(try await CommandRun([path, "--extract", "1"]).text.hasSuffix("\r\n\r\n{}"))
        #expect(try await CommandRun([path, "--select", "host=b.example"]).exitStatus == 0)
    }

    @Test func reportsAWebArchiveFromStandardInput() async throws {
        let damaged = Self.record("{}") + "junk\r\n" + Self.record("[]") + Self.record("[1]", length: 500)
        let run = try await CommandRun(["--report", "--input", "warc", "-"], input: damaged)
        #expect(run.exitStatus == 1)
        #expect(run.report.map { $0["verdict"] as? String } == ["value", "failure", "value", "failure"])
        #expect(run.report.map { $0["entry"] as? Int } == [0, nil, 1, nil])
        let codes = run.report.map { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == [nil, "malformedBody", nil, "truncatedBody"])
        #expect(run.report.allSatisfy { $0["input"] as? String == "-" })
        #expect(try await CommandRun(["--report", "--input", "warc"], input: Self.record("{}")).exitStatus == 0)
        #expect(try await CommandRun(["--report", "--input", "warc", "-"], input: "").exitStatus == 1)
    }

    @Test("Writes a line for a record before the next one arrives") func writesALineForARecordBeforeTheNext()
        async throws
    {
        let folder = try TemporaryFolder()
        let (path, gate) = (try folder.path("a.warc", Self.record("{}")), "\(folder.url.path)/gate")
        // The input ends once the line has arrived, or after two minutes.
        let run = try await CommandRun.shell(
            """
            mkfifo '\(gate)'; (cat '\(path)'; timeout 120 cat '\(gate)' || printf x) | decant --report --input warc - |
            (read line; : > '\(gate)'; echo "$line"; cat)
            """
        )
        #expect(run.report.map { $0["verdict"] as? String } == ["value"])
    }

    @Test func namesAnArchiveInARC() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.arc", "filedesc://x.arc 0.0.0.0 2004 text/plain 9\n1 0 A\n\n")
        for input in [path, folder.url.path] {
            let run = try await CommandRun([input])
            #expect(run.exitStatus == 1)
            #expect(run.errors.contains("ARC, the format before WARC, is not read"))
        }
    }

    @Test func endsWhenThePipeIsClosed() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("a.warc", String(repeating: Self.record("{}"), count: 2000))
        let run = try await CommandRun.shell(
            "(decant --report --input warc - < '\(path)'; echo $? >&2) | head -n 1"
        )
        #expect(run.report.count == 1)
        #expect(["2\n", "141\n"].contains(run.errors))
    }
}
