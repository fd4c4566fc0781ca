// Unsafe only in that it relies on the bound of PaddedBytes: every token ends at the zeros after the text at the latest.
//
// The functions are transparent because the optimizer does not put ones of this size in line, whatever it is asked for, and
// the scanner's state would then go through memory for each token: half of the speed.

import CDecantScan
package import DecantCore
import DecantDocument

extension PaddedBytes {
    /// Reads the name of a member, and the colon after it, up to its value.
    @_transparent
    func name(at position: Int, _ lines: some JSONLineCounting) -> JSONToken {
        guard _fastPath(self[position] == 0x22) else { return JSONToken(stoppedAt: position, expecting: .member) }
        let end = endOfName(from: position &+ 1)
        guard _fastPath(end.isValid) else { return JSONToken(stoppedAt: end.position, expecting: .name) }
        var next = end.position &+ 1
        if self[next] != 0x3A {
            next = skipWhiteSpace(at: next, lines)
            guard self[next] == 0x3A else { return JSONToken(stoppedAt: next, expecting: .colon) }
        }
        next = skipWhiteSpace(at: next &+ 1, lines)
        return token(of: end, from: position, to: next)
    }

    /// Reads a valid name, without the colon after it.
    func name(endingAnywhereFrom quote: Int) -> JSONToken {
        let end = JSONStringEnd(in: self, from: quote + 1)
        return token(of: end, from: quote, to: end.position + 1)
    }

    @_transparent
    func string(at quote: Int) -> JSONToken {
        let end = endOfString(from: quote &+ 1)
        guard _fastPath(end.isValid) else { return JSONToken(stoppedAt: end.position, expecting: .string) }
        return token(of: end, from: quote, to: end.position &+ 1)
    }

    /// Reads a value that is no string, array or object.
    @_transparent
    func numberOrWord(_ byte: UInt8, at position: Int, numberLimit: Int) -> JSONToken {
        if byte == 0x2D || byte &- 0x30 < 10 { return number(byte, at: position, limit: numberLimit) }
        return word(byte, at: position)
    }

    @_transparent
    func token(of string: JSONStringEnd, from quote: Int, to end: Int) -> JSONToken {
        let length = UInt64(truncatingIfNeeded: string.position &- quote &- 1)
        return JSONToken(string.kind, offset: quote &+ 1, payload: length, end: end)
    }

    /// Finds the end of a string (RFC 8259 §7); most are plain and short.
    @_transparent
    func endOfString(from start: Int) -> JSONStringEnd {
        let stop = start &+ stringStop(at: start)
        if _fastPath(self[stop] == 0x22) { return JSONStringEnd(position: stop, kind: .string) }
        return JSONStringEnd(in: self, from: stop)
    }

    /// Finds the end of a name.
    ///
    /// The next token cannot be looked for before the end of this one is found. The lengths of names repeat, so that the
    /// processor can predict them and need not wait; those of strings do not.
    @_transparent
    func endOfName(from start: Int) -> JSONStringEnd {
        let stop = start &+ decant_predicted(stringStop(at: start))
        if _fastPath(self[stop] == 0x22) { return JSONStringEnd(position: stop, kind: .string) }
        return JSONStringEnd(in: self, from: stop)
    }

    /// Reads one of the three literal names (RFC 8259 §3).
    @_transparent
    func word(_ byte: UInt8, at position: Int) -> JSONToken {
        if byte == 0x6E, word32(at: position) == 0x6C6C_756E {
            return JSONToken(.null, offset: position, payload: 0, end: position &+ 4)
        }
        if byte == 0x74, word32(at: position) == 0x6575_7274 {
            return JSONToken(.true, offset: position, payload: 0, end: position &+ 4)
        }
        if byte == 0x66, word32(at: position &+ 1) == 0x6573_6C61 {
            return JSONToken(.false, offset: position, payload: 0, end: position &+ 5)
        }
        return JSONToken(stoppedAt: position, expecting: .value)
    }
}

/// A name, a string, a number or a word that was read, or why it could not be.
struct JSONToken {
    /// Whether it could be read; apart from the kind, so that the compiler knows the answer wherever it knows the way.
    let isValid: Bool
    let kind: DocumentNode.Kind
    /// Where it ends, for a name with the colon and the white space after it; where the fault is, if there is one.
    let end: Int
    /// Where it begins; for a string, after the quotation mark.
    let offset: Int
    /// The payload of its node; for an invalid one, what was expected.
    let payload: UInt64

    @inline(__always)
    init(_ kind: DocumentNode.Kind, offset: Int, payload: UInt64, end: Int) {
        isValid = true
        self.kind = kind
        self.offset = offset
        self.payload = payload
        self.end = end
    }

    /// Creates a token that is not valid.
    @inline(__always)
    init(stoppedAt fault: Int, expecting step: JSONScanStep) {
        isValid = false
        kind = .null
        offset = 0
        payload = UInt64(step.rawValue)
        end = fault
    }

