import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// JSON in a string.
@Suite struct EmbeddedTests {
    private struct Payload: Decodable, Sendable, Equatable, JSON.DirectDecodable {
        var id: Int

        init(id: Int) { self.id = id }

        init(from cursor: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try cursor.members()
            id = try members.decode("id")
        }
    }

    private struct Message: Decodable, Sendable, Equatable {
        @JSON.Embedded var payload: Payload
        @JSON.Embedded var extra: [Payload]?
    }

    private static let message = Message(payload: Payload(id: 7), extra: nil)

    private static let bodies: [(DialectFormat, String, String)] = [
        (.json, "application/json", #"{"payload":"{\"id\":7}"}"#),
        (.json, "application/json", #"{"payload":" {\"id\" : 7.0}\n","extra":null}"#),
        (.xml, "application/xml", #"<m><payload>{"id":7}</payload></m>"#),
        (
            .propertyList, "application/x-plist",
            "<plist><dict><key>payload</key><string>{\"id\":7}</string></dict></plist>"
        ),
    ]

    @Test(arguments: bodies) func isReadInEachFormat(_ format: DialectFormat, _ type: String, _ body: String) throws {
        let sample = ResponseSample(200, type, body)
        let serializer = format.serializer(Message.self)
        #expect(try serializer.value(of: sample.body, for: sample.context) == Self.message)
    }

    @Test func isReadAtTheRootInArraysAndDirectly() throws {
        let root = ResponseSample(200, "application/json", #""[{\"id\":1},{\"id\":2}]""#)
        let expected = [Payload(id: 1), Payload(id: 2)]
        let value = try root.value(as: .json(JSON.Embedded<[Payload]>.self))
        #expect(value.wrappedValue == expected)
        #expect(try root.value(as: .json(direct: JSON.Embedded<[Payload]>.self)).wrappedValue == expected)
        let array = ResponseSample(200, "application/json", #"["{\"id\":1}","{\"id\":2}"]"#)
        let elements = try array.value(as: .json([JSON.Embedded<Payload>].self))
        #expect(elements.map(\.wrappedValue) == expected)
    }

    @Test func hasTheOptionsOfItsDecoder() throws {
        struct Dated: Decodable, Sendable { @JSON.Embedded var value: [String: Date] }
        let sample = ResponseSample(200, "application/json", #"{"value":"{\"at\":\"1970-01-01T00:00:01Z\"}"}"#)
        let value = try sample.value(as: .json(Dated.self).dates(.iso8601))
        #expect(value.value == ["at": Date(timeIntervalSince1970: 1)])
        let text = ResponseSample(200, "application/json", #"{"payload":"{\"id\":\"7\"}"}"#)
        let response = try text.response(as: JSONResponseSerializer(Message.self).converting(.stringsToNumbers))
        #expect(response.value == Self.message)
        #expect(response.findings.map(\.message) == ["converted “7” to a number (at id) (at payload)"])
    }

    @Test func anErrorHasThePathAndThePosition() throws {
        let sample = ResponseSample(200, "application/json", #"{"payload":"{\"id\":true}"}"#)
        let error = try #require(JSONResponseSerializer(Message.self).error(for: sample))
        #expect(error.path == [.key("payload"), .key("id")])
        #expect(
            error.message
                == "in the JSON of a string: expected Int, but found true (line 1, column 7 of the text)"
        )
        #expect(error.position?.column == 12)
        let number = ResponseSample(200, "application/json", #"{"payload":{"id":7}}"#)
        #expect(JSONResponseSerializer(Message.self).error(for: number)?.code == .typeMismatch)
        #expect(JSONResponseSerializer(direct: [JSON.Embedded<Payload>].self).error(for: sample)?.code == .typeMismatch)
    }

    @Test func theHintNamesTheType() throws {
        struct Plain: Decodable, Sendable { var payload: Payload }
        let sample = ResponseSample(200, "application/json", #"{"payload":"{\"id\":7}"}"#)
        let error = try #require(JSONResponseSerializer(Plain.self).error(for: sample))
        #expect(error.hint == "the string contains JSON, which the type `JSON.Embedded` decodes")
    }
}
