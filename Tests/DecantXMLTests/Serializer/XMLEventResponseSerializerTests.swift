import DecantCore
import DecantTesting
import DecantText
import DecantXML
import Foundation
import Testing

@Suite struct XMLEventResponseSerializerTests {
    private let feed = ResponseSample(200, "application/rss+xml", "<rss><channel><title>T</title></channel></rss>")

    private var serializer: XMLEventResponseSerializer { XMLEventResponseSerializer() }

    @Test func keepsTheContract() {
        let limits: [Limits.Name] = [
            .xmlDepth, .xmlNodes, .xmlAttributes, .xmlNameBytes, .xmlTextBytes, .xmlEntityDepth, .xmlEntityBytes,
            .xmlEntityRatio,
        ]
        #expect(SerializerContract(serializer, accepted: feed, limits: limits).violations() == [])
        #expect(SerializerContract(.xmlEvents, accepted: feed).violations() == [])
    }

    @Test("X01: a valid response becomes events, which can be read any number of times")
    func deliversEvents() throws {
        let events = try feed.value(as: serializer)
        #expect(try events.owned().count == 7)
        #expect(try events.owned() == events.owned())
    }

    @Test("X02: malformed XML is an error with line and column, once it is read")
    func reportsErrors() throws {
        let events = try ResponseSample(200, "text/xml", "<a>\n <b></c></a>").value(as: serializer)
        let error = #expect(throws: ResponseError.self) { try events.owned() }
        #expect(error?.position == SourcePosition(offset: 8, line: 2, column: 5))
        #expect(error?.snippet?.text == " <b></c></a>")
    }

    @Test func namesTheResponseWithTheError() throws {
        let text = "<!DOCTYPE a SYSTEM 'u'><a>&b;<c></a>"
        let sample = ResponseSample(200, "text/xml; charset=utf-8", "\u{FEFF}" + text)
        let events = try sample.value(as: serializer)
        let error = try #require(throws: ResponseError.self) { try events.owned() }
        let whole = try #require(XMLDocumentResponseSerializer().error(for: sample))
        #expect(error.context != nil)
        #expect(error.bodyCount == text.utf8.count + 3)
        #expect(error.body == whole.body)
        #expect(error.findings == whole.findings)
        #expect(error.findings.contains { $0.code == .externalReference })
        #expect(String(describing: error) == String(describing: whole))
        #expect(String(describing: error).contains("response: "))
    }

    @Test("X03: an empty body is reported as such", arguments: ["", " ", "\n\t", "\u{FEFF}"])
    func rejectsNothing(text: String) {
        let error = serializer.error(for: ResponseSample(200, "application/xml", text))
        #expect(error?.code == .emptyBody)
        #expect(error?.message == "the body is empty, and XML.Events has no value for an empty body")
    }

    @Test("X04: a bad status is the primary reason, and the error has the events of its body")
    func keepsTheErrorBody() throws {
        let error = try #require(serializer.error(for: ResponseSample(500, "text/xml", "<fault>x</fault>")))
        #expect(error.code == .unacceptableStatus)
        #expect(try error.errorBody(as: XML.Events.self)?.owned().count == 3)
    }

    @Test("X05: the byte-order mark determines the charset, then the head, then the declaration")
    func choosesTheCharset() throws {
        let text = Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0xC4] + Array("</a>".utf8)
        let declared = ResponseSample(200, "text/xml", bytes: text)
        let named = ResponseSample(200, "text/xml; charset=windows-1251", bytes: text)
        #expect(try declared.value(as: serializer).owned()[1] == .text("Ä"))
        #expect(try named.value(as: serializer).owned()[1] == .text("Д"))
        let bytes = [0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8)
        let marked = ResponseSample(200, "text/xml; charset=windows-1251", bytes: bytes)
        let response = try marked.response(as: serializer)
        #expect(try response.value.owned()[1] == .text("é"))
        #expect(response.findings.map(\.code) == [.conflictingCharset, .byteOrderMark])
    }

    @Test("X06: namespaces can be ignored, and external resources are never read")
    func hasOptions() throws {
        let sample = ResponseSample(200, "text/xml", "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///'>]><p:a>&e;</p:a>")
        #expect(throws: ResponseError.self) { try sample.value(as: serializer).owned() }
        #expect(try sample.value(as: serializer.ignoringNamespaces()).owned().count == 3)
        let strict = serializer.ignoringNamespaces().options { $0.refusesExternalReferences = true }
        #expect(throws: ResponseError.self) { try sample.value(as: strict).owned() }
    }

    @Test("X07: the configuration is a value that can be stored and restored")
    func storesItsConfiguration() throws {
        var changed = serializer.ignoringNamespaces()
        changed.options.text.charset = .shiftJIS
        let restored = try serializer.restoring(changed.storedConfiguration())
        #expect(restored.options == changed.options)
    }

    @Test(
        "X08: the media types of XML are accepted",
        arguments: [
            ("application/xml", true), ("text/xml", true), ("application/atom+xml", true), ("text/html", false),
        ]
    )
    func acceptsMediaTypes(type: String, isAccepted: Bool) {
        #expect((serializer.error(for: ResponseSample(200, type, "<a/>")) == nil) == isAccepted)
    }
}
