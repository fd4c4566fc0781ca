import DecantCore
import DecantJSON
import Foundation
import TestSupport
import Testing

/// Depth, threads, and decoders that outlive the decoding.
@Suite struct DecodingScratchTests {
    final class Link: Decodable, Sendable {
        let next: Link?
    }

    struct Nest: Decodable {
        let nests: [Nest]

        init(from decoder: any Decoder) throws {
            nests = try decoder.singleValueContainer().decode([Nest].self)
        }

        var depth: Int { 1 + (nests.first?.depth ?? 0) }
    }

    /// The size of the stack in bytes. Without optimization, the frames of decoded types are three times as large.
    #if DEBUG
    private static let stack = 2 << 20
    #else
    private static let stack = 512 << 10
    #endif

    private func onASmallThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = Self.stack
            thread.start()
        }
    }

    @Test("Decodes recursive types as deep as the limit on a small stack") func decodesRecursiveTypesAsDeepAsTheLimit()
        async throws
    {
        let depth = Limits().jsonDepth
        let links = String(repeating: "{\"next\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
        let nests = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let found = try await onASmallThread {
            var link: Link? = try JSON(links).decode(Link.self)
            var count = 0
            while let current = link { (link, count) = (current.next, count + 1) }
            return (count, try JSON(nests).decode(Nest.self).depth)
        }
        #expect(found == (depth, depth))
    }

    @Test func reportsWhereADocumentIsTooDeep() throws {
        let error = try #require(throws: ResponseError.self) {
            try JSON(String(repeating: "[", count: 100_000)).decode(Nest.self)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.limit == .jsonDepth)
    }

    @Test func returnsThePathOfTheDeepestValue() throws {
        let depth = Limits().jsonDepth - 1
        let text = String(repeating: "{\"next\":", count: depth) + "5" + String(repeating: "}", count: depth)
        let error = try #require(throws: ResponseError.self) { try JSON(text).decode(Link.self) }
        #expect(error.path.count == depth)
        #expect(error.offset == 8 * depth)
    }

    @Test func decodesOneDocumentOnManyThreads() async throws {
        struct Item: Decodable, Hashable { var id: Int, name: String, tags: [String], extra: [String: Double]? }
        let items = (0..<2000).map {
            "{\"tags\":[\"a\",\"\($0)\"],\"name\":\"n\($0)\",\"id\":\($0),\"extra\":{\"x\":\($0).5}}"
        }
        let document = try JSON("[" + items.joined(separator: ",") + "]")
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try document.decode([Item].self).reduce(0) { $0 + $1.id + $1.tags.count } }
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
        let keepers = try { try JSON("[{\"a\":\"first one\"},{\"a\":\"second one\"}]").decode([Keeper].self) }()
        let key = AnyKey(stringValue: "a")
        #expect(try keepers[1].keyed.decode(String.self, forKey: key) == "second one")
        #expect(try keepers[0].keyed.decode(String.self, forKey: key) == "first one")
        #expect(Outcome.text(of: keepers[0].decoder.codingPath) == "[0]")
        #expect(Outcome.text(of: keepers[1].keyed.codingPath) == "[1]")
        #expect(throws: DecodingError.self) { try keepers[0].keyed.decode(Int.self, forKey: key) }
    }

    @Test("Finds the first of several members for any order of lookups") func findsTheFirstOfSeveralMembersForAnyOrder()
        throws
    {
        struct Order: Decodable {
            let values: [Int]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                let names = CodingUserInfoKey(rawValue: "names").flatMap { decoder.userInfo[$0] } as? [String] ?? []
                values = try names.map { try container.decode(Int.self, forKey: AnyKey(stringValue: $0)) }
            }
        }
        let document = try JSON("{\"a\":1,\"b\":2,\"a\":3,\"\\u0062\":4,\"c\":5,\"\":6,\"c\":7,\"\":8}")
        let first = ["a": 1, "b": 2, "c": 5, "": 6]
        for names in [
            ["a", "b", "c", ""], ["b", "a"], ["c", "b", "a", "a"], ["a", "a"], ["", "c", "c", "b"],
            ["b", "b", "a", ""],
        ] {
            let strategies = CustomStrategies(userInfo: [try #require(CodingUserInfoKey(rawValue: "names")): names])
            let order = try document.decode(Order.self, options: .init(strategies))
            #expect(order.values == names.compactMap { first[$0] })
        }
    }

    @Test func reservesNoMoreCapacityThanNeeded() throws {
        struct Fat: Decodable {
            var a: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        let text = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
        #expect(throws: ResponseError.self) { try JSON(text).decode([Fat].self) }
    }
}
