import DecantCore

// Why: servers and feeds write dates in many ways. One parser reads what the lenient forms accept, and records the
// first deviation from the strict form, so that the error of the strict form can name it.
//
// Bound: it runs only after the strict parser has failed. Each byte is consumed at most three times, and a number of
// more than nine digits has no value.

/// A parser for the lenient forms of RFC 5322 and RFC 3339.
///
/// The parts of a date in a message may have any order, because each is recognized by its form. A date whose month is a
/// number must begin with the year; any other order is ambiguous and therefore an error.
struct LenientDateParser: ~Escapable {
    /// A date that was read.
    struct ParsedDate {
        /// The seconds since 2001-01-01T00:00:00Z.
        let seconds: Double

        /// Whether the text has no time zone and was read as UTC.
        let assumesUTC: Bool

        /// The first deviation from the strict form, or nil if explanations were not requested.
        let deviation: String?
    }

    /// The reason why a text is not a date; nil if the text has nothing in common with one.
    struct Fault: Error {
        let reason: String?
    }

    private let text: Span<UInt8>
    private let isMessage: Bool
    private let explains: Bool
    private var position = 0

    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var hasDayName = false
    private var time: TimeOfDay?

    /// The offset from UTC in seconds, as digits.
    private var offset: Int?
    private var zone: TimeZoneName?
    private var deviation: String?

    /// A time of day; midnight at its end has 86,400 seconds.
    private struct TimeOfDay {
        var seconds = 0
        var fraction = 0.0
        var isLeapSecond = false
    }

    /// A number without a sign.
    private struct Number {
        let value: Int
        let digits: Int
    }

    @_lifetime(copy text)
    private init(_ text: Span<UInt8>, isMessage: Bool, explains: Bool) {
        self.text = text
        self.isMessage = isMessage
        self.explains = explains
    }

