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

    private let isMessage: Bool
    private let explains: Bool
    private var scanner: DateScanner

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

    @_lifetime(copy text)
    private init(_ text: Span<UInt8>, isMessage: Bool, explains: Bool) {
        scanner = DateScanner(text)
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
        let name = DateNames.title(ofMonth: month)
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

    private func unexpected() -> Fault { Fault(reason: scanner.unexpectedCharacter) }

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
        while let byte = scanner.byte {
            switch byte {
            case _ where byte.isDigit: try parseNumber()
            case _ where byte.isLetter: try parseWord()
            case UInt8(ascii: "+") where time != nil, UInt8(ascii: "-") where time != nil: try parseOffset()
            case UInt8(ascii: ",") where endsWithPart, UInt8(ascii: "-") where endsWithPart,
                UInt8(ascii: "/") where endsWithPart:
                if byte == UInt8(ascii: ",") { deviate("a comma is not after the day of the week") }
                if byte == UInt8(ascii: "/") { deviate("the separators are slashes") }
                scanner.position += 1
                endsWithPart = false
                try skipSpace()
                continue
            default: throw unexpected()
            }
            endsWithPart = true
            try skipSpace()
        }
        guard endsWithPart else { throw Fault(reason: scanner.position == 0 ? nil : "the end is missing") }
    }

    /// Parses a day, a year, or a time.
    private mutating func parseNumber() throws(Fault) {
        let start = scanner.position
        let number = scanner.number()
        let end = scanner.position
        try skipSpace()
        if scanner.byte == UInt8(ascii: ":"), time == nil { return try parseTime(hour: number) }
        scanner.position = end
        if month == nil, number.digits <= 2 { try rejectNumericMonth(after: number) }
        switch number.digits {
        case 1...2 where day == nil: day = number.value
        case 2 where year == nil && month != nil && time == nil: year = number.value + (number.value < 50 ? 2000 : 1900)
        case 3 where year == nil && month != nil && time == nil: year = number.value + 1900
        case 4 where year == nil:
            year = number.value
            if time != nil { deviate("the year is after the time") }
            if day == nil || month == nil { deviate("the year is first") }
        default: throw Fault(reason: "the number “\(scanner.excerpt(from: start))” has no meaning")
        }
    }

    /// Throws if a number is followed by a separator and two more numbers.
    private mutating func rejectNumericMonth(after first: DateScanner.Number) throws(Fault) {
        let start = scanner.position
        defer { scanner.position = start }
        guard let separator = scanner.byte, separator != UInt8(ascii: ":"), !separator.isLetter else { return }
        scanner.position += 1
        guard scanner.byte?.isDigit == true else { return }
        let second = scanner.number()
        guard scanner.byte == separator else { return }
        scanner.position += 1
        guard scanner.byte?.isDigit == true else { return }
        guard 1...12 ~= first.value, 1...12 ~= second.value, first.value != second.value else {
            throw Fault(reason: "the month is a number")
        }
        let (one, other) = (DateNames.title(ofMonth: first.value), DateNames.title(ofMonth: second.value))
        throw Fault(reason: "it may be \(one) \(second.value) or \(other) \(first.value)")
    }

    /// Parses the name of a day, a month, or a time zone.
    private mutating func parseWord() throws(Fault) {
        let word = scanner.word()
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
        if scanner.byte == UInt8(ascii: ",") {
            scanner.position += 1
        } else if scanner.byte?.isDigit == true {
            deviate("the comma after the day of the week is missing")
        }
    }

    private mutating func skipPeriod(after word: String) {
        guard scanner.take(UInt8(ascii: ".")) else { return }
        deviate("there is a period after “\(word)”")
    }

    /// Consumes whitespace and, in a message, comments.
    private mutating func skipSpace() throws(Fault) {
        scanner.skipWhitespace()
        guard isMessage else { return }
        while scanner.byte == UInt8(ascii: "(") {
            var depth = 0
            repeat {
                guard let byte = scanner.byte else { throw Fault(reason: "the comment is not terminated") }
                switch byte {
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: "\\"): scanner.position += 1
                default: break
                }
                scanner.position += 1
            } while depth > 0
            scanner.skipWhitespace()
        }
    }
}

