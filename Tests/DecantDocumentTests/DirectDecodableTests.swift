import DecantCore
import Testing

/// The type that is decoded is the one that the metatype names, not the one that the variable has.
///
/// `KeyedDecodingContainer` of the standard library passes on the static type only, whatever the decoder is, so that a value
/// of a key is reached by way of its decoder here.
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

    /// The kinds of people that containers of a kind give.
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

    @Test(arguments: DocumentFormat.allCases)
    func everyContainerMakesTheTypeThatTheMetatypeNames(format: DocumentFormat) throws {
        let kinds = try format.decode(Kinds.self, text)
        #expect(kinds.keyed == "employee 1")
        #expect(kinds.unkeyed == ["employee 2", "employee 3"])
        #expect(kinds.unkeyedIfPresent == ["employee 2", "employee 3"])
        #expect(kinds.single == "employee 1")
        #expect(kinds.absent)
    }

    @Test(arguments: DocumentFormat.allCases)
    func aDocumentMakesTheTypeThatTheMetatypeNames(format: DocumentFormat) throws {
        let person = try format.decode(Self.person, "{\"name\":\"a\",\"number\":\"4\"}")
        #expect(person.kind == "employee 4")
    }

    @Test(arguments: DocumentFormat.allCases)
    func arraysDictionariesAndOptionalsMakeTheirElements(format: DocumentFormat) throws {
        let one = "{\"name\":\"a\",\"number\":\"5\"}"
        #expect(try format.decode([Employee].self, "[\(one)]").map(\.kind) == ["employee 5"])
        #expect(try format.decode([String: Employee].self, "{\"x\":\(one)}")["x"]?.kind == "employee 5")
        #expect(try format.decode([Employee?].self, "[\(one)]").map { $0?.kind } == ["employee 5"])
    }
}
