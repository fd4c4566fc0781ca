import DecantCore
import DecantXML
import Synchronization
import TestSupport
import Testing

/// The lookup of elements and attributes whose names a key strategy converts.
@Suite struct XMLKeyStrategiesTests {
    private static func options(_ keys: DecodingOptions.Keys) -> XML.Options {
        var options = XML.Options()
        options.decoding.keys = keys
        return options
    }

    // MARK: - Lookup

    /// A value whose members are looked up by any keys.
    private struct Probe: Decodable {
        static let keys = CodingUserInfoKey(rawValue: "keys")

        let lines: [String]

        init(from decoder: any Decoder) throws {
            let keys = Self.keys.flatMap { decoder.userInfo[$0] } as? [String] ?? []
            let container = try decoder.container(keyedBy: AnyKey.self)
            let values = try keys.map(AnyKey.init(stringValue:)).map { key in
                let one = try? container.decodeIfPresent(String.self, forKey: key)
                let all = try container.decodeIfPresent([String].self, forKey: key) ?? []
                return "\(key.stringValue) \(container.contains(key)) \(one ?? "nil") \(all)"
            }
            lines = values + container.allKeys.map(\.stringValue)
        }
    }

    private func lines(_ text: String, _ keys: [String], _ options: XML.Options, _ key: CustomStrategies.Key?) throws
        -> [String]
    {
        var strategies = CustomStrategies(key: key)
        if let entry = Probe.keys { strategies.userInfo[entry] = keys }
        return try XML.Document(text).decode(Probe.self, options: options.with(strategies)).lines
    }

    /// The strategies compare bytes; a function with the same results uses hash tables.
    @Test(
        "A strategy finds the elements that a function finds",
        arguments: [
            DecodingOptions.Keys.useDefaultKeys, .convertFromSnakeCase, .convertFromKebabCase, .convertFromCapitalized,
        ]
    )
    func aStrategyFindsTheElementsThatAFunction(_ keys: DecodingOptions.Keys) throws {
        let names = [
            "id", "Id", "user_id", "userId", "user-id", "user__id", "USER_ID", "user_id_", "_user_id", "n:user_id",
            "n:userId", "\u{E9}t_\u{E9}", "\u{E9}t\u{C9}", "x_\u{301}b",
        ]
        let asked = names + names.map { keys.key(for: $0) } + ["@id", "@userId", "n:userId", "absent"]
        for start in names.indices {
            for count in [1, 3, names.count, 40] {
                let order = (0..<count).map { names[(start + 3 * $0) % names.count] }
                let elements = order.enumerated().map { "<\($1)>\($0)</\($1)>" }.joined()
                let text = "<r xmlns:n='u' id='a' user_id='b'>\(elements)</r>"
                let compared = try lines(text, asked, Self.options(keys), nil)
                let converted = try lines(text, asked, XML.Options()) { path in
                    AnyKey(stringValue: keys.key(for: path.last?.stringValue ?? ""))
                }
                #expect(compared == converted, "\(text)")
            }
        }
    }

    // MARK: - Custom functions

    private struct Row: Decodable, Equatable {
        var id: Int
        var name: String
    }

    private struct Rows: Decodable {
        var row: [Row]
    }

    private static let table =
        "<R>" + (0..<50).map { "<Row ID='\($0)'><Name>n</Name><Other/></Row>" }.joined() + "</R>"

    @Test func callsACustomFunctionOnceForEachName() throws {
        let names = Mutex<[String]>([])
        let strategies = CustomStrategies { path in
            let name = path.last?.stringValue ?? ""
            names.withLock { $0.append(name) }
            return AnyKey(stringValue: name.lowercased())
        }
        let rows = try XML.Document(Self.table).decode(Rows.self, options: .init(strategies))
        #expect(rows.row.map(\.id) == Array(0..<50))
        #expect(Set(names.withLock { $0 }) == ["Row", "ID", "Name", "Other"])
        #expect(names.withLock { $0.count } == 4)
    }

