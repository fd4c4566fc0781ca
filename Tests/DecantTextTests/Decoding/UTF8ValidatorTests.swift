import DecantCore
import DecantText
import Testing

@Suite struct UTF8ValidatorTests {
    /// Characters of every length at their bounds, and runs of ASCII longer than a word.
    private static let fixtures: [[UInt8]] = [
        Array("plain ASCII, longer than three words of eight".utf8),
        Array("é\u{7FF}\u{800}€\u{D7FF}\u{E000}\u{FFFF}\u{10000}😀\u{10FFFF}".utf8),
        Array("12345678é1234567é123456é12345é1234é123é12é1é".utf8),
        Array("Россия 日本語 한국어 العربية ไทย 👩‍👩‍👧".utf8),
        Array(repeating: 0x80, count: 20),
    ]

    @Test("Every prefix is validated like in the standard library", arguments: fixtures)
    func everyPrefixIsValidatedLikeInTheStandard(fixture: [UInt8]) {
        for end in 0...fixture.count { expectAgreement(Array(fixture[..<end])) }
    }

    @Test("Every flipped bit is validated like in the standard library", arguments: fixtures)
    func everyFlippedBitIsValidatedLike(fixture: [UInt8]) {
        for index in fixture.indices {
            for bit in 0..<8 {
                var bytes = fixture
                bytes[index] ^= 1 << bit
                expectAgreement(bytes)
            }
        }
    }

    @Test("Every pair and many triples are validated like in the standard library")
    func everyPairAndManyTriplesAreValidatedLike() {
        for first in UInt8(0xC0)...0xFF {
            for second in UInt8.min...0xFF {
                for tail in [[], [0x80], [0xBF], [0x41], [0x80, 0x80], [0xBF, 0x41], [0x80, 0xC0]] as [[UInt8]] {
                    expectAgreement([0x41, first, second] + tail)
                }
            }
        }
    }

    @Test("Random bytes are replaced like in the standard library") func randomBytesAreReplacedLikeInTheStandard()
        throws
    {
        var generator = ByteGenerator(seed: 7)
        for length in 0..<400 {
            let bytes = generator.bytes(length)
            expectAgreement(bytes)
            let expected = String(decoding: bytes, as: UTF8.self)
            #expect(try Decoding(bytes, .utf8).text.utf8.elementsEqual(expected.utf8))
        }
    }

    private func expectAgreement(_ bytes: [UInt8]) {
        let offset = UTF8Validator.firstMalformed(in: bytes.elementSpan)
        if offset != Self.firstMalformed(bytes) { Issue.record("\(bytes): \(String(describing: offset))") }
    }

    /// A text is malformed where its longest valid prefix ends.
    private static func firstMalformed(_ bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        return (0..<bytes.count).last { String(validating: bytes[..<$0], as: UTF8.self) != nil }
    }
}