    /// Parses a date of a message (RFC 5322), or a date that begins with the year (RFC 3339).
    ///
    /// - Parameter explains: Whether to describe the first deviation from the strict form.
    static func parse(_ text: String, isMessage: Bool, explains: Bool = false) -> Result<ParsedDate, Fault> {
        text.withUTF8Bytes { text in
            var parser = LenientDateParser(text, isMessage: isMessage, explains: explains)
            do throws(Fault) {
                try isMessage ? parser.parseMessage() : parser.parseYearFirst()
                return .success(try parser.date())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Computes the time from the parts.
    private mutating func date() throws(Fault) -> ParsedDate {
        guard let day else { throw Fault(reason: "the day is missing") }
        guard let month else { throw Fault(reason: "the month is missing") }
        guard let year else { throw Fault(reason: "the year is missing") }
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw Fault(reason: Self.fault(ofYear: year, month: month, day: day))
        }
        if time == nil { deviate("the time is missing") }
        let zoneOffset = try combinedOffset()
        let missing = isMessage ? "time zone" : "offset from UTC"
        if zoneOffset == nil { deviate("the \(missing) is missing") }
        let time = time ?? TimeOfDay()
        let seconds = date.secondsSince2001 + time.seconds - (zoneOffset ?? 0)
        guard !time.isLeapSecond || InternetDateParser.canFollowLeapSecond(seconds) else {
            throw Fault(reason: "there is no leap second at this time")
        }
        let isUnzoned = zoneOffset == nil
        return ParsedDate(seconds: Double(seconds) + time.fraction, assumesUTC: isUnzoned, deviation: deviation)
    }

    private static func fault(ofYear year: Int, month: Int, day: Int) -> String {
        guard 1...12 ~= month else { return "there is no month \(month)" }
        guard 1...31 ~= day else { return "there is no day \(day)" }
        let suffix = day == 31 ? "st" : "th"
        let name = DateNames.months[month - 1].capitalized
        return "\(name)\(day == 29 ? " \(year)" : "") has no \(day)\(suffix) day"
    }

    /// Returns the offset from UTC in seconds; nil if the text has no time zone.
    private func combinedOffset() throws(Fault) -> Int? {
        guard let zone else { return offset }
        guard let named = zone.offset else {
            if offset != nil { return offset }
            throw Fault(reason: zone.fault)
        }
        guard let offset else { return named }
        guard offset == named || zone.takesOffset else {
            throw Fault(reason: "the offset contradicts the time zone “\(zone.name)”")
        }
        return offset
    }

    /// Records a deviation, unless there is an earlier one.
    private mutating func deviate(_ text: @autoclosure () -> String) {
        if explains, deviation == nil { deviation = text() }
    }
}

// MARK: - Dates of messages

extension LenientDateParser {
    private mutating func parseMessage() throws(Fault) {
        var endsWithPart = false
        try skipSpace()
        while let byte {
            switch byte {
            case _ where byte.isDigit: try parseNumber()
            case _ where byte.isLetter: try parseWord()
            case UInt8(ascii: "+") where time != nil, UInt8(ascii: "-") where time != nil: try parseOffset()
            case UInt8(ascii: "-") where endsWithPart: position += 1
            case UInt8(ascii: "/") where endsWithPart:
                deviate("the separators are slashes")
                position += 1
            case UInt8(ascii: ",") where endsWithPart:
                deviate("a comma is not after the day of the week")
                position += 1
            default: throw unexpected()
            }
            endsWithPart = !byte.isSeparator
            try skipSpace()
        }
        guard endsWithPart else { throw Fault(reason: position == 0 ? nil : "the end is missing") }
    }

    /// Parses a day, a year, or a time.
    private mutating func parseNumber() throws(Fault) {
        let start = position
        let number = number()
        let end = position
        try skipSpace()
        if byte == UInt8(ascii: ":"), time == nil { return try parseTime(hour: number) }
        position = end
        if month == nil, number.digits <= 2 { try rejectNumericMonth(after: number) }
        switch number.digits {
        case 1...2 where day == nil: day = number.value
        case 2 where year == nil && month != nil && time == nil: year = number.value + (number.value < 50 ? 2000 : 1900)
        case 3 where year == nil && month != nil && time == nil: year = number.value + 1900
        case 4 where year == nil:
            year = number.value
            if time != nil { deviate("the year is after the time") }
            if day == nil || month == nil { deviate("the year is first") }
        default: throw Fault(reason: "the number “\(excerpt(from: start))” has no meaning")
        }
    }

    /// Throws if a number is followed by a separator and two more numbers.
    private mutating func rejectNumericMonth(after first: Number) throws(Fault) {
        let start = position
        defer { position = start }
        guard let separator = byte, separator != UInt8(ascii: ":"), !separator.isLetter, !separator.isDigit else { return }
        position += 1
        guard byte?.isDigit == true else { return }
        let second = number()
        guard byte == separator else { return }
        position += 1
        guard byte?.isDigit == true else { return }
        guard 1...12 ~= first.value, 1...12 ~= second.value, first.value != second.value else {
            throw Fault(reason: "the month is a number")
        }
        let (one, other) = (DateNames.months[first.value - 1], DateNames.months[second.value - 1])
        throw Fault(reason: "it may be \(one.capitalized) \(second.value) or \(other.capitalized) \(first.value)")
    }

    /// Parses the name of a day, a month, or a time zone.
    private mutating func parseWord() throws(Fault) {
        let word = word()
        let name = word.lowercased()
        if time != nil, let zone = TimeZoneName(name, word) { return try parse(zone) }
        let isAbbreviated = name.utf8.count == 3
        if DateNames.index(of: name, in: DateNames.days) != nil {
            guard !hasDayName else { throw Fault(reason: "there are two days of the week") }
            hasDayName = true
            if day != nil || month != nil || time != nil { deviate("the day of the week is not first") }
            try parseEndOfDayName(word, isComplete: isAbbreviated || DateNames.days.contains(name))
        } else if let index = DateNames.index(of: name, in: DateNames.months) {
            guard month == nil else { throw Fault(reason: "there are two months") }
            if day == nil { deviate("the month is first") }
            if !isAbbreviated { deviate("the month “\(word)” has more than three letters") }
            month = index + 1
            skipPeriod(after: word)
        } else if time != nil {
            try parse(TimeZoneName(unknown: word))
        } else {
            throw Fault(reason: "“\(word.excerpt(20))” is not the English name of a day or a month")
        }
    }

    /// Consumes the comma after the name of a day.
    private mutating func parseEndOfDayName(_ word: String, isComplete: Bool) throws(Fault) {
        if !isComplete { deviate("“\(word)” is not an abbreviation of three letters") }
        skipPeriod(after: word)
        try skipSpace()
        if byte == UInt8(ascii: ",") {
            position += 1
        } else if byte?.isDigit == true {
            deviate("the comma after the day of the week is missing")
        }
    }

    private mutating func skipPeriod(after word: String) {
        guard take(UInt8(ascii: ".")) else { return }
        deviate("there is a period after “\(word)”")
    }
}

// MARK: - Dates that begin with the year

extension LenientDateParser {
    private mutating func parseYearFirst() throws(Fault) {
        if skipWhitespace() { deviate("there is whitespace before the date") }
        guard byte?.isDigit == true else { throw Fault(reason: nil) }
        let start = position
        let first = number()
        let isBasic = first.digits == 8
        switch first.digits {
        case 4: try parseMonthAndDay(of: first.value)
        case 8:
            deviate("the hyphens are missing")
            (year, month, day) = (first.value / 10_000, first.value / 100 % 100, first.value % 100)
        case 1...2:
            try rejectNumericMonth(after: first)
            throw Fault(reason: nil)
        default: throw Fault(reason: "the year “\(excerpt(from: start))” has \(first.digits.counted("digit"))")
        }
        try parseTimeAfterDate(isBasic: isBasic)
        while let byte {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"): try parseOffset()
            case _ where byte.isLetter: try parseZoneName()
            default: throw unexpected()
            }
            if skipWhitespace() { deviate("there is whitespace after the time") }
        }
    }

    private mutating func parseMonthAndDay(of year: Int) throws(Fault) {
        self.year = year
        let separator = byte
        guard take(UInt8(ascii: "-")) || take(UInt8(ascii: "/")) else { throw Fault(reason: "the month is missing") }
        if separator != UInt8(ascii: "-") { deviate("the date has no hyphens") }
        month = try oneOrTwoDigits("month")
        guard let separator, take(separator) else { throw Fault(reason: "the day is missing") }
        day = try oneOrTwoDigits("day")
    }

    /// Parses the time, unless the text ends.
    private mutating func parseTimeAfterDate(isBasic: Bool) throws(Fault) {
        let isMarked = take(UInt8(ascii: "T")) || take(UInt8(ascii: "t"))
        let hasSpace = !isMarked && skipWhitespace()
        guard isMarked || hasSpace else {
            // XML Schema part 2 §3.2.9: a date without a time may have a time zone.
            let hasZone = text.count - position == 6 && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
            guard byte == nil || byte == UInt8(ascii: "Z") || hasZone else { throw unexpected() }
            return
        }
        guard byte != nil else {
            if isMarked { throw Fault(reason: "the time is missing") }
            return deviate("there is whitespace after the date")
        }
        if hasSpace { deviate("“T” is missing between date and time") }
        guard byte?.isDigit == true else { throw unexpected() }
        let hour = number()
        if isBasic, hour.digits == 4 || hour.digits == 6 {
            let clock = hour.digits == 6 ? hour.value : hour.value * 100
            time = try timeOfDay(clock / 10_000, clock / 100 % 100, clock % 100)
            try parseFraction()
        } else {
            guard byte == UInt8(ascii: ":") else { throw Fault(reason: "the minutes are missing") }
            try parseTime(hour: hour)
        }
        if skipWhitespace(), byte != nil { deviate("there is whitespace after the time") }
    }

    private mutating func oneOrTwoDigits(_ part: String) throws(Fault) -> Int {
        let number = number()
        guard number.digits > 0 else { throw Fault(reason: "the \(part) is missing") }
        guard number.digits <= 2 else { throw Fault(reason: "the \(part) has \(number.digits) digits") }
        if number.digits == 1 { deviate("the \(part) has one digit") }
        return number.value
    }

    private mutating func parseZoneName() throws(Fault) {
        let word = word()
        let name = word.lowercased()
        let isLetter = name.utf8.count == 1 && name != "z"
        try parse((isLetter ? nil : TimeZoneName(name, word)) ?? TimeZoneName(unknown: word))
    }
}

// MARK: - Times and time zones

extension LenientDateParser {
    /// Parses a time from the colon after the hour.
    private mutating func parseTime(hour: Number) throws(Fault) {
        guard hour.digits <= 2 else { throw Fault(reason: "the hour has \(hour.digits) digits") }
        if hour.digits == 1 { deviate("the hour has one digit") }
        let minute = try twoDigitsAfterColon("minute")
        let end = position
        skipWhitespace()
        var second = 0
        if byte == UInt8(ascii: ":") {
            second = try twoDigitsAfterColon("second")
        } else {
            position = end
            if !isMessage { deviate("the seconds are missing") }
        }
        time = try timeOfDay(hour.value, minute, second)
        try parseFraction()
        try parseHalfOfDay(hour: hour.value)
    }