    /// The node of a valid token.
    @inline(__always) var node: DocumentNode { DocumentNode(kind, offset: offset, payload: payload) }
    /// What was expected where an invalid one is wrong.
    var step: JSONScanStep { JSONScanStep(rawValue: UInt8(truncatingIfNeeded: payload)) ?? .value }
}

// Unsafe only in that it relies on the bound of PaddedBytes: a number ends at the zeros after the text at the latest.
//
// The functions are transparent because the optimizer does not put ones of this size in line, whatever it is asked for, and
// the scanner's state would then go through memory for each token: half of the speed.

extension PaddedBytes {
    /// Reads a number (RFC 8259 §6).
    ///
    /// Integers of up to 18 digits become a value at once. Whatever has a fraction or an exponent stays text until it is
    /// asked for: reading it exactly costs more than finding its end, and many are never read.
    ///
    /// - Parameters:
    ///   - byte: The first character, a minus or a digit.
    ///   - start: Where it is.
    ///   - limit: How many bytes a number may have.
    /// - Returns: The number, or what was expected.
    @_transparent
    func number(_ byte: UInt8, at start: Int, limit: Int) -> JSONToken {
        let isNegative = byte == 0x2D
        let digits = isNegative ? start &+ 1 : start
        let most = digits &+ 18
        var end = digits
        var magnitude: UInt64 = 0
        while true {
            let digit = self[end] &- 0x30
            if digit >= 10 { break }
            magnitude = magnitude &* 10 &+ UInt64(digit)
            end &+= 1
        }
        let next = self[end]
        // A zero before other digits, or after a minus, is looked at more closely.
        let isPlain = self[digits] &- 0x31 < 9 || (end == digits &+ 1 && !isNegative)
        guard _fastPath(isPlain && end <= most && end &- start <= limit && next != 0x2E && next | 0x20 != 0x65) else {
            return longNumber(at: start, digits: digits, integerEnd: end, limit: limit)
        }
        return JSONToken(.integer, offset: start, payload: isNegative ? 0 &- magnitude : magnitude, end: end)
    }

    /// Goes on after the integer part of a number that is no small integer.
    @_transparent
    func longNumber(at start: Int, digits: Int, integerEnd: Int, limit: Int) -> JSONToken {
        guard integerEnd != digits else { return JSONToken(stoppedAt: digits, expecting: .digit) }
        guard self[digits] != 0x30 || integerEnd == digits &+ 1 else {
            return JSONToken(stoppedAt: digits &+ 1, expecting: .leadingZero)
        }
        var end = integerEnd
        if self[end] == 0x2E {
            let fraction = end &+ 1
            end = endOfDigits(from: fraction)
            guard end != fraction else { return JSONToken(stoppedAt: end, expecting: .digit) }
        }
        if self[end] | 0x20 == 0x65 {
            let sign = self[end &+ 1]
            let exponent = sign == 0x2D || sign == 0x2B ? end &+ 2 : end &+ 1
            end = endOfDigits(from: exponent)
            guard end != exponent else { return JSONToken(stoppedAt: end, expecting: .digit) }
        }
        guard end &- start <= limit else { return JSONToken(stoppedAt: start, expecting: .numberLength) }
        if end == integerEnd { return longInteger(at: start, digits: digits, to: end) }
        return JSONToken(.decimal, offset: start, payload: UInt64(truncatingIfNeeded: end &- start), end: end)
    }

    /// Skips digits, eight at a time.
    @_transparent
    func endOfDigits(from start: Int) -> Int {
        var end = start
        while true {
            let stops = DecimalDigits.stops(in: DecimalDigits.numbers(of: word64(at: end)))
            if stops != 0 { return end &+ stops.trailingZeroBitCount &>> 3 }
            end &+= 8
        }
    }

    /// An integer of many digits, which 64 bits may hold or not; also `-0`.
    @inline(never)
    func longInteger(at start: Int, digits: Int, to end: Int) -> JSONToken {
        let asText = JSONToken(.decimal, offset: start, payload: UInt64(truncatingIfNeeded: end &- start), end: end)
        guard end &- digits <= 20, self[digits] != 0x30 || digits == start else { return asText }
        var magnitude: UInt64 = 0
        for position in digits..<end {
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = product.addingReportingOverflow(UInt64(self[position] &- 0x30))
            if isTooLarge || isTooLargeToo { return asText }
            magnitude = sum
        }
        if digits != start {
            guard magnitude <= Int64.min.magnitude else { return asText }
            return JSONToken(.integer, offset: start, payload: 0 &- magnitude, end: end)
        }
        return JSONToken(magnitude > Int64.max ? .unsigned : .integer, offset: start, payload: magnitude, end: end)
    }

    /// The number of the next 16 bytes before the first one that ends a plain ASCII run of a string; 16 if none does.
    @inline(__always)
    func stringStop(at position: Int) -> Int {
        #if arch(x86_64) || arch(arm64)
        return unsafe decant_json_string_stop(address(of: position))
        #else
        return portableStringStop(at: position)
        #endif
    }

