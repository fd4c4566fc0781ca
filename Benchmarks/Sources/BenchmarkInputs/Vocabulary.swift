/// The words that generated texts are made of.
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
