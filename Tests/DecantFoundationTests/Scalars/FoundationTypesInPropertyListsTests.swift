import DecantFoundation
import Foundation
import Testing

struct FoundationTypesInPropertyListsTests {
    struct Record: Codable, Hashable, Sendable {
        var name: String
        var count: Int
        var large: UInt64
        var ratio: Double
        var isOn: Bool
        var date: Date
        var data: Data
        var next: Date?
        var parts: [String: [Int8]]
    }

    private static let record = Record(
        name: "größe 😀",
        count: -7,
        large: .max,
        ratio: 0.1,
        isOn: true,
        date: Date(timeIntervalSinceReferenceDate: 12_345),
        data: Data([0, 255, 7]),
        next: nil,
        parts: ["a": [1, -128], "b": []]
    )

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func areDecodedAsFoundationEncodesThem(format: PropertyListSerialization.PropertyListFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let value = Self.record
        let body = ResponseBody(try encoder.encode(value))
        #expect(try PropertyList(parsing: body).decode(Record.self) == value)
    }
}
