/// A date as the event lines of the corpus write it, to the microsecond.
struct EventDate {
    private let day: Int
    private let microseconds: Int

    init(secondsSince2001 seconds: Double) {
        let whole = seconds.rounded(.towardZero)
        let fraction = ((seconds - whole) * 1e6).rounded(.toNearestOrEven)
        let total = Int128(whole) * 1_000_000 + Int128(fraction)
        let perDay: Int128 = 86_400_000_000
        let days = total >= 0 ? total / perDay : -((-total + perDay - 1) / perDay)
        day = Int(truncatingIfNeeded: days)
        microseconds = Int(truncatingIfNeeded: total - days * perDay)
    }

    /// The date by the Gregorian calendar, in UTC.
    var text: String {
        // Days since 0000-03-01, in eras of 400 years.
        let (year, month, dayOfMonth) = Self.civil(day + 730_791)
        let seconds = microseconds / 1_000_000
        let parts = [
            Self.padded(year, 4), "-", Self.padded(month, 2), "-", Self.padded(dayOfMonth, 2), "T",
            Self.padded(seconds / 3600, 2), ":", Self.padded(seconds / 60 % 60, 2), ":", Self.padded(seconds % 60, 2),
            ".", Self.padded(microseconds % 1_000_000, 6), "Z",
        ]
        return parts.joined()
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
