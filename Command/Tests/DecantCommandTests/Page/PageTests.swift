import Foundation
import PageFiles
import Testing

/// `decant report`, end to end, without a browser.
struct PageTests {
    private static let archive = """
        {"log":{"entries":[
        {"time":12,"request":{"method":"GET","url":"https://ada:hush@a.example/1?token=hush&page=2"},\
        "response":{"status":200,
        "headers":[{"name":"Content-Type","value":"application/json"}],\
        "content":{"text":"{\\"password\\":\\"hush\\"}"}}},
        {"request":{"method":"GET","url":"https://b.example/</script>"},"response":{"status":200,"headers":[
        {"name":"Content-Type","value":"application/json"}],"content":{"text":"{\\"secret\\":\\"hush\\", x"}}}]}}
        """

    private static func page(_ archive: String, _ options: [String] = []) async throws -> (
        run: CommandRun, text: String
    ) {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("page.html")
        let arguments = ["report", try folder.path("a.har", archive), "--output", output.path] + options
        return (try await CommandRun(arguments), (try? String(contentsOf: output, encoding: .utf8)) ?? "")
    }

    /// The rows of a page.
    private static func rows(_ page: String) throws -> [[String: Any]] {
        let start = try #require(page.range(of: #"<script type="application/json" id="entries">"#)?.upperBound)
        let end = try #require(page[start...].range(of: "</script>")?.lowerBound)
        let value = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
        return try #require(value as? [[String: Any]])
    }

