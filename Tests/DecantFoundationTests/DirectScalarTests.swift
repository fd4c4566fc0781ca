import DecantFoundation
import DecantTesting
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
        let values = try JSON(text).decode(direct: Values.self)
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
        let json = try JSON("[\(text)]")
        let options = DecodingOptions(dates: dates)
        #expect(try json.cursor.decode([Date].self, options: options) == [Date(timeIntervalSince1970: 1)])
    }

    @Test func readsDataInEveryRepresentation() throws {
        let json = try JSON(#"["AQ I=", [1, 2]]"#)
        let base64 = try json[0]?.cursor.decode(Data.self, options: DecodingOptions(data: .mimeBase64))
        #expect(base64 == Data([1, 2]))
        #expect(try json[1]?.cursor.decode(Data.self, options: DecodingOptions(data: .array)) == Data([1, 2]))
    }
}
