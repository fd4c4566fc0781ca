import DecantCore
import DecantDocument
import Testing

/// The comparison of names with keys, which has to agree with the conversion of names.
@Suite struct KeyConversionTests {
    private static let conversions: [DecodingOptions.Keys] = [
        .useDefaultKeys, .convertFromSnakeCase, .convertFromKebabCase, .convertFromCapitalized,
    ]

    /// Parts of names: letters, separators, characters that end a run of letters or not, and letters whose case has
    /// another length or another letter without an accent.
    private static let ascii = ["a", "b", "A", "B", "_", "_", "-", "-", "1", "'", "^", "`", ".", ":", " ", "\r\n"]
    private static let others = [
        "\u{E9}", "\u{C9}", "\u{130}", "\u{DF}", "\u{212A}", "\u{301}", "\u{1F600}", "\u{3A3}",
    ]

    private func name(_ parts: [String], _ random: inout SplitMix, atMost length: Int) -> String {
        (0..<Int.random(in: 0...length, using: &random)).map { _ in parts[Int(random.next() % UInt64(parts.count))] }
            .joined()
    }

    /// Returns a description of each disagreement about a name and a key.
    private func faults(_ keys: DecodingOptions.Keys, _ name: String, _ key: String) -> [String] {
        let isKey = keys.key(for: name).utf8.elementsEqual(key.utf8)
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        return name.withUTF8Bytes { bytes in
            key.withUTF8Bytes { keyBytes in
                var faults: [String] = []
                let answer = keys.converts(bytes, to: keyBytes)
                if answer != isKey, answer != nil || isASCII { faults.append("converts") }
                if keys.converts(ascii: bytes, to: keyBytes) != (isASCII && isKey) { faults.append("converts(ascii:)") }
                if isKey, let hash = keys.hash(of: bytes), hash != keys.hash(of: keyBytes) { faults.append("hash") }
                return faults.map { "\($0): “\(name)” and “\(key)” with \(keys)" }
            }
        }
    }

    @Test(arguments: conversions, [7, 70])
    func comparesNamesWithKeysAsItConvertsThem(_ keys: DecodingOptions.Keys, length: Int) {
        var random = SplitMix(state: 7)
        var faults: [String] = []
        for round in 0..<4000 {
            let parts = round % 3 == 0 ? Self.ascii + Self.others : Self.ascii
            let first = name(parts, &random, atMost: length)
            let second = name(parts, &random, atMost: length)
            for key in [keys.key(for: first), first, keys.key(for: second), second, first + "_", "_" + first] {
                faults += self.faults(keys, first, key)
            }
        }
        #expect(faults.isEmpty, "\(faults.prefix(5))")
    }

    /// Two names that differ by a letter, a separator, or the case of a letter have the same key or not.
    @Test(arguments: conversions)
    func comparesNamesWithTheKeysOfSimilarNames(_ keys: DecodingOptions.Keys) {
        let names = [
            "", "a", "A", "_", "a_", "_a", "a_b", "a_B", "A_b", "a__b", "aB", "a-b", "ab", "a_b_", "Ab", "a_1b",
        ]
        let faults = names.flatMap { name in names.flatMap { self.faults(keys, name, keys.key(for: $0)) } }
        #expect(faults.isEmpty, "\(faults.prefix(5))")
    }

    /// Appending each word to a copy of the key would take hours.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [("a_", DecodingOptions.Keys.convertFromSnakeCase), ("a-", .convertFromKebabCase)]
    )
    func longNamesAreConvertedInLinearTime(_ word: String, _ keys: DecodingOptions.Keys) {
        for count in [1 << 21, 1 << 22, 1 << 23] {
            let name = String(repeating: word, count: count) + "a"
            #expect(keys.key(for: name).utf8.count == count + 1)
        }
        let name = String(repeating: word, count: 1 << 19) + "a"
        #expect(faults(keys, name, keys.key(for: name)).isEmpty)
    }

    @Test("Long names beyond ASCII are converted in linear time", .timeLimit(.minutes(10)))
    func longNamesBeyondASCIIAreConvertedInLinear() {
        for count in [1 << 18, 1 << 19, 1 << 20] {
            let name = String(repeating: "\u{E9}_", count: count) + "a"
            #expect(DecodingOptions.Keys.convertFromSnakeCase.key(for: name).utf8.count == 2 * count + 1)
        }
    }
}

/// A generator of random numbers with a known sequence.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