    /// The same by words of 8 bytes, for processors that the header does not know.
    @inline(__always)
    func portableStringStop(at position: Int) -> Int {
        let first = Self.stops(in: word64(at: position))
        if first != 0 { return first.trailingZeroBitCount >> 3 }
        let second = Self.stops(in: word64(at: position &+ 8))
        return second != 0 ? 8 &+ second.trailingZeroBitCount >> 3 : 16
    }

    /// Marks the bytes that end a plain run with their highest bit; right up to the lowest mark, which is all that counts,
    /// since a borrow can only spoil the bytes above one.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let escapes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let isQuote = (quotes &- ones) & ~quotes
        let isEscape = (escapes &- ones) & ~escapes
        let isControl = word &- 0x2020_2020_2020_2020
        return (isQuote | isEscape | isControl | word) & 0x8080_8080_8080_8080
    }
}

/// The two ways to find the end of a plain run in a string: the one of the processor's vectors, and the one of words.
///
/// They have to agree at every position of every text, which the tests compare.
package enum UnsafeStringStops {
    /// Counts the bytes before the first one that ends a plain run, by both ways.
    package static func both(in body: ResponseBody, at position: Int) -> (vectors: Int, words: Int) {
        precondition(position >= 0 && position <= body.count)
        let text = FlatDocument.make(body, capacity: 2, words: .json).bytes(upTo: body.count)
        return withExtendedLifetime(body) { (text.stringStop(at: position), text.portableStringStop(at: position)) }
    }
}

/// Where a string ends, and what it turned out to be.
struct JSONStringEnd {
    /// The closing quotation mark, or the fault.
    var position: Int
    var kind: DocumentNode.Kind
    /// Whether there is no fault.
    var isValid = true
}

extension JSONStringEnd {
    /// Goes on in a string, from a position where a plain run ends or may go on.
    @inline(never)
    init(in text: PaddedBytes, from start: Int) {
        self.init(position: start, kind: .string)
        while true {
            let stop = text.stringStop(at: position)
            if stop == 16 {
                // A predicted step, where adding what was found would have to wait for it.
                position &+= 16
                continue
            }
            position &+= stop
            let byte = text[position]
            if byte == 0x22 { return }
            let isValid = byte >= 0x80 ? skipNonASCII(in: text) : byte == 0x5C && skipEscape(in: text)
            guard _fastPath(isValid) else {
                self.isValid = false
                return
            }
        }
    }

    /// Skips characters beyond ASCII, as many as follow each other, by the table of well-formed UTF-8 (RFC 3629 §4).
    ///
    /// A word of four bytes is compared at once: which bits must be set, and that the others make no overlong form, no
    /// surrogate and nothing above U+10FFFF. Three bytes come first, the length of most scripts of Asia.
    @inline(__always)
    private mutating func skipNonASCII(in text: PaddedBytes) -> Bool {
        while true {
            let word = text.word32(at: position)
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                let bits = word & 0x0000_200F
                if bits == 0 || bits == 0x200D { return false }
                position &+= 3
            } else if word & 0x0000_C0E0 == 0x0000_80C0 {
                if word & 0x0000_001E == 0 { return false }
                position &+= 2
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                let bits = word & 0x0000_3007
                if bits == 0 || (bits & 0x04 != 0 && bits & 0x3003 != 0) { return false }
                position &+= 4
            } else {
                return word & 0x80 == 0
            }
        }
    }

    /// Skips one escape, with its second half if it is the first one of a surrogate pair.
    @inline(__always)
    private mutating func skipEscape(in text: PaddedBytes) -> Bool {
        kind = .escapedString
        switch text[position &+ 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            position &+= 2
            return true
        case 0x75:
            let unit = JSONEscape.unit(in: text.word32(at: position &+ 2))
            guard unit & 0xF800 == 0xD800 else {
                guard unit != JSONEscape.invalidUnit else { return false }
                position &+= 6
                return true
            }
            let isPair = unit < 0xDC00 && text[position &+ 6] == 0x5C && text[position &+ 7] == 0x75
            let second = isPair ? JSONEscape.unit(in: text.word32(at: position &+ 8)) : 0
            guard second & 0xFFFF_FC00 == 0xDC00 else { return false }
            position &+= 12
            return true
        default:
            return false
        }
    }
}

// Unsafe only in that it relies on the bound of PaddedBytes: white space ends at the zeros after the text at the latest.

extension PaddedBytes {
    /// Skips white space (RFC 8259 §2): space, tab, line feed, carriage return.
    ///
    /// Most often there is none, or one space, or a line end with an indentation after it.
    @inline(__always)
    func skipWhiteSpace(at start: Int, _ lines: some JSONLineCounting) -> Int {
        var position = start
        if self[position] > 0x20 { return position }
        while true {
            switch self[position] {
            case 0x20: break
            case 0x0A, 0x0D, 0x09: lines.pass(self[position])
            default: return position
            }
            position &+= 1
            if self[position] > 0x20 { return position }
            while word64(at: position) == 0x2020_2020_2020_2020 { position &+= 8 }
            if word32(at: position) == 0x2020_2020 { position &+= 4 }
            while self[position] == 0x20 { position &+= 1 }
            if self[position] > 0x20 { return position }
        }
    }
}
