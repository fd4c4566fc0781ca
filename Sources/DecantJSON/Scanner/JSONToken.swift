import CDecantScan
import DecantDocument

/// A name, a string, a number or a literal; or the reason that no token could be read.
struct JSONToken {
    /// Whether the token is valid.
    ///
    /// Separate from the kind, so the compiler can drop the test on code paths that determine it.
    let isValid: Bool

    /// The kind of the token.
    let kind: DocumentNode.Kind

    /// The end of the token, for a name after the colon and whitespace that follow it; for an invalid token, the
    /// position of the error.
    let end: Int

    /// The start of the token; for a string, the position after the quotation mark.
    let offset: Int

    /// The payload of the token's node; for an invalid token, the expected token.
    let payload: UInt64

    init(_ kind: DocumentNode.Kind, offset: Int, payload: UInt64, end: Int) {
        isValid = true
        self.kind = kind
        self.offset = offset
        self.payload = payload
        self.end = end
    }

    /// Creates the token of a node.
    init(_ node: DocumentNode, end: Int) {
        self.init(node.kind, offset: node.offset, payload: node.payload, end: end)
    }

    /// Creates an invalid token; for a string, with its start.
    init(stoppedAt fault: Int, expecting expected: JSONExpectation, from start: Int = 0) {
        isValid = false
        kind = .null
        offset = start
        payload = UInt64(expected.rawValue)
        end = fault
    }

    /// The node of a valid token.
    var node: DocumentNode { DocumentNode(kind, offset: offset, payload: payload) }

    /// The token that was expected instead of an invalid one.
    var expected: JSONExpectation { JSONExpectation(rawValue: UInt8(truncatingIfNeeded: payload)) ?? .value }
}

// Unsafe only in that it relies on the bound of PaddedBytes: the zeros after the text end every token.
//
// The functions are inlined, although they are large. Otherwise the scanner's state would pass through memory for each
// token, at half the speed.

extension PaddedBytes {
    /// Reads the name of a member and the colon after it, up to the value.
    @inline(__always)
    func name(at position: Int, _ lines: some JSONLineCounting) -> JSONToken {
        guard _fastPath(self[position] == UInt8(ascii: "\"")) else {
            return JSONToken(stoppedAt: position, expecting: .member)
        }
        // Scanning of the next token depends on the end of this one. The lengths of names repeat, so the processor can
        // predict the end and continue without waiting. The lengths of strings do not repeat.
        let start = position &+ 1
        let stop = start &+ decant_predicted(stringStop(at: start))
        // A quotation mark and a colon; usually followed by a space and the value, or by the value.
        let characters = word32(at: stop)
        if _fastPath(characters & 0xFFFF == JSONWord.quoteAndColon) {
            let third = UInt8(truncatingIfNeeded: characters >> 16)
            let hasSpace = third == UInt8(ascii: " ") && characters >> 24 > UInt32(UInt8(ascii: " "))
            // A branch, which the processor predicts; a sum would have to wait for the characters.
            let next = hasSpace ? stop &+ 3 : skipWhitespace(at: stop &+ 2, lines)
            return token(of: JSONStringTerminator(position: stop), from: position, to: next)
        }
        var end = JSONStringTerminator(position: stop)
        if self[stop] != UInt8(ascii: "\"") { end = resumeString(at: stop) }
        guard _fastPath(end.isValid) else {
            return JSONToken(stoppedAt: end.position, expecting: .name)
        }
        var next = end.position &+ 1
        if self[next] != UInt8(ascii: ":") {
            next = skipRareWhitespace(at: next, lines)
            guard self[next] == UInt8(ascii: ":") else { return JSONToken(stoppedAt: next, expecting: .colon) }
        }
        next = skipRareWhitespace(at: next &+ 1, lines)
        return token(of: end, from: position, to: next)
    }

    /// Reads a valid name, without the colon after it.
    func nameWithoutColon(at quote: Int) -> JSONToken {
        let end = scanString(from: quote + 1)
        return token(of: end, from: quote, to: end.position + 1)
    }

