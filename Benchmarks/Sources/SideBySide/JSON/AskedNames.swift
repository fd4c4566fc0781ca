/// Asks for names in an order of its own, and counts those that are there.
struct AskedNames: Decodable {
    @TaskLocal static var names: [String] = []

    let found: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var found = 0
        for name in Self.names where try container.decodeIfPresent(Int.self, forKey: Name(name)) != nil { found += 1 }
        self.found = found
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) {
            stringValue = name
        }

        init?(stringValue: String) {
            self.init(stringValue)
        }

        init?(intValue: Int) {
            return nil
        }
    }
}
