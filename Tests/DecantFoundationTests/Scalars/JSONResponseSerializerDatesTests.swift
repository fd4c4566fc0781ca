import DecantFoundation
import DecantTesting
import Foundation
import Testing

@Suite struct JSONResponseSerializerDatesTests {
    private struct Order: Decodable, Sendable {
        var placed: Date
        var paid: [Date?]
    }

    private let serializer = JSONResponseSerializer(Order.self).dates { text in
        text.hasPrefix("day ") ? Double(text.dropFirst(4)).map { Date(timeIntervalSince1970: $0 * 86_400) } : nil
    }

    private func sample(_ text: String) -> ResponseSample { ResponseSample(200, "application/json", text) }

    @Test func makesDatesOfTextInAFormOfTheCallersOwn() throws {
        let order = try serializer.decodedResponse(sample(#"{"placed":"day 1","paid":["day 2",null]}"#)).value
        #expect(order.placed == Date(timeIntervalSince1970: 86_400))
        #expect(order.paid == [Date(timeIntervalSince1970: 172_800), nil])
    }

    @Test func refusesTextThatIsNoneAndAnythingElse() throws {
        let text = try #require(serializer.error(for: sample(#"{"placed":"tomorrow","paid":[]}"#)))
        #expect(text.code == .dataCorrupted)
        #expect(text.path == [.key("placed")])
        #expect(text.offset == 10)
        let number = try #require(serializer.error(for: sample(#"{"placed":5,"paid":[]}"#)))
        #expect(number.code == .typeMismatch)
    }
}
