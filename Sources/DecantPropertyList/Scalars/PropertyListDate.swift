/// Reads the dates of the text formats, by the Gregorian calendar for all years.
enum PropertyListDate {
    /// Days from 0000-03-01 to 2001-01-01.
    private static let referenceDay = 730_791

    /// `YYYY-MM-DDThh:mm:ssZ`, as XML has it: in UTC, without fractions.
    ///
    /// - Parameter text: The text.
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is no date.
    static func xml(_ text: Span<UInt8>) -> Double? {
        guard text.count == 20, text[10] == 0x54, text[19] == 0x5A else { return nil }
        return seconds(text).map { Double($0) }
    }

    /// `YYYY-MM-DD hh:mm:ss +hhmm`, as GNUstep has it.
    ///
    /// - Parameter text: The text.
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is no date.
    static func gnustep(_ text: Span<UInt8>) -> Double? {
        guard text.count == 25, text[10] == 0x20, text[19] == 0x20, let seconds = seconds(text) else { return nil }
        guard let hours = number(text, 21, 2), let minutes = number(text, 23, 2), minutes < 60 else { return nil }
        let offset = hours * 3600 + minutes * 60
        switch text[20] {
        case 0x2B: return Double(seconds - offset)
        case 0x2D: return Double(seconds + offset)
        default: return nil
        }
    }

    /// `YYYY-MM-DD`, any character, and `hh:mm:ss`.
    private static func seconds(_ text: Span<UInt8>) -> Int? {
        guard text[4] == 0x2D, text[7] == 0x2D, text[13] == 0x3A, text[16] == 0x3A else { return nil }
        guard let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2) else {
            return nil
        }
        guard let hour = number(text, 11, 2), let minute = number(text, 14, 2), let second = number(text, 17, 2) else {
            return nil
        }
        guard (1...12).contains(month), day >= 1, day <= days(ofMonth: month, year: year) else { return nil }
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return (Self.day(year, month, day) - referenceDay) * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Span<UInt8>, _ start: Int, _ length: Int) -> Int? {
        var value = 0
        for index in start..<start + length {
            guard text[index] &- 0x30 <= 9 else { return nil }
            value = value * 10 + Int(text[index] &- 0x30)
        }
        return value
    }

    private static func days(ofMonth month: Int, year: Int) -> Int {
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        switch month {
        case 2: return isLeapYear ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Days since 0000-03-01, counted in years that begin in March, so that the leap day is the last of its year.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // A year of 400 more has the same calendar, and is never negative.
        let year = (month > 2 ? year : year - 1) + 400
        let days = year * 365 + year / 4 - year / 100 + year / 400 - 146_097
        return days + (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    }
}
