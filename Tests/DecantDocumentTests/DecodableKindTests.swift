import DecantCore
import DecantJSON
import Testing

/// The kinds of types, which are determined once per decoding.
@Suite struct DecodableKindTests {
    /// A wrapper type around a value.
    struct Box<Value: Decodable>: Decodable {
        let value: Value
        let isPlain: Bool

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
            isPlain = decoder.codingPath.isEmpty
        }
    }

    /// A type decoded from text alone.
    struct Word: Decodable, ScalarDecodable, Equatable {
        let text: String

        init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
            guard case .string(let text) = scalar else { throw ResponseError(expected: "a word") }
            self.text = text
        }
    }

    private func innermost(_ value: Any) -> Any {
        var value = value
        while let inner = Mirror(reflecting: value).children.first(where: { $0.label == "value" }) {
            value = inner.value
        }
        return value
    }

    /// Decodes an array of boxed values, with boxes nested to a depth.
    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String, depth: Int) throws -> [Any] {
        guard depth > 0 else { return try JSON(parsing: text.utf8).decode([Value].self).map { innermost($0) } }
        return try decode(Box<Value>.self, text, depth: depth - 1)
    }

    @Test(arguments: [0, 3, 7, 8, 9, 31, 40, 150])
    func manyTypesAreDistinguished(depth: Int) throws {
        #expect(try decode(Int.self, "[1,2,3]", depth: depth) as? [Int] == [1, 2, 3])
        #expect(try decode([String].self, "[[\"a\"],[]]", depth: depth) as? [[String]] == [["a"], []])
        #expect(try decode([String: Double].self, "[{\"a\":1.5}]", depth: depth) as? [[String: Double]] == [["a": 1.5]])
        #expect(try decode(Word.self, "[\"a\",\"b\"]", depth: depth).map { ($0 as? Word)?.text } == ["a", "b"])
    }

    @Test func aScalarTypeIsNotDecodedByItsInitializer() throws {
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: "[1]".utf8).decode([Word].self) }
        #expect(error.message == "expected a word, but found the number 1")
    }
}
