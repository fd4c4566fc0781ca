import Foundation
import Testing

/// Captures that are written with their values hidden, and checks for credentials.
struct CaptureExportTests {
    private static let archive = """
        {"log":{"entries":[
        {"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"GET","url":"https://a.example/1?token=hush"},
        "response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],
        "content":{"text":"{\\"name\\":\\"Jane Doe\\",\\"password\\":\\"hush\\"}"}}},
        {"startedDateTime":"2026-01-02T03:04:06Z","request":{"method":"GET","url":"https://b.example/2"},
        "response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],
        "content":{"text":"{x"}}}]}}
        """

    @Test func writesTheSelectedResponses() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.path("a.har", Self.archive)
        let output = folder.url.appending(path: "part.har").path
        let run = try await CommandRun([input, "--select", "host=a.example", "--output", output])
        #expect(run.exitStatus == 0)
        #expect(run.errors.contains("1 of 2 responses; values are hidden"))
        #expect(run.errors.hasSuffix("Look at the file before you share it: no list finds every secret.\n"))
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(!text.contains("hush") && !text.contains("Jane") && text.contains("https://a.example/1?token="))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a.har", "part.har"])
    }

    @Test func keepsValuesExceptCredentials() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.path("a.har", Self.archive)
        let run = try await CommandRun([input, "--keep-values", "--output", "-"])
        #expect(run.exitStatus == 0)
        #expect(!run.text.contains("hush") && run.text.contains("Jane Doe"))
        #expect(try await CommandRun([input, "--keep-values"]).exitStatus == 2)
    }

    @Test func neverReplacesAnInput() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.path("a.har", Self.archive)
        let link = folder.url.appending(path: "link.har").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
        let hardLink = folder.url.appending(path: "hard.har").path
        try FileManager.default.linkItem(atPath: input, toPath: hardLink)
        for output in [input, link, hardLink] {
            let run = try await CommandRun([input, "--output", output])
            #expect(run.exitStatus == 2)
            #expect(run.errors.contains("the file is an input"))
        }
        #expect(try await CommandRun([folder.url.path, "--output", hardLink]).exitStatus == 2)
        #expect(try String(contentsOfFile: input, encoding: .utf8) == Self.archive)
    }

    @Test func writesSavedResponsesButNoWebArchives() async throws {
        let folder = try TemporaryFolder()
        let body = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Id: hush\r\n\r\n{\"name\": \"Jane\"}"
        _ = try folder.path("saved.http", body)
        let output = folder.url.appending(path: "part.har").path
        #expect(try await CommandRun([folder.url.path, "--output", output]).exitStatus == 0)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(text.contains(#"{\"name\": \""#) && !text.contains("Jane") && !text.contains("hush"))
        let comparison = try await CommandRun(["compare", folder.url.appending(path: "saved.http").path, output])
        #expect(comparison.text.hasSuffix("1 changed, 0 unchanged\n"))
        let other = try await CommandRun([try folder.path("a.warc", "WARC/1.1\r\n\r\n"), "--output", output + "2"])
        #expect(other.exitStatus == 2)
        #expect(other.errors.contains("is a web archive"))
        #expect(!FileManager.default.fileExists(atPath: output + "2"))
    }

    @Test func comparesHiddenResponsesWithTheOriginal() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.path("a.har", Self.archive)
        let output = folder.url.appending(path: "part.har").path
        _ = try await CommandRun([input, "--output", output])
        let run = try await CommandRun(["compare", input, output])
        #expect(run.exitStatus == 0)
        #expect(run.text.hasSuffix("2 changed, 0 unchanged\n") || run.text.hasSuffix("1 changed, 1 unchanged\n"))
        _ = try await CommandRun([input, "--select", "host=b.example", "--output", output])
        let part = try await CommandRun(["compare", input, output])
        #expect(part.text.contains("missing GET https://a.example/1") && !part.text.contains("new"))
    }

    @Test func checksForCredentials() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.path("a.har", Self.archive)
        let run = try await CommandRun([input, "--check"])
        #expect(run.exitStatus == 1)
        #expect(run.text.contains("a.har#0: request.url: a credential at byte 26\n"))
        #expect(run.text.contains("a.har#0: response.content: a credential at byte 31\n"))
        #expect(!(run.text + run.errors).contains("hush"))
        let output = folder.url.appending(path: "part.har").path
        _ = try await CommandRun([input, "--output", output])
        let hidden = try await CommandRun([output, "--check"])
        #expect(hidden.exitStatus == 0)
        #expect(hidden.errors == "2 responses are marked as hidden, and not checked\n")
        #expect(try await CommandRun([try folder.path("b.txt", "token=hush"), "--check"]).exitStatus == 1)
        #expect(try await CommandRun([try folder.path("c.txt", "author=Jane"), "--check"]).exitStatus == 0)
    }

    @Test(arguments: [
        ["--report", "--output", "x.har"], ["--check", "--output", "x.har"], ["--extract", "0", "--check"],
    ])
    func rejectsOptionsThatExcludeEachOther(options: [String]) async throws {
        let folder = try TemporaryFolder()
        #expect(try await CommandRun([try folder.path("a.har", Self.archive)] + options).exitStatus == 2)
    }

    /// The responses of the shared corpus have the same verdicts and error codes after their values are hidden.
    @Test(.enabled(if: corpus != nil, "DECANT_CORPORA is not set"))
    func theCorpusHasTheSameVerdicts() async throws {
        let folder = try TemporaryFolder()
        let corpus = try #require(Self.corpus)
        let names = FileManager.default.enumerator(atPath: corpus)?.compactMap { $0 as? String } ?? []
        let input = names.filter { $0.hasSuffix(".har") }.map { "\(corpus)/\($0)" }
        #expect(input.count > 30)
        let output = folder.url.appending(path: "part.har").path
        for path in input.sorted() {
            _ = try await CommandRun([path, "--output", output])
            let run = try await CommandRun(["compare", path, output, "--report"])
            for line in run.report {
                let (before, after) = (line["before"] as? [String: Any], line["after"] as? [String: Any])
                // The error of a damaged archive is not the one of a response.
                if line["change"] as? String == "missing", before?["status"] == nil { continue }
                #expect(before?["verdict"] as? String == after?["verdict"] as? String, "\(path)")
                #expect(before?["code"] as? String == after?["code"] as? String, "\(path)")
            }
        }
    }

    private static let corpus = ProcessInfo.processInfo.environment["DECANT_CORPORA"].map { "\($0)/har" }
}
