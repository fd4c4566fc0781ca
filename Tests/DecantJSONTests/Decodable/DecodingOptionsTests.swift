import DecantCore
import DecantJSON
import Foundation
import TestSupport
import Testing

/// Options, strategies, and types created from scalars.
@Suite struct JSONDecodingOptionsTests {
    @Test func roundTripsEveryOption() throws {
        let options = DecodingOptions(
            keys: .convertFromSnakeCase,
            dates: .iso8601,
            data: .array,
            nonFiniteNumbers: .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "n")
        )
        let restored = try JSONDecoder().decode(DecodingOptions.self, from: JSONEncoder().encode(options))
        #expect(restored == options)
        #expect(restored != DecodingOptions())
    }

    @Test func convertsNamesByAFunction() throws {
        struct Values: Decodable { var one: Int, inner: [String: Int] }
        let strategies = CustomStrategies { AnyKey(stringValue: $0.last?.stringValue.lowercased() ?? "") }
        let value = try JSON("{\"ONE\":1,\"INNER\":{\"KEPT\":2}}").decode(Values.self, options: .init(strategies))
        #expect(value.one == 1)
        #expect(value.inner == ["KEPT": 2])
    }

    @Test func passesTheFullPathToTheFunction() throws {
        struct Leaf: Decodable { var ab: Int }
        let strategies = CustomStrategies(key: { path in
            AnyKey(stringValue: path.map { $0.stringValue }.joined().filter(\.isLetter))
        })
        let error = try #require(throws: ResponseError.self) {
            try JSON("[{\"c\":1}]").decode([Leaf].self, options: .init(strategies))
        }
        #expect(error.code == .keyNotFound)
        struct IndexLeaf: Decodable { var Indexc: Int }
        #expect(try JSON("[{\"c\":1}]").decode([IndexLeaf].self, options: .init(strategies)).first?.Indexc == 1)
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
        let strategies = CustomStrategies(userInfo: [key: 3])
        #expect(try JSON("[2,5]").decode([Scaled].self, options: .init(strategies)).map(\.value) == [6, 15])
        #expect(try JSON("[2]").decode([Scaled].self).map(\.value) == [0])
    }

    @Test func treatsRemovedNullsAsAbsent() throws {
        struct Probe: Decodable {
            var hasA: Bool
            init(from decoder: any Decoder) throws {
                hasA = try decoder.container(keyedBy: AnyKey.self).contains(AnyKey(stringValue: "a"))
            }
        }
        var options = JSON.Options()
        options.removesNullMembers = true
        #expect(try JSON("{\"a\":null}", options: options).decode(Probe.self).hasA == false)
        #expect(try JSON("{\"a\":null}").decode(Probe.self).hasA)
        options.removesNullElements = true
        #expect(try JSON("[1,null,2]", options: options).decode([Int].self) == [1, 2])
    }

    /// A type created from scalars whose own `init(from:)` would produce a different value.
    struct Note: Decodable, ScalarDecodable, Hashable {
        var text: String

        init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
            switch scalar {
            case .number(let text, _): self.text = text
            case .string(let text) where text.isEmpty: throw ResponseError(expected: "some text", isContent: true)
            case .string(let text): self.text = text
            case .data(let bytes): text = "\(bytes)"
            default: throw ResponseError(expected: "a note")
            }
        }

        init(from decoder: any Decoder) throws { text = "not by the scalar" }
    }

    @Test func createsTypesFromScalarsAnywhere() throws {
        struct Everywhere: Decodable {
            var plain: Note, list: [Note], named: [String: Note], maybe: Note?, none: Note?, set: Set<Note>,
                nested: [Note?]
        }
        let text = """
            {"plain": 1.50, "list": ["a", 1e400], "named": {"k": 12345678901234567890123}, "maybe": "m", "none": null,
             "set": ["s"], "nested": [null, "n"]}
            """
        let value = try JSON(text).decode(Everywhere.self)
        #expect(value.plain.text == "1.50")
        #expect(value.list.map(\.text) == ["a", "1e400"])
        #expect(value.named["k"]?.text == "12345678901234567890123")
        #expect(value.maybe?.text == "m")
        #expect(value.none == nil)
        #expect(value.set.map(\.text) == ["s"])
        #expect(value.nested.map { $0?.text } == [nil, "n"])
        #expect(try JSON("\"top\"").decode(Note.self).text == "top")
    }

    @Test func passesAnArrayOfBytesWithTheArrayStrategy() throws {
        let options = DecodingOptions(data: .array)
        #expect(try JSON("[[1,255]]").decode([Note].self, options: JSON.Options(options)).map(\.text) == ["[1, 255]"])
        #expect(throws: ResponseError.self) {
            try JSON("[[1,256]]").decode([Note].self, options: JSON.Options(options))
        }
        #expect(throws: ResponseError.self) { try JSON("[[1,2]]").decode([Note].self) }
    }

    @Test(arguments: [
        ("[true]", "typeMismatch", "expected a note, but found true"),
        ("[\"\"]", "dataCorrupted", "expected some text, but found an empty string"),
        ("[null]", "valueNotFound", "expected Note, but found null"),
    ])
    func explainsWhyAScalarIsNotUsable(_ text: String, _ code: String, _ message: String) throws {
        let error = try #require(throws: ResponseError.self) { try JSON(text).decode([Note].self) }
        #expect(error.code.description == code)
        #expect(error.message == message)
        #expect(error.path == [.index(0)])
    }

    @Test func acceptsTheWordsOfAQuirkAsFloats() throws {
        var options = JSON.Options()
        options.quirks = .nonFiniteNumbers
        let document = try JSON("[NaN,Infinity,-Infinity,1]", options: options)
        let values = try document.decode([Double].self)
        #expect(values[0].isNaN && values[1] == .infinity && values[2] == -.infinity && values[3] == 1)
        #expect(try document.decode([Float].self)[2] == -.infinity)
        #expect(throws: ResponseError.self) { try document.decode([Int].self) }
    }
}

