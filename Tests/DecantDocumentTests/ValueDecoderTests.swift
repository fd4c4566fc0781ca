import DecantCore
import DecantJSON
import Testing

/// Containers of objects with the same keys, and containers that outlive their decoding.
@Suite struct ValueDecoderTests {
    enum Key: String, CodingKey, CaseIterable {
        case id, keeps, child, more
    }

    /// Keeps its container if its text says so.
    struct Item: Decodable {
        let id: Int
        let kept: KeyedDecodingContainer<Key>?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decode(Int.self, forKey: .id)
            kept = try container.decodeIfPresent(Bool.self, forKey: .keeps) == true ? container : nil
        }
    }

    /// Asks for its own members again when its children, which have the same keys, have been decoded.
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
    func keepsWhatIsKeptOnItsOwnObject(distance: Int) throws {
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

    /// Decodes items while the decoding holds an object, whose life then tells that of the decoding.
    private func items(_ text: String) throws -> (items: [Item], token: () -> Token?) {
        let token = Token()
        let name = try #require(CodingUserInfoKey(rawValue: "token"))
        let strategies = CustomStrategies(userInfo: [name: token])
        let items = try JSON(parsing: text.utf8).decode([Item].self, strategies: strategies)
        return (items, { [weak token] in token })
    }

    @Test(arguments: [0, 1, 2, 50])
    func releasesEverythingAtTheEnd(count: Int) throws {
        let text = (0..<count).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let (items, token) = try items("[\(text)]")
        #expect(items.count == count)
        #expect(token() == nil)
    }

    @Test func releasesTheDecodingWithTheLastContainerThatIsKept() throws {
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

    @Test func containersThatAreMadeAfterTheDecodingKeepIt() throws {
        let token = Token()
        let isThere: () -> Bool = { [weak token] in token != nil }
        let name = try #require(CodingUserInfoKey(rawValue: "token"))
        let keeper = try JSON(parsing: "{\"id\":5,\"child\":{\"id\":6}}".utf8)
            .decode(DecoderKeeper.self, strategies: CustomStrategies(userInfo: [name: consume token]))
        var container = try keeper.decoder?.container(keyedBy: Key.self)
        keeper.decoder = nil
        // Other decodings meanwhile use the memory that was free.
        #expect(try JSON(parsing: "[{\"id\":7},{\"id\":8}]".utf8).decode([Item].self).map(\.id) == [7, 8])
        #expect(try container?.decode(Int.self, forKey: .id) == 5)
        var child = try container?.nestedContainer(keyedBy: Key.self, forKey: .child)
        container = nil
        #expect(isThere())
        #expect(try child?.decode(Int.self, forKey: .id) == 6)
        child = nil
        #expect(!isThere())
    }

    /// Gives its container away, and then fails.
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
            try JSON(parsing: "{\"id\":5}".utf8).decode(Failing.self, strategies: strategies)
        }
        #expect(try JSON(parsing: "[{\"id\":7},{\"id\":8}]".utf8).decode([Item].self).map(\.id) == [7, 8])
        #expect(try basket.container?.decode(Int.self, forKey: .id) == 5)
    }
}
