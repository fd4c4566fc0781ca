import DecantCore
import DecantXML
import TestSupport
import Testing

/// Documents for which a decoder that searches or rebuilds too much would take hours.
///
/// The time limit detects that.
@Suite(.timeLimit(.minutes(10))) struct XMLDecodingStateLookupTests {
    static let count = 50_000

    /// Reads keys by number.
    struct Asking: Decodable {
        let sum: Int

        init(from decoder: any Decoder) throws {
            let keys = CodingUserInfoKey.keys.flatMap { decoder.userInfo[$0] } as? [Int] ?? []
            let container = try decoder.container(keyedBy: AnyKey.self)
            sum = try keys.reduce(0) { $0 + (try container.decodeIfPresent(Int.self, forKey: AnyKey($1)) ?? 0) }
        }
    }

    private static let expected = count * (count - 1) / 2

    private func sum(_ text: String, asking keys: [Int], _ change: (inout XML.Options) -> Void = { _ in })
        throws -> Int
    {
        var options = XML.Options()
        change(&options)
        let key = try #require(CodingUserInfoKey.keys)
        let strategies = CustomStrategies(userInfo: [key: keys])
        let document = try XML.Document(text, limits: .unlimited)
        return try document.decode(Asking.self, options: options.with(strategies)).sum
    }

    /// The locations of the values.
    enum Form: String, CaseIterable {
        case elements, attributes

        var text: String {
            switch self {
            case .elements: "<r>" + (0..<count).map { "<key\($0)>\($0)</key\($0)>" }.joined() + "</r>"
            case .attributes: "<r" + (0..<count).map { " key\($0)='\($0)'" }.joined() + "/>"
            }
        }
    }

    @Test(arguments: Form.allCases)
    func findsKeysInReverseOrder(_ form: Form) throws {
        #expect(try sum(form.text, asking: (0..<Self.count).reversed()) == Self.expected)
    }

    @Test func findsConvertedKeysInReverseOrder() throws {
        let sum = try sum(Form.elements.text, asking: (0..<Self.count).reversed()) {
            $0.decoding.keys = .convertFromSnakeCase
        }
        #expect(sum == Self.expected)
    }

    @Test(arguments: Form.allCases)
    func missesAbsentKeys(_ form: Form) throws {
        #expect(try sum(form.text, asking: Array(Self.count..<2 * Self.count)) == 0)
    }

    @Test func readsManyInterleavedLists() throws {
        let names = (0..<Self.count / 4).map { "<key\($0)>1</key\($0)>" }.joined()
        let lists = try XML.Document("<r>\(names)\(names)</r>").decode([String: [Int]].self)
        #expect(lists.count == Self.count / 4)
        #expect(lists.values.allSatisfy { $0 == [1, 1] })
    }

    @Test("Reads names that differ in their namespaces only") func readsNamesThatDifferInTheirNamespaces() throws {
        struct Last: Decodable {
            var sum = 0
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                for number in (0..<20_000).reversed() {
                    sum += try container.decode([Int].self, forKey: AnyKey(stringValue: "{urn:\(number)}n")).reduce(
                        0,
                        +
                    )
                }
            }
        }
        let text = "<r>" + (0..<20_000).map { "<n xmlns='urn:\($0)'>1</n>" }.joined() + "</r>"
        #expect(try XML.Document(text).decode(Last.self).sum == 20_000)
    }

    @Test func readsLongListsAndManyWords() throws {
        let items = "<r><x/>" + String(repeating: "<item>1</item><x/>", count: Self.count) + "</r>"
        #expect(try XML.Document(items).decode([String: [Bool?]].self)["item"]?.count == Self.count)
        let words = "<r>" + String(repeating: "1 ", count: Self.count) + "</r>"
        #expect(try XML.Document(words).decode([Int].self).count == Self.count)
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
        let text = "<r>" + String(repeating: "<a>x</a><b/>", count: Self.count) + "</r>"
        #expect(try XML.Document(text).decode([String: [Either]].self)["a"]?.count == Self.count)
    }

    @Test func createsANewContainerForEveryCall() throws {
        struct Repeated: Decodable {
            let sum: Int
            init(from decoder: any Decoder) throws {
                sum = try (0..<XMLDecodingStateLookupTests.count).reversed().reduce(0) {
                    $0 + (try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: AnyKey($1)))
                }
            }
        }
        #expect(try XML.Document(Form.elements.text).decode(Repeated.self).sum == Self.expected)
    }

    @Test(arguments: [("1", ""), ("", "1"), ("0.", "1"), ("-1", "e5")])
    func readsNumbersOfAnyLength(_ start: String, _ end: String) throws {
        let digits = String(repeating: "0", count: 1_000_000)
        let document = try XML.Document("<r>\(start)\(digits)\(end)</r>")
        _ = try? document.decode(Int.self)
        _ = try? document.decode(Int128.self)
        _ = try? document.decode(Double.self)
        #expect(throws: ResponseError.self) { try document.decode(Bool.self) }
    }
}

extension CodingUserInfoKey {
    fileprivate static let keys = CodingUserInfoKey(rawValue: "keys")
}

extension AnyKey {
    fileprivate init(_ number: Int) { self.init(stringValue: "key\(number)") }
}
