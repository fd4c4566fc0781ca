import DecantCore
import DecantJSON
import Testing

@Suite struct JSONQuirksTests {
    private static func parse(_ text: String, _ quirks: JSON.Quirks) throws(ResponseError) -> JSON {
        var options = JSON.Options()
        options.quirks = quirks
        return try JSON(parsing: ResponseBytes(text.utf8), options: options)
    }

    private static let all: JSON.Quirks = [.trailingCommas, .comments, .nonFiniteNumbers]

    @Test(arguments: [
        ("[1,]", "[1]"), ("[1 , ]", "[1]"), ("[[],]", "[[]]"), ("{\"a\":1,}", "{\"a\":1}"),
        ("{\"a\":{\"b\":2,},}", "{\"a\":{\"b\":2}}"),
        ("[{\"a\":[1,],},2,]", "[{\"a\":[1]},2]"),
    ])
    func acceptsTrailingCommas(text: String, plain: String) throws {
        let json = try Self.parse(text, .trailingCommas)
        #expect(json.description == plain)
        #expect(throws: ResponseError.self) { try Self.parse(text, [.comments, .nonFiniteNumbers]) }
    }

    @Test(
        arguments: [
            ("/* a */ 1 // b", "1"), ("// a\n[ /* b */ 1, // c\r\n 2 /* d */ ] // e", "[1,2]"), ("[/**/]", "[]"),
            ("{/**/}", "{}"), ("[ // a\n // b\n ]", "[]"), ("[/*a*//*b*/1/*c*//*d*/]", "[1]"),
            ("{/*1*/\"a\"/*2*/:/*3*/1/*4*/,/*5*/\"b\"/*6*/:/*7*/[/*8*/]/*9*/}", "{\"a\":1,\"b\":[]}"),
            ("{\"a\":{/**/},\"b\":1}", "{\"a\":{},\"b\":1}"),
            ("[1,/* * / ** */2]", "[1,2]"),
            ("[1,2]/*", nil), ("[1,/*]", nil), ("[1,/ 2]", nil), ("{\"a\":/**/}", nil), ("[1,/**/]", nil),
            ("{\"a\"/**/1}", nil),
            ("{\"a\":1,/**/}", nil),
        ] as [(String, String?)]
    )
    func acceptsComments(text: String, plain: String?) throws {
        let json = try? Self.parse(text, .comments)
        #expect(json?.description == plain)
        #expect(throws: ResponseError.self) { try Self.parse(text, [.trailingCommas, .nonFiniteNumbers]) }
    }

    /// Found by fuzzing: the comment was skipped, and neither the value before it nor the document got a node.
    @Test(arguments: [
        "7.//", "-//", "-/**/1", "1e//", "1e+/**/2", "[1./**/]", "[-/**/,2]", "{\"a\":-//\n}", "0./* */",
        "\"a\u{1}//\"",
        "[\"\\q//\"]", "{\"\\u12//\":1}", "\"\u{B}\"", "[\"a\u{C}b\"]", "tru//", "nul/**/l",
    ])
    func acceptsCommentsBetweenTokensOnly(text: String) {
        #expect(throws: ResponseError.self) { try Self.parse(text, .comments) }
        #expect(throws: ResponseError.self) { try Self.parse(text, Self.all.union(.whitespace)) }
    }

    @Test(arguments: [
        ("[\"a\tb\"]", "a\tb"), ("[\"line\nline\"]", "line\nline"), ("[\"\r\n\"]", "\r\n"), ("[\"\0\"]", "\0"),
        ("[\"\u{1F}\u{B}é\"]", "\u{1F}\u{B}é"), ("[\"\n\\n\\u0041\"]", "\n\nA"), ("[\"\n\"\n]", "\n"),
    ])
    func acceptsControlCharactersInStrings(text: String, value: String) throws {
        #expect(try Self.parse(text, .controlCharacters)[0]?.string == value)
        let error = #expect(throws: ResponseError.self) { try Self.parse(text, []) }
        #expect(error?.hint == "the quirk “controlCharacters” accepts it")
        let quirks = try Self.parse(text, .controlCharacters).quirks
        #expect(quirks.finding?.message == "the text is not strict JSON; accepted control characters in strings")
    }

    @Test(
        "Control characters are accepted in strings only",
        arguments: ["[\"a\n]", "[\"a\\\n\"]", "[\u{1}]", "[\"\n\u{FF}\\q\"]", "\u{B}[]"]
    )
    func controlCharactersAreAcceptedInStrings(text: String) {
        #expect(throws: ResponseError.self) { try Self.parse(text, .controlCharacters) }
    }

