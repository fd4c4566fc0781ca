import DecantCaptures
import DecantCore
import Testing

struct CapturePatternTests {
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
        #expect(ResponseContext(mediaType: nil, url: url).hasURL(matching: pattern) == matches)
    }

    @Test func manyWildcardsTakeNoExponentialTime() {
        let pattern = "/" + String(repeating: "*a", count: 200) + "/" + String(repeating: "**/", count: 200) + "z"
        let url = "/" + String(repeating: "a", count: 2000) + String(repeating: "/a", count: 2000)
        #expect(!ResponseContext(mediaType: nil, url: url).hasURL(matching: pattern))
    }

    @Test func anUnknownURLMatchesEveryPathOnly() {
        #expect(ResponseContext(mediaType: nil).hasURL(matching: "/**"))
        #expect(!ResponseContext(mediaType: nil).hasURL(matching: "a.example/**"))
    }
}
