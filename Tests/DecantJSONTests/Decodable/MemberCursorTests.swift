import DecantCore
import DecantJSON
import TestSupport
import Testing

/// Documents for which a decoder that searches or rebuilds too much would take hours.
///
/// The time limit detects that.
@Suite(.timeLimit(.minutes(15))) struct MemberCursorTests {
    static let count = 50_000

    private static func object(_ names: some Sequence<Int>) -> String {
        "{" + names.map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
    }

    /// Reads keys by number.
    struct Asking: Decodable {
        let sum: Int

        init(from decoder: any Decoder) throws {
            let keys = CodingUserInfoKey.keys.flatMap { decoder.userInfo[$0] } as? [Int] ?? []
            let container = try decoder.container(keyedBy: AnyKey.self)
            sum = try keys.reduce(0) { $0 + (try container.decodeIfPresent(Int.self, forKey: AnyKey($1)) ?? 0) }
        }
    }

    private func sum(_ text: String, asking keys: [Int], options: DecodingOptions = .init()) throws -> Int {
        let key = try #require(CodingUserInfoKey.keys)
        return try JSON(text).decode(
            Asking.self,
            options: JSON.Options(options).with(CustomStrategies(userInfo: [key: keys]))
        ).sum
    }

    @Test(arguments: [DecodingOptions.Keys.useDefaultKeys, .convertFromSnakeCase])
    func findsKeysInReverseOrder(_ keys: DecodingOptions.Keys) throws {
        let text = Self.object(0..<Self.count)
        let sum = try sum(text, asking: (0..<Self.count).reversed(), options: .init(keys: keys))
        #expect(sum == Self.count * (Self.count - 1) / 2)
    }

    @Test func findsKeysInOrder() throws {
        #expect(
            try sum(Self.object(0..<Self.count), asking: Array(0..<Self.count)) == Self.count * (Self.count - 1) / 2
        )
    }

    @Test func missesAbsentKeys() throws {
        #expect(try sum(Self.object(0..<Self.count), asking: Array(Self.count..<2 * Self.count)) == 0)
    }

    @Test func findsTheFirstOfManyDuplicates() throws {
        let text = "{" + Array(repeating: "\"key0\":1,\"key1\":2", count: Self.count / 2).joined(separator: ",") + "}"
        let keys = (0..<Self.count).map { $0 % 2 }
        #expect(try sum(text, asking: keys) == Self.count / 2 * 3)
    }

    @Test func readsTwoObjectsInTurn() throws {
        struct Pair: Decodable {
            let sum: Int
            init(from decoder: any Decoder) throws {
                var pair = try decoder.unkeyedContainer()
                let first = try pair.nestedContainer(keyedBy: AnyKey.self)
                let second = try pair.nestedContainer(keyedBy: AnyKey.self)
                var sum = 0
                for key in (0..<MemberCursorTests.count).reversed() {
                    sum +=
                        try first.decode(Int.self, forKey: AnyKey(key)) + second.decode(Int.self, forKey: AnyKey(key))
                }
                self.sum = sum
            }
        }
        let object = Self.object(0..<Self.count)
        let value = try JSON("[\(object),\(object)]").decode(Pair.self)
        #expect(value.sum == Self.count * (Self.count - 1))
    }

    @Test func createsANewContainerForEveryCall() throws {
        struct Repeated: Decodable {
            let sum: Int
            init(from decoder: any Decoder) throws {
                sum = try (0..<MemberCursorTests.count).reversed().reduce(0) {
                    $0 + (try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey($1)))
                }
            }
        }
        let value = try JSON(Self.object(0..<Self.count)).decode(Repeated.self)
        #expect(value.sum == Self.count * (Self.count - 1) / 2)
    }

    @Test func readsDictionariesOfEveryKind() throws {
        let text = "{" + (0..<Self.count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
        let document = try JSON(text)
        #expect(try document.decode([String: Int].self).count == Self.count)
        #expect(try document.decode([Int: Int].self).count == Self.count)
    }

    /// The path of an error must not cost a walk over all previous elements.
    @Test func triesAnotherTypeForEveryElement() throws {
        struct Either: Decodable {
            let isNumber: Bool
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                isNumber = (try? container.decode(Int.self)) != nil
            }
        }
        let text = "[[" + Array(repeating: "\"a\"", count: Self.count).joined(separator: ",") + "]]"
        #expect(try JSON(text).decode([[Either]].self)[0].count == Self.count)
    }

    @Test func triesAnotherTypeForEveryMember() throws {
        struct Either: Decodable {
            let path: Int
            init(from decoder: any Decoder) throws {
                path = (try? decoder.container(keyedBy: AnyKey.self)) == nil ? decoder.codingPath.count : 0
            }
        }
        let document = try JSON(Self.object(0..<Self.count))
        #expect(try document.decode([String: Either].self).values.allSatisfy { $0.path == 1 })
    }
}

extension CodingUserInfoKey {
    fileprivate static let keys = CodingUserInfoKey(rawValue: "keys")
}

extension AnyKey {
    fileprivate init(_ number: Int) { self.init(stringValue: "key\(number)") }
}
