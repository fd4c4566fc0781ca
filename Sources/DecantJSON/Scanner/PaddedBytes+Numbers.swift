// Unsafe only in that it relies on the bound of PaddedBytes: a number ends at the zeros behind the text at the latest.
//
// The functions are transparent because the optimizer does not put ones of this size in line, whatever it is asked for, and
// the scanner's state would then go through memory for each token: half of the speed.

import CDecantScan
import DecantDocument

extension PaddedBytes {
    /// Reads a number (RFC 8259 §6).
    ///
    /// Integers of up to 18 digits become a value at once. Whatever has a fraction or an exponent stays text until it is
    /// asked for: reading it exactly costs more than finding its end, and many are never read.
    ///
    /// - Parameters:
    ///   - byte: The first character, a minus or a digit.
    ///   - start: Where it stands.
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
        // A zero in front of other digits, or behind a minus, is looked at more closely.
        let isPlain = self[digits] &- 0x31 < 9 || (end == digits &+ 1 && !isNegative)
        guard _fastPath(isPlain && end <= most && end &- start <= limit && next != 0x2E && next | 0x20 != 0x65) else {
            return longNumber(at: start, digits: digits, integerEnd: end, limit: limit)
        }
        return JSONToken(.integer, offset: start, payload: isNegative ? 0 &- magnitude : magnitude, end: end)
    }

    /// Goes on behind the integer part of a number that is no small integer.
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
}