    /// Reads a string.
    @inline(__always)
    func string(at quote: Int) -> JSONToken {
        let end = scanString(from: quote &+ 1)
        guard _fastPath(end.isValid) else {
            return JSONToken(stoppedAt: end.position, expecting: .string, from: quote)
        }
        return token(of: end, from: quote, to: end.position &+ 1)
    }

    /// Reads a value that is not a string, an array or an object.
    @inline(__always)
    func numberOrWord(_ byte: UInt8, at position: Int, numberLimit: Int) -> JSONToken {
        if byte.beginsNumber { return number(byte, at: position, limit: numberLimit) }
        return word(byte, at: position)
    }

    func token(of string: JSONStringTerminator, from quote: Int, to end: Int) -> JSONToken {
        let length = UInt64(truncatingIfNeeded: string.position &- quote &- 1)
        return JSONToken(string.kind, offset: quote &+ 1, payload: length, end: end)
    }

    /// Reads one of the three literals (RFC 8259 §3).
    @inline(__always)
    func word(_ byte: UInt8, at position: Int) -> JSONToken {
        if byte == UInt8(ascii: "n"), word32(at: position) == JSONWord.null {
            return JSONToken(.null, offset: position, payload: 0, end: position &+ 4)
        }
        if byte == UInt8(ascii: "t"), word32(at: position) == JSONWord.true {
            return JSONToken(.true, offset: position, payload: 0, end: position &+ 4)
        }
        if byte == UInt8(ascii: "f"), word32(at: position &+ 1) == JSONWord.alse {
            return JSONToken(.false, offset: position, payload: 0, end: position &+ 5)
        }
        return JSONToken(stoppedAt: position, expecting: .value)
    }
}

/// Characters of tokens as words; the lowest byte is the first character.
enum JSONWord {
    /// The characters `null`.
    static var null: UInt32 { 0x6C6C_756E }

    /// The characters `true`.
    static var `true`: UInt32 { 0x6575_7274 }

    /// The characters of `false` after its first.
    static var alse: UInt32 { 0x6573_6C61 }

    /// The quotation mark after a name, and a colon.
    static var quoteAndColon: UInt32 { 0x3A22 }

    /// Eight spaces.
    static var spaces: UInt64 { 0x2020_2020_2020_2020 }
}

/// The last comma, with the whitespace after it.
///
/// The next one is usually the same.
///
/// In a minified text, all commas are alike; in an indented text, the commas of one level are. Up to 16 bytes are
/// compared in one step. They contain no zero byte, so no match extends beyond the end of a text.
struct JSONComma {
    private var bits = UInt64.max
    private var mask: UInt64 = 0
    private var upperBits: UInt64 = 0
    private var upperMask: UInt64 = 0

    /// The number of bytes.
    private(set) var length = 0

    /// Creates a comma that matches nowhere.
    init() {}

    /// Returns whether the same bytes follow at a position of a text.
    @inline(__always)
    func isNext(in text: PaddedBytes, at position: Int) -> Bool {
        guard text.word64(at: position) & mask == bits else { return false }
        return length <= 8 || text.word64(at: position &+ 8) & upperMask == upperBits
    }

    /// Stores a comma with the whitespace after it, unless they exceed 16 bytes.
    ///
    /// - Parameters:
    ///   - start: The position of the comma.
    ///   - end: The position after the whitespace.
    mutating func learn(in text: PaddedBytes, from start: Int, to end: Int) {
        let length = end &- start
        guard length <= 16 else { return }
        self.length = length
        mask = Self.mask(min(length, 8))
        bits = text.word64(at: start) & mask
        guard length > 8 else { return }
        upperMask = Self.mask(length &- 8)
        upperBits = text.word64(at: start &+ 8) & upperMask
    }

    /// Returns a mask of the lowest bytes, at least one.
    private static func mask(_ bytes: Int) -> UInt64 { .max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* bytes) }
}

