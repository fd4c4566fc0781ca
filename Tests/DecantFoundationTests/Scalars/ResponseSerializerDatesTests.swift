import DecantCore
import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// Dates in a custom form, in every format that supports them.
@Suite struct ResponseSerializerDatesTests {
    struct Order: Decodable, Sendable, Equatable {
        var placed: Date
        var paid: [Date?]
    }

    /// A format, with a function that writes an order and a function that reads it.
    struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mediaType: String
        let text: @Sendable (_ placed: String, _ paid: [String?]) -> String
        let decode: @Sendable (ResponseSample) throws -> Order
        let offset: Int

        static let json = Format(
            testDescription: "JSON",
            mediaType: "application/json",
            text: { placed, paid in
                let list = paid.map { $0.map { "\"\($0)\"" } ?? "null" }.joined(separator: ",")
                return #"{"placed":"\#(placed)","paid":[\#(list)]}"#
            },
            decode: { try $0.value(as: JSONResponseSerializer(Order.self).dates(day).dates(day)) },
            offset: 10
        )

        static let xml = Format(
            testDescription: "XML",
            mediaType: "text/xml",
            text: { placed, paid in
                "<r placed='\(placed)'>" + paid.map { "<paid>\($0 ?? "")</paid>" }.joined() + "</r>"
            },
            decode: { try $0.value(as: XMLResponseSerializer(Order.self).dates(day).dates(day)) },
            offset: 11
        )

        private static let day: @Sendable (String) -> Date? = { text in
            text.hasPrefix("day ") ? Double(text.dropFirst(4)).map { Date(timeIntervalSince1970: $0 * 86_400) } : nil
        }

        func order(_ placed: String, _ paid: [String?] = []) throws -> Order {
            try decode(ResponseSample(200, mediaType, text(placed, paid)))
        }
    }

    @Test(arguments: [Format.json, .xml])
    func decodesDatesInACustomForm(_ format: Format) throws {
        let order = try format.order("day 1", ["day 2", nil])
        #expect(order.placed == Date(timeIntervalSince1970: 86_400))
        #expect(order.paid == [Date(timeIntervalSince1970: 172_800), nil])
    }

    @Test(arguments: [Format.json, .xml], ["tomorrow", "5", "1e3", ""])
    func rejectsTextThatIsNotADateInTheCustomForm(_ format: Format, _ text: String) throws {
        let error = try #require(throws: ResponseError.self) { try format.order(text) }
        #expect(error.code == .dataCorrupted)
        #expect(error.path == [.key("placed")])
        #expect(error.message.hasPrefix("expected a date in the custom format, but found "))
        if !text.isEmpty { #expect(error.offset == format.offset) }
    }

    @Test func rejectsAJSONNumber() throws {
        let sample = ResponseSample(200, "application/json", #"{"placed":5,"paid":[]}"#)
        let error = try #require(throws: ResponseError.self) { try Format.json.decode(sample) }
        #expect(error.code == .typeMismatch)
        #expect(error.message.hasPrefix("expected a date as text, but found "))
    }

    @Test func leavesOtherTypesToTheEarlierStrategies() throws {
        struct Link: Decodable, Sendable { var url: URL, at: Date }
        let text = "<r url='https://example.com' at='x'/>"
        let serializer = XMLResponseSerializer(Link.self).dates { _ in Date(timeIntervalSince1970: 0) }
        let link = try ResponseSample(200, "text/xml", text).value(as: serializer)
        #expect(link.url.host() == "example.com")
        #expect(link.at == Date(timeIntervalSince1970: 0))
    }
}
