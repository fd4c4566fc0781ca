import DecantCore
import DecantJSON
import TestSupport
import Testing

/// Containers of objects with the same keys, and containers that outlive the decoding.
@Suite struct ValueDecoderTests {
    enum Key: String, CodingKey, CaseIterable {
        case id, keeps, child, more
    }

    /// Keeps its container if its text requests it.
    struct Item: Decodable {
        let id: Int
        let kept: KeyedDecodingContainer<Key>?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decode(Int.self, forKey: .id)
            kept = try container.decodeIfPresent(Bool.self, forKey: .keeps) == true ? container : nil
        }
    }

    /// Reads its own members again after decoding its children, which have the same keys.
    struct Tree: Decodable {
        let ids: [Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let same = try decoder.container(keyedBy: Key.self)
            let child = try container.decodeIfPresent(Tree.self, forKey: .child)
            let more = try same.decodeIfPresent([Tree].self, forKey: .more) ?? []
            let own = [try container.decode(Int.self, forKey: .id), try same.decode(Int.self, forKey: .id)]
            ids = own + (child?.ids ?? []) + more.flatMap(\.ids)
        }
    }

    final class Token: Sendable {}

    @Test(arguments: 1...9)
    func keepsRetainedContainersOnSeparateObjects(distance: Int) throws {
        let text = (0..<100).map { "{\"id\":\($0),\"keeps\":\($0 % distance == 0)}" }.joined(separator: ",")
        let items = try JSON(parsing: "[\(text)]".utf8).decode([Item].self)
        #expect(items.map(\.id) == Array(0..<100))
        for item in items {
            guard let kept = item.kept else { continue }
            #expect(try kept.decode(Int.self, forKey: .id) == item.id)
            #expect(kept.codingPath.map(\.intValue) == [item.id])
        }
        #expect(items.compactMap(\.kept).count == (99 / distance) + 1)
    }

    @Test func distinguishesObjectsWithTheSameKeys() throws {
        let leaves = (10..<60).map { "{\"id\":\($0),\"child\":{\"id\":\($0 + 100)}}" }
        let text = "{\"id\":1,\"more\":[\(leaves.joined(separator: ","))],\"child\":{\"id\":2,\"more\":[{\"id\":3}]}}"
        let expected = [1, 1, 2, 2, 3, 3] + (10..<60).flatMap { [$0, $0, $0 + 100, $0 + 100] }
        #expect(try JSON(parsing: text.utf8).decode(Tree.self).ids == expected)
    }

    /// Decodes items while the decoding retains an object.
    ///
    /// The object's lifetime shows the lifetime of the decoding.
    private func items(_ text: String) throws -> (items: [Item], token: () -> Token?) {
        let token = Token()
        let name = try #require(CodingUserInfoKey(rawValue: "token"))
        let strategies = CustomStrategies(userInfo: [name: token])
        let items = try JSON(parsing: text.utf8).decode([Item].self, options: .init(strategies))
        return (items, { [weak token] in token })
    }

    @Test(arguments: [0, 1, 2, 50])
    func releasesEverythingAtTheEnd(count: Int) throws {
        let text = (0..<count).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let (items, token) = try items("[\(text)]")
        #expect(items.count == count)
        #expect(token() == nil)
    }

    @Test("Releases the decoding with the last container that is kept") func releasesTheDecodingWithTheLastContainer()
        throws
    {
        let text = "[{\"id\":0},{\"id\":1,\"keeps\":true},{\"id\":2},{\"id\":3,\"keeps\":true}]"
        var (items, token) = try items(text)
        #expect(token() != nil)
        #expect(try items[1].kept?.decode(Int.self, forKey: .id) == 1)
        items.removeAll { $0.id != 3 }
        #expect(try items[0].kept?.decode(Int.self, forKey: .id) == 3)
        items = []
        #expect(token() == nil)
    }

    /// Keeps its decoder.
    final class DecoderKeeper: Decodable {
        var decoder: (any Decoder)?

        required init(from decoder: any Decoder) throws { self.decoder = decoder }
    }

    @Test("Containers that are made after the decoding keep it") func containersThatAreMadeAfterTheDecoding() throws {
        let token = Token()
        let isThere: () -> Bool = { [weak token] in token != nil }
        let name = try #require(CodingUserInfoKey(rawValue: "token"))
        let keeper = try JSON(parsing: "{\"id\":5,\"child\":{\"id\":6}}".utf8)
            .decode(DecoderKeeper.self, options: .init(CustomStrategies(userInfo: [name: consume token])))
        var container = try keeper.decoder?.container(keyedBy: Key.self)
        keeper.decoder = nil
        // Meanwhile, other decodings use the freed memory.
        #expect(try JSON(parsing: "[{\"id\":7},{\"id\":8}]".utf8).decode([Item].self).map(\.id) == [7, 8])
        #expect(try container?.decode(Int.self, forKey: .id) == 5)
        var child = try container?.nestedContainer(keyedBy: Key.self, forKey: .child)
        container = nil
        #expect(isThere())
        #expect(try child?.decode(Int.self, forKey: .id) == 6)
        child = nil
        #expect(!isThere())
    }

    /// Passes its container on and then throws.
    struct Failing: Decodable {
        final class Basket: @unchecked Sendable { var container: KeyedDecodingContainer<Key>? }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for case let basket as Basket in decoder.userInfo.values { basket.container = container }
            _ = try container.decode(String.self, forKey: .id)
        }
    }

    @Test func aContainerOutlivesADecodingThatFailed() throws {
        let basket = Failing.Basket()
        let name = try #require(CodingUserInfoKey(rawValue: "basket"))
        let strategies = CustomStrategies(userInfo: [name: basket])
        #expect(throws: ResponseError.self) {
            try JSON(parsing: "{\"id\":5}".utf8).decode(Failing.self, options: .init(strategies))
        }
        #expect(try JSON(parsing: "[{\"id\":7},{\"id\":8}]".utf8).decode([Item].self).map(\.id) == [7, 8])
        #expect(try basket.container?.decode(Int.self, forKey: .id) == 5)
    }

    /// One member of each type that containers have a separate method for.
    struct Required: Decodable, Equatable {
        var bool: Bool
        var string: String
        var double: Double
        var float: Float
        var int: Int
        var int8: Int8
        var int16: Int16
        var int32: Int32
        var int64: Int64
        var int128: Int128
        var uint: UInt
        var uint8: UInt8
        var uint16: UInt16
        var uint32: UInt32
        var uint64: UInt64
        var uint128: UInt128
    }

    /// The same members, each optional.
    struct Optionals: Decodable, Equatable {
        var bool: Bool?
        var string: String?
        var double: Double?
        var float: Float?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var int128: Int128?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var uint128: UInt128?
    }

    static let members: [(name: String, value: String)] = [
        ("bool", "true"), ("string", "\"a\""), ("double", "1.5"), ("float", "2.5"), ("int", "-1"), ("int8", "-2"),
        ("int16", "-3"), ("int32", "-4"), ("int64", "-5"), ("int128", "-6"), ("uint", "1"), ("uint8", "2"),
        ("uint16", "3"), ("uint32", "4"), ("uint64", "5"), ("uint128", "6"),
    ]

    /// An object with these members.
    private func object(_ members: [(name: String, value: String)]) throws -> JSON {
        try JSON(parsing: "{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}".utf8)
    }

    @Test func readsAMemberOfEachType() throws {
        let object = try object(Self.members)
        let required = Required(
            bool: true,
            string: "a",
            double: 1.5,
            float: 2.5,
            int: -1,
            int8: -2,
            int16: -3,
            int32: -4,
            int64: -5,
            int128: -6,
            uint: 1,
            uint8: 2,
            uint16: 3,
            uint32: 4,
            uint64: 5,
            uint128: 6
        )
        #expect(try object.decode(Required.self) == required)
        let optionals = Optionals(
            bool: true,
            string: "a",
            double: 1.5,
            float: 2.5,
            int: -1,
            int8: -2,
            int16: -3,
            int32: -4,
            int64: -5,
            int128: -6,
            uint: 1,
            uint8: 2,
            uint16: 3,
            uint32: 4,
            uint64: 5,
            uint128: 6
        )
        #expect(try object.decode(Optionals.self) == optionals)
    }

    @Test func absentMembersAndNullAreNilForEachType() throws {
        #expect(try object([]).decode(Optionals.self) == Optionals())
        #expect(try object(Self.members.map { ($0.name, "null") }).decode(Optionals.self) == Optionals())
    }

    @Test(arguments: members.map(\.name)) func aMemberOfAnotherTypeHasItsPath(name: String) throws {
        let object = try object(Self.members.map { ($0.name, $0.name == name ? "[]" : $0.value) })
        for error in [
            #expect(throws: ResponseError.self) { try object.decode(Required.self) },
            #expect(throws: ResponseError.self) { try object.decode(Optionals.self) },
        ] {
            #expect(error?.code == .typeMismatch)
            #expect(error?.path == [.key(name)])
        }
    }

    /// The value of a member, decoded through its super decoder.
    struct Child<Value: Decodable>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            value = try container.superDecoder(forKey: .child).singleValueContainer().decode(Value.self)
        }
    }

    private func expectAbsence<Value: Decodable>(_ type: Value.Type, _ expected: String) throws {
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: "{\"id\":5}".utf8).decode(Child<Value>.self)
        }
        #expect(error.code == .valueNotFound)
        #expect(error.message == "expected \(expected), but found no member “child”")
    }

    @Test func anAbsentMemberHasNoValueButNil() throws {
        try expectAbsence(String.self, "String")
        try expectAbsence(Bool.self, "Bool")
        try expectAbsence(UInt8.self, "UInt8")
        try expectAbsence([Int].self, "Array<Any>")
        try expectAbsence([String: Int].self, "Dictionary<String, Any>")
        #expect(try JSON(parsing: "{\"id\":5}".utf8).decode(Child<Int?>.self).value == nil)
    }

    /// The coding paths of a nested array and of its elements.
    struct Elements: Decodable {
        let paths: [[String]]

        init(from decoder: any Decoder) throws {
            var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .more)
            var paths = [list.codingPath.map(\.stringValue)]
            while !list.isAtEnd { paths.append(try list.superDecoder().codingPath.map(\.stringValue)) }
            self.paths = paths
        }
    }

    @Test func anArrayAndItsElementsHaveTheirPaths() throws {
        let elements = try JSON(parsing: "{\"id\":1,\"more\":[[],2]}".utf8).decode(Elements.self)
        #expect(elements.paths == [["more"], ["more", "Index 0"], ["more", "Index 1"]])
    }
}
