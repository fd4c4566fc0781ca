import DecantCore
import DecantJSON
import DecantPropertyList
import Synchronization
import Testing

/// The lookup of members whose names a key strategy converts.
@Suite struct DecodingStateNamesTests {
    /// The names that a custom function was called with.
    private final class Calls: Sendable {
        let names = Mutex<[String]>([])

        /// A function that lowercases the name.
        var lowercasing: CustomStrategies.Key {
            { path in
                let name = path.last?.stringValue ?? ""
                self.names.withLock { $0.append(name) }
                return DocumentKey(stringValue: name.lowercased())
            }
        }
    }

    private struct Row: Decodable, Equatable {
        var id: String
        var name: String
        var note: String?
        var rest: [Row]?
    }

    private func rows(_ count: Int, _ rest: String = "") -> String {
        let rows = (0..<count).map { "{\"ID\":\"\($0)\",\"Name\":\"n\",\"Other\":\"o\"\(rest)}" }
        return "[\(rows.joined(separator: ","))]"
    }

    // MARK: - Custom functions

    @Test(arguments: DocumentFormat.allCases)
    func callsACustomFunctionOnceForEachName(format: DocumentFormat) throws {
        let calls = Calls()
        let decoded = try format.decode([Row].self, rows(100), strategies: CustomStrategies(key: calls.lowercasing))
        #expect(decoded.count == 100)
        #expect(calls.names.withLock { $0 } == ["ID", "Name", "Other"])
    }

    @Test(arguments: DocumentFormat.allCases)
    func callsACustomFunctionAgainAtAnotherDepth(format: DocumentFormat) throws {
        let calls = Calls()
        let text = rows(10, ",\"Rest\":\(rows(10))")
        let decoded = try format.decode([Row].self, text, strategies: CustomStrategies(key: calls.lowercasing))
        #expect(decoded.allSatisfy { $0.rest?.count == 10 })
        #expect(calls.names.withLock { $0.count } == 7)
    }

