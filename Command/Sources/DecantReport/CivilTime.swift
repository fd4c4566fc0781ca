/// A point in time in the notation of ISO 8601 in UTC, in the proleptic Gregorian calendar.
package struct CivilTime {
    /// The number of microseconds since 2001-01-01T00:00:00Z; nil at a distance of 10^12 seconds or more.
    private let microseconds: Int?
    private let seconds: Double

    /// Creates a point in time.
    ///
    /// - Parameter seconds: The seconds since 2001-01-01T00:00:00Z.
    package init(secondsSinceReferenceDate seconds: Double) {
        self.seconds = seconds
        let whole = seconds.rounded(.towardZero)
        guard abs(whole) < 1e12 else {
            microseconds = nil
            return
        }
        microseconds = Int(whole) * 1_000_000 + Int(((seconds - whole) * 1e6).rounded(.toNearestOrEven))
    }

    /// The time, with as many fractional digits of the second as needed.
    package var text: String {
        guard let microseconds else { return textWithMicroseconds }
        let fraction = microseconds.remainder(by: 1_000_000)
        guard fraction > 0 else { return textToTheSecond + "Z" }
        var digits = String(fraction).leftPadded(to: 6, with: "0")
        while digits.hasSuffix("0") { digits.removeLast() }
        return textToTheSecond + ".\(digits)Z"
    }

    /// The time with six fractional digits of the second.
    package var textWithMicroseconds: String {
        guard let microseconds else { return "2001-01-01T00:00:00Z \(seconds < 0 ? "-" : "+") \(abs(seconds)) s" }
        let fraction = String(microseconds.remainder(by: 1_000_000)).leftPadded(to: 6, with: "0")
        return textToTheSecond + ".\(fraction)Z"
    }

    private var textToTheSecond: String {
        let seconds = ((microseconds ?? 0) - (microseconds ?? 0).remainder(by: 1_000_000)) / 1_000_000
        let second = seconds.remainder(by: 86_400)
        let (year, month, day) = Self.date(daysSince2001: (seconds - second) / 86_400)
        let time = [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
        let sign = year < 0 ? "-" : ""
        let years = String(abs(year)).leftPadded(to: 4, with: "0")
        return "\(sign)\(years)-\(Self.twoDigits(month))-\(Self.twoDigits(day))T\(time)"
    }

    private static func twoDigits(_ number: Int) -> String { String(number).leftPadded(to: 2, with: "0") }

    /// Returns the date, counted in eras of 400 years from 1 March 2000, where a leap day ends a year.
    private static func date(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
        let daysOfEra = 146_097
        let sinceMarch2000 = days + 306
        let day = sinceMarch2000.remainder(by: daysOfEra)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let years = 2000 + (sinceMarch2000 - day) / daysOfEra * 400 + year + (month < 10 ? 0 : 1)
        return (years, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}

extension Int {
    /// Returns the remainder of a division rounded down; never negative.
    fileprivate func remainder(by divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

extension Sequence<UInt8> {
    /// The bytes as pairs of lowercase hexadecimal digits.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