    private mutating func twoDigitsAfterColon(_ part: String) throws(Fault) -> Int {
        position += 1
        skipWhitespace()
        let number = number()
        guard number.digits > 0 else { throw Fault(reason: "the \(part) is missing") }
        guard number.digits == 2 else { throw Fault(reason: "the \(part) has \(number.digits.counted("digit"))") }
        return number.value
    }

    private mutating func timeOfDay(_ hour: Int, _ minute: Int, _ second: Int) throws(Fault) -> TimeOfDay {
        let isEndOfDay = hour == 24 && minute == 0 && second == 0
        guard hour <= 23 || isEndOfDay else { throw Fault(reason: "there is no hour \(hour)") }
        guard minute <= 59 else { throw Fault(reason: "there is no minute \(minute)") }
        guard second <= 60 else { throw Fault(reason: "there is no second \(second)") }
        if isEndOfDay { deviate("the hour is 24") }
        return TimeOfDay(seconds: (hour * 60 + minute) * 60 + second, isLeapSecond: second == 60)
    }

    /// Parses a fraction of a second; digits after the 15th are insignificant.
    private mutating func parseFraction() throws(Fault) {
        let isComma = byte == UInt8(ascii: ",")
        guard !isMessage || !isComma, position + 1 < text.count, text[position + 1].isDigit,
            take(UInt8(ascii: ".")) || take(UInt8(ascii: ","))
        else { return }
        if isMessage { deviate("the seconds have a fraction") }
        if isComma { deviate("the fraction begins with a comma") }
        let start = position
        var (value, scale) = (0.0, 1.0)
        while let byte, byte.isDigit {
            if position - start < 15 {
                value = value * 10 + Double(byte &- UInt8(ascii: "0"))
                scale *= 10
            }
            position += 1
        }
        time?.fraction = value / scale
    }

