/// A day of the proleptic Gregorian calendar (ISO 8601).
///
/// The conversions count years from March, so the leap day is the last day of a year. The calendar repeats after 400
/// years, which have 146,097 days.
package struct CivilDate {
    /// The number of seconds of a day.
    @inlinable package static var secondsOfDay: Int { 86_400 }

    @usableFromInline static var daysOfEra: Int { 146_097 }

    /// The number of days from 0000-03-01 to 1970-01-01.
    @usableFromInline static var epoch: Int { 719_468 }

    /// The number of days from 1970-01-01 to 2001-01-01.
    @usableFromInline static var referenceDay: Int { 11_323 }

    package let year: Int
    package let month: Int
    package let day: Int

    /// Creates a date; nil if the calendar has no such day.
    ///
    /// - Parameter year: A year from 0 to 9999.
    @inlinable
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.days(ofMonth: month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates a date.
    ///
    /// - Parameter days: The number of days since 1970-01-01; negative for an earlier day.
    package init(daysSince1970 days: Int) {
        let (era, day) = (days + Self.epoch).dividedRoundingDown(by: Self.daysOfEra)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.year = 400 * era + year + (month < 10 ? 0 : 1)
        self.month = month < 10 ? month + 3 : month - 9
        self.day = dayOfYear - (153 * month + 2) / 5 + 1
    }

    /// The number of days since 1970-01-01; negative for an earlier day.
    @inlinable package var daysSince1970: Int {
        // Adding an era avoids a negative year in January and February of the year 0.
        let year = (month > 2 ? year : year - 1) + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 - Self.daysOfEra + dayOfYear - Self.epoch
    }

    /// The number of seconds from 2001-01-01 to the start of the day.
    @inlinable package var secondsSince2001: Int { (daysSince1970 - Self.referenceDay) * Self.secondsOfDay }

    /// Returns the number of days of a month (RFC 3339 §5.7).
    @inlinable
    static func days(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A time in UTC, to the second.
///
/// Its description is the notation of ISO 8601, such as `2001-01-01T00:00:00Z`, in the proleptic Gregorian calendar.
package struct CivilTime: CustomStringConvertible {
    private let seconds: Int

    /// Creates a time.
    ///
    /// - Parameter seconds: The seconds since 1970-01-01T00:00:00Z; negative for an earlier time.
    package init(secondsSince1970 seconds: Int) { self.seconds = seconds }

    /// The time in the notation of ISO 8601.
    package var description: String {
        let (days, second) = seconds.dividedRoundingDown(by: CivilDate.secondsOfDay)
        let date = CivilDate(daysSince1970: days)
        let sign = date.year < 0 ? "-" : ""
        let day = "\(sign)\(abs(date.year).digits(4))-\(date.month.digits(2))-\(date.day.digits(2))"
        return day + "T\((second / 3600).digits(2)):\((second / 60 % 60).digits(2)):\((second % 60).digits(2))Z"
    }
}

extension Int {
    /// Returns the quotient rounded down, and a remainder that is never negative.
    fileprivate func dividedRoundingDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Returns the digits of a number that is not negative, with zeros before them.
    fileprivate func digits(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