/// Compares the conversion of names with Foundation's `JSONDecoder`.
@Suite struct SnakeCaseTests {
    /// Reads the names of an object after conversion.
    struct Names: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    private static let options = DecodingOptions(keys: .convertFromSnakeCase)

    private func ours(_ name: String) throws -> String? {
        let text = try JSONEncoder().encode([name: 1])
        return try JSON(parsing: ResponseBytes(text)).decode(Names.self, options: JSON.Options(Self.options)).names
            .first
    }

    private func oracle(_ name: String) throws -> String? {
        try JSONDecoder(Self.options).decode(Names.self, from: JSONEncoder().encode([name: 1])).names.first
    }

    @Test(arguments: [
        "", "_", "__", "one", "One", "ONE", "_one", "_ONE_", "one_two", "_one_two_", "__one__two__three__", "a_b_c",
        "a__b",
        "oneTwo_three", "ONE_TWO", "one_TWO", "a_1_b", "a_1b", "one_two.three_x", "one_t wo_x", "one_'tis_x", "x_don't",
        "a_9bc_d", "a_bC-dE", "a_fo\u{E9}Bar", "a_\u{E9}x", "\u{DF}_\u{DF}x", "I_iI", "a_\u{301}b", "_\u{301}a",
        "a_b_\u{301}", "a_\u{FB01}x", "a_b\u{1F600}c", "\u{130}_\u{130}_x", "one_two  three", "_a__b_c_",
    ])
    func convertsAsJSONDecoderDoes(_ name: String) throws {
        #expect(try ours(name)?.unicodeScalars.map(\.value) == oracle(name)?.unicodeScalars.map(\.value))
    }

    @Test(
        "Converts words around every scalar as JSONDecoder does",
        arguments: [0x20..<0x250, 0x250..<0x600, 0x1E00..<0x2200, 0xFB00..<0xFB20]
    )
    func convertsWordsAroundEveryScalarAsJSON(_ block: Range<Int>) throws {
        for value in block {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let name = "a_b\(scalar)c\(scalar)D_\(scalar)x"
            #expect(try ours(name)?.unicodeScalars.map(\.value) == oracle(name)?.unicodeScalars.map(\.value))
        }
    }
}
