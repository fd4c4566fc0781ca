/// The index tables of the WHATWG Encoding Standard §5.
///
/// Each is expanded on first use.
enum IndexTables {
    static let big5 = TableExpansion.expand(CodedTables.big5)
    static let eucKr = TableExpansion.expand(CodedTables.eucKr)
    static let gb18030 = TableExpansion.expand(CodedTables.gb18030)
    static let gb18030RangePointers = TableExpansion.expand(CodedTables.gb18030RangePointers)
    static let gb18030RangeCodePoints = TableExpansion.expand(CodedTables.gb18030RangeCodePoints)
    static let jis0208 = TableExpansion.expand(CodedTables.jis0208)
    static let jis0212 = TableExpansion.expand(CodedTables.jis0212)
    /// The upper halves of the single-byte tables, 400 bytes each, by lowercase encoding name.
    static let singleByte = CodedTables.singleByte.mapValues(TableExpansion.expand)
}

/// An expander of a coded index table.
///
/// The standard's tables have 88,000 entries. As array literals, they would take megabytes of source and minutes of
/// compile time. The code is 110 kB of text in string literals. Expanding the largest table takes a fraction of a
/// millisecond, once, for the first text that needs it.
///
/// The code is a sequence of numbers with digits in base 91: printable ASCII from `#` on, without the backslash. The
/// first digit of a number determines its length and meaning; *next* is the last code point plus one:
///
/// | first digit | digits | meaning |
/// |---|---|---|
/// | 0 to 41 | 1 | one code point: next plus a difference from -21 to 20 |
/// | 42 to 64 | 2 | one code point: next plus a difference from -1068 to 1067 |
/// | 65 to 88 | 3 | one code point, by its value |
/// | 89 | 3 | as many consecutive code points, from next on, as the other two digits state |
/// | 90 | 3 | as many pointers without a code point as the other two digits state |
///
/// Differences are numbered 0, -1, 1, -2, 2, ... For example, `}#%` (digits 89, 0, 2) followed by `$` (digit 1) at the
/// start of a table expands to U+0000, U+0001, and U+0001: for the last one, *next* is 2 and the difference is -1.
struct TableExpansion {
    private static let base: UInt32 = 91
    private static let oneDigit: UInt32 = 42
    private static let twoDigits: UInt32 = 23
    private static let run: UInt32 = 89
    private var values: [UInt32] = []
    private var next: UInt32 = 0
    private var digits: String.UTF8View.Iterator

    private init(_ code: String) { digits = code.utf8.makeIterator() }

    /// Expands a generated string to the code point of each pointer; 0 for pointers without a code point, because no
    /// table has U+0000.
    static func expand(_ code: String) -> [UInt32] {
        var expansion = TableExpansion(code)
        while let digit = expansion.digit() { expansion.parseNumber(beginningWith: digit) }
        return expansion.values
    }

    private mutating func digit() -> UInt32? {
        digits.next().map { UInt32($0 > UInt8(ascii: "\\") ? $0 - 1 : $0) - UInt32(UInt8(ascii: "#")) }
    }

    private mutating func twoMoreDigits() -> UInt32 {
        let high = digit() ?? 0
        return high * Self.base + (digit() ?? 0)
    }

    private mutating func parseNumber(beginningWith digit: UInt32) {
        switch digit {
        case 0..<Self.oneDigit: append(difference: digit)
        case Self.oneDigit..<Self.oneDigit + Self.twoDigits:
            append(difference: Self.oneDigit + (digit - Self.oneDigit) * Self.base + (self.digit() ?? 0))
        case Self.oneDigit + Self.twoDigits..<Self.run:
            append((digit - Self.oneDigit - Self.twoDigits) * Self.base * Self.base + twoMoreDigits())
        case Self.run:
            for _ in 0..<twoMoreDigits() { append(next) }
        default:
            values.append(contentsOf: repeatElement(0, count: Int(twoMoreDigits())))
        }
    }

    private mutating func append(difference: UInt32) {
        append(difference % 2 == 0 ? next + difference / 2 : next - difference / 2 - 1)
    }

    private mutating func append(_ value: UInt32) {
        values.append(value)
        next = value + 1
    }
}
