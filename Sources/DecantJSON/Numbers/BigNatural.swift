/// A natural number of any size, with the few operations that the exact rounding of decimal numbers needs.
struct BigNatural {
    /// The digits to the base of 2^64, the least significant one first; the last one is never zero.
    private var words: [UInt64] = []

    /// Creates a number.
    init(_ value: UInt64 = 0) {
        if value != 0 { words = [value] }
    }

    /// Multiplies the number, then adds to it.
    mutating func multiply(by factor: UInt64, adding summand: UInt64 = 0) {
        var carry = summand
        for index in words.indices {
            let product = words[index].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            words[index] = low
            // The upper half of a product of two words is never the greatest word.
            carry = product.high &+ (overflow ? 1 : 0)
        }
        if carry != 0 { words.append(carry) }
    }

    /// Multiplies the number by a power of five.
    mutating func multiply(byFiveToThe exponent: Int) {
        // 5^27 is the greatest power of five in 64 bits.
        for _ in 0..<exponent / 27 { multiply(by: 7_450_580_596_923_828_125) }
        for _ in 0..<exponent % 27 { multiply(by: 5) }
    }

    /// Multiplies the number by a power of two.
    mutating func shiftLeft(by bits: Int) {
        if bits % 64 != 0 { multiply(by: 1 << UInt64(bits % 64)) }
        if !words.isEmpty { words.insert(contentsOf: repeatElement(0, count: bits / 64), at: 0) }
    }

    /// Compares two numbers: negative if this one is less, positive if it is greater, else zero.
    func compare(with other: BigNatural) -> Int {
        guard words.count == other.words.count else { return words.count < other.words.count ? -1 : 1 }
        for (word, otherWord) in zip(words, other.words).reversed() where word != otherWord {
            return word < otherWord ? -1 : 1
        }
        return 0
    }
}
