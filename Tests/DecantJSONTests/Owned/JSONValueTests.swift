import DecantCore
import DecantJSON
import Testing

@Suite struct JSONValueTests {
    @Test func ownsEverything() throws {
        let text = """
            {"a":[1,-2.5,1e2,12345678901234567890,-0,true,false,null,"x\\n"],"b":{"c":[],"d":{}},"a":{"e":[[1]]}}
            """
        let value = try JSON.Value(parsing: ResponseBytes(text.utf8))
        let big = try #require(JSON.Number("12345678901234567890"))
        let elements: [JSON.Value] = [
            .integer(1), .double(-2.5), .double(100), .number(big), .double(-0.0), .boolean(true), .boolean(false),
            .null,
            .string("x\n"),
        ]
        let nested: [(key: String, value: JSON.Value)] = [(key: "e", value: .array([.array([.integer(1)])]))]
        let expected: [(key: String, value: JSON.Value)] = [
            (key: "a", value: .array(elements)),
            (key: "b", value: .object([(key: "c", value: .array([])), (key: "d", value: .object([]))])),
            (key: "a", value: .object(nested)),
        ]
        #expect(value == .object(expected))
        #expect(value["a"]?[1] == .double(-2.5))
        #expect(value["a"]?[99] == nil)
        #expect(value["x"] == nil)
        #expect(value["b"]?["c"]?[0] == nil)
    }

    @Test(arguments: [
        ("null", JSON.Value.null), ("5", .integer(5)), ("\"é\"", .string("é")), ("[]", .array([])), ("{}", .object([])),
    ])
    func ownsSingleValues(text: String, value: JSON.Value) throws {
        #expect(try JSON.Value(parsing: ResponseBytes(text.utf8)) == value)
        #expect(try JSON.Value(JSON(parsing: ResponseBytes(text.utf8))) == value)
    }

    @Test func ownsAPart() throws {
        let json = try JSON(parsing: ResponseBytes("[0,{\"a\":[1,[2]]},3]".utf8))
        let part = try JSON.Value(try #require(json[1]?["a"]))
        #expect(part == .array([.integer(1), .array([.integer(2)])]))
    }

    @Test(arguments: [
        #"{"a":[1,-2.5,12345678901234567890,true,null],"a":{},"":[[]],"\u0001\n\"\\/é":0}"#, "[]", #""x""#, "100",
        "null",
    ])
    func printsWhatItReads(text: String) throws {
        let value = try JSON.Value(parsing: text.utf8)
        #expect(value.text() == text)
        #expect(value.bytes() == Array(text.utf8))
    }

    @Test func printsNumbersThatAreNotFiniteAsNull() {
        let numbers: [JSON.Value] = [.double(.infinity), .double(.nan), .double(2), .double(-0.0)]
        #expect(JSON.Value.array(numbers).text() == "[null,null,2,0]")
    }

    @Test func optionallyRemovesNulls() throws {
        var options = JSON.Options()
        options.removesNullMembers = true
        let value = try JSON.Value(parsing: ResponseBytes("{\"a\":null,\"b\":[null]}".utf8), options: options)
        #expect(value == .object([(key: "b", value: .array([.null]))]))
    }

    @Test func namesTheLimitOfItsDepth() throws {
        let depth = 513
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let error = #expect(throws: ResponseError.self) {
            try JSON.Value(parsing: ResponseBytes(text.utf8), limits: .unlimited)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.limit == .jsonDepth)
        #expect(error?.offset == depth - 1)
    }
}
