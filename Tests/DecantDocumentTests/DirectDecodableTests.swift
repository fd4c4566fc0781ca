import DecantDocument
import DecantCore
import DecantDocument
import DecantJSON
import DecantPropertyList
import Testing

/// Decoding creates the dynamic type of a metatype, not its static type.
///
/// The standard library's `KeyedDecodingContainer` passes only the static type to any decoder, so these tests decode a
/// keyed value through its super decoder.
@Suite struct DirectDecodableTests {
    class Person: Decodable {
        var name: String
        var kind: String { "person" }
    }

    final class Employee: Person {
        var number: String

        override var kind: String { "employee \(number)" }

        private enum Keys: String, CodingKey { case number }

        required init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .number)
            try super.init(from: decoder)
        }
    }

    private static let person: Person.Type = Employee.self

    /// The kinds of the people decoded by each kind of container.
    private struct Kinds: Decodable {
        enum Keys: String, CodingKey { case list, one, none }

        var keyed = ""
        var unkeyed: [String] = []
        var unkeyedIfPresent: [String] = []
        var single = ""
        var absent = false

        init(from decoder: any Decoder) throws {
            let type = DirectDecodableTests.person
            let container = try decoder.container(keyedBy: Keys.self)
            keyed = try type.init(from: container.superDecoder(forKey: .one)).kind
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { unkeyed.append(try list.decode(type).kind) }
            list = try container.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { unkeyedIfPresent.append(try list.decodeIfPresent(type)?.kind ?? "nil") }
            single = try container.superDecoder(forKey: .one).singleValueContainer().decode(type).kind
            let nothing = try container.superDecoder(forKey: .none).singleValueContainer()
            absent = (try? nothing.decode(type)) == nil
        }
    }

    private let text = """
        {"one":{"name":"a","number":"1"},"list":[{"name":"b","number":"2"},{"name":"c","number":"3"}]}
        """

    @Test("Every container makes the type that the metatype names", arguments: DocumentFormat.allCases)
    func everyContainerMakesTheType(format: DocumentFormat) throws {
        let kinds = try format.decode(Kinds.self, text)
        #expect(kinds.keyed == "employee 1")
        #expect(kinds.unkeyed == ["employee 2", "employee 3"])
        #expect(kinds.unkeyedIfPresent == ["employee 2", "employee 3"])
        #expect(kinds.single == "employee 1")
        #expect(kinds.absent)
    }

    @Test("A document makes the type that the metatype names", arguments: DocumentFormat.allCases)
    func aDocumentMakesTheTypeThatTheMetatype(format: DocumentFormat) throws {
        let person = try format.decode(Self.person, "{\"name\":\"a\",\"number\":\"4\"}")
        #expect(person.kind == "employee 4")
    }

    @Test("Arrays, dictionaries, and optionals make their elements", arguments: DocumentFormat.allCases)
    func arraysDictionariesAndOptionalsMakeTheir(format: DocumentFormat) throws {
        let one = "{\"name\":\"a\",\"number\":\"5\"}"
        #expect(try format.decode([Employee].self, "[\(one)]").map(\.kind) == ["employee 5"])
        #expect(try format.decode([String: Employee].self, "{\"x\":\(one)}")["x"]?.kind == "employee 5")
        #expect(try format.decode([Employee?].self, "[\(one)]").map { $0?.kind } == ["employee 5"])
    }

    private struct Point: Decodable { var x: Int }

    /// The remaining elements, with the messages of the skipped elements.
    private func good(_ text: String, _ bounds: [JSONPointer: Int]) throws -> (
        [Int], skipped: [String], offsets: [Int?]
    ) {
        var options = JSON.Options()
        options.badElements = bounds
        var findings: [Finding] = []
        let points = try JSON(parsing: text.utf8).decode([Point].self, options: options, findings: &findings)
        return (points.map(\.x), findings.map { String($0.message.prefix { $0 != ":" }) }, findings.map(\.offset))
    }

    @Test(
        arguments: [
            (#"[{"x":1},{"x":2}]"#, [1, 2], []), (#"[{"y":1}]"#, [], [0]),
            (#"[7,{"x":1},{"x":"a"},{"x":2},null]"#, [1, 2], [0, 2, 4]),
            (#"[[{"x":0}],{"x":1},{"x":2}]"#, [1, 2], [0]), ("[]", [], []),
        ] as [(String, [Int], [Int])]
    )
    func elementsThatCannotBeDecodedAreSkipped(text: String, left: [Int], skipped: [Int]) throws {
        let result = try good(text, ["": 3])
        #expect(result.0 == left)
        #expect(result.skipped == skipped.map { "skipped the element [\($0)]" })
        let json = try JSON(parsing: text.utf8)
        #expect(result.offsets == skipped.map { index in json[index].map { $0.flat.sourceOffset(of: $0.index) } })
    }

    @Test func oneMoreThanAllowedIsAnErrorWithItsPath() throws {
        let text = #"[7,{"x":1},8,{"x":{}}]"#
        let error = try #require(throws: ResponseError.self) { try good(text, ["": 2]) }
        #expect(error.path == [.index(3), .key("x")])
        #expect(try good(text, ["": 3]).0 == [1])
        #expect(try #require(throws: ResponseError.self) { try good(text, ["/other": 9]) }.path == [.index(0)])
    }

    @Test("The first of several members of a dictionary counts") func theFirstOfSeveralMembersOfADictionary() throws {
        let members = try JSON(parsing: #"{"a":1,"b":2,"a":"x","b":3}"#.utf8).decode([String: Int].self)
        #expect(members == ["a": 1, "b": 2])
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: #"{"a":[1],"b":["x"]}"#.utf8).decode([String: [Int]].self)
        }
        #expect(error.path == [.key("b"), .index(0)])
    }

    @Test func anArrayOfBytesIsReadFromData() throws {
        let list = try PropertyList(parsing: "<plist><data>AQL/</data></plist>".utf8)
        #expect(try list.decode([UInt8].self) == [1, 2, 255])
        #expect(try #require(throws: ResponseError.self) { try list.decode([Int].self) }.code == .typeMismatch)
    }

    @Test func anElementOfANestedArrayHasItsPath() throws {
        for text in [#"{"a":[["x"],["y",1]]}"#, #"{"a":[["x"],["y",null]]}"#] {
            let error = try #require(throws: ResponseError.self) {
                try JSON(parsing: text.utf8).decode([String: [[String]]].self)
            }
            #expect(error.path == [.key("a"), .index(1), .index(1)])
        }
    }
}
