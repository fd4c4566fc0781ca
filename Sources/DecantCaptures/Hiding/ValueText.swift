/// A decimal number in a text: its sign, integer, fraction, and exponent.
struct NumberText {
    private let integer: Range<Int>
    private let fraction: Range<Int>
    private let exponent: Range<Int>
    private let isNegative: Bool

    /// Finds the parts of a number, or returns nil if the whole text is not a number.
    init?(_ range: Range<Int>, in text: [UInt8]) {
        var index = range.lowerBound
        func digits() -> Range<Int> {
            let start = index
            while index < range.upperBound, text[index].isDigit { index += 1 }
            return start..<index
        }
        isNegative = text[index] == UInt8(ascii: "-")
        if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
        integer = digits()
        if index < range.upperBound, text[index] == UInt8(ascii: ".") {
            index += 1
            fraction = digits()
        } else {
            fraction = index..<index
        }
        if index < range.upperBound, text[index] | 0x20 == UInt8(ascii: "e"), !(integer.isEmpty && fraction.isEmpty) {
            index += 1
            if index < range.upperBound, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
                index += 1
            }
            exponent = digits()
        } else {
            exponent = index..<index
        }
        guard index == range.upperBound, !integer.isEmpty || !fraction.isEmpty else { return nil }
    }

    /// Replaces the number by one with as many digits that fits the same integer types.
    ///
    /// The exponent stays. The digits before a large one stay, too, because another number might exceed `Double`.
    func replace(in text: inout [UInt8], _ random: inout Randomness) {
        if exponent.count < 3 { replaceInteger(in: &text, &random) }
        guard let last = fraction.last(where: { text[$0] != UInt8(ascii: "0") }) else { return }
        for index in fraction where index <= last {
            if exponent.count >= 3, index < last {
                text[index] = UInt8(ascii: "0")
            } else if index == last {
                text[index] = UInt8(ascii: "1") + random.next(below: 9)
            } else {
                text[index] = UInt8(ascii: "0") + random.next(below: 10)
            }
        }
    }

    /// The limits of the types of integers, and of those that `Double` represents exactly.
    private static let limits: [UInt64] = [
        127, 255, 32_767, 65_535, 2_147_483_647, 4_294_967_295, 9_007_199_254_740_992, 9_223_372_036_854_775_807, .max,
    ]

    private func replaceInteger(in text: inout [UInt8], _ random: inout Randomness) {
        let start = integer.first { text[$0] != UInt8(ascii: "0") } ?? integer.upperBound
        let digits = start..<integer.upperBound
        if digits.count == 1, integer.count == 1 {
            guard text[start] != UInt8(ascii: "1") || !fraction.isEmpty else { return }
            return text[start] = UInt8(ascii: "2") + random.next(below: 8)
        }
        var value: UInt64 = 0
        for index in digits {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(text[index] - UInt8(ascii: "0")))
            guard !overflow, !carry else { return replaceDigits(digits, in: &text, &random) }
            value = sum
        }
        guard integer.count == digits.count, value > 0 else { return replaceDigits(digits, in: &text, &random) }
        Self.write(Self.number(like: value, isNegative, &random), to: digits, in: &text)
    }

    /// Returns a number with as many digits that fits the same integer types.
    static func number(like value: UInt64, _ isNegative: Bool = false, _ random: inout Randomness) -> UInt64 {
        var lower: UInt64 = 1
        while value / 10 >= lower { lower *= 10 }
        var upper = lower > .max / 10 ? .max : lower * 10 - 1
        for limit in limits {
            let bound = isNegative && limit < .max ? limit + 1 : limit
            guard value > bound else {
                upper = min(upper, bound)
                break
            }
            lower = max(lower, bound + 1)
        }
        return lower + (upper - lower == .max ? random.next() : random.next() % (upper - lower + 1))
    }

    private func replaceDigits(_ range: Range<Int>, in text: inout [UInt8], _ random: inout Randomness) {
        for index in range {
            text[index] =
                index == range.lowerBound
                ? UInt8(ascii: "1") + random.next(below: 9) : UInt8(ascii: "0") + random.next(below: 10)
        }
    }

    /// Writes the digits of a number from the end, with zeros before them.
    static func write(_ number: UInt64, to range: Range<Int>, in text: inout [UInt8]) {
        var rest = number
        for index in range.reversed() {
            text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}

/// A date or a time in a text: ISO 8601, or the form of HTTP and mail (RFC 9110 §5.6.7, RFC 5322 §3.3).
struct DateText {
    /// Some digits, and the numbers that may replace them.
    private struct Field {
        let range: Range<Int>
        let values: ClosedRange<Int>
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private let range: Range<Int>
    private var index: Int
    private var fields: [Field] = []

    /// The digits after the seconds.
    private var fraction = 0..<0

    /// The offsets of the names of the weekday and of the month in the form of HTTP.
    private var weekday: Int?
    private var month: Int?

    /// Returns whether a text begins with a digit or a weekday, as dates do.
    static func begins(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard range.count >= 5, range.count <= 40 else { return false }
        return text[range.lowerBound].isDigit || text[range.lowerBound + 3] == UInt8(ascii: ",")
    }

    /// Finds the parts of a date, or returns nil if the whole text is not a date.
    init?(_ range: Range<Int>, in text: [UInt8]) {
        guard range.count >= 5, range.count <= 40 else { return nil }
        self.range = range
        index = range.lowerBound
        let isDate = text[index].isDigit ? parseISO(text) || parseInternet(text) : parseInternet(text)
        guard isDate else { return nil }
    }

    /// Replaces the date by another one.
    func replace(in text: inout [UInt8], _ random: inout Randomness) {
        var numbers: [Int] = []
        for field in fields {
            let number = random.next(in: field.values)
            numbers.append(number)
            NumberText.write(UInt64(number), to: field.range, in: &text)
        }
        for index in fraction { text[index] = UInt8(ascii: "0") + random.next(below: 10) }
        guard let month, numbers.count >= 2 else { return }
        let number = random.next(in: 0...11)
        for (offset, byte) in Self.months[number].utf8.enumerated() { text[month + offset] = byte }
        guard let weekday else { return }
        let name = Self.weekdays[Self.weekday(numbers[0], number, numbers[1])]
        for (offset, byte) in name.utf8.enumerated() { text[weekday + offset] = byte }
    }

    /// Returns the day of the week by Sakamoto's method; the month is counted from 0.
    private static func weekday(_ day: Int, _ month: Int, _ year: Int) -> Int {
        let year = month < 2 ? year - 1 : year
        let terms = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        return (year + year / 4 - year / 100 + year / 400 + terms[month] + day) % 7
    }
}

// MARK: - Parsing

extension DateText {
    private mutating func skip(_ character: Unicode.Scalar, in text: [UInt8]) -> Bool {
        guard index < range.upperBound, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Parses a number with a fixed number of digits, which must be one of the values that may replace it.
    private mutating func number(_ count: Int, _ values: ClosedRange<Int>, in text: [UInt8]) -> Bool {
        guard index + count <= range.upperBound else { return false }
        var number = 0
        for place in index..<index + count {
            guard text[place].isDigit else { return false }
            number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
        }
        guard values.contains(number) else { return false }
        fields.append(Field(range: index..<index + count, values: values))
        index += count
        return true
    }

    /// Parses a year, which stays in its century, and in the range of Unix time if it was.
    private mutating func year(_ text: [UInt8]) -> Bool {
        number(4, 1970...2037, in: text) || number(4, 1900...1969, in: text) || number(4, 2038...2099, in: text)
            || number(4, 1...9999, in: text)
    }

    private mutating func parseISO(_ text: [UInt8]) -> Bool {
        let start = index
        var hasDate = false
        if year(text) {
            let isBasic = !skip("-", in: text)
            guard number(2, 1...12, in: text), isBasic || skip("-", in: text),
                number(2, 1...31, in: text)
            else { return restart(start) }
            // Each month has 28 days.
            fields.removeLast()
            fields.append(Field(range: index - 2..<index, values: 1...28))
            hasDate = true
            if index == range.upperBound { return !isBasic }
            guard skip("T", in: text) || skip("t", in: text) || skip(" ", in: text) else { return restart(start) }
        }
        guard time(text, needsColon: !hasDate) else { return restart(start) }
        if index < range.upperBound, !zone(text) { return restart(start) }
        return index == range.upperBound
    }

    private mutating func restart(_ start: Int) -> Bool {
        index = start
        fields = []
        fraction = 0..<0
        return false
    }

    private mutating func time(_ text: [UInt8], needsColon: Bool) -> Bool {
        guard number(2, 0...23, in: text) else { return false }
        let hasColon = skip(":", in: text)
        guard hasColon || !needsColon, number(2, 0...59, in: text) else { return false }
        guard hasColon ? skip(":", in: text) : index < range.upperBound && text[index].isDigit else { return true }
        guard number(2, 0...59, in: text) else { return false }
        guard skip(".", in: text) || skip(",", in: text) else { return true }
        let start = index
        while index < range.upperBound, text[index].isDigit { index += 1 }
        fraction = start..<index
        return true
    }

    /// Skips a time zone, which stays.
    private mutating func zone(_ text: [UInt8]) -> Bool {
        _ = skip(" ", in: text)
        let rest = text[index..<range.upperBound]
        guard rest.count <= 6 else { return false }
        let isName = rest.count <= 3 && rest.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
        let isOffset =
            rest.count >= 3 && (rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-"))
            && rest.dropFirst().allSatisfy { $0.isDigit || $0 == UInt8(ascii: ":") }
        guard isName || isOffset else { return false }
        index = range.upperBound
        return true
    }

    private mutating func parseInternet(_ text: [UInt8]) -> Bool {
        if !text[index].isDigit {
            guard Self.weekdays.contains(where: { text[index...].starts(with: $0.utf8) }) else { return false }
            weekday = index
            index += 3
            guard skip(",", in: text), skip(" ", in: text) else { return false }
        }
        let hasTwoDigits = index + 1 < range.upperBound && text[index + 1].isDigit
        guard hasTwoDigits ? number(2, 1...31, in: text) : number(1, 1...9, in: text) else { return false }
        if hasTwoDigits {
            fields.removeLast()
            fields.append(Field(range: index - 2..<index, values: 10...28))
        }
        guard skip(" ", in: text), Self.months.contains(where: { text[index...].starts(with: $0.utf8) }) else {
            return false
        }
        month = index
        index += 3
        guard skip(" ", in: text), year(text), skip(" ", in: text), time(text, needsColon: true) else { return false }
        return index == range.upperBound || zone(text)
    }
}