    @Test func aCustomFunctionMayUseThePath() throws {
        let strategies = CustomStrategies { path in
            let name = path.last?.stringValue ?? ""
            let isFirst = path.contains { $0.intValue == 0 }
            let others = ["Other": "name", "Name": "x"]
            return AnyKey(stringValue: (isFirst ? others[name] : nil) ?? name.lowercased())
        }
        let rows = try XML.Document(Self.table).decode(Rows.self, options: .init(strategies))
        #expect(rows.row.prefix(2) == [Row(id: 0, name: ""), Row(id: 1, name: "n")])
    }

    // MARK: - Long names

    private static let words: [(String, CustomStrategies, DecodingOptions.Keys)] = [
        ("a_", CustomStrategies(), .convertFromSnakeCase), ("a-", CustomStrategies(), .convertFromKebabCase),
        ("Ab", CustomStrategies(), .convertFromCapitalized), ("Ab", CustomStrategies(), .useDefaultKeys),
        ("Ab", CustomStrategies { $0.last ?? AnyKey(stringValue: "") }, .useDefaultKeys),
    ]

    /// Converting a name for each lookup, or a word at a time, would take hours.
    @Test(.timeLimit(.minutes(10)), arguments: words.indices)
    func aLongNameCostsNoMoreThanItsLength(index: Int) throws {
        struct Letters: Decodable {
            var a, b, c, d, e: String?
            var long: String?
            var f, g, h: String?
        }
        let (word, strategies, keys) = Self.words[index]
        for count in [1 << 12, 1 << 13, 1 << 14] {
            let name = String(repeating: word, count: count) + "a"
            let text = "<r><\(name)>x</\(name)><long>y</long><h>z</h><a>w</a></r>"
            let document = try XML.Document(text, limits: .unlimited)
            let letters = try document.decode(Letters.self, options: Self.options(keys).with(strategies))
            #expect([letters.long, letters.h, letters.a, letters.b] == ["y", "z", "w", nil])
        }
    }

    // MARK: - Unmatched keys

    private struct Account: Decodable {
        var name: String
        var created: String?
        var tags: [String]

        enum CodingKeys: String, CodingKey {
            case name
            case created = "created_at"
            case tags = "tag_name"
        }
    }

    private func findings(_ text: String, _ options: XML.Options, _ strategies: CustomStrategies = CustomStrategies())
        throws -> [String]
    {
        var findings: [Finding] = []
        let document = try XML.Document(text)
        let account = try document.decode(Account.self, options: options.with(strategies), findings: &findings)
        #expect(account.created == nil && account.tags.isEmpty)
        return findings.map { "\($0.code.rawValue) \($0.offset ?? -1) \($0.message)" }
    }

    private static func message(_ key: String, _ kind: String, _ converted: String) -> String {
        "the key “\(key)” is absent, because `.keys(.convertFromSnakeCase)` reads the \(kind) “\(key)” as "
            + "“\(converted)”"
    }

    @Test("Reports a key that is a name before its conversion") func reportsAKeyThatIsAName() throws {
        let options = Self.options(.convertFromSnakeCase)
        let elements = "<r><name>a</name><created_at>b</created_at><tag_name>c</tag_name><tag_name>d</tag_name></r>"
        let created = Self.message("created_at", "element", "createdAt")
        let tags = Self.message("tag_name", "element", "tagName")
        #expect(try findings(elements, options) == ["unmatchedKey 29 \(created)", "unmatchedKey 53 \(tags)"])
        let attribute = "<r created_at='b'><name>a</name></r>"
        let read = Self.message("created_at", "attribute", "createdAt")
        #expect(try findings(attribute, options) == ["unmatchedKey 15 \(read)"])
        #expect(try findings("<r><name>a</name><createdAt/></r>", options) == [])
        #expect(try findings("<r><name>a</name></r>", options) == [])
    }

    @Test func reportsAnUnmatchedKeyOfACustomFunction() throws {
        let strategies = CustomStrategies { path in
            AnyKey(stringValue: (path.last?.stringValue ?? "").replacing("_", with: ""))
        }
        let text = "<r><name>a</name><created_at>b</created_at></r>"
        let message = Self.message("created_at", "element", "createdat")
            .replacing(".keys(.convertFromSnakeCase)", with: ".keys { }")
        #expect(try findings(text, XML.Options(), strategies) == ["unmatchedKey 29 \(message)"])
    }
}