    /// Parses `AM` or `PM`, also in the spelling `a.m.`.
    private mutating func parseHalfOfDay(hour: Int) throws(Fault) {
        let end = position
        skipWhitespace()
        let start = position
        let isAfternoon = take(UInt8(ascii: "P")) || take(UInt8(ascii: "p"))
        guard isAfternoon || take(UInt8(ascii: "A")) || take(UInt8(ascii: "a")) else { return position = end }
        let hasPeriods = take(UInt8(ascii: "."))
        guard take(UInt8(ascii: "M")) || take(UInt8(ascii: "m")), byte?.isLetter != true else { return position = end }
        if hasPeriods { _ = take(UInt8(ascii: ".")) }
        let name = excerpt(from: start)
        guard 1...12 ~= hour else { throw Fault(reason: "there is no hour \(hour) before “\(name)”") }
        deviate("the time has “\(name)”")
        time?.seconds += (isAfternoon ? 12 : 0) * 3600 - (hour == 12 ? 12 : 0) * 3600
    }

    private mutating func parseOffset() throws(Fault) {
        guard offset == nil else { throw Fault(reason: "there are two offsets") }
        let isWest = byte == UInt8(ascii: "-")
        position += 1
        let number = number()
        var (hours, minutes) = (number.value, 0)
        switch number.digits {
        case 1...2 where byte == UInt8(ascii: ":"):
            if isMessage { deviate("the offset has a colon") }
            if number.digits == 1 { deviate("the offset has one digit before the colon") }
            minutes = try twoDigitsAfterColon("offset after the colon")
        case 1...2: deviate("the offset has \(number.digits.counted("digit"))")
        case 4:
            if !isMessage { deviate("the offset has no colon") }
            (hours, minutes) = (number.value / 100, number.value % 100)
        case 0: throw Fault(reason: "the offset has no digits")
        default: throw Fault(reason: "the offset has \(number.digits) digits")
        }
        guard hours <= 23 else { throw Fault(reason: "the offset has \(hours) hours") }
        guard minutes <= 59 else { throw Fault(reason: "the offset has \(minutes) minutes") }
        if let zone {
            guard zone.offset != nil else { throw Fault(reason: zone.fault) }
            deviate("the offset is after “\(zone.name)”")
        }
        offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }

