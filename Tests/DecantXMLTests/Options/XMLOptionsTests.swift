import DecantCore
import DecantXML
import TestSupport
import Testing

struct XMLOptionsTests {
    @Test("The defaults read nothing from outside and keep all text") func theDefaultsReadNothingFromOutsideAndKeep() {
        let options = XML.Options()
        #expect(options.processesNamespaces)
        #expect(!options.refusesExternalReferences)
        #expect(options.whitespace == .keep)
    }
}

/// Decoding with custom strategies.
@Suite struct XMLCustomStrategiesTests {
    @Test func convertsNamesByAFunction() throws {
        struct Values: Decodable { var one: [Int], inner: [String: Int] }
        let strategies = CustomStrategies { AnyKey(stringValue: $0.last?.stringValue.lowercased() ?? "") }
        let document = try XML.Document("<r><ONE>1</ONE><One>2</One><INNER><KEPT>3</KEPT></INNER></r>")
        let value = try document.decode(Values.self, options: .init(strategies))
        #expect(value.one == [1, 2])
        #expect(value.inner == ["KEPT": 3])
    }

    @Test func passesTheFullPathToTheFunction() throws {
        struct Leaf: Decodable, Equatable { var path: Int }
        let strategies = CustomStrategies(key: { path in
            let text = path.map(\.stringValue).joined(separator: "/")
            return AnyKey(stringValue: text == "b/Index 1/c" ? "path" : path.last?.stringValue ?? "")
        })
        let document = try XML.Document("<r><b><path>1</path></b><b><c>2</c></b></r>")
        let leaves = try document.decode([String: [Leaf]].self, options: .init(strategies))
        #expect(leaves == ["b": [Leaf(path: 1), Leaf(path: 2)]])
    }

    @Test func showsCustomInformation() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "scale"))
        struct Scaled: Decodable {
            var value: Int
            init(from decoder: any Decoder) throws {
                let scale = CodingUserInfoKey(rawValue: "scale").flatMap { decoder.userInfo[$0] as? Int } ?? 0
                value = try decoder.singleValueContainer().decode(Int.self) * scale
            }
        }
        let document = try XML.Document("<r><a>2</a><a>5</a></r>")
        let strategies = CustomStrategies(userInfo: [key: 3])
        #expect(try document.decode([Scaled].self, options: .init(strategies)).map(\.value) == [6, 15])
    }

    /// A type created from scalars whose own `init(from:)` would produce a different value.
    struct Note: Decodable, ScalarDecodable, Hashable {
        var text: String

        init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
            switch scalar {
            case .number(let text, let value): self.text = "\(text) \(value)"
            case .string(let text) where text.isEmpty: throw ResponseError(expected: "some text", isContent: true)
            case .string(let text) where text.utf8.allSatisfy { $0 > 0x39 }: self.text = text
            default: throw ResponseError(expected: "a note")
            }
        }

        init(from decoder: any Decoder) throws { text = "not by the scalar" }
    }

    @Test func createsTypesFromScalarsAnywhere() throws {
        struct Everywhere: Decodable {
            var plain: Note, list: [Note], attribute: Note, maybe: Note?, none: Note?, empty: Note?, set: Set<Note>
        }
        let document = try XML.Document(
            """
            <r attribute='+01.50'><plain> a </plain><list>b</list><list>-5</list><maybe>m</maybe><empty/>\
            <set>s</set></r>
            """
        )
        let value = try document.decode(Everywhere.self)
        #expect(value.plain.text == "a")
        #expect(value.list.map(\.text) == ["b", "-5 -5.0"])
        #expect(value.attribute.text == "01.50 1.5")
        #expect(value.maybe?.text == "m")
        #expect(value.none == nil && value.empty == nil)
        #expect(value.set.map(\.text) == ["s"])
    }

    @Test(arguments: [
        ("<r><a/></r>", "dataCorrupted", "expected some text, but found an empty element"),
        ("<r><a>?0x</a></r>", "typeMismatch", "expected a note, but found “?0x”"),
        ("<r><a><b/></a></r>", "typeMismatch", "expected Note, but found elements in “a”"),
    ])
    func explainsWhyAScalarIsNotUsable(_ text: String, _ code: String, _ message: String) throws {
        let document = try XML.Document(text)
        let error = try #require(throws: ResponseError.self) { try document.decode([Note].self) }
        #expect(error.code.description == code)
        #expect(error.message == message)
        #expect(error.path == [.index(0)])
    }

    @Test func callsACustomFunctionFirst() throws {
        var strategies = CustomStrategies()
        strategies.setScalar(of: Note.self) { scalar, _ in
            guard case .string("own") = scalar else { return nil }
            return try Note(scalar: .string("made"), options: DecodingOptions())
        }
        let document = try XML.Document("<r><a>own</a><a>other</a></r>")
        #expect(try document.decode([Note].self, options: .init(strategies)).map(\.text) == ["made", "other"])
    }
}
