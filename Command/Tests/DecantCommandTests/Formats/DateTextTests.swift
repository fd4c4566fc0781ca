import DecantReport
import Foundation
import Testing

struct DateTextTests {
    @Test(
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (1.5, "2001-01-01T00:00:01.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
            (-978_307_200, "1970-01-01T00:00:00Z"), (0.000_001, "2001-01-01T00:00:00.000001Z"),
            (-26_524_800, "2000-02-29T00:00:00Z"), (-3_181_852_800, "1900-03-05T00:00:00Z"),
            (252_423_993_599, "9999-12-31T23:59:59Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
            (-63_113_904_001, "0000-12-31T23:59:59Z"),
            (1_000_000_000_000.0, "2001-01-01T00:00:00Z + 1000000000000.0 s"),
            (-Double.infinity, "2001-01-01T00:00:00Z - inf s"),
        ] as [(Double, String)]
    )
    func writesATime(seconds: Double, text: String) {
        #expect(DateText(secondsSinceReferenceDate: seconds).text == text)
    }

    @Test func hasSixDigitsAfterTheSecondOnRequest() {
        #expect(DateText(secondsSinceReferenceDate: 61).textWithMicroseconds == "2001-01-01T00:01:01.000000Z")
    }

    /// Tests every day of 800 years, and the second before it.
    @Test func agreesWithFoundation() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var days = DateComponents(year: 1600, month: 1, day: 1)
        days.calendar = calendar
        let start = Int(days.date?.timeIntervalSinceReferenceDate ?? 0)
        let style = Date.ISO8601FormatStyle(timeZone: .gmt)
        for day in stride(from: 0, to: 292_194, by: 7) {
            let seconds = Double(start + day * 86_400 - day % 2)
            let expected = Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
            #expect(DateText(secondsSinceReferenceDate: seconds).text == expected)
        }
    }
}