    private mutating func parse(_ name: TimeZoneName) throws(Fault) {
        guard zone == nil else { throw Fault(reason: "there are two time zones") }
        if offset != nil {
            deviate("“\(name.name)” is after the offset")
        } else if !isMessage {
            if name.name.utf8.count > 1 { deviate("the time zone is a name") }
        } else if !name.isOfMessages {
            deviate("the time zone “\(name.name)” is not one of RFC 5322")
        }
        zone = name
        if offset != nil { zone?.takesOffset = false }
    }
}

// MARK: - Bytes

extension LenientDateParser {
    /// The byte at the position, or nil at the end.
    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private mutating func take(_ expected: UInt8) -> Bool {
        guard byte == expected else { return false }
        position += 1
        return true
    }

    /// Consumes digits; a number of more than nine digits has the value 0.
    private mutating func number() -> Number {
        let start = position
        var value = 0
        while let byte, byte.isDigit {
            value = position - start < 9 ? value * 10 + Int(byte &- UInt8(ascii: "0")) : 0
            position += 1
        }
        return Number(value: value, digits: position - start)
    }

    /// Consumes letters, including all characters outside of ASCII.
    private mutating func word() -> String {
        let start = position
        while byte?.isLetter == true { position += 1 }
        return text.extracting(start..<position).text
    }

    /// Consumes whitespace, and returns whether there was any.
    @discardableResult
    private mutating func skipWhitespace() -> Bool {
        let start = position
        while byte?.isSpace == true { position += 1 }
        return position > start
    }

    /// Consumes whitespace and, in a message, comments.
    private mutating func skipSpace() throws(Fault) {
        skipWhitespace()
        guard isMessage else { return }
        while byte == UInt8(ascii: "(") {
            var depth = 0
            repeat {
                guard let byte else { throw Fault(reason: "the comment is not terminated") }
                switch byte {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: "\\"): position += 1
                default: break
                }
                position += 1
            } while depth > 0
            skipWhitespace()
        }
    }

    private func excerpt(from start: Int) -> String { text.extracting(start..<min(position, text.count)).text.excerpt(20) }

    private func unexpected() -> Fault {
        let character = text.extracting(position..<text.count).text.prefix(1)
        return Fault(reason: "“\(String(character).excerpt(1))” is unexpected")
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

    /// Whether this is a letter of ASCII or a part of a character outside of ASCII.
    fileprivate var isLetter: Bool { self >= 0x80 || (self | .letterCase) &- UInt8(ascii: "a") < 26 }

    fileprivate var isSeparator: Bool {
        self == UInt8(ascii: ",") || self == UInt8(ascii: "-") || self == UInt8(ascii: "/")
    }

    /// Whether this is a space, a tab, or a line end.
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= self }
}
