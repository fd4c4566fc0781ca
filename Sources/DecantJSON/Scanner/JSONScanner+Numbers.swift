extension JSONScanner {
    /// Reads a number (RFC 8259 §6).
    ///
    /// Integers of up to 18 digits become a value at once. Whatever has a fraction or an exponent stays text until it is
    /// asked for: reading it exactly costs more than finding its end, and many are never read.
    ///
    /// - Parameters:
    ///   - byte: The first character, a minus or a digit.
    ///   - nodes: Where its node is written.
    /// - Returns: What was expected where the text is wrong.
    @inline(__always)
    mutating func scanNumber(_ byte: UInt8, into nodes: UnsafeJSONNodes) -> JSONScanStep? {
        let start = position
        let isNegative = byte == 0x2D
        var end = isNegative ? start &+ 1 : start
        let digits = end
        var magnitude = UInt64(text[end] &- 0x30)
        guard magnitude < 10 else {
            if Grammar.isLenient, scanNonFinite(into: nodes) { return nil }
            return stop(at: end, .digit)
        }
        end &+= 1
        if magnitude == 0 {
            if text[end] &- 0x30 < 10 { return stop(at: end, .leadingZero) }
        } else {
            while true {
                let digit = text[end] &- 0x30
                if digit >= 10 { break }
                magnitude = magnitude &* 10 &+ UInt64(digit)
                end &+= 1
            }
        }
        let isInteger = text[end] != 0x2E && text[end] | 0x20 != 0x65
        let isSmall = end &- digits < 19 && end &- start <= numberLimit
        guard _fastPath(isInteger && isSmall && !(isNegative && magnitude == 0)) else {
            return scanLongNumber(from: end, isInteger: isInteger, into: nodes)
        }
        let value = isNegative ? 0 &- magnitude : magnitude
        nodes[count] = JSONNode(.integer, offset: start, payload: value)
        count &+= 1
        position = end
        return nil
    }

    @inline(__always)
    private mutating func stop(at fault: Int, _ step: JSONScanStep) -> JSONScanStep {
        position = fault
        return step
    }

    /// Goes on behind the integer part of a number that is no small integer.
    @inline(__always)
    private mutating func scanLongNumber(
        from integerEnd: Int,
        isInteger: Bool,
        into nodes: UnsafeJSONNodes
    ) -> JSONScanStep? {
        var end = integerEnd
        if !isInteger {
            if text[end] == 0x2E {
                let fraction = end &+ 1
                end = endOfDigits(from: fraction)
                guard end != fraction else { return stop(at: end, .digit) }
            }
            if text[end] | 0x20 == 0x65 {
                end &+= 1
                if text[end] == 0x2D || text[end] == 0x2B { end &+= 1 }
                let exponent = end
                end = endOfDigits(from: exponent)
                guard end != exponent else { return stop(at: end, .digit) }
            }
        }
        guard end &- position <= numberLimit else { return .numberLength }
        nodes[count] = isInteger ? nodeOfLongInteger(to: end) : nodeOfText(to: end)
        count &+= 1
        position = end
        return nil
    }

    @inline(__always)
    private func nodeOfText(to end: Int) -> JSONNode {
        JSONNode(.number, offset: position, payload: UInt64(truncatingIfNeeded: end &- position))
    }

    /// Skips digits, eight at a time.
    @inline(__always)
    private func endOfDigits(from start: Int) -> Int {
        var end = start
        while JSONDigits.areAllDigits(text.word64(at: end)) { end &+= 8 }
        while text[end] &- 0x30 < 10 { end &+= 1 }
        return end
    }

    /// An integer of more than 18 digits, which 64 bits may hold or not; also `-0`.
    @inline(never)
    private func nodeOfLongInteger(to end: Int) -> JSONNode {
        let isNegative = text[position] == 0x2D
        let digits = isNegative ? position &+ 1 : position
        guard end &- digits <= 20, text[digits] != 0x30 else { return nodeOfText(to: end) }
        var magnitude: UInt64 = 0
        for index in digits..<end {
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = product.addingReportingOverflow(UInt64(text[index] &- 0x30))
            if isTooLarge || isTooLargeToo { return nodeOfText(to: end) }
            magnitude = sum
        }
        if isNegative {
            guard magnitude <= Int64.min.magnitude else { return nodeOfText(to: end) }
            return JSONNode(.integer, offset: position, payload: 0 &- magnitude)
        }
        return JSONNode(magnitude > Int64.max ? .unsigned : .integer, offset: position, payload: magnitude)
    }
}
