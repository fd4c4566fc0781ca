import DecantFoundation
import Foundation
import Testing

/// Values that are created from what a document stores equal those that are created from a `DecodedScalar`.
struct StoredScalarTests {
    private func date(_ text: String, _ dates: DecodingOptions.Dates) -> Date? {
        try? JSON.Decoder().dates(dates).decode(Date.self, from: text.utf8)
    }

    /// Reads a date that ends with `Z` as a date with a fraction, which no fast path knows.
    private func dateWithFraction(_ text: String) -> Date? {
        date("\"\(text.dropLast()).0\(text.suffix(1))\"", .iso8601)
    }

    @Test func datesAgreeWithDatesThatHaveAFraction() throws {
        let formatter = ISO8601DateFormatter()
        for _ in 0..<1000 {
            // From 1601 on, Foundation uses the Gregorian calendar, too.
            let expected = Date(timeIntervalSince1970: Double(Int.random(in: -11_644_473_600...253_402_300_799)))
            let text = formatter.string(from: expected)
            #expect(date("\"\(text)\"", .iso8601) == expected, "\(text)")
            #expect(dateWithFraction(text) == expected, "\(text)")
        }
    }

    @Test(arguments: [
        "2001-02-03T04:05:06Z", "2000-02-29T23:59:59Z", "1900-02-28T00:00:00Z", "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "2016-12-31T23:59:60Z", "2015-06-30T23:59:60Z", "1999-12-31T23:59:59Z",
    ])
    func datesThatDifferInOneCharacterAgreeToo(text: String) {
        for index in text.indices {
            for other in "0123456789-:TtZz+ ./" {
                var changed = text
                changed.replaceSubrange(index...index, with: String(other))
                #expect(date("\"\(changed)\"", .iso8601) == dateWithFraction(changed), "\(changed)")
            }
        }
    }

    @Test func datesOfOtherLengthsAreRejected() {
        let text = "2001-02-03T04:05:06Z"
        for count in 0..<text.count { #expect(date("\"\(text.prefix(count))\"", .iso8601) == nil) }
        for other in ["\(text)0", "\(text) ", " \(text)", "0\(text)", "\(text)\(text)"] {
            #expect(date("\"\(other)\"", .iso8601) == nil)
        }
    }

    @Test func datesWithEscapesAndOffsetsAreRead() {
        let expected = Date(timeIntervalSince1970: 1)
        for text in ["1970-01-01T00:00:0\\u0031Z", "1970-01-01T01:00:01+01:00", "1969-12-31T23:30:01.000-00:30"] {
            #expect(date("\"\(text)\"", .iso8601) == expected)
        }
        #expect(date(#""Thu, 01 Jan 1970 00:00:01 GMT""#, .internetMessage) == expected)
        #expect(date(#""Thu, 01 Jan 1970 00:00:01 \u0047MT""#, .internetMessage) == expected)
    }

    @Test(arguments: [DecodingOptions.Dates.secondsSinceReferenceDate, .secondsSince1970, .millisecondsSince1970])
    func datesFromNumbersAgreeWithFoundation(dates: DecodingOptions.Dates) throws {
        let decoder = JSONDecoder()
        switch dates {
        case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
        case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
        default: decoder.dateDecodingStrategy = .deferredToDate
        }
        var texts = ["0", "-0", "-0.0", "1e3", "1.5", "-1.25e-2", "9223372036854775807", "-9223372036854775808"]
        texts += ["18446744073709551615", "18446744073709551616", "0.1", "1714979289123", "1e300"]
        for _ in 0..<500 {
            texts.append("\(Int.random(in: .min ... .max) >> Int.random(in: 0..<64))")
            texts.append("\(Double.random(in: -1e12...1e12))")
        }
        for text in texts {
            let expected = try decoder.decode(Date.self, from: Data(text.utf8))
            #expect(date(text, dates) == expected, "\(text)")
        }
    }

    /// The decimal of a JSON number, or the error of the conversion.
    private func decimal(_ text: String) -> Result<Decimal, ResponseError> {
        Result { () throws(ResponseError) in try JSON.Decoder().decode(Decimal.self, from: text.utf8) }
    }

    /// Compares a decimal of a JSON number with that of its text.
    private func compare(_ text: String) {
        let scalar = DecodedScalar.number(text: text, value: Double(text) ?? .nan)
        do throws(ResponseError) {
            let expected = try Decimal(scalar: scalar, options: DecodingOptions())
            let value = try? decimal(text).get()
            #expect(value == expected, "\(text)")
            #expect(value?.description == expected.description, "\(text)")
            #expect(value?.exponent == expected.exponent, "\(text)")
        } catch {
            guard case .failure(let failure) = decimal(text) else {
                Issue.record("\(text) has a value")
                return
            }
            #expect(failure.code == .dataCorrupted)
            #expect(failure.message.contains(error.mismatch?.expected ?? "–"))
        }
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.000", "0e500", "0e-500", "-0.0e500", "10e126", "10e127", "1e127", "1e128", "1e-128",
        "1e-129", "10e-129", "100e-130", "1000000000000000000e109", "1000000000000000000e110", "12345e108", "12345e109",
        "12345e127", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "18446744073709551616.5", "99999999999999999999999999999999999999",
        "340282366920938463463374607431768211455", "340282366920938463463374607431768211456", "0.30000000000000004",
        "1.10", "100.00", "1234567890123456789.0", "1234567890123456789.01", "12345678901234567890000000000",
    ])
    func decimalsAgreeWithThoseOfTheText(text: String) {
        compare(text)
        if !text.hasPrefix("-") { compare("-\(text)") }
    }