    @Test func writesAPage() async throws {
        let (run, page) = try await Self.page(Self.archive)
        #expect(run.exitStatus == 0)
        #expect(run.text.hasPrefix("2 responses, 1 failure: "))
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("<title>a.har</title>"))
        let rows = try Self.rows(page)
        #expect(rows.map { $0["verdict"] as? String } == ["value", "failure"])
        #expect(rows.map { $0["host"] as? String } == ["a.example", "b.example"])
        #expect(rows[0]["time"] as? Int == 12)
        #expect((rows[1]["error"] as? String)?.contains("1 | {\"secret\":\"••••\", x\n") == true)
        #expect((rows[1]["error"] as? String)?.hasPrefix("malformedBody: ") == true)
    }

    @Test func hidesCredentialsByDefault() async throws {
        let page = try await Self.page(Self.archive).text
        #expect(!page.contains("hush"))
        #expect(page.contains("https://a.example/1?token=redacted&page=2"))
        let shown = try await Self.page(Self.archive, ["--show-secrets"]).text
        #expect(shown.contains("https://ada:hush@a.example/1?token=hush&page=2"))
    }

    @Test func showsHeaderFieldsWithoutCredentials() async throws {
        let head = """
            {"name":"Content-Type","value":"application/json"},{"name":"Set-Cookie","value":"sid=hush; Path=/"},\
            {"name":"X-Api-Key","value":"hush"},{"name":"Location","value":"https://u:hush@h/?code=hush&a=b"},\
            {"name":"X-Debug","value":"token=hush, <b>"},{"name":"ETag","value":"\\"kept\\""}
            """
        let archive = Self.archive.replacingOccurrences(
            of: #"{"name":"Content-Type","value":"application/json"}"#,
            with: head
        )
        let rows = try Self.rows(try await Self.page(archive).text)
        let fields = try #require(rows.first?["fields"] as? String)
        #expect(
            fields == """
                Content-Type: application/json
                Set-Cookie: redacted
                X-Api-Key: redacted
                Location: https://h/?code=redacted&a=b
                X-Debug: token=redacted, <b>
                ETag: "kept"
                """
        )
        let shown = try Self.rows(try await Self.page(archive, ["--show-secrets"]).text)
        #expect((shown.first?["fields"] as? String)?.contains("Set-Cookie: sid=hush; Path=/") == true)
    }

    @Test func limitsTheHeaderFields() async throws {
        let field = #"{"name":"A","value":"\#(String(repeating: "x", count: 1000))"}"#
        let fields = repeatElement(field, count: 150).joined(separator: ",")
        let archive = #"{"log":{"entries":[{"response":{"status":204,"headers":[\#(fields)],"content":{}}}]}}"#
        let rows = try Self.rows(try await Self.page(archive).text)
        let lines = try #require((rows.first?["fields"] as? String)?.components(separatedBy: "\n"))
        #expect(lines.count == 101)
        #expect(lines.last == "… 50 more")
        #expect(lines.allSatisfy { $0.count <= 500 })
    }

    @Test func allowsItsScriptAndStyleByTheirHashes() async throws {
        let page = try await Self.page(Self.archive).text
        for (file, element) in [(PageFile.script, "script"), (.style, "style")] {
            let hash = try #require(file.hash)
            #expect(page.contains("\(element)-src '\(hash)'"))
            #expect(page.contains("<\(element)>\(file.text)</\(element)>"))
        }
        #expect(page.components(separatedBy: "<script").count == 3)
    }

    /// The hashes are constants, so that the command needs no library for them.
    @Test(arguments: ["script", "style"])
    func hasTheHashesOfItsFiles(name: String) async throws {
        let folder = try TemporaryFolder()
        let file = name == "script" ? PageFile.script : .style
        let path = try folder.path("file", file.text)
        let line =
            "import base64, hashlib, sys; d = open(sys.argv[1], 'rb').read(); "
            + "print('sha256-' + base64.b64encode(hashlib.sha256(d).digest()).decode(), end='')"
        let run = try await CommandRun.shell("python3 -c \"\(line)\" '\(path)'")
        #expect(file.hash == run.text, "write this hash into PageFile.swift: \(run.text)")
    }

    @Test func writesThumbnailsAsNewImages() async throws {
        let folder = try TemporaryFolder()
        for name in ["animated.png"] { _ = try folder.file(name, try ImageFixture.data(name)) }
        let run = try await CommandRun(["report", folder.url.path, "--output", "-"])
        let rows = try Self.rows(run.text)
        let row = try #require(rows.first)
        let text = try #require(row["image"] as? String)
        let image = try #require(Data(base64Encoded: text))
        #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(image != (try ImageFixture.data("animated.png")))
    }

    @Test func doesNotDrawSVG() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.path("a.http", "HTTP/1.1 200 OK\r\nContent-Type: image/svg+xml\r\n\r\n<svg onload='alert(1)'/>")
        let page = try await CommandRun(["report", folder.url.path, "--output", "-"]).text
        #expect(try Self.rows(page).first?["image"] == nil)
        #expect(!page.contains("<svg onload"))
    }

    @Test func showsAComparison() async throws {
        let folder = try TemporaryFolder()
        let before = try folder.path("b.har", Self.archive.replacingOccurrences(of: ", x", with: "}"))
        let (run, page) = try await Self.page(Self.archive, ["--compare", before])
        #expect(run.exitStatus == 1)
        #expect(page.contains("Changes since b.har"))
        #expect(try Self.rows(page).map { $0["change"] as? String } == [nil, "worse"])
    }

    @Test func explainsInputsThatCannotBeRead() async throws {
        let folder = try TemporaryFolder()
        let page = try folder.path("page.html", "earlier")
        let run = try await CommandRun(["report", "none.har", "--output", page])
        #expect(run.exitStatus == 2)
        #expect(run.errors.contains("none.har: error: No such file"))
        #expect(try await CommandRun(["report", "--output", "page.html"]).exitStatus == 2)
        #expect(try await Self.page(Self.archive, ["--compare", "none.har"]).run.exitStatus == 2)
        let capture = try folder.path("a.har", Self.archive)
        #expect(try await CommandRun(["report", capture, "none.har", "--output", page]).exitStatus == 2)
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "earlier")
    }

    @Test(arguments: [
        ["a.har"], ["./a.har"], ["."], ["b.har", "a.har"], ["b.har", "--compare", "a.har"], ["link.har"],
    ])
    func doesNotReplaceAnInput(inputs: [String]) async throws {
        let folder = try TemporaryFolder()
        for name in ["a.har", "b.har"] { _ = try folder.path(name, Self.archive) }
        let file = folder.url.appendingPathComponent("a.har")
        let link = folder.url.appendingPathComponent("link.har")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let run = try await CommandRun.shell(
            "cd '\(folder.url.path)' && decant report \(inputs.joined(separator: " ")) --output a.har"
        )
        #expect(run.exitStatus == 2)
        #expect(run.errors == "a.har: error: the file is an input, so the page is not written to it\n")
        #expect(try String(contentsOf: file, encoding: .utf8) == Self.archive)
    }

    @Test(arguments: [
        ["report", "a.har"], ["report"], ["report", "a.har", "--wrong"], ["report", "--output", "b.html"],
    ])
    func explainsItsUsageInFewLines(arguments: [String]) async throws {
        let run = try await CommandRun(arguments)
        #expect(run.exitStatus == 2)
        #expect(run.errors.split(separator: "\n").count <= 5, "\(run.errors)")
        #expect(run.errors.contains("decant report [OPTION...] --output FILE INPUT..."))
        #expect(run.errors.contains("report --help"))
    }
}