// Unsafe only in that it relies on the bound of PaddedBytes: the zeros after the text end all whitespace.

extension PaddedBytes {
    /// Skips whitespace where it is rare.
    @inline(never)
    func skipRareWhitespace(at start: Int, _ lines: some JSONLineCounting) -> Int { skipWhitespace(at: start, lines) }

    /// Skips whitespace (RFC 8259 §2): space, tab, line feed, carriage return.
    ///
    /// Most often, the whitespace is empty, a single space, or a line end with an indentation.
    @inline(__always)
    func skipWhitespace(at start: Int, _ lines: some JSONLineCounting) -> Int {
        var position = start
        if !self[position].isSpaceOrControl { return position }
        while true {
            switch self[position] {
            case UInt8(ascii: " "): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): lines.pass(self[position])
            default: return position
            }
            position &+= 1
            if !self[position].isSpaceOrControl { return position }
            while word64(at: position) == JSONWord.spaces { position &+= 8 }
            // Branches, which the processor predicts because the lines of a text are indented alike.
            let spaces = UInt32(truncatingIfNeeded: JSONWord.spaces)
            if _fastPath(word32(at: position) == spaces) { position &+= 4 }
            if _fastPath(word32(at: position) & 0xFFFF == spaces & 0xFFFF) { position &+= 2 }
            if _slowPath(self[position] == UInt8(ascii: " ")) { position &+= 1 }
            if _fastPath(!self[position].isSpaceOrControl) { return position }
        }
    }
}

// Unsafe only in that it relies on the bound of PaddedBytes: the zeros after the text end every number.
//
// The functions are inlined, although they are large. Otherwise the scanner's state would pass through memory for each
// token, at half the speed.

extension PaddedBytes {
    /// Reads a number (RFC 8259 §6).
    ///
    /// Integers of up to 18 digits become a value immediately, and fractions of up to 17 digits become an integer and a
    /// power of ten: it is converted to a double when it is read, because many numbers are never read. Other numbers
    /// stay text.
    ///
    /// - Parameters:
    ///   - byte: The first character, a minus or a digit.
    ///   - start: The position of the number.
    ///   - limit: The maximum number of bytes in a number.
    /// - Returns: The number, or an invalid token.
    @inline(__always)
    func number(_ byte: UInt8, at start: Int, limit: Int) -> JSONToken {
        let isNegative = byte == UInt8(ascii: "-")
        let digits = isNegative ? start &+ 1 : start
        var end = digits
        var magnitude: UInt64 = 0
        while true {
            let digit = self[end] &- UInt8(ascii: "0")
            if digit >= 10 { break }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            end &+= 1
        }
        // A zero before other digits takes the slower path.
        let isPlain = end == digits &+ 1 || self[digits] &- UInt8(ascii: "1") < 9
        if _fastPath(isPlain), self[end] == UInt8(ascii: ".") {
            let fraction = end &+ 1
            let last = endOfDigits(from: fraction)
            // At most 19 digits and the point.
            let isShort = last &- digits <= 20 && last &- start <= limit && magnitude &>> 54 == 0
            if _fastPath(isShort && last != fraction && !self[last].isExponentMark) {
                let (length, scale) = (last &- start, last &- fraction)
                let node = DocumentNode(fractionAt: start, length: length, scale: scale, integerPart: magnitude)
                return JSONToken(node, end: last)
            }
        } else if _fastPath(isPlain && end &- digits <= 18 && end &- start <= limit && !self[end].isExponentMark) {
            // Minus zero takes the slower path.
            if _fastPath(magnitude != 0 || !isNegative) {
                return JSONToken(.integer, offset: start, payload: isNegative ? 0 &- magnitude : magnitude, end: end)
            }
        }
        return longNumber(at: start, digits: digits, integerEnd: end, limit: limit)
    }