    @Test func randomDecimalsAgreeWithThoseOfTheText() {
        for _ in 0..<3000 {
            let digits = (0..<Int.random(in: 1...41)).map { _ in String(Int.random(in: 0...9)) }.joined()
            let trimmed = String(digits.drop { $0 == "0" })
            let zeros = String(repeating: "0", count: trimmed.isEmpty || Bool.random() ? 0 : Int.random(in: 0...20))
            let whole = (trimmed.isEmpty ? "0" : trimmed) + zeros
            let fraction = (0..<Int.random(in: 0...20)).map { _ in String(Int.random(in: 0...9)) }.joined()
            let exponent = Bool.random() ? "" : "e\(Int.random(in: -150...150))"
            compare(whole + (fraction.isEmpty ? "" : "." + fraction) + exponent)
        }
    }

    @Test func moneyAgreesWithFoundation() throws {
        for _ in 0..<1000 {
            let (units, cents) = (Int.random(in: -1_000_000...1_000_000), Int.random(in: 10...99))
            let text = "[\(units).\(cents), \(units), 0.0\(cents)]"
            let expected = ["\(units).\(cents)", "\(units)", "0.0\(cents)"].map { Decimal(string: $0) }
            #expect(try JSON.Decoder().decode([Decimal].self, from: text.utf8) == expected)
            #expect(try JSON(parsing: text.utf8).decode(direct: [Decimal].self) == expected)
        }
    }

    /// Values of all types are created by a custom function if there is one for any type.
    @Test func customFunctionsReceiveEveryScalar() throws {
        struct Values: Decodable {
            let date: Date
            let price: Decimal
            let url: URL
        }
        let text = #"{"date": "1970-01-01T00:00:01Z", "price": 1.5, "url": "/a"}"#
        let decoder = JSON.Decoder().dates(.iso8601).scalars(of: Decimal.self) { scalar, _ in
            guard case .number(let text, _) = scalar else { return nil }
            return Decimal(string: text).map { $0 * 2 }
        }
        let values = try decoder.decode(Values.self, from: text.utf8)
        #expect(values.price == 3)
        #expect(values.date == Date(timeIntervalSince1970: 1))
        #expect(values.url.relativeString == "/a")
    }
}
