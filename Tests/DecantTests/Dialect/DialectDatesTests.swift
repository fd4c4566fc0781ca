import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// Dates that servers and feeds write sloppily, decoded with one modifier in every format.
@Suite struct DialectDatesTests {
    struct Event: Decodable, Sendable, Equatable {
        var at: Date
    }

    /// A date in text that no default form reads, the forms that read it, and the same time in RFC 3339.
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let dates: [DecodingOptions.Dates]
        let time: String
        var hasZone = true

        var testDescription: String { text }
    }

    static let rows = [
        // Fractions of a second
        Row(text: "2020-08-18T12:00:00.123Z", dates: [.iso8601], time: "2020-08-18T12:00:00.123Z"),
        Row(text: "2020-08-18T12:00:00.123456789+00:00", dates: [.iso8601], time: "2020-08-18T12:00:00.123456789Z"),
        Row(text: "2020-08-18 12:00:00.123456+00", dates: [.lenientISO8601], time: "2020-08-18T12:00:00.123456Z"),
        Row(text: "2020-08-18T14:00:00,5+0200", dates: [.lenientISO8601], time: "2020-08-18T12:00:00.5Z"),
        Row(text: "/Date(1597752000123+0200)/", dates: [.aspNet], time: "2020-08-18T12:00:00.123Z"),
        // Without a time zone
        Row(text: "2020-08-18T12:00:00", dates: [.lenientISO8601], time: "2020-08-18T12:00:00Z", hasZone: false),
        Row(text: "2020-08-18 12:00:00", dates: [.lenientISO8601], time: "2020-08-18T12:00:00Z", hasZone: false),
        Row(text: "2020-08-18T12:00", dates: [.lenientISO8601], time: "2020-08-18T12:00:00Z", hasZone: false),
        Row(text: "2020-08-18T12:00:00.5", dates: [.lenientISO8601], time: "2020-08-18T12:00:00.5Z", hasZone: false),
        Row(
            text: "Tue, 18 Aug 2020 12:00:00",
            dates: [.lenientInternetMessage],
            time: "2020-08-18T12:00:00Z",
            hasZone: false
        ),
        // A date only
        Row(text: "2020-08-18", dates: [.lenientISO8601], time: "2020-08-18T00:00:00Z", hasZone: false),
        Row(text: "2020/08/18", dates: [.lenientISO8601], time: "2020-08-18T00:00:00Z", hasZone: false),
        Row(text: "20200818", dates: [.lenientISO8601], time: "2020-08-18T00:00:00Z", hasZone: false),
        Row(text: "18 August 2020", dates: [.lenientInternetMessage], time: "2020-08-18T00:00:00Z", hasZone: false),
        Row(text: "August 18, 2020", dates: [.lenientInternetMessage], time: "2020-08-18T00:00:00Z", hasZone: false),
        // Feeds
        Row(text: "Tue, 18 Aug 2020 9:00:00 +02:00", dates: [.lenientInternetMessage], time: "2020-08-18T07:00:00Z"),
        Row(text: "Tue, 18 August 2020 14:00 CEST", dates: [.lenientInternetMessage], time: "2020-08-18T12:00:00Z"),
        Row(text: "Tue Aug 18 12:00:00 +0000 2020", dates: [.lenientInternetMessage], time: "2020-08-18T12:00:00Z"),
        Row(
            text: "Tuesday, August 18, 2020 9:00 PM JST",
            dates: [.lenientInternetMessage],
            time: "2020-08-18T12:00:00Z"
        ),
        Row(text: "Tue 18 Aug 2020 24:00:00 GMT", dates: [.lenientInternetMessage], time: "2020-08-19T00:00:00Z"),
        // Several forms
        Row(text: "Tue, 18 Aug 2020 12:00:00 GMT", dates: [.iso8601, .internetMessage], time: "2020-08-18T12:00:00Z"),
        Row(text: "2020-08-18T12:00:00Z", dates: [.internetMessage, .iso8601], time: "2020-08-18T12:00:00Z"),
        Row(
            text: "2020-08-18 12:00",
            dates: [.lenientInternetMessage, .lenientISO8601],
            time: "2020-08-18T12:00:00Z",
            hasZone: false
        ),
        Row(
            text: "18 Aug 2020 2:00 pm CEST",
            dates: [.iso8601, .lenientInternetMessage],
            time: "2020-08-18T12:00:00Z"
        ),
        Row(text: "/Date(1597752000000)/", dates: [.iso8601, .internetMessage, .aspNet], time: "2020-08-18T12:00:00Z"),
    ]

    private func date(_ row: Row) throws -> Date {
        try JSON.Decoder().dates(.iso8601).decode(Date.self, from: "\"\(row.time)\"".utf8)
    }

    /// Returns a serializer with the forms of a row, which was stored and restored.
    private func serializer(_ row: Row, _ format: DialectFormat) throws -> any DialectSerializer<Event> {
        func restored<Serializer: DialectSerializer>(_ plain: Serializer) throws -> Serializer {
            let forms = row.dates
            let first = plain.dates(forms[0])
            let changed =
                forms.count == 1
                ? first
                : forms.count == 2
                    ? plain.dates(forms[0], forms[1])
                    : plain.dates(forms[0], forms[1], forms[2])
            let restored = try plain.restoring(changed.storedConfiguration())
            #expect(restored.options == changed.options)
            return restored
        }
        return try restored(format.serializer(Event.self))
    }

    private func check(_ findings: [Finding], _ row: Row, path: String, in body: String) {
        let message = "read “\(row.text)” as UTC, because it has no time zone (at \(path))"
        #expect(findings.map(\.code) == (row.hasZone ? [] : [.assumedTimeZone]))
        #expect(findings.map(\.message) == (row.hasZone ? [] : [message]))
        guard let offset = findings.first?.offset else { return #expect(row.hasZone) }
        #expect(body.utf8.dropFirst(offset).prefix(row.text.utf8.count + 8).contains(UInt8(ascii: "2")))
    }

    @Test(arguments: DialectFormat.allCases, rows)
    func readsDatesThatServersWrite(_ format: DialectFormat, _ row: Row) throws {
        let sample = format.sample(["at": .text(row.text)])
        let response = try serializer(row, format).response(of: sample.body, for: sample.context)
        #expect(try response.value.at == date(row))
        check(response.findings, row, path: "at", in: String(decoding: sample.body, as: UTF8.self))
    }

    @Test(arguments: rows)
    func readsThemInAStream(_ row: Row) throws {
        let line = "{\"at\":\"\(row.text)\"}\n"
        let json = JSONResponseSerializer(Event.self).options {
            $0.decoding.dates = row.dates[0]
            $0.decoding.alternativeDates = Array(row.dates.dropFirst())
        }
        var reader = StreamSerializer.jsonLines(json).reader()
        reader.append((line + line).utf8)
        reader.finish()
        let expected = try Event(at: date(row))
        #expect(try reader.next() == expected)
        #expect(try reader.next() == expected)
        #expect(try reader.next() == nil)
        #expect(reader.findings.map(\.code) == (row.hasZone ? [] : [.assumedTimeZone, .assumedTimeZone]))
    }

    @Test(arguments: DialectFormat.allCases)
    func mixesNumbersAndText(_ format: DialectFormat) throws {
        let serializer = format.serializer([String: Date].self).dates(.iso8601, .millisecondsSince1970)
        let sample = format.sample(["a": "1970-01-01T00:00:01Z", "b": 2000])
        let dates = try serializer.value(of: sample.body, for: sample.context)
        #expect(dates == ["a": Date(timeIntervalSince1970: 1), "b": Date(timeIntervalSince1970: 2)])
        let bad = format.sample(["a": "tomorrow"])
        let error = try #require(throws: ResponseError.self) { try serializer.value(of: bad.body, for: bad.context) }
        #expect(error.code == .dataCorrupted)
        let expected =
            "expected a date in RFC 3339 form, such as 2001-02-03T04:05:06Z, or as a number of milliseconds since 1970"
        #expect(error.message.hasPrefix(expected))
        // A custom conversion comes first, and what it rejects stays rejected.
        let own = serializer.dates { $0 == "then" ? .distantPast : nil }
        #expect(throws: ResponseError.self) { try own.value(of: sample.body, for: sample.context) }
    }

    @Test(arguments: DialectFormat.allCases)
    func countsAssumedTimeZonesBeyondOneHundred(_ format: DialectFormat) throws {
        let serializer = format.serializer([String: [Date]].self).dates(.lenientISO8601)
        let sample = format.sample(["at": .list((0..<250).map { _ in .text("2020-08-18") })])
        let findings = try serializer.response(of: sample.body, for: sample.context).findings
        #expect(findings.count == 101)
        #expect(findings.allSatisfy { $0.code == .assumedTimeZone })
        #expect(findings.last?.message == "omitted 150 more findings of the kind assumedTimeZone")
        #expect(findings.prefix(2).map(\.message).allSatisfy { $0.hasPrefix("read “2020-08-18” as UTC") })
    }

    /// A type that decodes itself, with the forms in its code.
    struct DirectEvent: JSON.DirectDecodable, Equatable {
        var at: Date

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            let options = DecodingOptions(dates: .lenientInternetMessage, alternativeDates: [.lenientISO8601, .aspNet])
            var members = try value.members()
            at = try members.decode("at", options: options)
        }
    }

    @Test("Types that decode themselves report their dates", arguments: ["", "/data"] as [JSONPointer])
    func typesThatDecodeThemselvesReportTheir(_ path: JSONPointer) throws {
        let rows = [
            "August 18, 2020 12:00", "2020-08-18 12:00", "/Date(1597752000000)/", "Tue, 18 Aug 2020 2:00 PM CEST",
        ]
        let list = rows.map { "{\"at\":\"\($0)\"}" }
        let body = path == .root ? "[\(list.joined(separator: ","))]" : "{\"data\":[\(list.joined(separator: ","))]}"
        let serializer = JSONResponseSerializer(direct: [DirectEvent].self).dates(.lenientISO8601).at(path)
        let response = try ResponseSample(200, "application/json", body).response(as: serializer)
        #expect(response.value.allSatisfy { $0.at == Date(timeIntervalSince1970: 1_597_752_000) })
        let prefix = path == .root ? "" : "data"
        let messages = [
            "read “August 18, 2020 12:00” as UTC, because it has no time zone (at \(prefix)[0].at)",
            "read “2020-08-18 12:00” as UTC, because it has no time zone (at \(prefix)[1].at)",
        ]
        #expect(response.findings.map(\.message) == messages)
        #expect(response.findings.first?.offset == (path == .root ? 7 : 15))
        var reader = StreamSerializer.jsonLines(JSONResponseSerializer(direct: DirectEvent.self).dates(.lenientISO8601))
            .reader()
        reader.append(list.joined(separator: "\n").utf8)
        reader.finish()
        while let event = try reader.next() { #expect(event == response.value[0]) }
        #expect(reader.findings.map(\.code) == [.assumedTimeZone, .assumedTimeZone])
    }

    /// The forms of earlier releases are read forever; alternatives are written only if there are any.
    @Test func alternativesAreStoredBesideTheFirstForm() throws {
        let plain = JSONResponseSerializer(Event.self)
        let one = try plain.restoring(#"{"options":{"decoding":{"dates":"iso8601"}}}"#)
        #expect(one.options == plain.dates(.iso8601).options)
        #expect(try one.storedConfiguration() == #"{"options":{"decoding":{"dates":"iso8601"}}}"#)
        let several = plain.dates(.lenientISO8601, .lenientInternetMessage, .aspNet)
        #expect(several.options != plain.dates(.lenientISO8601).options)
        let stored = try several.storedConfiguration()
        #expect(stored.contains(#""alternativeDates":["lenientInternetMessage","aspNet"]"#))
        #expect(stored.contains(#""dates":"lenientISO8601""#))
        #expect(try plain.restoring(stored).options == several.options)
        #expect(several.dates(.iso8601).options == plain.dates(.iso8601).options)
        let unknown = #"{"options":{"decoding":{"alternativeDates":["stardate"]}}}"#
        let error = #expect(throws: DecodingError.self) { try plain.restoring(unknown) }
        #expect(
            String(describing: error).contains("“stardate” is not a value for “options.decoding.alternativeDates[0]”")
        )
    }

    /// A feed with dates of several kinds, and one that is ambiguous.
    @Test func readsAFeed() throws {
        struct Item: Decodable, Sendable { var pubDate: Date }
        let dates = ["Tue, 18 Aug 2020 9:00 +02:00", "2020-08-18 07:00:00", "Aug 18, 2020 3:00 AM EDT"]
        func body(_ dates: [String]) -> String {
            let items = dates.map { "<item><pubDate>\($0)</pubDate></item>" }.joined()
            return "<rss><channel>\(items)</channel></rss>"
        }
        let serializer = XMLResponseSerializer([Item].self).at("channel/item")
            .dates(.lenientInternetMessage, .lenientISO8601)
        let response = try ResponseSample(200, "text/xml", body(dates)).response(as: serializer)
        #expect(response.value.allSatisfy { $0.pubDate == Date(timeIntervalSince1970: 1_597_734_000) })
        #expect(
            response.findings.map(\.message) == [
                "read “2020-08-18 07:00:00” as UTC, because it has no time zone (at channel.item[1].pubDate)"
            ]
        )
        let error = try #require(throws: ResponseError.self) {
            try ResponseSample(200, "text/xml", body(["01/02/2003"])).value(as: serializer)
        }
        #expect(error.message.hasSuffix("but found “01/02/2003”: it may be January 2 or February 1"))
    }
}