    @Test("Names and long strings may have control characters") func namesAndLongStringsMayHaveControl() throws {
        #expect(try Self.parse("{\"a\nb\": 1, \"c\": \"\t\"}", .controlCharacters)["a\nb"]?.int == 1)
        let long = String(repeating: "\n", count: 1 << 20)
        #expect(try Self.parse("[\"\(long)\", \"\(long)\"]", .controlCharacters)[1]?.string == long)
    }

    @Test func json5AcceptsNoLineEnds() throws {
        #expect(try Self.parse("[\"\t\"]", .json5)[0]?.string == "\t")
        #expect(throws: ResponseError.self) { try Self.parse("[\"\n\"]", .json5) }
        #expect(try Self.parse("['\n']", [.json5, .controlCharacters])[0]?.string == "\n")
    }

    @Test("Counts words for numbers against the limit of numbers") func countsWordsForNumbersAgainstTheLimit() throws {
        var options = JSON.Options()
        options.quirks = .nonFiniteNumbers
        var limits = Limits()
        limits.jsonNumberBytes = 8
        let body = ResponseBytes("[NaN, Infinity]".utf8)
        #expect(try JSON(parsing: body, options: options, limits: limits).count == 2)
        let long = ResponseBytes("[-Infinity]".utf8)
        #expect(throws: ResponseError.self) { try JSON(parsing: long, options: options, limits: limits) }
    }

    @Test func keepsSlashesInStrings() throws {
        #expect(try Self.parse("[\"/*\",\"//\"]", .comments).description == "[\"/*\",\"//\"]")
    }

    @Test func acceptsNumbersThatAreNotFinite() throws {
        let json = try Self.parse("[NaN, Infinity,-Infinity ,{\"a\":NaN}]", .nonFiniteNumbers)
        #expect(json[0]?.double?.isNaN == true)
        #expect(json[1]?.double == .infinity)
        #expect(json[2]?.double == -.infinity)
        #expect(json[3]?["a"]?.number?.text == "NaN")
        #expect(json[0]?.int == nil)
        #expect(json[0]?.kind == .number)
        #expect(json.description == "[null,null,null,{\"a\":null}]")
        for text in ["Nan", "+Infinity", "-NaN", "[Infinit]", "-Infinit"] {
            #expect(throws: ResponseError.self) { try Self.parse(text, .nonFiniteNumbers) }
        }
    }

    @Test(
        arguments: [
            ("[1,/*a*/]", "[1]"), ("[1,//\n]", "[1]"), ("{\"a\":NaN,/**/}", "{\"a\":null}"), ("[NaN,]", "[null]"),
            ("[1,/**/,]", nil), ("[,]", nil), ("[/**/,]", nil), ("{,}", nil), ("1,", nil), (",", nil),
            ("{\"a\":,}", nil),
        ] as [(String, String?)]
    )
    func acceptsQuirksTogether(text: String, plain: String?) throws {
        #expect((try? Self.parse(text, Self.all))?.description == plain)
    }

    @Test func namesTheQuirksThatWereNeeded() throws {
        let body = ResponseBytes(Array("[1,] // x".utf8))
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let serializer = JSONResponseSerializer().quirks(Self.all)
        _ = try serializer.decode(body, in: &context)
        #expect(context.findings.map(\.code) == [.quirk])
        #expect(context.findings.first?.message.hasSuffix("a trailing comma, comments") == true)
        var plain = DecodingContext(ResponseContext(mediaType: nil))
        _ = try serializer.decode(ResponseBytes(Array("[1]".utf8)), in: &plain)
        #expect(plain.findings.isEmpty)
    }

    @Test func needsNoMoreCapacityForManyComments() throws {
        let text = "[" + (0..<5000).map { "/*\($0)*/\($0)" }.joined(separator: ",") + ",]"
        let json = try Self.parse(text, Self.all)
        #expect(json.count == 5000)
        #expect(json.array?.enumerated().allSatisfy { $0.element.int == $0.offset } == true)
    }

    @Test func removesNullsBetweenQuirks() throws {
        var options = JSON.Options()
        options.quirks = Self.all
        options.removesNullElements = true
        options.removesNullMembers = true
        let text = "{\"a\":null,\"b\":[null,/**/null,1,null,],/**/\"c\":null,}"
        #expect(try JSON(parsing: ResponseBytes(text.utf8), options: options).description == "{\"b\":[1]}")
        options.quirks = .comments
        #expect(throws: ResponseError.self) { try JSON(parsing: ResponseBytes("[null,/**/]".utf8), options: options) }
    }
}

