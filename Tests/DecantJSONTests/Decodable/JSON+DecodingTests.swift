import DecantCore
import DecantJSON
import Testing

/// The errors of types that cannot be decoded.
@Suite struct JSONDecodingErrorTests {
    private struct User: Decodable {
        var id: Int
        var name: String
        var tags: [String]
    }

    private func error<Value: Decodable>(
        _ text: String,
        as type: Value.Type,
        options: DecodingOptions = DecodingOptions()
    ) throws -> ResponseError {
        let document = try JSON(text)
        return try #require(throws: ResponseError.self) { try document.decode(type, options: JSON.Options(options)) }
    }

    @Test("Reports the expected and the found value with its location") func reportsTheExpectedAndTheFoundValue() throws
    {
        let error = try error("[\n  {\"id\": 1, \"name\": \"a\", \"tags\": [\"x\", 5]}\n]", as: [User].self)
        #expect(error.code == .typeMismatch)
        #expect(error.message == "expected String, but found the number 5")
        #expect(error.path == [.index(0), .key("tags"), .index(1)])
        #expect(error.position == SourcePosition(offset: 41, line: 2, column: 40))
        #expect(error.snippet?.text.contains("\"x\", 5") == true)
        #expect(error.underlying is DecodingError)
    }

    @Test(arguments: [
        ("{\"a\":true}", "expected Int, but found true"), ("{\"a\":\"1\"}", "expected Int, but found a string"),
        ("{\"a\":[]}", "expected Int, but found an array"), ("{\"a\":{}}", "expected Int, but found an object"),
        ("{\"a\":1.5}", "expected Int, but found the number 1.5"), ("{\"a\":null}", "expected Int, but found null"),
        ("{\"a\":9223372036854775808}", "expected Int, but found the number 9223372036854775808, which does not fit"),
        ("[]", "expected an object, but found an array"), ("{\"b\":1}", "no member “a”"),
    ])
    func namesBothSides(_ text: String, _ message: String) throws {
        struct Holder: Decodable { var a: Int }
        #expect(try error(text, as: Holder.self).message == message)
    }

    @Test func pointsAtTheNumberThatDoesNotFit() throws {
        let error = try error("{\"ports\": [80, 70000]}", as: [String: [UInt16]].self)
        #expect(error.code == .typeMismatch)
        #expect(error.path == [.key("ports"), .index(1)])
        #expect(error.offset == 15)
    }

    @Test func pointsAtTheObjectThatLacksAMember() throws {
        let error = try error("[{\"id\":1,\"name\":\"a\",\"tags\":[]}, {\"id\":2}]", as: [User].self)
        #expect(error.code == .keyNotFound)
        #expect(error.path == [.index(1)])
        #expect(error.offset == 32)
    }

    @Test func pointsAtTheUnexpectedNull() throws {
        let error = try error("{\"id\":null}", as: User.self)
        #expect(error.code == .valueNotFound)
        #expect(error.offset == 6)
    }

    @Test func pointsAtTheQuotationMarkOfAString() throws {
        #expect(try error("[\"abc\"]", as: [Int].self).offset == 1)
    }

    @Test func countsOffsetsFromTheFirstByteReceived() throws {
        let body = ResponseBytes(Array("\u{FEFF})]}',[\"a\"]".utf8)).dropFirst(8)
        let document = try JSON(parsing: body)
        let error = try #require(throws: ResponseError.self) { try document.decode([Int].self) }
        #expect(error.offset == 9)
    }

    @Test func keepsTheErrorThatATypesCodeThrows() throws {
        struct Refusal: Error {}
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        let error = try error("[{}]", as: [Picky].self)
        #expect(error.code == .dataCorrupted)
        #expect(error.underlying is Refusal)
    }

    @Test("Uses the message of a DecodingError that the code of a type throws")
    func usesTheMessageOfADecodingErrorThatATypes() throws {
        let error = try error("{\"a\":[1,{\"b\": 2}]}", as: [String: [ParityTypes.Tree]].self)
        #expect(error.path == [.key("a"), .index(1)])
        let own = try self.error("{\"a\": 1}", as: [String: ParityTypes.Thrower].self)
        #expect(own.code == .dataCorrupted)
        #expect(own.message == "not today")
        #expect(own.offset == 6)
    }

    @Test func findsThePositionUnderConvertedNames() throws {
        struct Outer: Decodable {
            var innerValue: Inner
            struct Inner: Decodable { var lastName: Int }
        }
        let options = DecodingOptions(keys: .convertFromSnakeCase)
        let error = try error("{\"inner_value\": {\"last_name\": \"x\"}}", as: Outer.self, options: options)
        #expect(error.path == [.key("innerValue"), .key("lastName")])
        #expect(error.offset == 30)
    }

    @Test func survivesACodingPathThatLeadsNowhere() throws {
        struct Liar: Decodable {
            init(from decoder: any Decoder) throws {
                let path: [any CodingKey] = [AnyKey(intValue: 99), AnyKey(stringValue: "x"), AnyKey(intValue: -1)]
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no"))
            }
        }
        let error = try error("[{}]", as: [Liar].self)
        #expect(error.offset == 0)
        #expect(error.path.count == 3)
    }

    @Test func decodesAPartAndCountsThePathFromTheTop() throws {
        let document = try JSON("{\"page\": {\"items\": [{\"id\": 7}, {\"id\": \"8\"}]}}")
        let items = try #require(document["page"]?["items"])
        struct Item: Decodable, Equatable { var id: Int }
        #expect(try items[0]?.decode(Item.self) == Item(id: 7))
        let error = try #require(throws: ResponseError.self) { try items.decode([Item].self) }
        #expect(error.path == [.key("page"), .key("items"), .index(1), .key("id")])
        #expect(error.offset == 38)
    }
}

extension JSON.Options {
    /// JSON options with these `Decodable` options.
    init(_ decoding: DecodingOptions) {
        self.init()
        self.decoding = decoding
    }
}

extension JSON {
    init(_ text: String, options: JSON.Options = JSON.Options(), limits: Limits = Limits()) throws(ResponseError) {
        try self.init(parsing: ResponseBytes(Array(text.utf8)), options: options, limits: limits)
    }
}
