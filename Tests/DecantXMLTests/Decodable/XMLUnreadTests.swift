import DecantCore
import DecantTesting
import DecantXML
import Testing

/// The findings about content that a type requested but its value does not contain.
@Suite struct XMLUnreadTests {
    struct Title: Decodable { var title: String }
    struct Optional: Decodable { var title: String? }
    struct Inner: Decodable { var name: String? }
    struct Holder: Decodable { var title: Inner }
    struct Items: Decodable { var item: [Inner] }
    struct Wrapped: Decodable { var items: [Inner] }
    struct Both: Decodable {
        var text: String
        var parts: [String]
        enum CodingKeys: String, CodingKey { case text = "#text", parts = "" }
    }
    enum Choice: Decodable {
        case b(String)
        enum CodingKeys: String, XMLChoiceCodingKey { case b }
    }

    private static func findings<Value: Decodable>(_ text: String, _ type: Value.Type) throws -> [String] {
        var findings: [Finding] = []
        _ = try XML.Document(text).decode(type, findings: &findings)
        #expect(findings.allSatisfy { $0.severity == .warning })
        return findings.map { "\($0.code.rawValue) \($0.offset ?? -1)" }
    }

    @Test func reportsTheSecondElementForASingleValue() throws {
        #expect(try Self.findings("<r><title>a</title><x/><title>b</title></r>", Title.self) == ["duplicateKey 30"])
        #expect(try Self.findings("<r><title/><title>b</title></r>", Optional.self) == ["duplicateKey 18"])
        #expect(try Self.findings("<r><title><name/></title><title/></r>", Holder.self) == ["duplicateKey 25"])
        #expect(
            try Self.findings("<r><title>a</title><title>b</title></r>", [String: String].self) == ["duplicateKey 26"]
        )
        #expect(try Self.findings("<r title='c'><title>a</title></r>", [String: String].self) == ["duplicateKey 10"])
        let spaces = "<r xmlns:m='u'><title>a</title><m:title>b</m:title><title>c</title></r>"
        #expect(try Self.findings(spaces, [String: [String]].self) == ["duplicateKey 40"])
        let far = "<r><title>a</title>" + String(repeating: "<x/>", count: 100) + "<title>b</title></r>"
        #expect(try Self.findings(far, Title.self) == ["duplicateKey 426"])
    }

    @Test("Reports unread text between the elements of a list") func reportsUnreadTextBetweenTheElements() throws {
        let text = "<r>one<a>2</a>three</r>"
        #expect(try Self.findings(text, [Int].self) == ["unreadContent 3"])
        #expect(try Self.findings("<r><a>2</a> three</r>", [Int].self) == ["unreadContent 12"])
        #expect(try Self.findings(text, [String: Int].self) == ["unreadContent 3"])
        #expect(try Self.findings("<r>one<b>2</b></r>", [Choice].self) == ["unreadContent 3"])
        #expect(try Self.findings("<r>one<b>2</b></r>", Choice.self) == ["unreadContent 3"])
        #expect(try Self.findings(text, Both.self) == [])
    }

    @Test("Reports a wrapped list that is read as its only element") func reportsAWrappedListThatIsRead() throws {
        let text = "<r><items><item><name>a</name></item><item><name>b</name></item></items></r>"
        #expect(try Self.findings(text, Wrapped.self) == ["unreadContent 3"])
        #expect(try Self.findings(text, [String: Items].self) == [])
    }

    @Test(arguments: [
        "<r><title>a</title></r>", "<r xmlns:m='u'><title>a</title><m:title>b</m:title></r>",
        "<r title='b'>text<title>a</title><other/><other/></r>",
    ])
    func reportsNothingAboutMembersThatATypeOmits(_ text: String) throws {
        #expect(try Self.findings(text, Title.self) == [])
    }

    @Test func reportsAtMost32FindingsOfAKind() throws {
        let text = "<r>" + String(repeating: "<p><title>a</title><title>b</title></p>", count: 1000) + "</r>"
        #expect(try Self.findings(text, [Title].self).count == 32)
    }

    @Test func theSerializerReportsThem() throws {
        let sample = ResponseSample(200, "text/xml", "<r>one<a>2</a></r>")
        let decoded = try sample.response(as: XMLResponseSerializer([Int].self))
        #expect(decoded.value == [2])
        #expect(decoded.findings.map(\.code) == [.unreadContent])
        #expect(
            decoded.findings.first?.message == "ignored the text “one” between the elements of “r”"
        )
    }

    @Test func aNilElementWithContentIsNotNil() throws {
        struct Count: Decodable { var n: Int? }
        let instance = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
        #expect(try XML.Document("<r \(instance)><n i:nil='true'>5</n></r>").decode(Count.self).n == 5)
        #expect(try XML.Document("<r \(instance)><n i:nil='true'> </n></r>").decode(Count.self).n == nil)
    }
}