    /// Continues after the integer part of a number that is neither a small integer nor a short fraction.
    @inline(never)
    func longNumber(at start: Int, digits: Int, integerEnd: Int, limit: Int) -> JSONToken {
        guard integerEnd != digits else { return JSONToken(stoppedAt: digits, expecting: .digit) }
        guard self[digits] != UInt8(ascii: "0") || integerEnd == digits &+ 1 else {
            return JSONToken(stoppedAt: digits &+ 1, expecting: .leadingZero)
        }
        var end = integerEnd
        if self[end] == UInt8(ascii: ".") {
            let fraction = end &+ 1
            end = endOfDigits(from: fraction)
            guard end != fraction else { return JSONToken(stoppedAt: end, expecting: .digit) }
        }
        if self[end].isExponentMark {
            let sign = self[end &+ 1]
            let hasSign = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
            let exponent = hasSign ? end &+ 2 : end &+ 1
            end = endOfDigits(from: exponent)
            guard end != exponent else { return JSONToken(stoppedAt: end, expecting: .digit) }
        }
        guard end &- start <= limit else { return JSONToken(stoppedAt: start, expecting: .numberLength) }
        if end == integerEnd { return longInteger(at: start, digits: digits, to: end) }
        return JSONToken(.decimal, offset: start, payload: UInt64(truncatingIfNeeded: end &- start), end: end)
    }

    /// Skips digits, eight at a time.
    func endOfDigits(from start: Int) -> Int {
        var end = start
        while true {
            let stops = DecimalDigits.stops(in: DecimalDigits.numbers(of: word64(at: end)))
            if stops != 0 { return end &+ stops.trailingZeroBitCount &>> 3 }
            end &+= 8
        }
    }

    /// Reads an integer of many digits, which may exceed 64 bits; also `-0`.
    @inline(never)
    func longInteger(at start: Int, digits: Int, to end: Int) -> JSONToken {
        let asText = JSONToken(.decimal, offset: start, payload: UInt64(truncatingIfNeeded: end &- start), end: end)
        guard end &- digits <= 20, self[digits] != UInt8(ascii: "0") || digits == start else { return asText }
        var magnitude: UInt64 = 0
        for position in digits..<end {
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = product.addingReportingOverflow(UInt64(self[position] &- UInt8(ascii: "0")))
            if isTooLarge || isTooLargeToo { return asText }
            magnitude = sum
        }
        if digits != start {
            guard magnitude <= Int64.min.magnitude else { return asText }
            return JSONToken(.integer, offset: start, payload: 0 &- magnitude, end: end)
        }
        return JSONToken(magnitude > Int64.max ? .unsigned : .integer, offset: start, payload: magnitude, end: end)
    }
}

// The bytes that the scanner tests in several functions, named as in the grammar of RFC 8259.

/// Control characters that have no escape in Swift.
enum JSONControl {
    static var backspace: UInt8 { 0x08 }
    static var verticalTab: UInt8 { 0x0B }
    static var formFeed: UInt8 { 0x0C }
}

extension UInt8 {
    /// The bit that distinguishes an uppercase ASCII letter from its lowercase form, `[` from `{`, and `]` from `}`.
    static var caseBit: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// The byte with the lowercase bit set.
    var lowercased: UInt8 { self | .caseBit }

    /// Whether the byte is a decimal digit.
    var isDecimalDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether the byte begins a number: a minus or a digit.
    var beginsNumber: Bool { self == UInt8(ascii: "-") || isDecimalDigit }

    /// Whether the byte is an ASCII letter or an underscore, and may begin a word.
    var isNameStart: Bool { lowercased &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") }

    /// Whether the byte begins an array or an object.
    var opensContainer: Bool { lowercased == UInt8(ascii: "{") }

    /// Whether the byte begins an exponent.
    var isExponentMark: Bool { lowercased == UInt8(ascii: "e") }

    /// Whether the byte is whitespace or a control character.
    ///
    /// No token begins or continues with either.
    var isSpaceOrControl: Bool { self <= UInt8(ascii: " ") }

    /// Whether the byte ends a line.
    var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
