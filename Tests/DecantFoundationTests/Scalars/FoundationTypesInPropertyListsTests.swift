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

    /// What a list has as a date or as data takes the shortest way, unless a function of the caller's own is asked first.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func areMadeByTheFunctionOfTheCaller(format: PropertyListSerialization.PropertyListFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let list = try PropertyList(parsing: ResponseBody(try encoder.encode(Self.record)))
        let own = CustomStrategies(scalar: { type, scalar, _ in
            switch scalar {
            case .date(let seconds) where type == Date.self: Date(timeIntervalSinceReferenceDate: seconds + 1)
            case .data(let bytes) where type == Data.self: Data(bytes.reversed())
            default: nil
            }
        })
        let record = try list.decode(Record.self, strategies: own)
        #expect(record.date == Self.record.date.addingTimeInterval(1))
        #expect(record.data == Data([7, 255, 0]))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func areRefusedInThePlaceOfEachOther(format: PropertyListSerialization.PropertyListFormat) throws {
        let values: [String: Any] = ["date": Date(timeIntervalSinceReferenceDate: 1), "data": Data(), "text": "x"]
        let bytes = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        let list = try PropertyList(parsing: ResponseBody(bytes))
        #expect(try list.value(at: "/data").decode(Data.self) == Data())
        #expect(try list.value(at: "/date").decode(Date?.self) == Date(timeIntervalSinceReferenceDate: 1))
        for (path, type) in [("/date", "Data"), ("/data", "Date"), ("/text", "Date")] {
            let value = try list.value(at: path)
            let error = #expect(throws: ResponseError.self) {
                if type == "Data" { _ = try value.decode(Data.self) } else { _ = try value.decode(Date.self) }
            }
            #expect(error?.code == .typeMismatch, "\(path)")
        }
    }
}