/// The quirks of JSON5, individually and together.
@Suite struct JSON5Tests {
    private func json(_ text: String, _ quirks: JSON.Quirks = .json5) throws(ResponseError) -> JSON {
        var options = JSON.Options()
        options.quirks = quirks
        return try JSON(parsing: text.utf8, options: options)
    }

    private func error(_ text: String, _ quirks: JSON.Quirks = .json5) throws -> ResponseError {
        try #require(throws: ResponseError.self) { try json(text, quirks) }
    }

    @Test func parsesTheExampleOfTheStandard() throws {
        let text = """
            {
              // comments
              unquoted: 'and you can quote me on that',
              singleQuotes: 'I can use "double quotes" here',
              lineBreaks: "Look, Mom! \\
            No \\\\n's!",
              hexadecimal: 0xdecaf,
              leadingDecimalPoint: .8675309, andTrailing: 8675309.,
              positiveSign: +1,
              trailingComma: 'in objects', andIn: ['arrays',],
              "backwardsCompatible": "with JSON",
            }
            """
        let value = try json(text)
        #expect(value["unquoted"]?.string == "and you can quote me on that")
        #expect(value["singleQuotes"]?.string == "I can use \"double quotes\" here")
        #expect(value["lineBreaks"]?.string == "Look, Mom! No \\n's!")
        #expect(value["hexadecimal"]?.int == 0xdecaf)
        #expect(value["leadingDecimalPoint"]?.double == 0.8675309)
        #expect(value["andTrailing"]?.int == 8_675_309)
        #expect(value["positiveSign"]?.int == 1)
        #expect(value["andIn"]?.count == 1)
        #expect(value["backwardsCompatible"]?.string == "with JSON")
        #expect(value.count == 10)
        #expect(try JSON(parsing: value.text().utf8) == value)
        #expect(try JSON(parsing: value.text().utf8).hashValue == value.hashValue)
    }

