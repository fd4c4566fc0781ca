import Foundation
import Testing

/// Saved responses in content codings.
struct CodingTests {
    /// The gzip data of `{"id": 7, "name": "Ada"}`, in base64.
    private static let coded = "H4sIAAAAAAAC/6tWykxRslIw11FQykvMTQUylRxTEpVqAYQwxPMYAAAA"

    private static func saved(_ coded: String) throws -> Data {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n"
        return Data(head.utf8) + (try #require(Data(base64Encoded: coded)))
    }

    @Test("A saved response in gzip is decoded and reported")
    func decodes() async throws {
        let run = try await CommandRun([], input: try Self.saved(Self.coded))
        #expect(run.text == "{\n  \"id\": 7,\n  \"name\": \"Ada\"\n}\n")
        #expect(run.errors == "decoded: gzip, 42 -> 24 bytes\n")
        #expect(run.exitStatus == 0)
    }

    @Test("With --raw, a saved response keeps its content coding")
    func raw() async throws {
        let run = try await CommandRun(["--raw", "--as", "data"], input: try Self.saved(Self.coded))
        #expect(run.output == Data(base64Encoded: Self.coded) && run.errors == "")
    }

    @Test("An error after a coding has its line and column in the text")
    func position() async throws {
        let run = try await CommandRun(
            [],
            input: try Self.saved("H4sIAAAAAAAC/6tWykxRslIw1+FSUMpLzE0FskuKSmsBwcCRrxcAAAA=")
        )
        #expect(run.errors.contains("line 2, column 10") && run.exitStatus == 1)
    }

    @Test("A bomb is rejected at the limit, with a hint that names the option")
    func bomb() async throws {
        let run = try await CommandRun(["--limit", "bodyBytes=8"], input: try Self.saved(Self.coded))
        #expect(run.errors.contains("raise the limit with --limit bodyBytes=16"))
    }
}
