import DecantCore
import DecantJSON
import Testing

/// AFNetworking's `removesKeysWithNullValues`, during and after parsing.
@Suite struct NullRemovalTests {
    static let cases: [(text: String, members: String, both: String)] = [
        ("null", "null", "null"),
        ("{\"a\":null}", "{}", "{}"),
        ("{\"a\":null,\"b\":1,\"c\":null}", "{\"b\":1}", "{\"b\":1}"),
        ("[null,1,null]", "[null,1,null]", "[1]"),
        ("[null]", "[null]", "[]"),
        ("{\"a\":[null,{\"b\":null}],\"c\":{\"d\":null}}", "{\"a\":[null,{}],\"c\":{}}", "{\"a\":[{}],\"c\":{}}"),
        (
            "[[null],{\"a\":{\"b\":{\"c\":null,\"d\":[null]}}},null]", "[[null],{\"a\":{\"b\":{\"d\":[null]}}},null]",
            "[[],{\"a\":{\"b\":{\"d\":[]}}}]"
        ),
        (
            "{\"a\":\"null\",\"null\":1,\"b\":false,\"c\":0,\"d\":\"\"}",
            "{\"a\":\"null\",\"null\":1,\"b\":false,\"c\":0,\"d\":\"\"}",
            "{\"a\":\"null\",\"null\":1,\"b\":false,\"c\":0,\"d\":\"\"}"
        ),
    ]

    @Test(arguments: cases.indices)
    func removesNulls(index: Int) throws {
        let (text, members, both) = Self.cases[index]
        let body = ResponseBytes(text.utf8)
        let json = try JSON(parsing: body)
        #expect(json.removingNulls().description == members)
        #expect(json.removingNulls(elements: true).description == both)
        var options = JSON.Options()
        options.removesNullMembers = true
        #expect(try JSON(parsing: body, options: options).description == members)
        options.removesNullElements = true
        #expect(try JSON(parsing: body, options: options).description == both)
        options.removesNullMembers = false
        #expect(try JSON(parsing: body, options: options).removingNulls().description == both)
    }

    @Test func countsTheRemainingMembers() throws {
        var options = JSON.Options()
        options.removesNullMembers = true
        options.removesNullElements = true
        let text = "{\"a\":[null,1,null,2],\"b\":null,\"c\":3}"
        let json = try JSON(parsing: ResponseBytes(text.utf8), options: options)
        #expect(json.count == 2)
        #expect(json["a"]?.count == 2)
        #expect(json["a"]?[1]?.int == 2)
        #expect(json["a"]?[1]?.path == [.key("a"), .index(1)])
        #expect(json["c"]?.position.offset == 34)
    }

    @Test func removesFromAPartOnly() throws {
        let json = try JSON(parsing: ResponseBytes("{\"a\":{\"b\":null,\"c\":[{\"d\":null}]},\"e\":null}".utf8))
        #expect(json["a"]?.removingNulls().description == "{\"c\":[{}]}")
        #expect(json.description.contains("null"))
    }

    @Test("Needs capacity for every null only until its removal") func needsCapacityForEveryNull() throws {
        var options = JSON.Options()
        options.removesNullMembers = true
        let members = (0..<20_000).map { "\"\($0)\":\($0 % 2 == 0 ? "null" : "1")" }.joined(separator: ",")
        let json = try JSON(parsing: ResponseBytes("{\(members)}".utf8), options: options)
        #expect(json.count == 10_000)
        #expect(json["1"]?.int == 1)
        #expect(json["2"] == nil)
        #expect(json["19999"]?.int == 1)
    }
}
