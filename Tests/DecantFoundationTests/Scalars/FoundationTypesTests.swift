import DecantFoundation
import DecantTesting
import Foundation
import TestSupport
import Testing

struct FoundationTypesInJSONTests {
    struct Record: Codable, Hashable, Sendable {
        var date: Date
        var data: Data
        var price: Decimal
        var url: URL
        var next: Date?
    }

    private func serializer(_ strategies: DecodingOptions) -> JSONResponseSerializer<Record> {
        JSONResponseSerializer(Record.self).options { $0.decoding = strategies }
    }

    @Test func areDecoded() throws {
        let text =
            #"{"date":"1970-01-01T00:00:01Z","data":"Zm9v","price":0.10,"url":"https://example.com","next":null}"#
        let sample = ResponseSample(200, "application/json", text)
        let record = try sample.value(as: serializer(DecodingOptions(dates: .iso8601)))
        #expect(record.date == Date(timeIntervalSince1970: 1))
        #expect(record.data == Data("foo".utf8))
        #expect(record.price.description == "0.1")
        #expect(record.url.absoluteString == "https://example.com")
        #expect(record.next == nil)
    }

    @Test func areDecodedByOtherStrategies() throws {
        let text = #"{"date":1000,"data":[102,111],"price":1e2,"url":"/a","next":2000}"#
        let strategies = DecodingOptions(dates: .millisecondsSince1970, data: .array)
        let record = try ResponseSample(200, "application/json", text).value(as: serializer(strategies))
        #expect(record.date == Date(timeIntervalSince1970: 1))
        #expect(record.next == Date(timeIntervalSince1970: 2))
        #expect(record.data == Data("fo".utf8))
        #expect(record.price == 100)
    }

    @Test(arguments: [
        ("date", #"{"date":"2001-02-30T00:00:00Z","data":"","price":1,"url":"/"}"#),
        ("data", #"{"date":"2001-02-03T00:00:00Z","data":"?","price":1,"url":"/"}"#),
        ("price", #"{"date":"2001-02-03T00:00:00Z","data":"","price":1e400,"url":"/"}"#),
        ("url", #"{"date":"2001-02-03T00:00:00Z","data":"","price":1,"url":""}"#),
    ])
    func theErrorHasThePosition(_ member: String, _ text: String) {
        let sample = ResponseSample(200, "application/json", text)
        let error = serializer(DecodingOptions(dates: .iso8601)).error(for: sample)
        #expect(error?.code == .dataCorrupted)
        #expect(error?.path == [.key(member)])
        #expect(error?.position?.line == 1)
        #expect(error?.message.contains("expected ") == true)
    }
}

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
        let body = ResponseBytes(try encoder.encode(value))
        #expect(try PropertyList(parsing: body).decode(Record.self) == value)
    }

    /// Dates and data in a property list take the fast path unless a custom function is set.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func areCreatedByACustomFunction(format: PropertyListSerialization.PropertyListFormat) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let list = try PropertyList(parsing: ResponseBytes(try encoder.encode(Self.record)))
        var own = CustomStrategies()
        own.setScalar(of: Date.self) { scalar, _ in
            guard case .date(let seconds) = scalar else { return nil }
            return Date(timeIntervalSinceReferenceDate: seconds + 1)
        }
        own.setScalar(of: Data.self) { scalar, _ in
            guard case .data(let bytes) = scalar else { return nil }
            return Data(bytes.reversed())
        }
        let record = try list.decode(Record.self, options: .init(own))
        #expect(record.date == Self.record.date.addingTimeInterval(1))
        #expect(record.data == Data([7, 255, 0]))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func areRejectedInsteadOfEachOther(format: PropertyListSerialization.PropertyListFormat) throws {
        let values: [String: Any] = ["date": Date(timeIntervalSinceReferenceDate: 1), "data": Data(), "text": "x"]
        let bytes = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        let list = try PropertyList(parsing: ResponseBytes(bytes))
        #expect(try list.value(at: "/data").decode(Data.self) == Data())
        #expect(try list.value(at: "/date").decode(Date?.self) == Date(timeIntervalSinceReferenceDate: 1))
        let others: [(JSONPointer, String)] = [("/date", "Data"), ("/data", "Date"), ("/text", "Date")]
        for (path, type) in others {
            let value = try list.value(at: path)
            let error = #expect(throws: ResponseError.self) {
                if type == "Data" { _ = try value.decode(Data.self) } else { _ = try value.decode(Date.self) }
            }
            #expect(error?.code == .typeMismatch, "\(path)")
        }
    }
}

struct FoundationTypesInXMLTests {
    struct Record: Codable, Hashable, Sendable {
        var date: Date
        var data: Data
        var price: Decimal
        var url: URL
        var next: Date?
    }

    private let text = """
        <r url="https://example.com" price="+0.10"><date> 1970-01-01T00:00:01Z </date><data>
            Zm9v
            YmFy
          </data><next/></r>
        """

    @Test func areDecoded() throws {
        let record = try ResponseSample(200, "text/xml", text).value(as: XMLResponseSerializer(Record.self))
        #expect(record.date == Date(timeIntervalSince1970: 1))
        #expect(record.data == Data("foobar".utf8))
        #expect(record.price.description == "0.1")
        #expect(record.url.absoluteString == "https://example.com")
        #expect(record.next == nil)
    }

    @Test func areDecodedByOtherStrategies() throws {
        let text = "<r><date>1000</date><data>Zm9v</data><price>1e2</price><url>/a</url><next>2000</next></r>"
        let serializer = XMLResponseSerializer(Record.self).dates(.millisecondsSince1970)
        let record = try ResponseSample(200, "text/xml", text).value(as: serializer)
        #expect(record.date == Date(timeIntervalSince1970: 1))
        #expect(record.next == Date(timeIntervalSince1970: 2))
        #expect(record.data == Data("foo".utf8))
        #expect(record.price == 100)
    }

    @Test(arguments: [
        (
            "date", "<r url='/' price='1' data=''><date>2001-02-30T00:00:00Z</date></r>",
            ResponseError.Code.dataCorrupted
        ),
        ("data", "<r url='/' price='1'><date>2001-02-03T00:00:00Z</date><data>?</data></r>", .dataCorrupted),
        ("price", "<r url='/' price='x' data='' date='2001-02-03T00:00:00Z'/>", .typeMismatch),
        ("price", "<r url='/' price='1e400' data='' date='2001-02-03T00:00:00Z'/>", .dataCorrupted),
        ("url", "<r url='' price='1' data='' date='2001-02-03T00:00:00Z'/>", .dataCorrupted),
    ])
    func theErrorHasThePosition(_ member: String, _ text: String, _ code: ResponseError.Code) {
        let error = XMLResponseSerializer(Record.self).error(for: ResponseSample(200, "text/xml", text))
        #expect(error?.code == code)
        #expect(error?.path == [.key(member)])
        #expect(error?.position?.line == 1)
        #expect(error?.message.contains("expected ") == true)
    }
}
