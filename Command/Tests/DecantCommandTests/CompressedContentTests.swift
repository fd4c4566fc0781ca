import Foundation
import Testing

/// Files in gzip, which are decoded although no content coding says so.
struct CompressedContentTests {
    private static func gzip(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }

    private static let sitemap =
        "H4sIAAAAAAACA7Oxr8jNUShLLSrOzM+zVTLUM1Cyt7MpLcopTi0B03Y2OfnJdhklJQXFVvr6qRWJuQU5qXrJ+bn6NvogGRt9sCJ9"
        + "qBYAlIPZO1AAAAA="

    private static let lines =
        "H4sIAAAAAAACA6tWylOyMqjlqgbRhlDaqJYLAPANilkYAAAA"

    private static let zeros =
        "H4sIAAAAAAACA2NgGAUjGQAAeHWqsgACAAA="

    private static let capture =
        "H4sIAAAAAAACA42RTU/DMAyG/8qUM1s/JnHYGQQSSCBWODD1EFJrC7RJSdyxMeW/YyeFcZgEUg6x39h5/PogWrsWi8lBbMF5bQ3d"
        + "RTErxdlEKAcSrYuqkR2wJFn4/VQESoBBp8FTYnUQHqVDaC4kQqVTVZmX59O8oFPl+SKeZ26ESS/o6uB9AI/xsw5wYxsuvLqs+N3g"
        + "Wo42iL1fZBnsZNe3MFO2y1jm/NOR6bqq7rNiVkQJZEMKk9UU0h9uvyRYs/5OKWvfRvb6WLDUn0w2ZbQX2+zHOA8R1ffWeIisNC0O"
        + "XF3mOWkprGDHk4i7m//jHT1W1iA5OsV9D9Fu2Q7J/L5vtZJIjbJXT93CiQHG6gSXqOeU7sjqihue6sOrGJFXRS3SkI12oPDx4ZbT"
        + "4k9r5lylpNpEX0LaLvnsEwkYXihb9CE1/ixdgd4mY0MdwheCOpAOjgIAAA=="

    @Test(arguments: ["sitemap.xml.gz", "sitemap.gz", "sitemap", "sitemap.xml"])
    func aFileIsDecodedByItsNameOrItsContent(name: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(name, Self.gzip(Self.sitemap))
        let run = try await CommandRun([file.path])
        #expect(run.exitStatus == 0, "\(run.errors)")
        #expect(run.text.contains("<loc>https://example.com/</loc>"), "\(run.text)")
        #expect(run.errors.contains("decoded: gzip, "), "\(run.errors)")
        let input = try await CommandRun(["--at", "/urlset/url/loc"], input: Self.gzip(Self.sitemap))
        #expect(input.text.contains("https://example.com/") && input.exitStatus == 0, "\(input.errors)")
        let events = try await CommandRun([file.path, "--as", "xml-events"])
        #expect(events.text.contains("urlset") && events.exitStatus == 0, "\(events.errors)")
    }

    @Test(arguments: ["application/gzip", "application/x-gzip", "application/octet-stream", "application/xml", ""])
    func aResponseIsDecodedByItsContent(type: String) async throws {
        let field = type.isEmpty ? "" : "Content-Type: \(type)\r\n"
        let input = try Data("HTTP/1.1 200 OK\r\n\(field)\r\n".utf8) + Self.gzip(Self.sitemap)
        let run = try await CommandRun([], input: input)
        #expect(run.exitStatus == 0 && run.text.contains("<loc>"), "\(run.errors)")
        #expect(run.errors.contains("decoded: gzip, "), "\(run.errors)")
        #expect(type != "application/gzip" || !run.errors.contains("warning"), "\(run.errors)")
        let raw = try await CommandRun(["--raw", "--as", "xml"], input: input)
        #expect(raw.exitStatus == 1 && raw.errors.contains("compressed (gzip)"), "\(raw.errors)")
    }

    @Test(arguments: [["log.jsonl.gz"], ["log.gz", "--as", "json-lines"], ["log.jsonl"]])
    func linesAreDecompressed(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(arguments[0], Self.gzip(Self.lines))
        let run = try await CommandRun([file.path] + arguments.dropFirst())
        #expect(run.text == "{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n", "\(run.errors)")
        #expect(run.errors.contains("decoded: gzip, "), "\(run.errors)")
        #expect(run.exitStatus == 0)
    }

    @Test func unknownContentStaysAsItIs() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("archive.tar.gz", Self.gzip(Self.zeros))
        let run = try await CommandRun([file.path])
        #expect(run.exitStatus == 0 && !run.errors.contains("decoded: gzip"), "\(run.errors)")
    }

    @Test func aCompressedHARFileIsACapture() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("traffic.har.gz", Self.gzip(Self.capture))
        let run = try await CommandRun([file.path, "--report"])
        #expect(run.report.count == 1 && run.report[0]["status"] as? Int == 200, "\(run.errors) \(run.text)")
        #expect(run.exitStatus == 0)
        let damaged = try folder.file("cut.har.gz", Self.gzip(Self.capture).dropLast(20))
        #expect(try await CommandRun([damaged.path, "--report"]).exitStatus != 0)
    }
}
