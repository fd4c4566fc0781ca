import DecantXML
import Testing

/// Decoding creates the dynamic type of a metatype, not its static type.
///
/// The standard library's `KeyedDecodingContainer` passes only the static type to any decoder, so these tests decode a
/// keyed value through its super decoder.
@Suite struct XMLDecodingStateValuesTests {
    class Person: Decodable {
        var name: String
        var kind: String { "person" }

        init(name: String) { self.name = name }
    }

    final class Employee: Person {
        var number: Int

        override var kind: String { "employee \(number)" }

        private enum Keys: String, CodingKey { case number }

        required init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .number)
            try super.init(from: decoder)
        }
    }

    private static let person: Person.Type = Employee.self

    private static let text = "<r><p number='1'><name>a</name></p><p number='2'><name>b</name></p></r>"

    /// The kinds of the people decoded by each kind of container.
    struct Kinds: Decodable {
        var keyed: [String] = []
        var unkeyed: [String] = []
        var unkeyedIfPresent: [String] = []
        var single: [String] = []
        var absent = false

        init(from decoder: any Decoder) throws {
            let type = XMLDecodingStateValuesTests.person
            let key = AnyKey(stringValue: "p")
            let container = try decoder.container(keyedBy: AnyKey.self)
            keyed = [try type.init(from: container.superDecoder(forKey: key)).kind]
            var list = try container.nestedUnkeyedContainer(forKey: key)
            while !list.isAtEnd { unkeyed.append(try list.decode(type).kind) }
            list = try container.nestedUnkeyedContainer(forKey: key)
            while !list.isAtEnd { unkeyedIfPresent.append(try list.decodeIfPresent(type)?.kind ?? "nil") }
            single = [try container.superDecoder(forKey: key).singleValueContainer().decode(type).kind]
            let nothing = try container.superDecoder(forKey: AnyKey(stringValue: "none")).singleValueContainer()
            absent = (try? nothing.decode(type)) == nil
        }
    }

    @Test("Every container makes the type that the metatype names") func everyContainerMakesTheType() throws {
        let kinds = try XML.Document(Self.text).decode(Kinds.self)
        #expect(kinds.keyed == ["employee 1"])
        #expect(kinds.unkeyed == ["employee 1", "employee 2"])
        #expect(kinds.unkeyedIfPresent == ["employee 1", "employee 2"])
        #expect(kinds.single == ["employee 1"])
        #expect(kinds.absent)
    }

    @Test("A document and an element make the type that the metatype names") func aDocumentAndAnElementMakeTheType()
        throws
    {
        let document = try XML.Document("<p number='3'><name>c</name></p>")
        #expect(try document.decode(Self.person).kind == "employee 3")
        #expect(try document.root.decode(Self.person).kind == "employee 3")
    }

    @Test("Arrays, dictionaries, and optionals make their elements") func arraysDictionariesAndOptionalsMakeTheir()
        throws
    {
        let document = try XML.Document(Self.text)
        #expect(try document.decode([Employee].self).map(\.kind) == ["employee 1", "employee 2"])
        #expect(try document.decode([String: [Employee]].self)["p"]?.map(\.kind) == ["employee 1", "employee 2"])
        #expect(try document.decode([String: Employee?].self)["p"]??.kind == "employee 1")
    }
}
