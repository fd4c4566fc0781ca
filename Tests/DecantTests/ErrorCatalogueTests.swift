import Decant
import DecantCaptures
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Compares `Documentation/error-codes.md` with the code.
///
/// Each code has a section, and the section shows the printed error. With `DECANT_UPDATE_PAGES=1` in the environment,
/// the test rewrites the examples in the page instead.
@Suite struct ErrorCatalogueTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let page = root.appendingPathComponent("Documentation/error-codes.md")

    private struct User: Decodable, Sendable {
        var name: String
        var age: Int
        var team: String?
    }

    private static func head(_ status: HTTPResponse.Status = .ok, _ type: String? = "application/json") -> HTTPResponse
    {
        var head = HTTPResponse(status: status)
        if let type { head.headerFields[.contentType] = type }
        return head
    }

    /// An address without a listener.
    private static func closedPort() throws -> URL { try #require(URL(string: "http://127.0.0.1:1/users/9")) }

    private static func json(_ text: String, _ head: HTTPResponse = head()) throws(ResponseError) {
        _ = try JSONResponseSerializer(User.self).value(of: text.utf8, for: head)
    }

    /// One example for each code except `missingImport`, which occurs only in a program without `DecantFoundation`.
    private static let examples: [(ResponseError.Code, @Sendable () async throws -> Void)] = [
        (
            .unacceptableStatus,
            { try json(#"{"title": "No such user", "detail": "There is no user 9."}"#, head(.notFound)) }
        ),
        (.missingMediaType, { try json(#"{"name": "Ada", "age": 36}"#, head(.ok, nil)) }),
        (.malformedMediaType, { try json(#"{"name": "Ada", "age": 36}"#, head(.ok, "json")) }),
        (
            .unacceptableMediaType,
            { try json("<!DOCTYPE html><title>Sign in</title>", head(.ok, "text/html; charset=utf-8")) }
        ),
        (
            .truncatedBody,
            {
                var head = Self.head()
                head.headerFields[.contentLength] = "4096"
                try json(#"{"name": "Ada", "age": 3"#, head)
            }
        ),
        (
            .rejected,
            {
                let serializer = JSONResponseSerializer(User.self).validating { context, _ in
                    context.head?.headerFields[.eTag] == nil
                        ? [Finding(.rejected, .failure, "the response has no ETag")] : []
                }
                _ = try serializer.value(of: #"{"name": "Ada", "age": 36}"#.utf8, for: head())
            }
        ),
        (.emptyBody, { try json("") }),
        (
            .limitExceeded,
            {
                let nested = String(repeating: "[", count: 600)
                _ = try JSONResponseSerializer().value(of: nested.utf8, for: head())
            }
        ),
        (
            .unknownCharset,
            { _ = try StringResponseSerializer().value(of: "x".utf8, for: head(.ok, "text/plain; charset=hz-gb-2312")) }
        ),
        (
            .invalidText,
            { _ = try StringResponseSerializer().value(of: [0x63, 0x61, 0xFF], for: head(.ok, "text/plain")) }
        ),
        (.malformedBody, { try json("{\"name\": \"Ada\",\n \"age\": 36,}") }),
        (.typeMismatch, { try json("{\"name\": \"Ada\",\n \"age\": \"36\"}") }),
        (.valueNotFound, { try json(#"{"name": null, "age": 36}"#) }),
        (.keyNotFound, { try json(#"{"Name": "Ada", "age": 36}"#) }),
        (
            .dataCorrupted,
            { _ = try JSONResponseSerializer([Color].self).value(of: #"["red", "mauve"]"#.utf8, for: head()) }
        ),
        (
            .unsupportedFormat,
            {
                var head = Self.head()
                head.headerFields[.contentEncoding] = "compress"
                try json("\u{1F}\u{9D}...", head)
            }
        ),
        (
            .noneSucceeded,
            {
                let either: CompoundResponseSerializer<String> = .firstOf(
                    JSONResponseSerializer([String: String].self).map { _ in "JSON" },
                    XMLDocumentResponseSerializer().map { _ in "XML" }
                )
                _ = try either.value(of: "neither".utf8, for: head(.ok, "application/json"))
            }
        ),
        (.malformedHead, { _ = try SavedResponse(ResponseBytes(Array("HTTP/1.1 2OO OK\r\n\r\n".utf8))) }),
        (
            .transportFailed,
            { _ = try await URLSession.shared.value(from: Self.closedPort(), as: .json) }
        ),
        (
            .cancelled,
            {
                let transfer = Task {
                    // Cancellation ends the sleep early, so that the transfer starts in a canceled task.
                    try? await Task.sleep(for: .seconds(60))
                    return try await URLSession.shared.value(
                        from: Self.closedPort(),
                        as: .json
                    )
                }
                transfer.cancel()
                _ = try await transfer.value
            }
        ),
        (
            .alreadyIterated,
            {
                let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])
                let lines = try await StreamSerializer.lines.stream(of: ChunkSample([[]]), for: head)
                for _ in 0..<2 { for try await _ in lines {} }
            }
        ),
    ]

    private enum Color: String, Decodable, Sendable {
        case red, green, blue
    }

    /// The modules that `import Decant` includes and that have codes.
    private static let modules = ["DecantCore", "DecantText", "DecantXML", "DecantStreams"]

    /// The codes of a type that modules declare, each in an extension of the type.
    static func codes(of type: String, in modules: [String]) throws -> [String] {
        let block = try Regex<(Substring, Substring)>("(?s)\nextension \(type) \\{\n(.*?)\n\\}")
        return try modules.flatMap { module in
            let folder = root.appendingPathComponent("Sources/\(module)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                return text.matches(of: block).flatMap { $0.output.1.matches(of: /static let (\w+)/) }
                    .map { String($0.output.1) }
            }
        }
    }

    @Test func everyCodeHasASection() throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let codes = try Self.codes(of: "ResponseError.Code", in: Self.modules)
        #expect(codes.count > 20)
        for code in codes { #expect(page.contains("\n### `\(code)`\n"), "\(code)") }
        let shown = Set(Self.examples.map { $0.0.description } + ["missingImport"])
        #expect(shown == Set(codes))
    }

    @Test func everyFindingHasATableRow() throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let codes = try Self.codes(of: "Finding.Code", in: Self.modules + ["DecantImages", "DecantCaptures"])
        #expect(codes.count > 20)
        for code in codes { #expect(page.contains("\n| `\(code)` |"), "\(code)") }
    }

    @Test func theExamplesMatchThePrintedErrors() async throws {
        var page = try String(contentsOf: Self.page, encoding: .utf8)
        let isUpdate = ProcessInfo.processInfo.environment["DECANT_UPDATE_PAGES"] == "1"
        for (code, example) in Self.examples {
            let error = await #expect(throws: ResponseError.self, "\(code)") { try await example() }
            guard let error else { continue }
            #expect(error.code == code)
            let section = try #require(page.range(of: "\n### `\(code)`\n"), "\(code)")
            let opening = try #require(page.range(of: "```\n", range: section.upperBound..<page.endIndex))
            let closing = try #require(page.range(of: "\n```", range: opening.lowerBound..<page.endIndex))
            // The enabled traits decide which codings can be requested.
            let printed = error.description.replacing(", br", with: "").replacing(", zstd", with: "")
            if isUpdate {
                page.replaceSubrange(opening.upperBound..<closing.upperBound, with: "\(printed)\n```")
            } else {
                #expect(page[opening.upperBound..<closing.lowerBound] == printed)
            }
        }
        if isUpdate { try page.write(to: Self.page, atomically: true, encoding: .utf8) }
    }
}
