import Decant
import DecantFoundation
import DecantTesting
import Foundation
import HTTPTypes
import Testing

/// Code that newcomers write without reading the documentation.
///
/// Each example compiles and behaves as expected.
@Suite struct NewcomerTests {
    private func json(_ text: String, status: Int = 200) -> ResponseSample {
        ResponseSample(status, "application/json", text)
    }

    private func xml<Value: Decodable & Sendable>(_ text: String, as type: Value.Type) throws -> Value {
        try XMLResponseSerializer(type).value(of: text.utf8, for: ResponseContext(mediaType: "application/xml"))
    }

    @Test func anEmptyAnswerIsNil() throws {
        let nothing = ResponseSample(204, nil)
        let value: JSON? = try nothing.value(as: MappedResponseSerializer.optional(.json))
        let document = try nothing.value(as: XMLDocumentResponseSerializer().optional)
        let user = try nothing.value(as: JSONResponseSerializer([Int]?.self))
        #expect(value == nil && document == nil && user == nil)
        let error = try #require(JSONResponseSerializer().error(for: nothing))
        #expect(error.hint?.contains(".optional") == true)
    }

    @Test func aDocumentIsBorrowedWithoutAName() throws {
        let id = try JSON(parsing: #"{"id":1}"#.utf8).cursor["id"]?.int
        let entry = try PropertyList(parsing: "<plist><dict><key>id</key><integer>1</integer></dict></plist>".utf8)
            .cursor["id"]?.int
        let element = try XML.Document(parsing: "<a><id>1</id></a>".utf8).cursor["id"]?.string
        let node = try XML.Document(parsing: "<a><id>1</id></a>".utf8).root.cursor["id"]?.string
        #expect(id == 1 && entry == 1 && element == "1" && node == "1")
    }

    @Test func aPartOfUnknownFormIsAMember() throws {
        struct Event: Decodable, Sendable {
            var kind: String
            var payload: JSON
        }
        let text = #"{"kind":"a","payload":{"b":[1,2]}}"#
        let event = try json(text).value(as: JSONResponseSerializer(Event.self))
        #expect(event.payload["b"]?[1]?.int == 2)
    }

    @Test func anElementWithoutTextHasNoNumber() throws {
        struct Field: Decodable, Sendable, Equatable {
            var text: Int?
            enum CodingKeys: String, CodingKey { case text = "" }
        }
        #expect(try xml("<f><child>x</child></f>", as: Field.self) == Field(text: nil))
        #expect(try xml("<f>3</f>", as: Field.self) == Field(text: 3))
    }

    @Test func aRequiredTextNamedValueCanBeMissing() {
        struct Field: Decodable, Sendable { var value: String }
        let error = #expect(throws: ResponseError.self) { try xml("<c/>", as: Field.self) }
        #expect(error?.code == .keyNotFound)
    }

    @Test("A date without a colon is reported with the missing part") func aDateWithoutAColonIsReported() throws {
        let text = #"["2024-05-01T10:00:00+0200"]"#
        let error = try #require(JSONResponseSerializer([Date].self).dates(.iso8601).error(for: json(text)))
        #expect(error.message.contains("2024-05-01T10:00:00+0200"))
        #expect(error.message.contains("no colon"))
    }

    @Test("A number instead of a date names the form that reads it") func aNumberInsteadOfADateNamesTheForm() throws {
        struct Order: Decodable, Sendable { var date: Date }
        let expected = "found the number 1714979289: `.dates(.secondsSince1970)` reads it as 2024-05-06"
        let order = json(#"{"date":1714979289}"#)
        let serializer = JSONResponseSerializer(Order.self)
        #expect(serializer.dates(.iso8601).error(for: order)?.message.hasSuffix(expected) == true)
        #expect(serializer.dates { _ in nil }.error(for: order)?.message.hasSuffix(expected) == true)
        #expect(
            try order.value(as: serializer.dates(.secondsSince1970)).date.timeIntervalSince1970
                == 1_714_979_289
        )
        let xml = ResponseSample(200, "application/xml", "<order><date>1714979289000</date></order>")
        let message = XMLResponseSerializer(Order.self).dates(.iso8601).error(for: xml)?.message
        #expect(message?.hasSuffix("“1714979289000”: `.dates(.millisecondsSince1970)` reads it as 2024-05-06") == true)
    }

    @Test func aBodyThatEndsTooEarlyLooksTruncated() throws {
        let cut = json(#"{"name": "Ada Lovelace", "join"#)
        #expect(JSONResponseSerializer().error(for: cut)?.hint == "the body looks truncated")
        let announced = cut.with("30", for: .contentLength)
        let hint = "the body looks truncated, although it has the length that the server announced"
        #expect(JSONResponseSerializer().error(for: announced)?.hint == hint)
        let page = ResponseSample(200, "application/xml", "<a><b>x</b")
        #expect(XMLDocumentResponseSerializer().error(for: page)?.hint == "the body looks truncated")
        let list = ResponseSample(200, "application/x-plist", "<plist><dict><key>a</key>")
        #expect(PropertyListResponseSerializer().error(for: list)?.hint == "the body looks truncated")
        #expect(JSONResponseSerializer().error(for: json("[1,x]"))?.hint == nil)
    }

    @Test func datesOfFeedsAndOfHTTPAreRead() throws {
        let text = #"["Sun, 06 Nov 1994 08:49:37 GMT"]"#
        let dates = try json(text).value(as: JSONResponseSerializer([Date].self).dates(.internetMessage))
        #expect(dates == [Date(timeIntervalSince1970: 784_111_777)])
    }

    @Test func elementsAreCountedAndNamesCompared() throws {
        let document = try XML.Document(parsing: "<a x='1' y='2'><b/><c/><b/></a>".utf8)
        #expect(document.all("b").count == 2)
        #expect(document.all("d").isEmpty && !document.all("c").isEmpty)
        #expect(document.all("b").first?.name == "b")
        #expect(document.root.children.count == 3 && document.root.elements(named: "b").count == 2)
        #expect(document.root.attributes.count == 2 && document.root.attribute(named: "y") == "2")
        #expect(document.root.name != "b")
    }

    @Test func aSequenceOfEventsHasNoBoundOfLength() async throws {
        let serializer = StreamSerializer.xmlEvents.limits { $0.bodyBytes = 1 << 16 }
        let blank = [UInt8](repeating: 0x20, count: 1 << 16)
        let (chunks, feed) = AsyncStream.makeStream(of: [UInt8].self)
        feed.yield(Array("<a/>".utf8))
        for _ in 0..<4 { feed.yield(blank) }
        feed.finish()
        var count = 0
        let context = ResponseContext(mediaType: "application/xml")
        for try await event in try await serializer.stream(of: chunks, for: context) {
            if case .startElement(let name, _) = event, name == "a" { count += 1 }
        }
        #expect(count == 1)
    }

    /// Settings of a program, one of which is the configuration of a serializer.
    private struct Settings: Codable {
        var name = "numbers"
        var numbers = JSONResponseSerializer([Int].self)

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try numbers.restoreConfiguration(from: container.superDecoder(forKey: .numbers))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try numbers.encodeConfiguration(to: container.superEncoder(forKey: .numbers))
        }

        private enum CodingKeys: CodingKey { case name, numbers }
    }

    @Test("A configuration is stored among the settings of a program") func aConfigurationIsStoredAmongTheSettings()
        throws
    {
        var settings = Settings()
        settings.numbers = settings.numbers.accepting("text/html").keys(.convertFromSnakeCase)
        let stored = try JSONEncoder().encode(settings)
        for restored in [
            try JSONDecoder().decode(Settings.self, from: stored), try JSON(parsing: stored).decode(Settings.self),
            try PropertyListDecoder().decode(Settings.self, from: PropertyListEncoder().encode(settings)),
        ] {
            #expect(restored.name == "numbers")
            #expect(restored.numbers.options == settings.numbers.options)
            #expect(restored.numbers.handling.configuration == settings.numbers.handling.configuration)
        }
    }

    @Test("A list without its element is not treated as OpenStep") func aListWithoutItsElementIsNotTreatedAsOpen()
        throws
    {
        let serializer = PropertyListResponseSerializer([String: Int].self)
            .options { $0.formats = [.binary, .xml, .openStep] }
        let text = "<?xml version='1.0'?><dict><key>a</key><integer>1</integer></dict>"
        #expect(try serializer.value(of: text.utf8, for: ResponseContext(mediaType: "application/x-plist")) == ["a": 1])
    }

    @Test func anErrorOfACustomDateKeepsPathAndCause() throws {
        struct Unreadable: Error, Equatable {}
        let serializer = JSONResponseSerializer([Date].self).scalars(of: Date.self) { _, _ in throw Unreadable() }
        let error = try #require(serializer.error(for: json(#"["x"]"#)))
        #expect(error.path == [.index(0)] && error.underlying as? Unreadable == Unreadable())
    }

    @Test func json5IsOneSetOfQuirks() throws {
        let text = "{a: 'b', /* c */ d: [0x10, .5,],}"
        let strict = JSONResponseSerializer()
        #expect(strict.error(for: json(text))?.code == .malformedBody)
        #expect(try json(text).value(as: strict.quirks(.json5))["d"]?[0]?.int == 16)
    }
}
