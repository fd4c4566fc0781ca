import DecantCore
import HTTPTypes
import Testing

@Suite struct ResponseContextTests {
    private func context(_ status: Int, _ contentTypes: String..., method: HTTPRequest.Method? = nil) -> ResponseContext
    {
        var head = HTTPResponse(status: .init(code: status))
        for type in contentTypes { head.headerFields.append(HTTPField(name: .contentType, value: type)) }
        return ResponseContext(head, method: method)
    }

    @Test func recognizesResponsesWithoutABody() {
        for status in [100, 103, 199, 204, 205, 304] { #expect(context(status).forbidsBody, "\(status)") }
        for status in [200, 201, 203, 206, 300, 303, 404, 500] { #expect(!context(status).forbidsBody, "\(status)") }
        #expect(context(200, method: .head).forbidsBody)
        #expect(!context(200, method: .get).forbidsBody)
        #expect(!ResponseContext(mediaType: nil).forbidsBody)
    }

    @Test func omitsSensitivePartsOfAURL() {
        let urls = [
            "https://a.example/x?token=1": "https://a.example/x…",
            "https://a.example/x#token": "https://a.example/x…",
            "https://user:word@a.example/x": "https://a.example/x",
            "https://user:word@a.example?q": "https://a.example…",
            "https://user@name:word@a.example/x@y": "https://a.example/x@y",
            "/x?token=1": "/x…",
            "mailto:user@a.example": "mailto:user@a.example",
            "": "",
        ]
        for (url, shown) in urls { #expect(ResponseContext(mediaType: nil, url: url).redactedURL == shown) }
        #expect(ResponseContext(mediaType: nil).redactedURL == nil)
    }

    @Test func combinesMediaTypesAsFetchDoes() {
        #expect(context(200).contentType == .missing)
        #expect(context(200, " ").contentType == .missing)
        #expect(context(200, "text").contentType == .malformed("text"))
        #expect(context(200, "text/html", "*/*").mediaType?.essence == "text/html")
        let kept = context(200, "text/html;charset=gbk", "text/html").mediaType
        #expect(kept?.charset == "gbk")
        let lost = context(200, "text/html;charset=gbk, text/plain, text/html").mediaType
        #expect(lost?.essence == "text/html")
        #expect(lost?.charset == nil)
        let quoted = context(200, #"text/html;a="x,y";charset=gbk"#).mediaType
        #expect(quoted?["a"] == "x,y")
    }

    @Test func reportsSeveralMediaTypes() throws {
        guard case .declared(let type) = context(200, "text/html", "text/html;charset=gbk").contentType else {
            Issue.record("the media type is not declared")
            return
        }
        #expect(type.findings.map(\.code) == [.repeatedMediaType])
        #expect(type.findings.map(\.severity) == [.warning])
    }

    @Test(arguments: [
        ("Content-Type", "Content-Length"), ("content-type", "content-length"), ("CONTENT-TYPE", "CONTENT-LENGTH"),
        ("cOntent-Type", "content-LENGTH"),
    ])
    func findsFieldsInAnyLetterCase(type: String, length: String) throws {
        var fields = ReceivedFields()
        fields.append(type, "text/html")
        fields.append(length, "7")
        fields.append("Content-Tape", "text/xml")
        let context = ResponseContext(try ReceivedHead(status: 200, fields: fields), method: .get, url: nil)
        #expect(context.mediaType == "text/html")
        #expect(context.announcedLength == .bytes(7))
    }
}