    /// A function may use the index of an element, its depth, and the keys of the enclosing members.
    @Test(arguments: DocumentFormat.allCases)
    func aCustomFunctionMayUseThePath(format: DocumentFormat) throws {
        let strategies = CustomStrategies { path in
            let name = path.last?.stringValue ?? ""
            guard path.count > 2 else { return DocumentKey(stringValue: name.lowercased()) }
            return DocumentKey(stringValue: path[0].intValue == 1 && path[1].stringValue == "rest" ? "note" : name)
        }
        let inner = #"[{"id":"1","name":"a"}]"#
        let text = #"[{"ID":"0","Name":"n","Rest":\#(inner)},{"ID":"0","NAME":"n","note":"x"}]"#
        let decoded = try format.decode([Row].self, text, strategies: strategies)
        #expect(decoded[0].rest == [Row(id: "1", name: "a")])
        #expect(decoded[1] == Row(id: "0", name: "n", note: "x"))
        let error = #expect(throws: ResponseError.self) {
            let text = "[\(rows(1).dropFirst().dropLast()),{\"Rest\":\(inner)}]"
            return try format.decode([Row].self, text, strategies: strategies)
        }
        #expect(error?.code == .keyNotFound)
    }

    @Test func theFirstOfSeveralMembersWithAKeyCounts() throws {
        let calls = Calls()
        let strategies = CustomStrategies(key: calls.lowercasing)
        let row = try DocumentFormat.json.decode(
            Row.self,
            #"{"Name":"1","id":"2","ID":"3","name":"4","NAME":"5"}"#,
            strategies: strategies
        )
        #expect(row == Row(id: "2", name: "1"))
    }

    /// A custom function is called for the path of an error, but not once for each of the paths of the enclosing
    /// objects, whose number doubles with each level.
    @Test("The path of a deep error is computed in linear time") func thePathOfADeepErrorIsComputedInLinear() throws {
        struct Level: Decodable { var next: [Level]? }
        let depth = 100
        let body = String(repeating: #"{"Next":["#, count: depth) + "1" + String(repeating: "]}", count: depth)
        let count = Mutex(0)
        let strategies = CustomStrategies { path in
            count.withLock { $0 += 1 }
            return DocumentKey(stringValue: path.map(\.stringValue).last?.lowercased() ?? "")
        }
        let error = #expect(throws: ResponseError.self) {
            try DocumentFormat.json.decode(Level.self, body, strategies: strategies)
        }
        #expect(error?.path.count == 2 * depth)
        #expect(count.withLock { $0 } < 100 * depth)
    }

    /// The function uses a decoder of the same decoding, whose cursors and keys it changes.
    @Test("A custom function may decode the parts of the document") func aCustomFunctionMayDecodeTheParts() throws {
        struct Escaping: Decodable {
            @TaskLocal static var box: Box?

            final class Box: Sendable {
                nonisolated(unsafe) var decoder: (any Decoder)?
            }

            let row: Row

            init(from decoder: any Decoder) throws {
                unsafe Self.box?.decoder = decoder
                defer { unsafe Self.box?.decoder = nil }
                row = try Row(from: decoder)
            }
        }
        let strategies = CustomStrategies { path in
            let name = path.last?.stringValue ?? ""
            if let box = Escaping.box, let decoder = unsafe box.decoder, name == "Name" {
                unsafe box.decoder = nil
                #expect((try? Row(from: decoder))?.id == "7")
                _ = try? decoder.singleValueContainer().decode([String: String].self)
            }
            return DocumentKey(stringValue: name.lowercased())
        }
        let row = try Escaping.$box.withValue(Escaping.Box()) {
            try DocumentFormat.json.decode(Escaping.self, #"{"Id":"7","Name":"n"}"#, strategies: strategies).row
        }
        #expect(row == Row(id: "7", name: "n"))
    }

    // MARK: - Long names

    /// A word that long names consist of, for each strategy.
    private static let words: [(String, CustomStrategies, DecodingOptions.Keys)] = [
        ("a_", CustomStrategies(), .convertFromSnakeCase), ("a-", CustomStrategies(), .convertFromKebabCase),
        ("Ab", CustomStrategies(), .convertFromCapitalized), ("Ab", CustomStrategies(), .useDefaultKeys),
        ("Ab", CustomStrategies { $0.last ?? DocumentKey(intValue: 0) }, .useDefaultKeys),
    ]

    /// Converting a name for each lookup, or a word at a time, would take hours.
    @Test(.timeLimit(.minutes(10)), arguments: DocumentFormat.allCases, words.indices)
    func aLongNameCostsNoMoreThanItsLength(format: DocumentFormat, index: Int) throws {
        struct Letters: Decodable {
            var a, b, c, d, e: String?
            var long: String?
            var f, g, h: String?
        }
        let (word, strategies, keys) = Self.words[index]
        for count in [1 << 16, 1 << 17, 1 << 18] {
            let name = String(repeating: word, count: count)
            let text = "{\"\(name)\":\"x\",\"long\":\"y\",\"h\":\"z\",\"a\":\"w\"}"
            let letters = try format.decode(Letters.self, text, keys: keys, strategies: strategies)
            #expect([letters.long, letters.h, letters.a, letters.b] == ["y", "z", "w", nil])
            #expect(try format.decode([String: String].self, text, keys: keys, strategies: strategies)[name] == "x")
        }
    }

    /// Each lookup passes the long name, until the names are hashed.
    @Test(.timeLimit(.minutes(10)), arguments: words.indices)
    func manyLookupsPassALongNameFewTimes(index: Int) throws {
        struct Reversed: Decodable {
            let count: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: DocumentKey.self)
                count = (0..<500).reversed().count { container.contains(DocumentKey(stringValue: "k\($0)")) }
            }
        }
        let (word, strategies, keys) = Self.words[index]
        let members = (0..<500).map { "\"k\($0)\":\"\"" }.joined(separator: ",")
        let name = "k" + String(repeating: word, count: 1 << 20) + "\u{E9}"
        let text = "{\"\(name)\":\"x\",\(members)}"
        #expect(try DocumentFormat.json.decode(Reversed.self, text, keys: keys, strategies: strategies).count == 500)
    }

    // MARK: - Unmatched keys

    private struct Account: Decodable {
        var name: String
        var created: String?
        var inner: [Account]?

        enum CodingKeys: String, CodingKey {
            case name
            case created = "created_at"
            case inner
        }
    }

    private func findings<Value: Decodable>(
        _ text: String,
        as type: Value.Type = Account.self,
        _ format: DocumentFormat = .json,
        keys: DecodingOptions.Keys = .convertFromSnakeCase,
        strategies: CustomStrategies = CustomStrategies()
    ) -> [String] {
        var findings: [Finding] = []
        _ = try? format.decode(type, text, keys: keys, strategies: strategies, findings: &findings)
        #expect(findings.allSatisfy { $0.code == .unmatchedKey && $0.severity == .warning })
        return findings.map(\.message)
    }

    private static let message =
        "the key “created_at” is absent, because `.keys(.convertFromSnakeCase)` reads the member “created_at” as "
        + "“createdAt”"

    @Test("Reports a key that is a name before its conversion", arguments: DocumentFormat.allCases)
    func reportsAKeyThatIsAName(format: DocumentFormat) {
        #expect(findings(#"{"name":"a","created_at":"b"}"#, format) == [Self.message])
        #expect(findings(#"{"name":"a","created_at":"b"}"#, format, keys: .useDefaultKeys) == [])
        #expect(findings(#"{"name":"a"}"#, format) == [])
        #expect(findings(#"{"name":"a","createdAt":"b"}"#, format) == [])
    }

    private func findings(_ text: String, _ format: DocumentFormat, keys: DecodingOptions.Keys = .convertFromSnakeCase)
        -> [String]
    {
        findings(text, as: Account.self, format, keys: keys)
    }

    @Test func reportsAnUnmatchedKeyOfATypeOnce() {
        let rows = (0..<3).map { _ in #"{"name":"a","created_at":"b","inner":[{"name":"a","created_at":"b"}]}"# }
        #expect(findings("[\(rows.joined(separator: ","))]", as: [Account].self) == [Self.message])
    }

    @Test func reportsThePositionOfTheMember() throws {
        var findings: [Finding] = []
        let text = #"{"name":"a","created_at":"b"}"#
        let account = try DocumentFormat.json.decode(
            Account.self,
            text,
            keys: .convertFromSnakeCase,
            findings: &findings
        )
        #expect(account.created == nil)
        #expect(findings.first?.offset == 12)
    }

    /// An error later in the document does not hide the finding, which may be its cause.
    @Test func reportsUnmatchedKeysBesideAnError() {
        #expect(findings(#"[{"name":"a","created_at":"b"},{}]"#, as: [Account].self) == [Self.message])
    }

    @Test func reportsUnmatchedKeysOfTheOtherStrategies() {
        struct Kebab: Decodable {
            var created: String?
            enum CodingKeys: String, CodingKey { case created = "created-at" }
        }
        struct Capitalized: Decodable {
            var created: String?
            enum CodingKeys: String, CodingKey { case created = "Created" }
        }
        let kebab = findings(#"{"created-at":"b"}"#, as: Kebab.self, keys: .convertFromKebabCase)
        #expect(kebab.map { $0.hasSuffix("reads the member “created-at” as “createdAt”") } == [true])
        let capitalized = findings(#"{"Created":"b"}"#, as: Capitalized.self, keys: .convertFromCapitalized)
        #expect(capitalized.map { $0.hasSuffix("reads the member “Created” as “created”") } == [true])
        let strategies = CustomStrategies { DocumentKey(stringValue: "x-\($0.last?.stringValue ?? "")") }
        let custom = findings(#"{"Created":"b"}"#, as: Capitalized.self, keys: .useDefaultKeys, strategies: strategies)
        let message = "the key “Created” is absent, because `.keys { }` reads the member “Created” as “x-Created”"
        #expect(custom == [message])
    }

    /// The member is not lost: another property has it, or the type accepts any key.
    @Test func reportsNoMemberWhoseConvertedNameIsAKey() {
        struct Both: Decodable {
            var createdAt: String?
            var created: String?
            enum CodingKeys: String, CodingKey {
                case createdAt
                case created = "created_at"
            }
        }
        struct AnyName: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: DocumentKey.self)
                #expect(!container.contains(DocumentKey(stringValue: "created_at")))
            }
        }
        #expect(findings(#"{"created_at":"b"}"#, as: Both.self) == [])
        #expect(findings(#"{"created_at":"b"}"#, as: AnyName.self) == [])
    }

    @Test func theErrorOfARequiredKeyNamesTheMember() {
        struct Required: Decodable {
            var created: String
            enum CodingKeys: String, CodingKey { case created = "created_at" }
        }
        let text = #"{"created_at":"b"}"#
        let error = #expect(throws: ResponseError.self) {
            let strategies = CustomStrategies()
            return try DocumentFormat.json.decode(
                Required.self,
                text,
                keys: .convertFromSnakeCase,
                strategies: strategies
            )
        }
        #expect(error?.hint == "the member “created_at” has the key “createdAt”")
    }
}