// MARK: - Dates that begin with the year

extension LenientDateParser {
    private mutating func parseYearFirst() throws(Fault) {
        if scanner.skipWhitespace() { deviate("there is whitespace before the date") }
        guard scanner.byte?.isDigit == true else { throw Fault(reason: nil) }
        let start = scanner.position
        let first = scanner.number()
        let isBasic = first.digits == 8
        switch first.digits {
        case 4: try parseMonthAndDay(of: first.value)
        case 8:
            deviate("the hyphens are missing")
            (year, month, day) = (first.value / 10_000, first.value / 100 % 100, first.value % 100)
        case 1...2:
            try rejectNumericMonth(after: first)
            throw Fault(reason: nil)
        default: throw Fault(reason: "the year “\(scanner.excerpt(from: start))” has \(first.count)")
        }
        try parseTimeAfterDate(isBasic: isBasic)
        while let byte = scanner.byte {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"): try parseOffset()
            case _ where byte.isLetter: try parseZoneName()
            default: throw unexpected()
            }
            if scanner.skipWhitespace() { deviate("there is whitespace after the time") }
        }
    }

    private mutating func parseMonthAndDay(of year: Int) throws(Fault) {
        self.year = year
        let separator = scanner.byte
        guard scanner.take(UInt8(ascii: "-")) || scanner.take(UInt8(ascii: "/")) else {
            throw Fault(reason: separator == nil ? "the month is missing" : nil)
        }
        if separator != UInt8(ascii: "-") { deviate("the date has no hyphens") }
        month = try oneOrTwoDigits("month")
        guard let separator, scanner.take(separator) else { throw Fault(reason: "the day is missing") }
        day = try oneOrTwoDigits("day")
    }

    /// Parses the time, unless the text ends.
    private mutating func parseTimeAfterDate(isBasic: Bool) throws(Fault) {
        let isMarked = scanner.takeLetter(UInt8(ascii: "t"))
        let hasSpace = !isMarked && scanner.skipWhitespace()
        guard isMarked || hasSpace else {
            // XML Schema part 2 §3.2.9: a date without a time may have a time zone.
            let isSign = scanner.byte == UInt8(ascii: "+") || scanner.byte == UInt8(ascii: "-")
            let isZone = scanner.byte == UInt8(ascii: "Z") || isSign && scanner.remainder == 6
            guard scanner.byte == nil || isZone else { throw unexpected() }
            return
        }
        guard scanner.byte != nil else {
            if isMarked { throw Fault(reason: "the time is missing") }
            return deviate("there is whitespace after the date")
        }
        if hasSpace { deviate("“T” is missing between date and time") }
        guard scanner.byte?.isDigit == true else { throw unexpected() }
        let hour = scanner.number()
        if isBasic, hour.digits == 4 || hour.digits == 6 {
            let clock = hour.digits == 6 ? hour.value : hour.value * 100
            time = try timeOfDay(clock / 10_000, clock / 100 % 100, clock % 100)
            try parseFraction()
        } else {
            guard scanner.byte == UInt8(ascii: ":") else { throw Fault(reason: "the minutes are missing") }
            try parseTime(hour: hour)
        }
        if scanner.skipWhitespace(), scanner.byte != nil { deviate("there is whitespace after the time") }
    }

    private mutating func oneOrTwoDigits(_ part: String) throws(Fault) -> Int {
        let number = scanner.number()
        guard number.digits > 0 else { throw Fault(reason: "the \(part) is missing") }
        guard number.digits <= 2 else { throw Fault(reason: "the \(part) has \(number.count)") }
        if number.digits == 1 { deviate("the \(part) has one digit") }
        return number.value
    }

    private mutating func parseZoneName() throws(Fault) {
        let word = scanner.word()
        let name = word.lowercased()
        let isLetter = name.utf8.count == 1 && name != "z"
        try parse((isLetter ? nil : TimeZoneName(name, word)) ?? TimeZoneName(unknown: word))
    }
}

