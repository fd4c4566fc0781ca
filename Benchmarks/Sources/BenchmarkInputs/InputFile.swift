/// An input for measuring the competitors.
package struct InputFile: Sendable {
    /// The name in the figures.
    package let name: String

    package let bytes: [UInt8]

    /// The number of pixels in all frames, for an image.
    package let pixels: Int?

    /// A summary of the contents, in a few words.
    package let summary: String

    /// Whether the input was generated, not read from a folder of example files.
    package let isGenerated: Bool

    init(name: String, bytes: [UInt8], summary: String, isGenerated: Bool, pixels: Int? = nil) {
        self.name = name
        self.bytes = bytes
        self.summary = summary
        self.isGenerated = isGenerated
        self.pixels = pixels
    }

    /// Generates the requested files.
    static func generated(_ generators: [Generator], named names: [String]) -> [InputFile] {
        generators.filter { names.isEmpty || names.contains($0.name) }.map { generator in
            InputFile(name: generator.name, bytes: generator.make(), summary: generator.summary, isGenerated: true)
        }
    }

    /// The name and the summary of a file, and a closure that generates its bytes.
    typealias Generator = (name: String, summary: String, make: @Sendable () -> [UInt8])
}

/// The words of generated texts.
enum Vocabulary {
    static let words = [
        "river", "market", "paper", "window", "garden", "letter", "summer", "engine", "bridge", "silver", "harbour",
        "teacher", "mountain", "evening", "signal", "pocket", "village", "copper", "lantern", "orchard", "quiet",
        "minor", "open", "second", "early", "northern", "broken", "plain", "hollow", "common", "Größe", "café",
    ]

    static let names = [
        "Ada Lind", "Ben Osei", "Carla Ruiz", "Dmitri Volkov", "Eve Nakamura", "Farid Haddad", "Grace Adeyemi",
        "Hugo Brandt", "Ines Costa", "Jon Aasen", "Kim Seo-yeon", "Lars Öberg", "Mira Patel", "Noor Rahman",
    ]

    static func sentence(_ count: Int, from source: inout RandomSource) -> String {
        (0..<count).map { _ in source.element(words) }.joined(separator: " ")
    }

    static func hexadecimal(_ count: Int, from source: inout RandomSource) -> String {
        (0..<(count + 15) / 16).map { _ in String(source.next() | 1 << 63, radix: 16) }.joined()
    }

    static func date(from source: inout RandomSource) -> String {
        func two(_ range: Range<Int>) -> String {
            let text = String(source.number(range))
            return text.count < 2 ? "0" + text : text
        }
        return "20\(two(10..<26))-\(two(1..<13))-\(two(1..<29))T\(two(0..<24)):\(two(0..<60)):\(two(0..<60))Z"
    }
}

/// A small random number generator with the same numbers on every machine: SplitMix64.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from a range by its remainder, so future versions of the standard library cannot change it.
    mutating func number(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns true with a probability given in percent.
    mutating func chance(_ percent: Int) -> Bool {
        number(0..<100) < percent
    }

    mutating func element<Element>(_ elements: [Element]) -> Element {
        elements[number(0..<elements.count)]
    }
}
