/// A parser for internet dates (RFC 3339 §5.6), with one function per rule of the grammar.
///
/// The calendar is the proleptic Gregorian calendar of ISO 8601. `T` and `Z` may be lowercase, as the RFC allows; a
/// space instead of `T`, which the RFC leaves to applications, is rejected.
package struct InternetDateParser: ~Escapable {
    private let text: Span<UInt8>
    var position = 0

    /// A time of day.
    struct TimeOfDay {
        var seconds: Int
        var fraction = 0.0
        var isLeapSecond = false
    }

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
    }

    /// The byte at the position, or nil at the end.
    var byte: UInt8? { position < text.count ? text[position] : nil }

    /// Whether the whole text was consumed.
    var isAtEnd: Bool { position == text.count }

    /// Parses a text that consists of one date.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is not a date.
    package static func secondsSinceReferenceDate(_ text: String) -> Double? {
        text.withUTF8Bytes { secondsSinceReferenceDate($0) }
    }

    /// Parses bytes that consist of one date.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is not a date.
    package static func secondsSinceReferenceDate(_ text: Span<UInt8>) -> Double? {
        if let seconds = fixedForm(text) { return seconds }
        var parser = InternetDateParser(text)
        guard let seconds = parser.dateTime(), parser.isAtEnd else { return nil }
        return seconds
    }

    /// `date-time = full-date "T" full-time`, and `full-time = partial-time time-offset`.
    private mutating func dateTime() -> Double? {
        guard let start = fullDate(), take("T", "t") else { return nil }
        guard let time = partialTime(), let offset = timeOffset() else { return nil }
        let seconds = start + time.seconds - offset
        guard !time.isLeapSecond || Self.canFollowLeapSecond(seconds) else { return nil }
        return Double(seconds) + time.fraction
    }

    /// `full-date = date-fullyear "-" date-month "-" date-mday`, as seconds since 2001-01-01.
    private mutating func fullDate() -> Int? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        return CivilDate(year: year, month: month, day: day)?.secondsSince2001
    }

    /// `partial-time = time-hour ":" time-minute ":" time-second [time-secfrac]`, as seconds of the day.
    private mutating func partialTime() -> TimeOfDay? {
        guard let hour = digits(2), take(":"), let minute = digits(2), take(":"), let second = digits(2) else {
            return nil
        }
        guard hour <= 23, minute <= 59, second <= 60, let fraction = secondFraction() else { return nil }
        let seconds = (hour * 60 + minute) * 60 + second
        return TimeOfDay(seconds: seconds, fraction: fraction, isLeapSecond: second == 60)
    }

    /// `time-secfrac = "." 1*DIGIT`; digits after the 18th are insignificant and only validated.
    private mutating func secondFraction() -> Double? {
        guard take(".") else { return 0 }
        let start = position
        var (value, scale) = (0, 1)
        while let digit = digit() {
            guard position - start <= 18 else { continue }
            value = value * 10 + digit
            scale *= 10
        }
        return position > start ? Double(value) / Double(scale) : nil
    }

    /// `time-offset = "Z" / time-numoffset`, in seconds east of UTC.
    private mutating func timeOffset() -> Int? {
        if take("Z", "z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+") else { return nil }
        guard let hour = digits(2), hour <= 23, take(":"), let minute = digits(2), minute <= 59 else { return nil }
        let seconds = (hour * 60 + minute) * 60
        return isWest ? -seconds : seconds
    }

    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func digit() -> Int? {
        guard let byte, byte.isDigit else { return nil }
        position += 1
        return Int(byte.digitValue)
    }

    /// Consumes a character in one of two spellings.
    mutating func take(_ spelling: Unicode.Scalar, _ other: Unicode.Scalar? = nil) -> Bool {
        guard let scalar = byte.map({ Unicode.Scalar($0) }), scalar == spelling || scalar == other else { return false }
        position += 1
        return true
    }
}

