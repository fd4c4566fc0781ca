import DecantCore
import DecantJSON
import DecantPropertyList
import Testing

/// The hints about members and arrays found at an unexpected path.
@Suite struct MemberHintsTests {
    private struct User: Decodable { var login: String }

    private func hint<Value: Decodable>(
        _ text: String,
        as type: Value.Type = User.self,
        _ format: DocumentFormat = .json
    ) -> String? {
        let error = #expect(throws: ResponseError.self) { try format.decode(type, text) }
        return error?.hint
    }

    private func hint(_ text: String, _ change: (inout JSON.Options) -> Void) throws -> String? {
        var options = JSON.Options()
        change(&options)
        let json = try JSON(parsing: ResponseBytes(Array(text.utf8)))
        return try #require(throws: ResponseError.self) { try json.decode(User.self, options: options) }.hint
    }

    @Test(arguments: DocumentFormat.allCases)
    func listsTheMembersThatExist(format: DocumentFormat) {
        let object = format == .json ? "the object" : "the dictionary"
        #expect(hint("{\"id\":\"1\"}", format) == "\(object) has “id”")
        #expect(hint("{\"id\":\"1\",\"name\":\"2\"}", format) == "\(object) has “id” and “name”")
        #expect(hint("{}", format) == "\(object) has no members")
        #expect(hint("{\"a\":{\"b\":\"1\"}}", as: [String: User].self, format) == "\(object) has “b”")
    }

    private func hint(_ text: String, _ format: DocumentFormat) -> String? { hint(text, as: User.self, format) }

    @Test func listsTheFirstMembersOfALargeObject() {
        let members = (0..<100_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
        let first = (0..<8).map { "“m\($0)”" }.joined(separator: ", ")
        #expect(hint("{\(members)}") == "the object has \(first) and 99992 more")
        let one = Array(repeating: "\"m\":{}", count: 100).joined(separator: ",")
        #expect(hint("{\(one)}") == "the object has “m” and 36 more")
    }

    @Test(arguments: DocumentFormat.allCases)
    func namesThePathToTheMemberThatHasTheKey(format: DocumentFormat) {
        let expected = "the member “data” has “login”; `.at(\"/data\")` decodes it"
        #expect(hint("{\"data\":{\"login\":\"a\"}}", format) == expected)
        #expect(hint("{\"meta\":{\"page\":\"1\"},\"data\":{\"id\":\"1\",\"login\":\"a\"}}", format) == expected)
    }

    @Test(arguments: DocumentFormat.allCases)
    func namesThePathToTheOnlyArray(format: DocumentFormat) {
        let expected = "the member “items” is an array; `.at(\"/items\")` decodes it"
        #expect(hint("{\"total\":\"1\",\"items\":[{\"login\":\"a\"}]}", as: [User].self, format) == expected)
        #expect(hint("{\"items\":[\"a\"],\"errors\":[\"b\"]}", as: [String].self, format) == nil)
        #expect(hint("{\"items\":{\"a\":[\"b\"]}}", as: [String].self, format) == nil)
    }

    @Test func escapesThePath() throws {
        #expect(hint("{\"a/~b\":{\"login\":1}}") == "the member “a/~b” has “login”; `.at(\"/a~1~0b\")` decodes it")
        #expect(
            hint("{\"a\\\"\":[]}", as: [Int].self) == "the member “a\"” is an array; `.at(\"/a\\\"\")` decodes it"
        )
        #expect(hint("{\"a\\u202E\":{\"login\":1}}") == "the object has “a\\u{202E}”")
        var options = JSON.Options()
        options.path = "/a~1~0b"
        let json = try JSON(parsing: ResponseBytes(Array("{\"a/~b\":{\"login\":\"x\"}}".utf8)))
        #expect(try json.decode(User.self, options: options).login == "x")
    }

    @Test func namesNoPathThatWouldBeAGuess() throws {
        // Two members match; a repeated name leads elsewhere; the object is inside another value.
        #expect(hint("{\"a\":{\"login\":1},\"b\":{\"login\":1}}") == "the object has “a” and “b”")
        #expect(hint("{\"a\":1,\"a\":{\"login\":1}}") == "the object has “a”")
        #expect(hint("[{\"a\":{\"login\":1}}]", as: [User].self) == "the object has “a”")
        // The options already have a path.
        #expect(try hint("{\"a\":{\"b\":{\"login\":1}}}") { $0.path = "/a" } == "the object has “b”")
        #expect(try hint("{\"a\":{\"b\":1}}") { $0.path = "/a/c" } == "the object has “b”")
    }

    @Test func comparesKeysAfterConversion() throws {
        struct Entry: Decodable { var logIn: Int }
        var options = JSON.Options()
        options.decoding.keys = .convertFromSnakeCase
        let json = try JSON(parsing: ResponseBytes(Array("{\"data\":{\"log_in\":1}}".utf8)))
        let error = try #require(throws: ResponseError.self) { try json.decode(Entry.self, options: options) }
        #expect(error.hint == "the member “data” has “logIn”; `.at(\"/data\")` decodes it")
    }

    @Test func prefersAMemberThatDiffersOnlyInStyle() {
        let text = "{\"Login\":\"a\",\"data\":{\"login\":\"a\"}}"
        #expect(hint(text) == "the object has “Login”; `.keys(.convertFromCapitalized)` reads it as “login”")
    }

    @Test func reportsTheSkippingLimitFirst() throws {
        var options = JSON.Options()
        options.badElements = ["": 1]
        let json = try JSON(parsing: ResponseBytes(Array("[1,{\"id\":1}]".utf8)))
        let error = try #require(throws: ResponseError.self) { try json.decode([User].self, options: options) }
        #expect(error.hint?.contains("skippingBadElements(upTo:)") == true)
    }
}
