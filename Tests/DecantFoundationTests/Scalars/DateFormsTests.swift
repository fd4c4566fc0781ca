import DecantCore
import DecantFoundation
import Foundation
import Testing

/// Several forms of dates for one type, and the form of ASP.NET.
struct DateFormsTests {
    private func date(_ scalar: DecodedScalar, _ dates: DecodingOptions.Dates...) throws(ResponseError) -> Double {
        let options = DecodingOptions(dates: dates[0], alternativeDates: Array(dates.dropFirst()))
        return try Date(scalar: scalar, options: options).timeIntervalSince1970
    }

    @Test(arguments: [
        ("/Date(1597752000000)/", 1_597_752_000), ("/Date(1597752000000+0200)/", 1_597_752_000),
        ("/Date(1597752000000-0730)/", 1_597_752_000), ("/Date(0)/", 0), ("/Date(-1)/", -0.001), ("/Date(-0)/", 0),
        ("/Date(1597752000123)/", 1_597_752_000.123), ("/Date(253402300799999)/", 253_402_300_799.999),
        ("/Date(999999999999999999)/", 999_999_999_999_999.999),
    ])
    func readsTheDatesOfASPNET(_ text: String, _ seconds: Double) throws {
        #expect(try abs(date(.string(text), .aspNet) - seconds) < 1e-4)
    }

    @Test(arguments: [
        "/Date()/", "/Date(-)/", "/Date(1)", "/Date(1", "/Date(", "/Date(1.5)/", "/Date(1e3)/", "/Date(+1)/",
        "/Date(1+02)/",
        "/Date(1+02:00)/", "/Date(1 +0200)/", "/Date( 1)/", "/Date(1)/ ", "/Date(1000000000000000000)/", "/Date(NaN)/",
        "/Date(12345678901234567890123456789012345678901234567890)/", "/Date(1+02é)/",
    ])
    func rejectsMalformedDatesOfASPNET(_ text: String) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .aspNet) }
        let fault = "after “/Date(”, there must be milliseconds, an optional offset of four digits, and “)/”"
        #expect(error?.mismatch?.fault == fault)
        #expect(error?.mismatch?.isContent == true)
        #expect(error?.mismatch?.expected == "a date in ASP.NET form, such as /Date(981173106000)/")
    }

    @Test(arguments: ["", "Date(1)", "/date(1)/", "\\/Date(1)\\/"])
    func rejectsTextWithoutTheMarkOfASPNET(_ text: String) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .aspNet) }
        #expect(error?.mismatch?.fault == nil)
    }

    @Test func usesTheFirstFormThatReadsAValue() throws {
        #expect(try date(.string("1970-01-01T00:00:01Z"), .iso8601, .internetMessage) == 1)
        #expect(try date(.string("Thu, 01 Jan 1970 00:00:02 GMT"), .iso8601, .internetMessage) == 2)
        #expect(try date(.string("/Date(3000)/"), .iso8601, .internetMessage, .aspNet) == 3)
        let number = DecodedScalar.number(text: "4000", value: 4000)
        #expect(try date(number, .iso8601, .millisecondsSince1970) == 4)
        #expect(try date(number, .secondsSince1970, .millisecondsSince1970) == 4000)
        #expect(try date(.string("1970-01-01T00:00:05Z"), .secondsSince1970, .iso8601) == 5)
        // Basic ISO 8601 comes before the number, and the other way around.
        #expect(try date(.string("19700102"), .lenientISO8601, .secondsSince1970) == 86_400)
    }

    @Test func namesAllFormsInTheError() {
        let error = #expect(throws: ResponseError.self) {
            try date(.string("1 July 2003 9:52 CEST"), .iso8601, .internetMessage, .secondsSince1970)
        }
        let expected = """
            a date in RFC 3339 form, such as 2001-02-03T04:05:06Z, or in RFC 5322 form, such as \
            Sat, 03 Feb 2001 04:05:06 +0000, or as a number of seconds since 1970
            """
        #expect(error?.mismatch?.expected == expected)
        #expect(error?.mismatch?.isContent == true)
        let fault = "the month “July” has more than three letters; `.dates(.lenientInternetMessage)` reads it"
        #expect(error?.mismatch?.fault == fault)
        let boolean = #expect(throws: ResponseError.self) {
            try date(.boolean(true), .lenientISO8601, .lenientInternetMessage)
        }
        let lenient =
            "a date in ISO 8601 form, such as 2001-02-03 04:05, or in a form of feeds, such as February 3, 2001 4:05 CET"
        #expect(boolean?.mismatch?.expected == lenient)
        #expect(boolean?.mismatch?.isContent == false)
    }

    /// Every form of text is named by the error of a text that only this form reads.
    @Test func everyFormOfTextIsNamedByAnError() {
        let texts: [(DecodingOptions.Dates, String)] = [
            (.iso8601, "2001-02-03T04:05:06Z"), (.internetMessage, "3 Feb 2001 04:05 GMT"), (.aspNet, "/Date(0)/"),
            (.lenientISO8601, "2001-02-03 04:05"), (.lenientInternetMessage, "February 3, 2001"),
        ]
        for (form, text) in texts {
            let error = #expect(throws: ResponseError.self) { try date(.string(text), .secondsSince1970) }
            #expect(error?.mismatch?.fault?.hasPrefix("`.dates(.\(form))` reads it") == true)
        }
        #expect(texts.count + 3 == DecodingOptions.Dates.allCases.count)
    }

    @Test("Only the form that reads a value assumes a time zone") func onlyTheFormThatReadsAValueAssumesATime() {
        func assumes(_ text: String, _ dates: DecodingOptions.Dates...) -> Bool {
            let options = DecodingOptions(dates: dates[0], alternativeDates: Array(dates.dropFirst()))
            return options.assumesTimeZone(of: .string(text), as: Date.self)
        }
        #expect(assumes("2003-07-01", .lenientISO8601))
        #expect(assumes("July 1, 2003", .iso8601, .lenientInternetMessage))
        #expect(!assumes("2003-07-01", .iso8601, .lenientInternetMessage))
        #expect(!assumes("2003-07-01T10:52:37Z", .lenientISO8601, .lenientInternetMessage))
        #expect(!assumes("Sun Nov  6 08:49:37 1994", .lenientInternetMessage))
        #expect(!DecodingOptions(dates: .lenientISO8601).assumesTimeZone(of: .string("2003-07-01"), as: URL.self))
    }
}
