import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// Foundation's types, read directly from a document.
@Suite struct DirectScalarTests {
    struct Values: Decodable, JSON.DirectDecodable, Equatable {
        var date: Date
        var dates: [Date]
        var data: Data?
        var url: URL
        var price: Decimal

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try value.members()
            date = try members.decode("date")
            dates = try members.decode("dates")
            data = try members.decodeIfPresent("data")
            url = try members.decode("url")
            price = try members.decode("price")
        }
    }

    @Test func readsTheDefaultRepresentations() throws {
        let text = #"{"date":0,"dates":[1,2.5],"data":"AQI=","url":"https://example.org/a","price":0.10}"#
        let values = try JSON(parsing: text.utf8).decode(direct: Values.self)
        #expect(values.date == Date(timeIntervalSinceReferenceDate: 0))
        #expect(values.dates.map(\.timeIntervalSinceReferenceDate) == [1, 2.5])
        #expect(values.data == Data([1, 2]))
        #expect(values.url.absoluteString == "https://example.org/a")
        #expect(values.price == Decimal(string: "0.1"))
        #expect(DirectContract(Values.self).violations(in: text) == [])
    }

    @Test(arguments: [
        (DecodingOptions.Dates.iso8601, #""1970-01-01T00:00:01Z""#), (.secondsSince1970, "1"),
        (.millisecondsSince1970, "1000"), (.internetMessage, #""Thu, 01 Jan 1970 00:00:01 GMT""#),
    ])
    func readsDatesInEveryRepresentation(dates: DecodingOptions.Dates, text: String) throws {
        let json = try JSON(parsing: "[\(text)]".utf8)
        let options = DecodingOptions(dates: dates)
        let values: [Date] = try json.cursor.decode(options: options)
        #expect(values == [Date(timeIntervalSince1970: 1)])
    }

    @Test(arguments: [(DecodingOptions.Data.mimeBase64, #""AQ I=""#), (.array, "[1, 2]")])
    func readsDataInEveryRepresentation(data: DecodingOptions.Data, text: String) throws {
        let json = try JSON(parsing: text.utf8)
        let value: Data = try json.cursor.decode(options: DecodingOptions(data: data))
        #expect(value == Data([1, 2]))
    }
}
