import DecantFoundation
import Foundation
import Testing

/// Dates in the formats of RFC 3339, Internet messages (RFC 5322), and HTTP (RFC 9110).
struct InternetDateParserTests {
    private func date(_ scalar: DecodedScalar, _ dates: DecodingOptions.Dates) throws(ResponseError) -> Double {
        try Date(scalar: scalar, options: DecodingOptions(dates: dates)).timeIntervalSince1970
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2001-01-01T00:00:00Z", 978_307_200), ("1985-04-12T23:20:50.52Z", 482_196_050.52),
        ("1996-12-19T16:39:57-08:00", 851_042_397), ("1937-01-01T12:00:27.75+00:20", -1_041_337_172.25),
        ("2000-02-29T00:00:00Z", 951_782_400), ("1970-01-01t00:00:00z", 0), ("1970-01-01T00:00:00-00:00", 0),
        ("1970-01-01T23:59:00+23:59", 0), ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("1970-01-01T00:00:00.5000000000000000000000000000000000000000001Z", 0.5),
        ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.25Z", -0.75),
        // Leap seconds, which end at the same time as the previous second.
        ("1990-12-31T23:59:60Z", 662_688_000), ("1990-12-31T15:59:60-08:00", 662_688_000),
        ("2015-06-30T23:59:60.5Z", 1_435_708_800.5), ("2017-01-01T05:29:60+05:30", 1_483_228_800),
    ])
    func readsTheDatesOfTheInternet(_ text: String, _ seconds: Double) throws {
        #expect(try date(.string(text), .iso8601) == seconds)
    }

    @Test(arguments: [
        "", "2001", "2001-02-03", "2001-02-03T04:05Z", "2001-02-03T04:05:06", "2001-02-03 04:05:06Z",
        "20010203T040506Z",
        "2001-02-30T00:00:00Z", "2001-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2001-04-31T00:00:00Z",
        "2001-00-01T00:00:00Z", "2001-13-01T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-32T00:00:00Z",
        "2001-02-03T24:00:00Z", "2001-02-03T23:60:00Z", "2001-02-03T23:59:61Z", "2001-02-03T23:59:60Z",
        "2001-06-30T22:59:60Z", "2016-12-31T23:58:60Z", "2001-02-03T04:05:06.Z", "2001-02-03T04:05:06,5Z",
        "2001-02-03T04:05:06Z ", " 2001-02-03T04:05:06Z", "2001-02-03T04:05:06Zjunk", "2001-02-03T04:05:06ZZ",
        "2001-02-03T04:05:06+24:00", "2001-02-03T04:05:06+01:60", "2001-02-03T04:05:06+0100", "2001-02-03T04:05:06+01",
        "2001-02-03T04:05:06+1:00", "2001-02-03T04:05:06 Z", "02001-02-03T04:05:06Z", "+2001-02-03T04:05:06Z",
        "-001-02-03T04:05:06Z", "2001-2-3T04:05:06Z", "2001-02-03T4:5:6Z", "２００１-02-03T04:05:06Z",
        "2001‐02‐03T04:05:06Z",
        "2001-02-03T04:05:06\0Z", "2001-02-03T04:05:06Z\0", "2001-W05-6T04:05:06Z", "2001-034T04:05:06Z", "now",
    ])
    func rejectsInvalidDates(_ text: String) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .iso8601) }
        #expect(error?.mismatch?.isContent == true)
    }

    @Test func readsAFractionOfAMillionDigits() throws {
        let digits = String(repeating: "3", count: 1_000_000)
        #expect(try abs(date(.string("1970-01-01T00:00:00.\(digits)Z"), .iso8601) - 1 / 3) < 1e-6)
    }

    @Test("Agrees with Foundation on every day of four centuries") func agreesWithFoundationOnEveryDayOfFour() throws {
        let formatter = ISO8601DateFormatter()
        for day in -73_000...73_097 {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 86_399)
            #expect(try self.date(.string(formatter.string(from: date)), .iso8601) == date.timeIntervalSince1970)
        }
    }

    @Test func everyPrefixIsRejected() {
        let text = "1985-04-12T23:20:50.52+01:30"
        for count in 0..<text.count {
            #expect(throws: ResponseError.self) { try date(.string(String(text.prefix(count))), .iso8601) }
        }
    }

    @Test(arguments: [
        // RFC 5322 and its obsolete forms.
        ("Tue, 01 Jul 2003 10:52:37 +0200", 1_057_049_557), ("1 Jul 2003 10:52:37 +0200", 1_057_049_557),
        ("Tue, 1 Jul 03 10:52 +0200", 1_057_049_520),
        ("tue , 01 JUL 103 10 : 52 : 37 +0200 (a (nested) comment)", 1_057_049_557),
        ("Tue,\r\n 01 Jul 2003 10:52:37 (\\)) +0200", 1_057_049_557), ("01 Jul 2003 08:52:37 UT", 1_057_049_557),
        ("01 Jul 2003 04:52:37 EDT", 1_057_049_557), ("01 Jul 2003 01:52:37 PDT", 1_057_049_557),
        ("01 Jul 2003 08:52:37 Z", 1_057_049_557), ("01 Jul 2003 08:52:37 k", 1_057_049_557),
        ("1 Jan 49 00:00 GMT", 2_493_072_000), ("1 Jan 50 00:00 GMT", -631_152_000),
        ("29 Feb 2000 00:00 -0000", 951_782_400),
        ("31 Dec 1998 23:59:60 GMT", 915_148_800),
        // RFC 9110: IMF-fixdate, RFC 850, asctime.
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
    ])
    func readsTheDatesOfMessages(_ text: String, _ seconds: Double) throws {
        #expect(try date(.string(text), .internetMessage) == seconds)
    }

    @Test(arguments: [
        "", "Tue", "Tue, 01 Jul 2003", "Tue, 01 Jul 2003 10:52:37", "Xyz, 01 Jul 2003 10:52:37 GMT",
        "Tue, 31 Jun 2003 10:52:37 GMT", "Tue, 00 Jul 2003 10:52:37 GMT", "Tue, 001 Jul 2003 10:52:37 GMT",
        "Tue, 01 Foo 2003 10:52:37 GMT", "Tue, 01 Jul 3 10:52:37 GMT", "Tue, 01 Jul 20030 10:52:37 GMT",
        "Tue, 01 Jul 2003 24:00:00 GMT", "Tue, 01 Jul 2003 10:60:00 GMT", "Tue, 01 Jul 2003 10:52:61 GMT",
        "Tue, 01 Jul 2003 10:52:60 GMT", "Tue, 01 Jul 2003 10:52:37 CEST", "Tue, 01 Jul 2003 10:52:37 J",
        "Tue, 01 Jul 2003 10:52:37 +02:00", "Tue, 01 Jul 2003 10:52:37 +0260", "Tue, 01 Jul 2003 10:52:37 GMT (open",
        "Tue, 01-Jul 2003 10:52:37 GMT", "Tue, 01 Jul 2003 10:52:37 GMT x", "Tue 01 Jul 2003 10:52:37 GMT",
        "2003-07-01T10:52:37Z", "Sun Nov  6 08:49:37 94", "29 Feb 1900 00:00 GMT",
    ])
    func rejectsInvalidMessageDates(_ text: String) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .internetMessage) }
        #expect(error?.mismatch?.isContent == true)
    }

    @Test(arguments: [
        ("2024-05-01T10:00:00+0200", "the offset has no colon; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01", "the time is missing; `.dates(.lenientISO8601)` reads it as UTC"),
        ("2024-05-01 10:00:00Z", "“T” is missing between date and time; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00", "the offset from UTC is missing; `.dates(.lenientISO8601)` reads it as UTC"),
        ("2024-05-01T10:00Z", "the seconds are missing; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00.5 +02", "there is whitespace after the time; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00,5Z", "the fraction begins with a comma; `.dates(.lenientISO8601)` reads it"),
        ("2024-5-01T10:00:00Z", "the month has one digit; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T9:00:00Z", "the hour has one digit; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T24:00:00Z", "the hour is 24; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00UTC", "the time zone is a name; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00+02", "the offset has 2 digits; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00+2:00", "the offset has one digit before the colon; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00GMT+02:00", "the time zone is a name; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01T10:00:00+02:00 CEST", "there is whitespace after the time; `.dates(.lenientISO8601)` reads it"),
        ("2024/05/01 10:00:00Z", "the date has no hyphens; `.dates(.lenientISO8601)` reads it"),
        ("20240501T100000Z", "the hyphens are missing; `.dates(.lenientISO8601)` reads it"),
        (" 2024-05-01T10:00:00Z", "there is whitespace before the date; `.dates(.lenientISO8601)` reads it"),
        ("2024-05-01 ", "there is whitespace after the date; `.dates(.lenientISO8601)` reads it as UTC"),
        ("2024-13-01T10:00:00Z", "there is no month 13"), ("2024-02-30T10:00:00Z", "February has no 30th day"),
        ("2023-02-29T10:00:00Z", "February 2023 has no 29th day"), ("01/02/2003", "it may be January 2 or February 1"),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "`.dates(.internetMessage)` reads it"),
        ("Sun, 6 Nov 1994 8:49 CET", "`.dates(.lenientInternetMessage)` reads it"),
        ("/Date(1597752000000)/", "`.dates(.aspNet)` reads it"), ("Sun, 31 Nov 1994 08:49:37 GMT", nil), ("now", nil),
    ])
    func describesTheErrorInADate(_ text: String, _ fault: String?) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .iso8601) }
        #expect(error?.mismatch?.fault == fault)
    }

    @Test(arguments: [
        ("Tue, 01 Jul 2003 9:52:37 GMT", "the hour has one digit"),
        ("Tue, 01 Jul 2003 10:52:37 CEST", "the time zone “CEST” is not one of RFC 5322"),
        ("July 1, 2003 10:52:37 GMT", "the month is first"), ("2003 Jul 1 10:52:37 GMT", "the year is first"),
        ("Tue Jul 01 10:52:37 +0000 2003", "the month is first"),
        ("Tue, 01 Jul 10:52:37 GMT 2003", "the year is after the time"),
        ("Tue, 01 Jul 2003 10:52:37 +02:00", "the offset has a colon"),
        ("Tue, 01 Jul 2003 10:52:37 +02", "the offset has 2 digits"),
        ("Tue, 01 Jul 2003 10:52:37 GMT+2", "the offset has one digit"),
        ("Tue, 01 Jul 2003 10:52:37 GMT+0200", "the offset is after “GMT”"),
        ("Tue, 01 Jul 2003 10:52:37 +0200 CEST", "“CEST” is after the offset"),
        ("Tue, 01 July 2003 10:52:37 GMT", "the month “July” has more than three letters"),
        ("Tues, 01 Jul 2003 10:52:37 GMT", "“Tues” is not an abbreviation of three letters"),
        ("Tue., 01 Jul 2003 10:52:37 GMT", "there is a period after “Tue”"),
        ("Tue 01 Jul 2003 10:52:37 GMT", "the comma after the day of the week is missing"),
        ("01 Jul 2003 Tue 10:52:37 GMT", "the day of the week is not first"),
        ("Tue, 01 Jul 2003, 10:52:37 GMT", "a comma is not after the day of the week"),
        ("01/Jul/2003 10:52:37 GMT", "the separators are slashes"), ("Tue, 01 Jul 2003 24:00:00 GMT", "the hour is 24"),
        ("Tue, 01 Jul 2003 10:52:37 PM GMT", "the time has “PM”"),
        ("Tue, 01 Jul 2003 10:52:37.5 GMT", "the seconds have a fraction"),
    ])
    func describesTheErrorInTheDateOfAMessage(_ text: String, _ fault: String) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .internetMessage) }
        #expect(error?.mismatch?.fault == "\(fault); `.dates(.lenientInternetMessage)` reads it")
    }

    @Test(arguments: [
        ("Tue, 01 Jul 2003 10:52:37", "the time zone is missing; `.dates(.lenientInternetMessage)` reads it as UTC"),
        ("Tue, 01 Jul 2003", "the time is missing; `.dates(.lenientInternetMessage)` reads it as UTC"),
        ("Tue, 30 Feb 2003 10:52:37 GMT", "February has no 30th day"),
        ("01/02/2003", "it may be January 2 or February 1"),
        ("Tue, 01 Jul 2003 10:52:37 XYZ", "the time zone “XYZ” is unknown"),
        ("2003-07-01T10:52:37Z", "`.dates(.iso8601)` reads it"),
        ("2003-07-01", "`.dates(.lenientISO8601)` reads it as UTC"),
        ("2003-07-32", "there is no day 32"), ("/Date(0)/", "`.dates(.aspNet)` reads it"),
    ])
    func describesTheErrorsOfOtherDates(_ text: String, _ fault: String) {
        let error = #expect(throws: ResponseError.self) { try date(.string(text), .internetMessage) }
        #expect(error?.mismatch?.fault == fault)
    }
}