extension InternetDateParser {
    /// Parses `YYYY-MM-DDTHH:MM:SSZ`, the form of most dates, in a third of the time.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil for any other form, a leap second, or a malformed date.
    private static func fixedForm(_ text: Span<UInt8>) -> Double? {
        guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[19] == UInt8(ascii: "Z")
        else { return nil }
        let (century, year) = (twoDigits(text, at: 0), twoDigits(text, at: 2))
        let (hour, minute, second) = (twoDigits(text, at: 11), twoDigits(text, at: 14), twoDigits(text, at: 17))
        guard max(century, year) < notDigits, hour <= 23, max(minute, second) <= 59,
            let date = CivilDate(year: century * 100 + year, month: twoDigits(text, at: 5), day: twoDigits(text, at: 8))
        else { return nil }
        return Double(date.secondsSince2001 + (hour * 60 + minute) * 60 + second)
    }

    /// Returns the value of two digits; a larger number if a character is not a digit.
    private static func twoDigits(_ text: Span<UInt8>, at position: Int) -> Int {
        let tens = text[position] &- UInt8(ascii: "0")
        let ones = text[position + 1] &- UInt8(ascii: "0")
        return max(tens, ones) <= 9 ? Int(tens) * 10 + Int(ones) : notDigits
    }

    private static var notDigits: Int { 100 }
}

extension InternetDateParser {
    /// Returns whether a leap second can end at this time: July 1 or January 1, 00:00:00 UTC (RFC 3339 §5.7, appendix
    /// D).
    package static func canFollowLeapSecond(_ seconds: Int) -> Bool {
        guard seconds.isMultiple(of: CivilDate.secondsOfDay) else { return false }
        let date = CivilDate(daysSince1970: seconds / CivilDate.secondsOfDay + CivilDate.referenceDay)
        return date.day == 1 && (date.month == 1 || date.month == 7)
    }
}

// MARK: - Mail and HTTP

// The dates of mail (RFC 5322 §3.3 and §4.3), also used by RSS, and of HTTP (RFC 9110 §5.6.7); one function per rule:
//
//   Tue, 01 Jul 2003 10:52:37 +0200        mail
//   1 Jul 03 10:52 EDT (a comment)         mail, obsolete
//   Sun, 06 Nov 1994 08:49:37 GMT          IMF-fixdate, a subset of mail
//   Sunday, 06-Nov-94 08:49:37 GMT         RFC 850, obsolete in HTTP
//   Sun Nov  6 08:49:37 1994               asctime, obsolete in HTTP
//
// A two-digit year is between 1950 and 2049 by the rule of mail. HTTP's rule depends on the current date.

extension InternetDateParser {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// The named time zones, in hours east of UTC (RFC 5322 §4.3).
    private static let zones = [
        "ut": 0, "utc": 0, "gmt": 0, "edt": -4, "est": -5, "cdt": -5, "cst": -6, "mdt": -6, "mst": -7, "pdt": -7,
        "pst": -8,
    ]

    /// Parses a text that consists of one date in the format of mail or HTTP.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is not a date.
    package static func secondsSinceReferenceDate(message text: String) -> Double? {
        text.withUTF8Bytes { secondsSinceReferenceDate(message: $0) }
    }

    /// Parses bytes that consist of one date in the format of mail or HTTP.
    ///
    /// - Returns: The seconds since 2001-01-01T00:00:00Z, or nil if the text is not a date.
    package static func secondsSinceReferenceDate(message text: Span<UInt8>) -> Double? {
        var parser = InternetDateParser(text)
        guard let seconds = parser.messageDate(), parser.isAtEnd else { return nil }
        return Double(seconds)
    }

    /// `date-time = [ day-of-week "," ] date time [CFWS]`, or an `asctime-date`.
    private mutating func messageDate() -> Int? {
        guard skipSpace() else { return nil }
        if let word = word() {
            guard Self.days.contains(where: { $0 == word || $0.prefix(3) == word }), skipSpace() else { return nil }
            guard take(",") else { return asctime() }
            guard skipSpace() else { return nil }
        }
        guard let day = number(1...2), let separator = separator(), let month = month(), self.separator() == separator,
            let year = messageYear(), skipSpace(), let time = messageTime(), skipSpace(), let offset = zone(),
            skipSpace(), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return seconds(of: date, at: time, offset: offset)
    }

