import DecantCore
import DecantJSON
import TestSupport
import Testing

/// The kernels that find tokens, compared with a byte-by-byte kernel.
@Suite struct UnsafeJSONTokensTests {
    /// Whether each byte is a mark, as a table, because the tests look it up millions of times.
    private static let isMark = (0...0xFF).map { Array("{}[]:,".utf8).contains($0) }

    /// Returns the tokens of a text, or nil if a character is malformed.
    private func expected(_ bytes: [UInt8]) -> [Int]? {
        var offsets: [Int] = []
        var isInside = false
        var isEscaped = false
        var isAfterOther = false
        for offset in bytes.indices {
            let byte = bytes[offset]
            let escapes = byte == 0x5C && !isEscaped
            let isQuote = byte == 0x22 && !isEscaped
            let isWhite = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
            if byte < 0x20, isInside || !isWhite { return nil }
            let isMark = !isInside && Self.isMark[Int(byte)]
            let isOther = !isInside && !isQuote && !isMark && !isWhite
            if isQuote || isMark || escapes || (isOther && !isAfterOther) { offsets.append(offset) }
            if isQuote { isInside.toggle() }
            isEscaped = escapes
            isAfterOther = isOther
        }
        return offsets
    }

    private func check(_ bytes: [UInt8], isUTF8: Bool = true) {
        let tokens = isUTF8 ? expected(bytes) : nil
        let feeds = bytes.count { $0 == 0x0A }
        let returns = bytes.count { $0 == 0x0D }
        for kernel in JSONTokenKernel.allCases where kernel.isThere {
            let found = kernel.tokens(of: ResponseBytes(bytes))
            #expect(found?.offsets == tokens, "\(kernel) in \(bytes)")
            guard let found else { continue }
            #expect(found.feeds == feeds && found.returns == returns)
        }
    }

    static let specials = Array("\"\\{}[]:, \t\n\r/a0-".utf8) + [0x00, 0x0B, 0x0C, 0x1A, 0x1F, 0x7F]

    @Test(arguments: specials)
    func agreeOnEverySpecialByteAtEveryOffset(byte: UInt8) {
        for count in [130, 192] {
            for index in 0..<count {
                // Outside strings, inside a string, and in runs of backslashes.
                for filler: UInt8 in [0x20, 0x61, 0x22, 0x5C, 0x2C] {
                    var bytes = [UInt8](repeating: filler, count: count)
                    bytes[index] = byte
                    check(bytes)
                    bytes[0] = 0x22
                    check(bytes)
                }
            }
        }
    }

    @Test func agreeOnRunsOfBackslashesAcrossBlocks() {
        for start in 50..<70 {
            for length in 0..<20 {
                let before: [UInt8] = [0x22] + [UInt8](repeating: 0x61, count: start)
                check(before + [UInt8](repeating: 0x5C, count: length) + Array("\",\"\",1".utf8))
            }
        }
    }

    @Test func agreeOnRandomTexts() {
        var numbers = PseudorandomNumbers(seed: 5)
        for _ in 0..<2000 {
            check(
                (0..<numbers.number(below: 400)).map { _ in
                    Self.specials[numbers.number(below: Self.specials.count - 6)]
                }
            )
        }
    }

    /// Sequences that are not characters (RFC 3629 §4), and some valid ones.
    static let sequences: [(bytes: [UInt8], isValid: Bool)] =
        [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xDF, 0x41], [0xC3, 0xC3], [0xE0, 0x9F, 0xBF],
            [0xE0, 0xA0],
            [0xE1, 0x80], [0xE1, 0x80, 0x41], [0xE1, 0x41, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80], [0xF1, 0x80, 0x80, 0x41], [0xF1, 0x80, 0x41, 0x80],
            [0xF1, 0x41, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFE], [0xFF], [0xC3, 0xA9, 0xA9], [0xE6, 0xB0, 0xB4, 0x80], [0xF0, 0x9F, 0x98, 0x80, 0x80],
        ].map { ($0, false) }
        + [
            [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF], [0xED, 0x9F, 0xBF],
            [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF],
            [0xF4, 0x8F, 0xBF, 0xBF],
        ].map { ($0, true) }

    @Test("Agree on every sequence at every offset of two blocks", arguments: sequences)
    func agreeOnEverySequenceAtEveryOffsetOfTwo(bytes: [UInt8], isValid: Bool) {
        for index in 0..<130 {
            for filler: [UInt8] in [[0x61], [0xC3, 0xA9]] {
                let before: [UInt8] = [0x22] + (0..<index / filler.count).flatMap { _ in filler }
                check(before + bytes + Array("abcdefghij\",1".utf8), isUTF8: isValid)
                // The text may end with the sequence.
                if isValid { check(before + bytes) }
            }
        }
    }

    /// Every leading byte with every continuation byte, and with some other bytes.
    @Test("Agree with the standard library on every leading byte") func agreeWithTheStandardLibrary() {
        for lead in UInt8(0xC0)...0xFF {
            for second in UInt8(0x7E)...0xC1 {
                for rest in [[], [0x80], [0xBF, 0x80]] as [[UInt8]] {
                    // A three-byte character comes first, so that all sequences take the same code path.
                    let start = Array("\"水".utf8) + [UInt8](repeating: 0x61, count: 59)
                    let bytes = start + [lead, second] + rest + [0x22]
                    check(bytes, isUTF8: String(validating: bytes, as: UTF8.self) != nil)
                }
            }
        }
    }
}