    @Test(arguments: [
        ("'a'", #""a""#), (#"'\''"#, #""'""#), (#"'"'"#, #""\"""#), (#""\x41\v\0\'""#, #""A\u000b\u0000'""#),
        ("\"a\\\nb\"", #""ab""#), ("\"a\\\r\nb\"", #""ab""#), ("\"a\\\u{2028}b\"", #""ab""#), ("'a\tb'", #""a\tb""#),
        (#"'\u00e9\ud83d\ude00\q'"#, #""é😀q""#), ("'é'", #""é""#), ("''", #""""#),
        ("+1", "1"), ("-.5", "-0.5"), (".5", "0.5"), ("5.", "5"), ("-5.", "-5"), ("-0.", "-0.0"), ("5.e3", "5000.0"),
        (".5e-1", "0.05"), ("+.5", "0.5"), ("+1.5", "1.5"), ("0xFF", "255"), ("-0x10", "-16"), ("+0Xa", "10"),
        ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"), ("12345678901234567890123.", "1.2345678901234568e+22"),
        ("18446744073709551615.", "18446744073709551615"),
        ("\u{FEFF}\u{A0}[\u{2003}1\u{3000},\u{B}2\u{C}]\u{2029}", "[1,2]"), ("{a:1}", #"{"a":1}"#),
        ("{$_é1 : 1, 'b' /**/ : 2, \"c\" : 3}", #"{"$_é1":1,"b":2,"c":3}"#),
        ("{a:{b:[{c:'d'}]}}", #"{"a":{"b":[{"c":"d"}]}}"#),
        ("[0x1,0x2,]", "[1,2]"), ("[1.,.5,+2]", "[1,0.5,2]"), ("{'a':1.,'b':'',}", #"{"a":1,"b":""}"#),
        ("{\"\\x41\":1}", #"{"A":1}"#), ("[/**/]", "[]"), ("[\u{A0}]", "[]"), ("{\u{A0}}", "{}"), ("{\n//x\n}", "{}"),
    ])
    func reads(_ text: String, _ expected: String) throws {
        let value = try json(text)
        #expect(value.text() == expected)
        #expect(try value == JSON(parsing: expected.utf8))
        #expect(try JSON.Value(value) == JSON.Value(JSON(parsing: expected.utf8)) || expected.contains("."))
        let error = try error(text, [])
        #expect(error.code == .malformedBody || error.code == .invalidText)
    }

    @Test(arguments: [("NaN", true), ("+NaN", true), ("-NaN", true), ("Infinity", false), ("+Infinity", false)])
    func acceptsWordsWithSigns(_ text: String, _ isNaN: Bool) throws {
        #expect(try json(text).double?.isNaN == isNaN)
        #expect(try json("-Infinity").double == -.infinity)
    }

    @Test(arguments: [
        "'a", "'a\nb'", #"'\1'"#, #"'\01'"#, #"'\x4'"#, #"'\u12'"#, #"'\ud800'"#, "01", "0x", "0xG",
        "0x10000000000000000",
        ".", "+", "-", "+-1", "1e", "1e+.5", "[1e-Infinity]", "[1e-.5]", "5.5.", ".e1", "{a}", "{a:}", "{1:2}",
        "{-a:1}", "{a b:1}",
        "{a:1 b:2}", "[,]", "[1,,]", "{,}", "'a' 'b'", "/* a", "{\"a\" 1}", "infinity", "0x1.5", "08", "1_000", "0x1Fg",
    ])
    func rejects(_ text: String) throws {
        let error = try error(text)
        #expect(error.code == .malformedBody)
        #expect(error.offset.map { $0 <= text.utf8.count } == true)
    }

    @Test func rejectsTextThatIsNotUTF8() throws {
        var options = JSON.Options()
        options.quirks = .json5
        for bytes in [
            Array("'".utf8) + [0xFF] + Array("'".utf8), [0x27, 0xC3],
            Array("{".utf8) + [0xC3, 0x28] + Array(":1}".utf8),
        ] {
            #expect(throws: ResponseError.self) { try JSON(parsing: bytes, options: options) }
        }
    }

    @Test(arguments: [
        ("{a:1}", JSON.Quirks.unquotedNames), ("['a']", .singleQuotes), ("[+1]", .numberForms), ("[0x1]", .numberForms),
        (#"["\x41"]"#, .escapes), ("[\"\t\"]", .escapes), ("[\u{A0}1]", .whitespace),
    ])
    func eachQuirkIsIndependent(_ text: String, _ quirk: JSON.Quirks) throws {
        #expect(throws: Never.self) { try json(text, quirk) }
        #expect(throws: ResponseError.self) { try json(text, JSON.Quirks.json5.subtracting(quirk)) }
        var options = JSON.Options()
        options.quirks = .json5
        let decoded = try JSONResponseSerializer(options: options).response(
            of: text.utf8,
            for: ResponseContext(mediaType: nil)
        )
        #expect(decoded.findings.map(\.code) == [.quirk])
    }

    @Test func keepsPositionsAndPaths() throws {
        let value = try json("{ a: {\n 'b': [.5] } }")
        #expect(value["a"]?["b"]?[0]?.path == [.key("a"), .key("b"), .index(0)])
        #expect(value["a"]?["b"]?.position.line == 2)
        let error = try error("{ a: {\n 'b': [.5, ?] } }")
        #expect(error.path == [.key("a"), .key("b"), .index(1)])
        #expect(error.position?.line == 2)
        #expect(error.position?.column == 12)
    }

    @Test func decodesTypesAndRemovesNulls() throws {
        struct Config: Decodable, Equatable { var name: String, sizes: [Int], ratio: Double }
        let text = "{name: 'n', sizes: [0x10, +2,], ratio: .25, none: null}"
        #expect(try json(text).decode(Config.self) == Config(name: "n", sizes: [16, 2], ratio: 0.25))
        #expect(try json(text).removingNulls().text() == #"{"name":"n","sizes":[16,2],"ratio":0.25}"#)
    }

    @Test(arguments: ["-.2e38", "+1e30", ".5e1", "5.", "+.1e2", "-1.e19", ".3e40", "-.25"])
    func aNumberIsTheSameIntegerAnywhere(text: String) throws {
        let value = try json(text)
        let number = try #require(value.number)
        #expect(value.integer(as: Int128.self) == number.integer(as: Int128.self))
        #expect(value.int == number.integer(as: Int.self))
    }

    @Test func aTextOfManyQuirksGrowsTheDocument() throws {
        let value = try json("[" + String(repeating: "{a:'b',},", count: 5000) + "]")
        #expect(value.count == 5000)
        #expect(value[4999]?["a"]?.string == "b")
    }

    @Test func namesTheQuirkThatAcceptsTheText() throws {
        #expect(try error("['a']", []).hint == "the quirk “singleQuotes” accepts it")
        #expect(try error("{a:1}", []).hint == "the quirk “unquotedNames” accepts it")
        #expect(try error("[+1]", []).hint == "the quirk “numberForms” accepts it")
    }
}
