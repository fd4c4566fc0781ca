import DecantJSON
import Testing

/// Many containers of one object.
@Suite struct ValueDecoderTests {
    @Test func distinguishesManyTypesOfKeys() throws {
        let text = "{\"id\":1,\"keeps\":true}"
        let document = try JSON("[\(Array(repeating: text, count: 40).joined(separator: ","))]")
        let found = try document.decode([Many].self)
        #expect(found.map(\.count) == Array(repeating: 24, count: 40))
    }

    /// Reads one object with 24 key types, whose containers exist simultaneously.
    struct Many: Decodable {
        enum Wrapped<Part>: String, CodingKey { case id }

        let count: Int

        init(from decoder: any Decoder) throws {
            count = try Self.read(decoder, Int.self, left: 24)
        }

        private static func read<Part>(_ decoder: any Decoder, _ type: Part.Type, left: Int) throws -> Int {
            guard left > 0 else { return 0 }
            let container = try decoder.container(keyedBy: Wrapped<Part>.self)
            let inner = try read(decoder, [Part].self, left: left - 1)
            return try inner + container.decode(Int.self, forKey: .id)
        }
    }
}