    /// `month SP ( 2DIGIT / ( SP 1DIGIT )) SP time-of-day SP year`, after the name of the day.
    private mutating func asctime() -> Int? {
        guard let month = month(), skipSpace(), let day = number(1...2), skipSpace(), let time = messageTime(),
            skipSpace(), let year = number(4...4), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return seconds(of: date, at: time, offset: 0)
    }

    private func seconds(of date: CivilDate, at time: TimeOfDay, offset: Int) -> Int? {
        let seconds = date.secondsSince2001 + time.seconds - offset
        guard !time.isLeapSecond || Self.canFollowLeapSecond(seconds) else { return nil }
        return seconds
    }

    /// Consumes the separator of day, month, and year: whitespace or the hyphen of RFC 850.
    private mutating func separator() -> Unicode.Scalar? {
        if take("-") { return "-" }
        let start = position
        return skipSpace() && position > start ? " " : nil
    }

    private mutating func month() -> Int? {
        word().flatMap { Self.months.firstIndex(of: $0) }.map { $0 + 1 }
    }

    /// `year = 4*DIGIT`; also years of two and three digits (RFC 5322 §4.3).
    private mutating func messageYear() -> Int? {
        let start = position
        guard let year = number(2...4) else { return nil }
        switch position - start {
        case 2: return year < 50 ? year + 2000 : year + 1900
        case 3: return year + 1900
        default: return year
        }
    }

    /// `time-of-day = hour ":" minute [ ":" second ]`, as seconds of the day.
    private mutating func messageTime() -> TimeOfDay? {
        guard let hour = number(2...2), hour <= 23, skipSpace(), take(":"), skipSpace() else { return nil }
        guard let minute = number(2...2), minute <= 59 else { return nil }
        let end = position
        guard skipSpace(), take(":"), skipSpace() else {
            position = end
            return TimeOfDay(seconds: (hour * 60 + minute) * 60)
        }
        guard let second = number(2...2), second <= 60 else { return nil }
        return TimeOfDay(seconds: (hour * 60 + minute) * 60 + second, isLeapSecond: second == 60)
    }

    /// `zone = ( "+" / "-" ) 4DIGIT / obs-zone`, in seconds east of UTC.
    ///
    /// Zones of one letter are unreliable (RFC 5322 §4.3) and count as UTC. Other names are rejected.
    private mutating func zone() -> Int? {
        let isWest = take("-")
        guard isWest || take("+") else {
            guard let name = word() else { return nil }
            if name.count == 1 { return name == "j" ? nil : 0 }
            return Self.zones[name].map { $0 * 3600 }
        }
        guard let hour = digits(2), let minute = digits(2), minute <= 59 else { return nil }
        let seconds = (hour * 60 + minute) * 60
        return isWest ? -seconds : seconds
    }

    /// `CFWS`: whitespace, line ends, and nested comments; returns false if a comment is not terminated.
    private mutating func skipSpace() -> Bool {
        var depth = 0
        while let byte = byte {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")") where depth > 0: depth -= 1
            case UInt8(ascii: "\\") where depth > 0: position += 1
            default: if depth == 0, !byte.isWhitespace { return true }
            }
            position += 1
        }
        return depth == 0
    }

    /// Consumes a word of ASCII letters, and returns it in lowercase.
    private mutating func word() -> String? {
        var word: [UInt8] = []
        while let letter = byte.map({ $0 | .letterCase }), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) {
            word.append(letter)
            position += 1
        }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// Consumes a number with a number of digits in the given range.
    private mutating func number(_ count: ClosedRange<Int>) -> Int? {
        let start = position
        var value = 0
        while position - start < count.upperBound, let digit = digit() { value = value * 10 + digit }
        guard position - start >= count.lowerBound, byte?.isDigit != true else { return nil }
        return value
    }
}