// MARK: - Times and time zones

extension LenientDateParser {
    /// Parses a time from the colon after the hour.
    private mutating func parseTime(hour: DateScanner.Number) throws(Fault) {
        guard hour.digits <= 2 else { throw Fault(reason: "the hour has \(hour.count)") }
        if hour.digits == 1 { deviate("the hour has one digit") }
        let minute = try twoDigitsAfterColon("minute")
        let end = scanner.position
        scanner.skipWhitespace()
        var second = 0
        if scanner.byte == UInt8(ascii: ":") {
            second = try twoDigitsAfterColon("second")
        } else {
            scanner.position = end
            if !isMessage { deviate("the seconds are missing") }
        }
        time = try timeOfDay(hour.value, minute, second)
        try parseFraction()
        try parseHalfOfDay(hour: hour.value)
    }

    private mutating func twoDigitsAfterColon(_ part: String) throws(Fault) -> Int {
        scanner.position += 1
        scanner.skipWhitespace()
        let number = scanner.number()
        guard number.digits > 0 else { throw Fault(reason: "the \(part) is missing") }
        guard number.digits == 2 else { throw Fault(reason: "the \(part) has \(number.count)") }
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
        let isComma = scanner.byte == UInt8(ascii: ",")
        guard scanner.hasDigitNext, !isMessage || !isComma,
            scanner.take(UInt8(ascii: ".")) || scanner.take(UInt8(ascii: ","))
        else { return }
        if isMessage { deviate("the seconds have a fraction") }
        if isComma { deviate("the fraction begins with a comma") }
        let start = scanner.position
        var (value, scale) = (0.0, 1.0)
        while let byte = scanner.byte, byte.isDigit {
            if scanner.position - start < 15 {
                value = value * 10 + Double(byte &- UInt8(ascii: "0"))
                scale *= 10
            }
            scanner.position += 1
        }
        time?.fraction = value / scale
    }

    /// Parses `AM` or `PM`, also in the spelling `a.m.`.
    private mutating func parseHalfOfDay(hour: Int) throws(Fault) {
        let end = scanner.position
        scanner.skipWhitespace()
        let start = scanner.position
        let isAfternoon = scanner.takeLetter(UInt8(ascii: "p"))
        guard isAfternoon || scanner.takeLetter(UInt8(ascii: "a")) else { return scanner.position = end }
        let hasPeriods = scanner.take(UInt8(ascii: "."))
        guard scanner.takeLetter(UInt8(ascii: "m")), scanner.byte?.isLetter != true else {
            return scanner.position = end
        }
        if hasPeriods { _ = scanner.take(UInt8(ascii: ".")) }
        let name = scanner.excerpt(from: start)
        guard 1...12 ~= hour else { throw Fault(reason: "there is no hour \(hour) before “\(name)”") }
        deviate("the time has “\(name)”")
        time?.seconds += (isAfternoon ? 12 : 0) * 3600 - (hour == 12 ? 12 : 0) * 3600
    }

    private mutating func parseOffset() throws(Fault) {
        guard offset == nil else { throw Fault(reason: "there are two offsets") }
        let isWest = scanner.byte == UInt8(ascii: "-")
        scanner.position += 1
        let number = scanner.number()
        var (hours, minutes) = (number.value, 0)
        switch number.digits {
        case 1...2 where scanner.byte == UInt8(ascii: ":"):
            if isMessage { deviate("the offset has a colon") }
            if number.digits == 1 { deviate("the offset has one digit before the colon") }
            minutes = try twoDigitsAfterColon("offset after the colon")
        case 1...2: deviate("the offset has \(number.count)")
        case 4:
            if !isMessage { deviate("the offset has no colon") }
            (hours, minutes) = (number.value / 100, number.value % 100)
        default: throw Fault(reason: "the offset has \(number.count)")
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
        } else if !name.isMessageZone {
            deviate("the time zone “\(name.name)” is not one of RFC 5322")
        }
        zone = name
        if offset != nil { zone?.takesOffset = false }
    }
}
