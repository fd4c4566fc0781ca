import DecantCore
import DecantJSON
import Testing

@Suite struct DocumentWalkTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: ResponseBytes(text.utf8)) }

    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("100", "1e2"), ("0", "-0"), ("0", "0e5"), ("0.10", "1e-1"), ("-1.5", "-15E-1"),
        ("12345678901234567890123", "1.2345678901234567890123e22"), ("18446744073709551616", "18446744073709551616.00"),
        ("9223372036854775807", "9223372036854775807.0"), ("18446744073709551615", "1844674407370955161.5e1"),
        ("\"a\"", "\"\\u0061\""), ("\"/\"", "\"\\/\""), ("[]", "[ ]"), ("{}", "{ }"),
        ("{\"a\":1,\"b\":[2]}", "{\"b\":[2.0],\"a\":1}"),
        ("{\"a\":{\"c\":1,\"b\":2}}", "{\"\\u0061\":{\"b\":2,\"c\":1}}"),
        ("{\"x\":1,\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2,\"x\":1}"),
        ("{\"\u{E000}\":1,\"😀\":2}", "{\"😀\":2,\"\u{E000}\":1}"),
    ])
    func treatsAsEqual(left: String, right: String) throws {
        let (left, right) = (try json(left), try json(right))
        #expect(left == right)
        #expect(right == left)
        #expect(left.hashValue == right.hashValue)
        #expect(Set([left, right]).count == 1)
    }

    @Test(arguments: [
        ("1", "2"), ("1", "\"1\""), ("1", "true"), ("0", "null"), ("0", "false"), ("true", "false"), ("null", "[]"),
        ("[]", "{}"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[[1],2]", "[[1,2]]"), ("[[],[]]", "[[[]]]"),
        ("\"a\"", "\"b\""),
        ("\"\u{E9}\"", "\"e\u{301}\""), ("1", "-1"), ("0.1", "0.10000000000000001"), ("1e400", "1e401"),
        ("9007199254740993", "9007199254740992"), ("18446744073709551616", "18446744073709551617"),
        ("{\"a\":1}", "{\"a\":2}"), ("{\"a\":1}", "{\"b\":1}"), ("{\"a\":1}", "{\"a\":1,\"b\":1}"),
        ("{\"a\":[]}", "{\"a\":{}}"),
        ("{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}"), ("{\"a\":1,\"a\":1}", "{\"a\":1}"),
        ("{\"a\":\"b\"}", "{\"b\":\"a\"}"),
        ("[\"a\",\"b\"]", "[\"ab\",\"\"]"),
    ])
    func distinguishes(left: String, right: String) throws {
        let (left, right) = (try json(left), try json(right))
        #expect(left != right)
        #expect(right != left)
        #expect(left.hashValue != right.hashValue)
    }

    @Test func comparesParts() throws {
        let json = try json("[{\"a\":[1,2]},[1,2],{\"a\":[1.0,2]}]")
        #expect(json[0] == json[2])
        #expect(json[0]?["a"] == json[1])
        #expect(json[0] != json[1])
    }
}
