import DecantFoundation
import DecantTesting
import Foundation
import Testing

@Suite struct XMLResponseSerializerDatesTests {
    private struct Order: Decodable, Sendable {
        var placed: Date
        var paid: [Date?]
    }

    private let serializer = XMLResponseSerializer(Order.self).dates { text in
        text.hasPrefix("day ") ? Double(text.dropFirst(4)).map { Date(timeIntervalSince1970: $0 * 86_400) } : nil
    }

    private func sample(_ text: String) -> ResponseSample { ResponseSample(200, "text/xml", text) }

    @Test func makesDatesOfTextInAFormOfTheCallersOwn() throws {
        let order = try serializer.decodedResponse(sample("<r placed='day 1'><paid> day 2 </paid><paid/></r>")).value
        #expect(order.placed == Date(timeIntervalSince1970: 86_400))
        #expect(order.paid == [Date(timeIntervalSince1970: 172_800), nil])
    }

    @Test(arguments: ["tomorrow", "5"])
    func refusesTextThatIsNone(_ text: String) throws {
        let error = try #require(serializer.error(for: sample("<r placed='\(text)'/>")))
        #expect(error.code == .dataCorrupted)
        #expect(error.path == [.key("placed")])
        #expect(error.offset == 11)
    }
}
