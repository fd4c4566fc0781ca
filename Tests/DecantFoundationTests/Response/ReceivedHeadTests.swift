import DecantFoundation
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ReceivedHeadTests {
    private func response(_ status: Int = 200, _ fields: [String: String] = [:]) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://api.example.com/a?b=c"))
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    @Test(arguments: [0, 99, 200, 404, 999])
    func acceptsAnyStatusOfThreeDigits(_ status: Int) throws {
        #expect(try HTTPResponse(response(status)).status.code == status)
    }

    @Test(arguments: [-1, 1000, Int.max, Int.min])
    func rejectsAStatusOfAnyOtherLength(_ status: Int) throws {
        let response = try response(status)
        let error = #expect(throws: ResponseError.self) { try ReceivedHead(response) }
        #expect(error?.code == .malformedHead)
        #expect(error?.message == "expected a status from 0 to 999, but received \(status)")
        let second = #expect(throws: ResponseError.self) {
            try DataResponseSerializer().value(of: Data(), for: response)
        }
        #expect(second?.context?.url == "https://api.example.com/a?b=c")
    }

    @Test func usesTheRawMediaType() throws {
        let context = try ResponseContext(response(200, ["content-type": "Text/HTML; Charset=\"Shift_JIS\"; a=b"]))
        #expect(context.mediaType?.charset == "Shift_JIS")
        #expect(context.mediaType?.parameters.count == 2)
    }

    @Test func splitsJoinedMediaTypes() throws {
        let context = try ResponseContext(response(200, ["Content-Type": "text/plain, application/json"]))
        #expect(context.mediaType?.essence == "application/json")
    }

    @Test func omitsANameThatIsNotAToken() throws {
        let head = try ReceivedHead(response(200, ["Bad Name": "x", "Übel": "y", "X-Good": "z"]))
        #expect(head.response.headerFields.map(\.value) == ["z"])
        #expect(head.findings.map(\.code) == [.irregularHead, .irregularHead])
        #expect(head.findings.allSatisfy { $0.severity == .warning && $0.message.contains("ignored") })
    }

    @Test(arguments: ["a\r\nX-B: c", "a\nX-B: c", "a\0X-B: c"])
    func reportsALineEndInAValue(_ value: String) throws {
        let head = try ReceivedHead(response(200, ["X-A": value]))
        let values = head.response.headerFields.map(\.value)
        #expect(values.count == 1)
        #expect(values.first?.hasPrefix("a ") == true && values.first?.hasSuffix("X-B: c") == true)
        #expect(head.findings.map(\.code) == [.irregularHead])
    }

    @Test(arguments: ["grüße", "a\tb", "a\u{1}b", "日本"])
    func keepsAnyOtherValueUnchanged(_ value: String) throws {
        let head = try ReceivedHead(response(200, ["X-A": value]))
        #expect(head.response.headerFields.map(\.value) == [value])
        #expect(head.findings.isEmpty)
    }

    @Test func sortsTheFields() throws {
        let head = try ReceivedHead(response(200, ["X-C": "1", "X-A": "2", "X-B": "3"]))
        #expect(head.response.headerFields.map(\.value) == ["2", "3", "1"])
    }

    @Test func hasTheRequest() throws {
        let url = try #require(URL(string: "https://api.example.com/asked"))
        var request = URLRequest(url: url)
        request.httpMethod = "HEAD"
        let context = try ResponseContext(response(), request: request)
        #expect(context.method == .head)
        #expect(context.url == "https://api.example.com/asked")
        #expect(context.forbidsBody)
        #expect(try ResponseContext(response()).url == "https://api.example.com/a?b=c")
    }

    @Test func headFindingsAccompanyTheValue() throws {
        let response = try response(200, ["Bad Name": "x", "Content-Type": "text/plain"])
        let decoded = try StringResponseSerializer().response(of: Data("hello".utf8), for: response)
        #expect(decoded.value == "hello")
        #expect(decoded.findings.map(\.code) == [.irregularHead])
    }

    @Test func headFindingsAreInTheError() throws {
        let response = try response(500, ["Bad Name": "x"])
        let error = #expect(throws: ResponseError.self) {
            try DataResponseSerializer().value(of: Data(), for: response)
        }
        #expect(error?.findings.map(\.code) == [.unacceptableStatus, .irregularHead])
    }

    @Test func acceptsAResponseOfAnotherProtocol() throws {
        let url = try #require(URL(string: "file:///tmp/a.txt"))
        let response = URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 5, textEncodingName: nil)
        #expect(try StringResponseSerializer().value(of: Data("hello".utf8), for: response) == "hello")
        let error = #expect(throws: ResponseError.self) {
            try JSONResponseSerializer().value(of: Data("[]".utf8), for: response)
        }
        #expect(error?.code == .unacceptableMediaType)
    }
}
