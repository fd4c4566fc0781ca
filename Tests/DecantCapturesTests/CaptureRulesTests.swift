import DecantCaptures
import DecantCore
import DecantJSON
import DecantText
import HTTPTypes
import Testing

struct CaptureRulesTests {
    @Test(arguments: [
        ("/users/*", "https://a.example/users/1?x=/y/z#q", true), ("/users/*", "https://a.example/users/1/2", false),
        ("/users/**", "https://a.example/users/1/2", true), ("/users/**", "https://a.example/users", true),
        ("a.example", "http://u:p@A.example:8080", true), ("a.example", "https://b.example/", false),
        ("*.example.com/*", "https://x.y.example.com/z", true), ("*.example.com/*", "https://example.com/z", false),
        ("/a/**/z", "https://h/a/b/c/z", true), ("/a/**/z", "https://h/a/z", true), ("/a/**/z", "https://h/a/b", false),
        ("/v*/u*s", "/v2/users", true), ("[::1]/x", "http://[::1]:80/x", true), ("/", "https://a.example", true),
        ("**", "", true), ("/**", "", true), ("h:8605", "http://h:8605/x", true), ("h:8605", "http://h/x", false),
        ("h:8605", "http://u:p@H:8605", true), ("h:*", "http://h:1", true), ("h", "http://h:8605", true),
        ("[::1]:80/x", "http://[::1]:80/x", true), ("[::1]:81", "http://[::1]:80/x", false),
        ("h:1", "http://h:11", false),
    ])
    func matchesHostsAndPaths(pattern: String, url: String, matches: Bool) {
        #expect(CaptureRules.matches(pattern, url: url) == matches)
    }

    @Test func manyWildcardsTakeNoExponentialTime() {
        let pattern = "/" + String(repeating: "*a", count: 200) + "/" + String(repeating: "**/", count: 200) + "z"
        let url = "/" + String(repeating: "a", count: 2000) + String(repeating: "/a", count: 2000)
        #expect(!CaptureRules.matches(pattern, url: url))
    }

    private static let archive = HARTests.archive(
        HARTests.entry(#"{"text":"1"}"#, type: "application/json"),
        HARTests.entry(#"{"text":"x"}"#, type: "application/json"),
        HARTests.entry(#"{"text":"text"}"#),
        HARTests.entry(#"{"text":""}"#, status: 302, fields: #",{"name":"Location","value":"/"}"#),
        HARTests.entry(#"{"text":"1"}"#, type: "application/json", method: "PUT")
    )

    private static var entries: some AsyncSequence<CaptureEntry, ResponseError> {
        HAR.entries(
            of: AsyncStream { continuation in
                continuation.yield(archive)
                continuation.finish()
            }
        )
    }

    @Test func checksEveryEntryByTheFirstRuleThatMatches() async throws {
        let rules = CaptureRules()
            .decoding("a.example/b", method: .get, ofType: ["application/json"], as: .json(Int.self))
            .decoding("/b", method: .put, as: .json(String.self))
        let report = try await rules.check(Self.entries)
        #expect(report.values.map(\.index) == [0])
        #expect(report.failures.map(\.index) == [1, 4])
        #expect(report.failures.map { $0.error?.code } == [.malformedBody, .typeMismatch])
        #expect(report.unmatched == ["GET https://a.example/b…", "GET https://a.example/b…"])
        #expect(
            report.description.hasPrefix(
                "1 value, 2 failures, 2 entries without a rule\nentry 1: GET https://a.example/b…"
            )
        )
        #expect(!report.description.contains("c=d"))
    }

    @Test func countsResultsBeyondThoseThatAreKept() async throws {
        var reader = HAR.Reader()
        reader.append(Self.archive)
        reader.finish()
        let rules = CaptureRules().decoding("/**", as: .json(String.self))
        let archive = HARTests.archive(
            Array(repeating: HARTests.entry(#"{"text":"1"}"#), count: 1100).joined(separator: ",")
        )
        let report = try await rules.check(
            HAR.entries(
                of: AsyncStream { continuation in
                    continuation.yield(archive)
                    continuation.finish()
                }
            )
        )
        #expect(report.failureCount == 1100)
        #expect(report.failures.count == 200)
        #expect(report.description.hasSuffix("and 1090 more failures"))
    }

    @Test func checksSavedResponses() throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1"
        let rules = CaptureRules().decoding("/**", as: .json(Int.self))
        let report = try rules.check(SavedResponse.entries(of: (text + text).utf8))
        #expect(report.values.map(\.index) == [0, 1])
        #expect(report.values.first?.description == "entry 0: - -: 1")
    }
}
