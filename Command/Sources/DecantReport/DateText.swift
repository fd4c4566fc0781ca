import Decant

/// A date of a property list in the notation of ISO 8601 in UTC.
package struct DateText {
    /// The number of seconds from 1970 to 2001.
    private static let referenceDate = 978_307_200

    private static let microsecondsPerSecond = 1_000_000

    /// The time without its fraction; nil at a distance of 10^12 seconds or more.
    private let time: String?

    /// The microseconds after the time.
    private let fraction: Int

    private let seconds: Double

    /// Creates a date.
    ///
    /// - Parameter seconds: The seconds since 2001-01-01T00:00:00Z.
    package init(secondsSinceReferenceDate seconds: Double) {
        self.seconds = seconds
        let whole = seconds.rounded(.towardZero)
        guard abs(whole) < 1e12 else {
            time = nil
            fraction = 0
            return
        }
        let microseconds = Int(((seconds - whole) * 1e6).rounded(.toNearestOrEven))
        // The fraction of an earlier time counts from the second before it.
        let second = Int(whole) + (microseconds < 0 ? -1 : microseconds / Self.microsecondsPerSecond)
        time = Self.notation(ofSecondsSince1970: Self.referenceDate + second)
        fraction = (microseconds + Self.microsecondsPerSecond) % Self.microsecondsPerSecond
    }

    /// The date, with as many fractional digits of the second as needed.
    package var text: String {
        guard let time, fraction > 0 else { return time ?? distance }
        var digits = String(fraction).leftPadded(to: 6, with: "0")
        while digits.hasSuffix("0") { digits.removeLast() }
        return time.dropLast() + ".\(digits)Z"
    }

    /// The date with six fractional digits of the second.
    package var textWithMicroseconds: String {
        guard let time else { return distance }
        return time.dropLast() + ".\(String(fraction).leftPadded(to: 6, with: "0"))Z"
    }

    /// Returns the notation of a time, which is negative before 1970, in the proleptic Gregorian calendar.
    ///
    /// Foundation's calendar is the Julian one before 1582. Years begin in March here, so the leap day is the last day of
    /// a year. The calendar repeats after 400 years, which have 146,097 days; 1970 began 719,468 days after 0000-03-01.
    private static func notation(ofSecondsSince1970 seconds: Int) -> String {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let era = Int((Double(days + 719_468) / 146_097).rounded(.down))
        let day = days + 719_468 - era * 146_097
        let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = 400 * era + yearOfEra + (month < 10 ? 0 : 1)
        let second = seconds - days * 86_400
        let date = [month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1]
        let time = [second / 3600, second / 60 % 60, second % 60]
        func digits(_ number: Int, _ count: Int = 2) -> String { String(number).leftPadded(to: count, with: "0") }
        let sign = year < 0 ? "-" : ""
        return sign + digits(abs(year), 4) + "-" + date.map { digits($0) }.joined(separator: "-")
            + "T" + time.map { digits($0) }.joined(separator: ":") + "Z"
    }

    /// The distance from 2001, for a date that is too far away.
    private var distance: String { "2001-01-01T00:00:00Z \(seconds < 0 ? "-" : "+") \(abs(seconds)) s" }
}
