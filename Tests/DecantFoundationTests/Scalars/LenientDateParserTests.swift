import DecantFoundation
import Foundation
import Testing

/// Dates in the forms that servers and feeds write.
struct LenientDateParserTests {
    private func date(_ text: String, _ dates: DecodingOptions.Dates) throws(ResponseError) -> Date {
        try Date(scalar: .string(text), options: DecodingOptions(dates: dates))
    }

    private func fault(_ text: String, _ dates: DecodingOptions.Dates) -> String? {
        let error = #expect(throws: ResponseError.self) { try date(text, dates) }
        return error?.mismatch?.fault
    }

    @Test(arguments: [
        // One digit, full names, offsets with a colon or without minutes
        ("Tue, 1 July 2003 9:52:37 +0200", "2003-07-01T07:52:37Z"),
        ("Tuesday, 1 July 2003 9:52 +02:00", "2003-07-01T07:52:00Z"),
        ("Tue, 01 Jul 2003 10:52:37 +02", "2003-07-01T08:52:37Z"),
        ("Tue, 01 Jul 2003 10:52:37+2:00", "2003-07-01T08:52:37Z"),
        ("Mon, 1 Sept 2003 10:52:37 GMT", "2003-09-01T10:52:37Z"),
        ("Mon, 1 Sept. 2003 10:52:37 GMT", "2003-09-01T10:52:37Z"),
        // Day of the week: no comma, no space, other abbreviations, another position
        ("Tue 01 Jul 2003 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        ("Tue,01 July 2003 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        ("Tues, 01 Jul 2003 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        ("01 Jul 2003, Tue 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        ("01 Jul 2003 10:52:37 GMT Tue", "2003-07-01T10:52:37Z"),
        ("1 July 2003 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        // Month or year first
        ("July 1, 2003 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        ("Tuesday, July 1, 2003 10:52 AM CEST", "2003-07-01T08:52:00Z"),
        ("Tue, Jul 1 2003 10:52:37 -0700", "2003-07-01T17:52:37Z"),
        ("Tue Jul 01 10:52:37 +0000 2003", "2003-07-01T10:52:37Z"),
        ("Tue Jul  1 10:52:37 CEST 2003", "2003-07-01T08:52:37Z"),
        ("Tue Jul 01 2003 10:52:37 GMT+0200 (Central European Summer Time)", "2003-07-01T08:52:37Z"),
        ("2003 July 1 10:52:37 UTC", "2003-07-01T10:52:37Z"),
        // Twelve hours, midnight, fractions
        ("Jul 1, 2003 9:05:00 PM GMT", "2003-07-01T21:05:00Z"), ("1 July 2003, 12:30 a.m. GMT", "2003-07-01T00:30:00Z"),
        ("1 July 2003 12:30pm GMT", "2003-07-01T12:30:00Z"), ("1 Jul 2003 11:59:59 p.m. PDT", "2003-07-02T06:59:59Z"),
        ("Tue, 01 Jul 2003 24:00:00 GMT", "2003-07-02T00:00:00Z"), ("31 Dec 2003 24:00 GMT", "2004-01-01T00:00:00Z"),
        ("Tue, 01 Jul 2003 10:52:37.25 GMT", "2003-07-01T10:52:37.25Z"),
        // Names and offsets
        ("Tue, 01 Jul 2003 10:52:37 GMT+2", "2003-07-01T08:52:37Z"),
        ("Tue, 01 Jul 2003 10:52:37 UTC+02:00", "2003-07-01T08:52:37Z"),
        ("Tue, 01 Jul 2003 10:52:37 GMT-0700", "2003-07-01T17:52:37Z"),
        ("Tue, 01 Jul 2003 10:52:37 +0200 CEST", "2003-07-01T08:52:37Z"),
        ("Tue, 01 Jul 2003 10:52:37 +0530 IST", "2003-07-01T05:22:37Z"),
        ("Tue, 01 Jul 2003 10:52:37 +0700 XYZT", "2003-07-01T03:52:37Z"),
        ("Tue, 01 Jul 2003 10:52:37 +0000 GMT", "2003-07-01T10:52:37Z"),
        // Two-digit years and separators, as in the strict form
        ("Tuesday, 01-Jul-03 10:52:37 CEST", "2003-07-01T08:52:37Z"),
        ("01/Jul/2003 10:52:37 GMT", "2003-07-01T10:52:37Z"),
        ("1 July 99 0:00 GMT", "1999-07-01T00:00:00Z"), ("31 Dec 1998 23:59:60 +00:00", "1999-01-01T00:00:00Z"),
        ("\n  tue, 1 JULY 2003\t9:52 cest\n", "2003-07-01T07:52:00Z"),
        // Without a time zone
        ("Tue, 01 Jul 2003 10:52:37", "2003-07-01T10:52:37Z"), ("Tue, 01 Jul 2003", "2003-07-01T00:00:00Z"),
        ("July 1, 2003 10:52:37", "2003-07-01T10:52:37Z"), ("July 1, 2003", "2003-07-01T00:00:00Z"),
    ])
    func readsTheDatesOfFeeds(_ text: String, _ expected: String) throws {
        #expect(try date(text, .lenientInternetMessage) == date(expected, .iso8601))
        #expect(throws: ResponseError.self) { try date(text, .internetMessage) }
    }

    @Test(arguments: [
        ("2003-07-01 10:52:37Z", "2003-07-01T10:52:37Z"), ("2003-07-01 10:52:37 +0200", "2003-07-01T08:52:37Z"),
        ("2003-07-01T10:52Z", "2003-07-01T10:52:00Z"), ("2003-07-01T10:52:37+0200", "2003-07-01T08:52:37Z"),
        ("2003-07-01T10:52:37+02", "2003-07-01T08:52:37Z"), ("2003-07-01T10:52:37,25Z", "2003-07-01T10:52:37.25Z"),
        ("2003-07-01 10:52:37.123456-05:00", "2003-07-01T15:52:37.123456Z"),
        ("2003-07-01 10:52:37 UTC", "2003-07-01T10:52:37Z"),
        ("2003-07-01 10:52:37.5 +0200 CEST", "2003-07-01T08:52:37.5Z"),
        ("2003-7-1 9:52:37 Z", "2003-07-01T09:52:37Z"), ("2003/07/01 10:52:37Z", "2003-07-01T10:52:37Z"),
        ("2003-07-01T24:00:00Z", "2003-07-02T00:00:00Z"), ("2003-07-01 9:52 PM UTC", "2003-07-01T21:52:00Z"),
        ("20030701T105237Z", "2003-07-01T10:52:37Z"), ("20030701T1052+0200", "2003-07-01T08:52:00Z"),
        (" 2003-07-01T10:52:37Z\n", "2003-07-01T10:52:37Z"), ("2003-07-01Z", "2003-07-01T00:00:00Z"),
        ("2003-07-01+02:00", "2003-06-30T22:00:00Z"),
        // Without a time zone
        ("2003-07-01T10:52:37", "2003-07-01T10:52:37Z"), ("2003-07-01 10:52", "2003-07-01T10:52:00Z"),
        ("2003-07-01T10:52:37.5", "2003-07-01T10:52:37.5Z"), ("2003-07-01", "2003-07-01T00:00:00Z"),
        ("20030701", "2003-07-01T00:00:00Z"), ("2004-02-29", "2004-02-29T00:00:00Z"),
    ])
    func readsDatesThatBeginWithTheYear(_ text: String, _ expected: String) throws {
        let difference = try date(text, .lenientISO8601).timeIntervalSince(date(expected, .iso8601))
        #expect(abs(difference) < 1e-6)
        #expect(throws: ResponseError.self) { try date(text, .iso8601) }
    }

    @Test(arguments: [
        ("01/02/2003", "it may be January 2 or February 1"),
        ("01/02/2003 10:52:37 GMT", "it may be January 2 or February 1"),
        ("Tue, 1.2.2003 10:52 GMT", "it may be January 2 or February 1"), ("3-4-05", "it may be March 4 or April 3"),
        ("01 02 2003", "it may be January 2 or February 1"), ("24-01-2015 12:20:42", "the month is a number"),
        ("5/5/2015", "the month is a number"), ("Tue, 30 Feb 2003 10:52 GMT", "February has no 30th day"),
        ("29 February 2003 10:52 GMT", "February 2003 has no 29th day"),
        ("31 June 2003 10:52 GMT", "June has no 31st day"),
        ("0 Jul 2003 10:52 GMT", "there is no day 0"), ("32 Jul 2003 10:52 GMT", "there is no day 32"),
        ("1 Jul 2003 25:00 GMT", "there is no hour 25"), ("1 Jul 2003 24:01 GMT", "there is no hour 24"),
        ("1 Jul 2003 10:60 GMT", "there is no minute 60"), ("1 Jul 2003 10:52:61 GMT", "there is no second 61"),
        ("1 Jul 2003 10:52:60 GMT", "there is no leap second at this time"),
        ("1 Jul 2003 13:00 PM GMT", "there is no hour 13 before “PM”"),
        ("1 Jul 2003 10:5 GMT", "the minute has one digit"),
        ("1 Jul 2003 10: GMT", "the minute is missing"), ("1 Jul 2003 010:52 GMT", "the hour has 3 digits"),
        ("1 Jul 2003 10:52:37 XYZ", "the time zone “XYZ” is unknown"),
        ("1 Jul 2003 10:52:37 J", "the time zone “J” is unknown"),
        ("1 Jul 2003 10:52:37 IST", "the time zone “IST” may be that of India, Israel, or Ireland"),
        ("1 Jul 2003 10:52:37 ET", "the time zone “ET” may be EST or EDT"),
        ("1 Jul 2003 10:52:37 CT", "the time zone “CT” may be CST or CDT"),
        ("1 Jul 2003 10:52:37 MT", "the time zone “MT” may be MST or MDT"),
        ("1 Jul 2003 10:52:37 PT", "the time zone “PT” may be PST or PDT"),
        ("1 Jul 2003 10:52:37 +02:0", "the offset after the colon has one digit"),
        ("1 Jul 2003 10:52:37 XYZ+2", "the time zone “XYZ” is unknown"),
        ("1 Jul 2003 10:52:37 -0700 GMT", "the offset contradicts the time zone “GMT”"),
        ("1 Jul 2003 10:52:37 EST+5", "the offset contradicts the time zone “EST”"),
        ("1 Jul 2003 10:52:37 +0100 +0200", "there are two offsets"),
        ("1 Jul 2003 10:52:37 CET CEST", "there are two time zones"),
        ("1 Jul 2003 10:52:37 +200", "the offset has 3 digits"), ("1 Jul 2003 10:52:37 +", "the offset has no digits"),
        ("1 Jul 2003 10:52:37 +24:00", "the offset has 24 hours"),
        ("1 Jul 2003 10:52:37 +0160", "the offset has 60 minutes"),
        ("1 Foo 2003 10:52:37 GMT", "“Foo” is not the English name of a day or a month"),
        ("mar., 1 août 2003 10:52 GMT", "“août” is not the English name of a day or a month"),
        ("1 Jul Aug 2003 10:52 GMT", "there are two months"),
        ("Mon Tue 1 Jul 2003 10:52", "there are two days of the week"),
        ("Tue, Jul 2003 10:52:37 GMT", "the day is missing"), ("Tue, 01 10:52:37 GMT", "the month is missing"),
        ("Tue, 01 Jul 10:52:37 GMT", "the year is missing"), ("1 Jul 3 10:52 GMT", "the number “3” has no meaning"),
        ("1 Jul 20030 10:52 GMT", "the number “20030” has no meaning"),
        ("1 Jul 2003 10:52 (GMT", "the comment is not terminated"),
        ("1 Jul 2003 10:52:37 0200", "the number “0200” has no meaning"), ("1 Jul 2003 @ 10:52", "“@” is unexpected"),
        (",", "“,” is unexpected"), ("1 Jul 2003,", "the end is missing"), ("1,, Jul 2003 10:52", "“,” is unexpected"),
        ("now", "“now” is not the English name of a day or a month"), ("", nil),
    ])
    func explainsWhatIsNotADateOfAFeed(_ text: String, _ reason: String?) {
        #expect(fault(text, .lenientInternetMessage) == reason)
    }

    @Test(arguments: [
        ("2003-02-30", "February has no 30th day"), ("2003-13-01", "there is no month 13"),
        ("2003-00-01", "there is no month 0"),
        ("2003-07-00", "there is no day 0"), ("2003", "the month is missing"), ("2003-07", "the day is missing"),
        ("2003-W05-6", "the month is missing"), ("2001-034", "the month has 3 digits"),
        ("2003-07-01T", "the time is missing"),
        ("2003-07-01T10", "the minutes are missing"), ("2003-07-01T10:5Z", "the minute has one digit"),
        ("2003-07-01T25:00Z", "there is no hour 25"), ("2003-07-01x", "“x” is unexpected"),
        ("2003-07-01 x", "“x” is unexpected"), ("2003-07-01T10:52:37Z!", "“!” is unexpected"),
        ("2003-07-01T10:52:37A", "the time zone “A” is unknown"),
        ("2003-07-01T10:52:60Z", "there is no leap second at this time"),
        ("02003-07-01", "the year “02003” has 5 digits"), ("01/02/2003", "it may be January 2 or February 1"),
        ("2003-07-01T10:52:37+1", nil), ("12", nil), ("", nil),
        ("Tue, 01 Jul 2003 10:52:37 GMT", "`.dates(.internetMessage)` reads it"),
    ])
    func explainsWhatDoesNotBeginWithAYear(_ text: String, _ reason: String?) throws {
        if text.hasSuffix("+1") {
            return #expect(try date(text, .lenientISO8601) == date("2003-07-01T09:52:37Z", .iso8601))
        }
        #expect(fault(text, .lenientISO8601) == reason)
    }

    @Test(arguments: [
        ("WET", 0), ("WEST", 1), ("BST", 1), ("CET", 1), ("CEST", 2), ("MET", 1), ("MEST", 2), ("MEZ", 1), ("MESZ", 2),
        ("EET", 2), ("EEST", 3), ("TRT", 3), ("MSK", 3), ("MSD", 4), ("NST", -3.5), ("NDT", -2.5), ("AST", -4),
        ("ADT", -3),
        ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7),
        ("AKST", -9), ("AKDT", -8), ("HST", -10), ("BRT", -3), ("BRST", -2), ("ART", -3), ("WAT", 1), ("CAT", 2),
        ("SAST", 2), ("EAT", 3), ("IDT", 3), ("PKT", 5), ("NPT", 5.75), ("WIB", 7), ("ICT", 7), ("HKT", 8), ("SGT", 8),
        ("MYT", 8), ("PHT", 8), ("JST", 9), ("KST", 9), ("AWST", 8), ("ACST", 9.5), ("ACDT", 10.5), ("AEST", 10),
        ("AEDT", 11), ("NZST", 12), ("NZDT", 13), ("UT", 0), ("UTC", 0), ("GMT", 0), ("Z", 0), ("A", 0),
    ])
    func readsTheTimeZonesOfFeeds(_ name: String, _ hours: Double) throws {
        let midnight = try date("2003-07-01T00:00:00Z", .iso8601)
        let expected = midnight.addingTimeInterval(-hours * 3600)
        #expect(try date("Tue, 1 July 2003 0:00 \(name)", .lenientInternetMessage) == expected)
        #expect(try date("Tue, 1 July 2003 0:00 \(name.lowercased())", .lenientInternetMessage) == expected)
        if name.count > 1 { #expect(try date("2003-07-01 00:00 \(name)", .lenientISO8601) == expected) }
    }

    /// The time grows with the length of the text, and no number overflows.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [DecodingOptions.Dates.lenientISO8601, .lenientInternetMessage, .internetMessage]
    )
    func readsLongTextsInLinearTime(_ dates: DecodingOptions.Dates) {
        for part in [
            "9", "(", "()", " ", "mon ", "Jul ", "1 ", "1/", "+", "2003-", "2003-07-01T10:52:37.", "é", ",", "\\",
        ] {
            let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
            for prefix in ["", "1 Jul 2003 10:52:37 ", "2003-07-01 10:52:37."] { _ = try? date(prefix + text, dates) }
        }
    }

    @Test(
        "Texts that differ in one byte are read or rejected",
        arguments: [
            "Tue, 1 July 2003 9:52:37.5 PM GMT+02:00 (a) Tue", "2003-07-01 10:52:37.25 +02:00 CEST", "July 1, 2003",
            "1-Jul-03 1:02 a.m.",
        ]
    )
    func textsThatDifferInOneByteAreRead(_ text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for byte in [0, 9, 32, 40, 41, 43, 44, 45, 46, 47, 48, 57, 58, 65, 84, 90, 92, 112, 127, 0xC3, 0xFF]
                as [UInt8]
            {
                var changed = bytes
                changed[index] = byte
                for text in [
                    String(decoding: changed, as: UTF8.self), String(decoding: bytes[..<index], as: UTF8.self),
                ] {
                    for dates in DecodingOptions.Dates.allCases { _ = try? date(text, dates) }
                }
            }
        }
    }
}
