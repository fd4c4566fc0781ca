import DecantFoundation
import Testing

@Suite struct ExportsTests {
    @Test func oneImportIncludesDecantAndFoundation() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let request = URLRequest(url: url)
        let context = ResponseContext(HTTPResponse(status: .ok), url: request.url?.absoluteString)
        #expect(
            try JSONResponseSerializer([Int].self).acceptingAnyMediaType().value(of: Data("[1]".utf8), for: context)
                == [1]
        )
    }
}
