import DecantCore
import DecantXML
import Foundation
import TestSupport
import Testing

/// Depth, threads, and decoders that outlive the decoding.
@Suite struct XMLDecodingStateTests {
    final class Link: Decodable, Sendable {
        let next: Link?
    }

    struct Nest: Decodable {
        let nest: [Nest]
        var depth: Int { 1 + (nest.first?.depth ?? 0) }
    }

    private static func nested(_ name: String, _ depth: Int, around text: String = "") -> String {
        String(repeating: "<\(name)>", count: depth) + text + String(repeating: "</\(name)>", count: depth)
    }

    @Test("Decodes recursive types as deep as the limit on a small stack") func decodesRecursiveTypesAsDeepAsTheLimit()
        async throws
    {
        let depth = Limits().xmlDepth
        let found = try await SmallThread.run {
            var link: Link? = try XML.Document(Self.nested("next", depth)).decode(Link.self)
            var count = 0
            while let current = link { (link, count) = (current.next, count + 1) }
            return count
        }
        #expect(found == depth)
    }

    @Test("Decodes recursive lists as deep as the limit on a small stack") func decodesRecursiveListsAsDeepAsTheLimit()
        async throws
    {
        let depth = Limits().xmlDepth
        let found = try await SmallThread.run(stack: SmallThread.stackOfLists) {
            try XML.Document(Self.nested("nest", depth)).decode(Nest.self).depth
        }
        #expect(found == depth)
    }

    @Test("Rejects a document that is too deep before decoding it") func rejectsADocumentThatIsTooDeep() throws {
        let error = try #require(throws: ResponseError.self) {
            try XML.Document(Self.nested("nest", 1_000_000)).decode(Nest.self)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.limit == .xmlDepth)
    }

    @Test func returnsThePathOfTheDeepestValue() throws {
        let depth = Limits().xmlDepth - 1
        let text = Self.nested("nest", depth, around: "<nest>5</nest>")
        struct Leaf: Decodable {
            init(from decoder: any Decoder) throws {
                if try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty {
                    _ = try decoder.singleValueContainer().decode(Bool.self)
                }
                _ = try decoder.container(keyedBy: AnyKey.self).decode([Leaf].self, forKey: AnyKey(stringValue: "nest"))
            }
        }
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode(Leaf.self) }
        #expect(error.path.count == 2 * depth)
        #expect(error.offset == 6 * (depth + 1))
    }

    @Test func decodesOneDocumentOnManyThreads() async throws {
        struct Item: Decodable { var id: Int, name: String, tag: [String] }
        let items = (0..<2000).map { "<item id='\($0)'><tag>a</tag><name>n\($0)</name><tag>\($0)</tag></item>" }
        let document = try XML.Document("<r>" + items.joined() + "</r>")
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try document.decode([Item].self).reduce(0) { $0 + $1.id + $1.tag.count } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == Array(repeating: 2000 * 1999 / 2 + 4000, count: 8))
    }

    /// Keeps every decoder and container it receives.
    final class Keeper: Decodable {
        let decoder: any Decoder
        let keyed: KeyedDecodingContainer<AnyKey>

        required init(from decoder: any Decoder) throws {
            self.decoder = decoder
            keyed = try decoder.container(keyedBy: AnyKey.self)
        }
    }

    @Test func staysUsableAfterTheDecoding() throws {
        let text = "<r><k><a>first one</a></k><k><a>second one</a></k></r>"
        let keepers = try { try XML.Document(text).decode([String: [Keeper]].self)["k"] ?? [] }()
        let key = AnyKey(stringValue: "a")
        #expect(try keepers[1].keyed.decode(String.self, forKey: key) == "second one")
        #expect(try keepers[0].keyed.decode(String.self, forKey: key) == "first one")
        #expect(keepers[0].decoder.codingPath.map(\.stringValue) == ["k", "Index 0"])
        #expect(keepers[1].keyed.codingPath.map(\.stringValue) == ["k", "Index 1"])
        #expect(throws: DecodingError.self) { try keepers[0].keyed.decode(Int.self, forKey: key) }
    }

    @Test func readsEveryKindOfContainerByHand() throws {
        struct ByHand: Decodable {
            init(from decoder: any Decoder) throws {
                let keyed = try decoder.container(keyedBy: AnyKey.self)
                var list = try keyed.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "a"))
                #expect(list.count == 4)
                #expect(try list.decode(Int.self) == 1)
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(list.currentIndex == 1)
                #expect(try list.decodeNil() == false)
                #expect(try list.decode(String.self) == "x")
                #expect(try list.nestedContainer(keyedBy: AnyKey.self).allKeys.map(\.stringValue) == ["b"])
                var inner = try list.nestedUnkeyedContainer()
                #expect(try inner.decode(Double.self) == 2.5)
                #expect(inner.isAtEnd && list.isAtEnd)
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(keyed.contains(AnyKey(stringValue: "z")) == false)
                #expect(try keyed.decodeNil(forKey: AnyKey(stringValue: "a")) == false)
                #expect(try keyed.superDecoder(forKey: AnyKey(stringValue: "z")).singleValueContainer().decodeNil())
            }
        }
        _ = try XML.Document("<r><a>1</a><a>x</a><a><b/></a><a><c>2.5</c></a></r>").decode(ByHand.self)
    }

    @Test("Keys may use a decoder while their meaning is determined") func keysMayUseADecoderWhileTheirMeaning() throws
    {
        struct Keys: XMLChoiceCodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            nonisolated(unsafe) static var decoder: (any Decoder)?
            enum Others: String, CodingKey { case a }

            init?(stringValue: String) {
                let container = try? unsafe Self.decoder?.container(keyedBy: Others.self)
                guard !stringValue.isEmpty || container?.contains(.a) != true else { return nil }
                self.stringValue = stringValue
            }

            init?(intValue: Int) { nil }
        }
        struct Value: Decodable {
            let text: String
            init(from decoder: any Decoder) throws {
                unsafe Keys.decoder = decoder
                defer { unsafe Keys.decoder = nil }
                let container = try decoder.container(keyedBy: Keys.self)
                text = try container.decode(String.self, forKey: container.allKeys[0])
            }
        }
        #expect(try XML.Document("<r><a>x</a></r>").decode(Value.self).text == "x")
    }
}
