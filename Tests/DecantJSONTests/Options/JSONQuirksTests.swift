import DecantCore
import DecantJSON
import Testing

@Suite struct JSONQuirksTests {
    private static func parse(_ text: String, _ quirks: JSON.Quirks) throws(ResponseError) -> JSON {
        var options = JSON.Options()
        options.quirks = quirks
        return try JSON(parsing: ResponseBody(text.utf8), options: options)
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

    /// Found by fuzzing: the comment was skipped, the value before it had no node, and the document none at all.
    @Test(arguments: [
        "7.//", "-//", "-/**/1", "1e//", "1e+/**/2", "[1./**/]", "[-/**/,2]", "{\"a\":-//\n}", "0./* */",
        "\"a\u{1}//\"",
        "[\"\\q//\"]", "{\"\\u12//\":1}", "\"\u{B}\"", "[\"a\u{C}b\"]", "tru//", "nul/**/l",
    ])
    func acceptsCommentsBetweenTokensOnly(text: String) {
        #expect(throws: ResponseError.self) { try Self.parse(text, .comments) }
        #expect(throws: ResponseError.self) { try Self.parse(text, Self.all.union(.whiteSpace)) }
    }

    @Test func countsWordsForNumbersAgainstTheLimitOfNumbers() throws {
        var options = JSON.Options()
        options.quirks = .nonFiniteNumbers
        var limits = Limits()
        limits.jsonNumberBytes = 8
        let body = ResponseBody("[NaN, Infinity]".utf8)
        #expect(try JSON(parsing: body, options: options, limits: limits).count == 2)
        let long = ResponseBody("[-Infinity]".utf8)
        #expect(throws: ResponseError.self) { try JSON(parsing: long, options: options, limits: limits) }
    }

    @Test func takesSlashesInStringsForWhatTheyAre() throws {
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

    @Test func saysWhichQuirksWereNeeded() throws {
        let body = ResponseBody(Array("[1,] // x".utf8))
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let serializer = JSONResponseSerializer().quirks(Self.all)
        _ = try serializer.decode(body, in: &context)
        #expect(context.findings.map(\.code) == [.quirk])
        #expect(context.findings.first?.message.hasSuffix("a trailing comma, comments") == true)
        var plain = DecodingContext(ResponseContext(mediaType: nil))
        _ = try serializer.decode(ResponseBody(Array("[1]".utf8)), in: &plain)
        #expect(plain.findings.isEmpty)
    }

    @Test func needsNoMoreRoomForManyComments() throws {
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
        #expect(try JSON(parsing: ResponseBody(text.utf8), options: options).description == "{\"b\":[1]}")
        options.quirks = .comments
        #expect(throws: ResponseError.self) { try JSON(parsing: ResponseBody("[null,/**/]".utf8), options: options) }
    }
}
