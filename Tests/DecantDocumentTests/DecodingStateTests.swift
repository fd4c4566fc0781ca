import DecantCore
import DecantJSON
import DecantPropertyList
import Foundation
import Testing

/// Recursive types at the default depth limits, on a small stack.
@Suite struct DecodingStateTests {
    final class Link: Decodable, Sendable {
        let next: Link?
    }

    final class Knot: Decodable, Sendable {
        let list: [Knot]
    }

    /// Unoptimized code has larger frames, most of them in the decoded types and in the standard library.
    #if DEBUG
    static let stack = 1 << 20
    #else
    static let stack = 512 << 10
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

    private func text(_ opening: String, _ innermost: String, _ closing: String, _ depth: Int) -> String {
        String(repeating: opening, count: depth) + innermost + String(repeating: closing, count: depth)
    }

    @Test(arguments: DocumentFormat.allCases)
    func aChainOfObjectsIsDecodedAsDeepAsTheLimit(format: DocumentFormat) async throws {
        let depth = min(Limits().jsonDepth, Limits().propertyListDepth)
        let body = try format.body(text("{\"next\":", "{}", "}", depth - 1))
        let count = try await onASmallThread {
            var link: Link? = try format.decode(Link.self, body: body)
            var count = 0
            while let current = link { (link, count) = (current.next, count + 1) }
            return count
        }
        #expect(count == depth)
    }

    @Test("Objects in arrays are decoded as deep as the limit", arguments: DocumentFormat.allCases)
    func objectsInArraysAreDecodedAsDeep(format: DocumentFormat) async throws {
        let depth = min(Limits().jsonDepth, Limits().propertyListDepth) / 2
        let body = try format.body(text("{\"list\":[", "{\"list\":[]}", "]}", depth - 1))
        let count = try await onASmallThread {
            var knot: Knot? = try format.decode(Knot.self, body: body)
            var count = 0
            while let current = knot { (knot, count) = (current.list.first, count + 1) }
            return count
        }
        #expect(count == depth)
    }

    /// The keys of an object, read as a dictionary and as a container with arbitrary keys.
    private struct Names: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }

            init?(intValue: Int) { nil }
        }

        let names: [String]
        let values: [Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            names = container.allKeys.map(\.stringValue)
            values = try container.allKeys.map { try container.decode(Int.self, forKey: $0) }
        }
    }

    @Test(
        arguments: [
            ("{}", [], []), (#"{"a":1}"#, ["a"], [1]), (#"{"b":1,"a":2,"b":3}"#, ["b", "a"], [1, 2]),
            (#"{"one_two":1,"oneTwo":2,"x":3}"#, ["one_two", "oneTwo", "x"], [1, 2, 3]),
            (#"{"a":1,"\u0061":2}"#, ["a"], [1]),
        ] as [(String, [String], [Int])]
    )
    func keysAreInTheOrderOfTheDocumentEachOnce(text: String, names: [String], values: [Int]) throws {
        let found = try JSON(parsing: text.utf8).decode(Names.self)
        #expect(found.names == names)
        #expect(found.values == values)
    }

    @Test func convertedKeysThatAreTheSameCountOnce() throws {
        var options = JSON.Options()
        options.decoding.keys = .convertFromSnakeCase
        let json = try JSON(parsing: #"{"one_two":1,"oneTwo":2,"a_b":3,"plain":4}"#.utf8)
        let found = try json.decode(Names.self, options: options)
        #expect(found.names == ["oneTwo", "aB", "plain"])
        #expect(found.values == [1, 3, 4])
        // The names in a dictionary are data.
        #expect(try json.decode([String: Int].self, options: options)["one_two"] == 1)
    }

    /// Looks up members in two objects of the same level in turn.
    private struct Pair: Decodable {
        let sums: [Int]

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let first = try list.nestedContainer(keyedBy: Names.Key.self)
            let second = try list.nestedContainer(keyedBy: Names.Key.self)
            let count = first.allKeys.count
            sums = try (0..<count).reversed().map { index in
                let key = Names.Key(stringValue: "k\(index)")
                return try first.decode(Int.self, forKey: key) + second.decode(Int.self, forKey: key)
            }
        }
    }

    @Test(arguments: [1, 2, 60, 1000])
    func twoObjectsAreReadInTurn(count: Int) throws {
        let first = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let second = (0..<count).map { "\"k\($0)\":\(1000 * $0)" }.joined(separator: ",")
        let pair = try JSON(parsing: "[{\(first)},{\(second)}]".utf8).decode(Pair.self)
        #expect(pair.sums == (0..<count).reversed().map { 1001 * $0 })
    }
}
