/// The types decoded by the table of cases.
enum ParityTypes {
    struct Point: Decodable {
        var x: Int
        var y: Double
    }

    struct Optionals: Decodable {
        var int: Int?
        var text: String?
        var point: Point?
        var list: [Int?]?
        var twice: Int??
    }

    struct Nest: Decodable {
        var points: [Point]
        var named: [String: Point]
        var matrix: [[Double]]
    }

    enum Suit: String, Decodable, CodingKeyRepresentable { case hearts, spades }

    enum Plain: String, Decodable { case hearts, spades }

    enum Grade: Int, Decodable { case low = 1, high = 2 }

    enum Shape: Decodable {
        case circle(Double)
        case box(width: Int, height: Int?)
        case nothing
    }

    class Animal: Decodable {
        var name: String
    }

    final class Dog: Animal {
        var age: Int

        private enum CodingKeys: String, CodingKey { case age }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            age = try container.decode(Int.self, forKey: .age)
            try super.init(from: container.superDecoder())
        }
    }

    final class Cat: Animal {
        var lives: Int

        private enum CodingKeys: String, CodingKey { case lives }

        required init(from decoder: any Decoder) throws {
            lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
            try super.init(from: decoder)
        }
    }

    @propertyWrapper struct Lossy<Element: Decodable>: Decodable {
        var wrappedValue: [Element]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            wrappedValue = []
            while !container.isAtEnd {
                let element = try? container.decode(Element.self)
                if let element { wrappedValue.append(element) } else { _ = try container.decode(Anything.self) }
            }
        }
    }

    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    struct Wrapped: Decodable {
        @Lossy var values: [Int]
    }

    indirect enum Tree: Decodable {
        case leaf(Int)
        case node([Tree])

        init(from decoder: any Decoder) throws {
            if let value = try? decoder.singleValueContainer().decode(Int.self) {
                self = .leaf(value)
            } else {
                self = .node(try decoder.singleValueContainer().decode([Tree].self))
            }
        }
    }

    struct Renamed: Decodable {
        var fooBar: Int
        var someURLPath: String?
        var counts: [String: Int]?
        var inner: Inner?

        struct Inner: Decodable {
            var lastName: String
        }

        enum CodingKeys: String, CodingKey { case fooBar, someURLPath = "someUrlPath", counts, inner }
    }

    struct AccentedKey: Decodable {
        var value: Int

        enum CodingKeys: String, CodingKey { case value = "\u{E9}" }
    }

    struct Wide: Decodable {
        var i8: Int8?, i16: Int16?, i32: Int32?, i64: Int64?, u: UInt?, u8: UInt8?, u16: UInt16?, u32: UInt32?
        var u64: UInt64?, i128: Int128?, u128: UInt128?, f: Float?, d: Double?, b: Bool?
    }

    /// Tries to decode an object as a dictionary first.
    enum Either: Decodable {
        case counts([String: Int])
        case renamed(Renamed)

        init(from decoder: any Decoder) throws {
            if let counts = try? decoder.singleValueContainer().decode([String: Int].self) {
                self = .counts(counts)
            } else {
                self = .renamed(try Renamed(from: decoder))
            }
        }
    }

    struct Thrower: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not today")
        }
    }
}
