import DecantCore
import DecantJSON
import Testing

/// The grammar of RFC 8259, rule by rule: the accepted texts, and the exact offset and reason of each error.
@Suite struct JSONScannerTests {
    @Test(arguments: [
        // §2: whitespace around all tokens.
        "1", " 1", "\t\n\r 1 \t\n\r", "[\n]", "{\r\n}", "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }",
        String(repeating: " ", count: 100) + "[" + String(repeating: "\n" + String(repeating: " ", count: 37), count: 9)
            + "]",
        // §3: values.
        "null", "true", "false", "\"\"", "[]", "{}", "[[]]", "[{}]", "{\"\":{}}",
        // §4: names of any form, and duplicate names.
        "{\"a\":1,\"a\":2}", "{\"\":0}", "{\"a\\u0000b\":0}", "{\"a\":{\"a\":{\"a\":[]}}}",
        // §5: arrays of mixed values.
        "[null,true,1,\"a\",[],{}]", "[[[[[[[[]]]]]]]]",
        // §6: numbers.
        "0", "-0", "9", "10", "-1", "0.0", "-0.5", "1.25", "1e1", "1E1", "1e+1", "1E-1", "0e0", "0.1e00", "1.5E+007",
        "123456789012345678", "1234567890123456789", "12345678901234567890", "123456789012345678901234567890",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "1e99999999999999999999999999999", "0.00000000000000000000000000000000000000001",
        // §7: strings.
        "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\\u00e9\\uFFFF\"", "\"\\uD83D\\uDE00\"", "\"\u{7F}\"",
        "\"é水😀\u{10FFFF}\u{E000}\u{FFFF}\u{800}\u{7FF}\u{80}\"", "\"0123456789abcdef0123456789abcdef\"",
        "\"0123456789abcde\\n0123456789abcde\"",
    ])
    func accepts(text: String) throws {
        let json = try JSON(parsing: ResponseBytes(text.utf8))
        // Printing and parsing again gives the same value.
        #expect(try JSON(parsing: ResponseBytes(json.bytes(.compact))) == json)
    }

    /// The numbers of an array are read in one loop if the text between them repeats.
    @Test(arguments: [",", ", ", ",\n        ", ",\r\n\t\t                  "])
    func readsArraysOfNumbers(comma: String) throws {
        let parts = ["0", "-12", "3.25", "-0.5e3", "12345678901234567890123", "-0", "null", "[4]", "5 ", "66"]
        let numbers = (0..<1500).map { parts[($0 * $0 / 3) % parts.count] }
        let text = "[\(numbers.joined(separator: comma))]"
        let json = try JSON(parsing: ResponseBytes(text.utf8))
        let elements = try #require(json.array)
        #expect(elements.map(\.description) == numbers.map { $0.filter { $0 != " " } })
        // The first invalid number is found where it is.
        for (index, wrong) in ["-", "01", "1.", "2e", "-x", ".5", "+1", "123456789012345678901234"].enumerated() {
            let before = parts.prefix(6).joined(separator: comma) + comma
            var limits = Limits()
            limits.jsonNumberBytes = 23
            let body = ResponseBytes("[\(before)\(wrong)\(comma)1]".utf8)
            let error = #expect(throws: ResponseError.self) { try JSON(parsing: body, limits: limits) }
            let offset = 1 + before.utf8.count + [1, 1, 2, 2, 1, 0, 0, 0][index]
            #expect(error?.offset == offset, "\(wrong)")
            #expect(error?.path == [.index(6)])
        }
    }

    /// Whitespace of every length that is compared in one step with the previous whitespace, and longer.
    static let spaces: [String] =
        ["\t", "\r\n", " \n ", "\n\n\n\n\n\n\n", "\n\n\n\n\n\n\n\n"]
        + (0..<10).map { String(repeating: " ", count: $0) }
        + (0..<18).map { "\n" + String(repeating: " ", count: $0) }

    @Test(arguments: spaces)
    func readsSeparatorsThatChange(first: String) throws {
        let expected = try JSON(
            parsing: ResponseBytes("{\"a\":1,\"b\":[1,\"\",{}],\"c\":{\"d\":2,\"e\":[]},\"f\":3}".utf8)
        )
        for second in Self.spaces {
            let comma = [first, second, second, first, first, second, first].map { "," + $0 }
            let colon = [second, first, first, second, second, first, first].map { second + ":" + $0 }
            let inner = "[1\(comma[0])\"\"\(comma[1]){}\(first)]"
            let object = "{\"d\"\(colon[0])2\(comma[2])\"e\"\(colon[1])[\(second)]}"
            let members = [
                "\"a\"\(colon[2])1", "\"b\"\(colon[3])\(inner)", "\"c\"\(colon[4])\(object)", "\"f\"\(colon[5])3",
            ]
            let text = "{\(first)" + members.joined(separator: comma[3]) + "\(second)}"
            #expect(try JSON(parsing: ResponseBytes(text.utf8)) == expected, "\(text)")
            // Superfluous separators and values are rejected.
            for wrong in [
                "\(text)\(comma[3])\"a\"", "{\"a\"\(colon[0])1\(comma[0])}", "[1\(comma[0])2\(comma[0])]",
                "1\(comma[0])2",
            ] {
                #expect(throws: ResponseError.self, "\(wrong)") { try JSON(parsing: ResponseBytes(wrong.utf8)) }
            }
        }
    }

    @Test(arguments: JSONScannerFault.all)
    func rejects(fault: JSONScannerFault) throws {
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(fault.bytes)) }
        #expect(error.code == fault.code)
        #expect(error.offset == fault.offset)
        #expect(error.message == fault.message)
        #expect(CodingPathComponent.text(of: error.path) == fault.path)
        #expect(error.position != nil)
    }

    @Test func namesTheQuirkThatWouldAccept() throws {
        for (text, quirk) in [("[1,]", "trailingCommas"), ("[/**/]", "comments"), ("[NaN]", "nonFiniteNumbers")] {
            let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(text.utf8)) }
            #expect(error.hint?.contains(quirk) == true, "\(text)")
        }
    }

    @Test(arguments: [
        ("{\"a\":1}\n{\"a\":2}\n", true), ("[1]\r\n[2]", true), (" [1]\n\n{", true), ("1\n2", false), ("1\n{}", false),
        ("{} {}", false),
        ("{\n}\n{\n}", false),
        ("{}\n}", false),
    ])
    func recognizesJSONLines(text: String, isLines: Bool) throws {
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(text.utf8)) }
        #expect(error.message.hasPrefix("expected the end of the text after the value"))
        #expect((error.hint?.contains("`.jsonLines(…)`") == true) == isLines)
    }

    @Test func namesTheConstructThatEachPrefixTruncates() throws {
        let text = Array("[{\"näme\":\"a\\u00e9\\n\"},true,false,null,-1.5e+7,[],{}]".utf8)
        for length in 1..<text.count {
            let prefix = ResponseBytes(text[..<length])
            let error = try #require(throws: ResponseError.self) { try JSON(parsing: prefix) }
            #expect(
                error.message.hasPrefix("the text ends inside "),
                "\(String(decoding: text[..<length], as: UTF8.self))"
            )
            #expect(error.offset == length)
        }
    }

    @Test(arguments: [("tru", "true"), ("[f", "false"), ("{\"a\":nul", "null")])
    func namesTheTruncatedValue(text: String, name: String) throws {
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(text.utf8)) }
        #expect(error.message == "the text ends inside “\(name)”")
    }

    @Test func countsFromTheFirstByteReceived() throws {
        let body = ResponseBytes(Array(")]}'\n[1,x]".utf8)).dropFirst(5)
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: body) }
        #expect(error.offset == 8)
    }

    @Test func marksTheLineAndTheColumn() throws {
        let text = "{\r\n  \"é\": [1,\r\n    tru]\r\n}"
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(text.utf8)) }
        #expect(error.position == SourcePosition(offset: 20, line: 3, column: 5))
        #expect(error.snippet?.text == "    tru]")
        #expect(error.snippet?.caret == 4)
        #expect(error.path == [.key("é"), .index(1)])
    }

    @Test func readsEveryWellFormedSequenceOfUTF8() throws {
        var text = "\""
        for value: UInt32 in Array(0x20...0x2FFF) + Array(stride(from: 0x3000, through: 0x10FFFF, by: 251)) {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            text.unicodeScalars.append(scalar)
        }
        text += "\""
        let string = try JSON(parsing: ResponseBytes(text.utf8)).string
        #expect(string?.utf8.elementsEqual(text.utf8.dropFirst().dropLast()) == true)
    }

    /// All combinations of the bytes that decide about overlong forms, surrogates, and the upper bound.
    @Test func agreesWithTheStandardLibraryOnValidUTF8() throws {
        let firsts: [UInt8] = [
            0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3,
        ]
        let others: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for first in firsts + [0xF4, 0xF5, 0xF7, 0xF8, 0xFF] {
            for second in others {
                for third in others {
                    for fourth in first >= 0xF0 ? others : [0x41] {
                        let bytes = [first, second, third, fourth]
                        let isValid = String(validating: bytes, as: UTF8.self) != nil
                        let isAccepted = (try? JSON(parsing: ResponseBytes([0x22] + bytes + [0x22]))) != nil
                        if isAccepted != isValid { Issue.record("\(bytes): \(isAccepted)") }
                    }
                }
            }
        }
    }
}

/// A text that is not JSON, and the expected error.
struct JSONScannerFault: Sendable {
    let bytes: [UInt8]
    let offset: Int
    let message: String
    var path = ""
    var code = ResponseError.Code.malformedBody

    init(_ text: String, _ offset: Int, _ message: String, path: String = "") {
        self.init(bytes: Array(text.utf8), offset, message, path: path)
    }

    init(
        bytes: [UInt8],
        _ offset: Int,
        _ message: String,
        path: String = "",
        code: ResponseError.Code = .malformedBody
    ) {
        self.bytes = bytes
        self.offset = offset
        self.message = message
        self.path = path
        self.code = code
    }

    static var all: [JSONScannerFault] { values + separators + numbers + strings + invalidText + ends }

    private static let values: [JSONScannerFault] = [
        JSONScannerFault("[1,x]", 3, "“x” is not a JSON value", path: "[1]"),
        JSONScannerFault("{\"a\":[tru]}", 6, "“tru” is not a JSON value; expected true", path: "a[0]"),
        JSONScannerFault("True", 0, "“True” is not a JSON value; expected true"),
        JSONScannerFault("fals ", 0, "“fals” is not a JSON value; expected false"),
        JSONScannerFault("fals", 4, "the text ends inside “false”"),
        JSONScannerFault("[nul]", 1, "“nul” is not a JSON value; expected null", path: "[0]"),
        JSONScannerFault("None", 0, "“None” is not a JSON value; expected null"),
        JSONScannerFault("NaN", 0, "“NaN” is not a JSON value"),
        JSONScannerFault("[Infinity]", 1, "“Infinity” is not a JSON value", path: "[0]"),
        JSONScannerFault("truer", 4, "expected the end of the text after the value, but found “r”"),
        JSONScannerFault("['a']", 1, "strings are enclosed in quotation marks, not in apostrophes", path: "[0]"),
        JSONScannerFault("[+1]", 1, "a number cannot begin with “+”", path: "[0]"),
        JSONScannerFault(".5", 0, "a number cannot begin with “.”"),
        JSONScannerFault("[}", 1, "expected a value or “]”, but found “}”", path: "[0]"),
        JSONScannerFault("{\"a\":}", 5, "expected a value, but found “}”", path: "a"),
        JSONScannerFault("<html>", 0, "expected a value, but found “<”"),
        JSONScannerFault("// x", 0, "JSON has no comments"),
        JSONScannerFault(bytes: [0x5B, 0x31, 0x2C, 0x00, 0x5D], 3, "expected a value, but found U+0000", path: "[1]"),
        JSONScannerFault("[1,é]", 3, "expected a value, but found “é”", path: "[1]"),
        JSONScannerFault("\u{A0}1", 0, "expected a value, but found “\u{A0}”"),
        JSONScannerFault("\u{C}1", 0, "expected a value, but found U+000C"),
    ]

    private static let separators: [JSONScannerFault] = [
        JSONScannerFault("[1 2]", 3, "expected a comma or “]” after an array element, but found “2”"),
        JSONScannerFault("[1:2]", 2, "expected a comma or “]” after an array element, but found “:”"),
        JSONScannerFault("[[1}]", 3, "expected a comma or “]” after an array element, but found “}”", path: "[0]"),
        JSONScannerFault("[1,]", 3, "expected a value after the comma, but found “]”", path: "[1]"),
        JSONScannerFault("[,1]", 1, "expected a value or “]”, but found “,”", path: "[0]"),
        JSONScannerFault("[1,,2]", 3, "expected a value, but found “,”", path: "[1]"),
        JSONScannerFault("{\"a\":1 \"b\":2}", 7, "expected a comma or “}” after a member of an object, but found “\"”"),
        JSONScannerFault("{\"a\":1]", 6, "expected a comma or “}” after a member of an object, but found “]”"),
        JSONScannerFault("{\"a\":1,}", 7, "expected a name after the comma, but found “}”"),
        JSONScannerFault("{\"a\":1,,}", 7, "expected a name in quotation marks after the comma, but found “,”"),
        JSONScannerFault("{\"a\":1,2:3}", 7, "expected a name in quotation marks after the comma, but found “2”"),
        JSONScannerFault("{a:1}", 1, "expected a name in quotation marks, or “}”, but found “a”"),
        JSONScannerFault("{\"x\":{1}}", 6, "expected a name in quotation marks, or “}”, but found “1”", path: "x"),
        JSONScannerFault("{\"a\" 1}", 5, "expected a colon after the name, but found “1”"),
        JSONScannerFault("{\"a\",1}", 4, "expected a colon after the name, but found “,”"),
        JSONScannerFault("1 2", 2, "expected the end of the text after the value, but found “2”"),
        JSONScannerFault("[],", 2, "expected the end of the text after the value, but found “,”"),
        JSONScannerFault("{}}", 2, "expected the end of the text after the value, but found “}”"),
        JSONScannerFault(
            bytes: [0x31, 0x20, 0x00],
            2,
            "expected the end of the text after the value, but found U+0000"
        ),
    ]

    private static let numbers: [JSONScannerFault] = [
        JSONScannerFault("[01]", 2, "a number cannot begin with 0 if another digit follows", path: "[0]"),
        JSONScannerFault("-00", 2, "a number cannot begin with 0 if another digit follows"),
        JSONScannerFault("[-]", 2, "expected a digit after the minus sign, but found “]”", path: "[0]"),
        JSONScannerFault("-a", 1, "expected a digit after the minus sign, but found “a”"),
        JSONScannerFault("[1.]", 3, "expected a digit after the decimal point, but found “]”", path: "[0]"),
        JSONScannerFault("1.e5", 2, "expected a digit after the decimal point, but found “e”"),
        JSONScannerFault("[1e]", 3, "expected a digit in the exponent, but found “]”", path: "[0]"),
        JSONScannerFault("{\"n\":1e+}", 8, "expected a digit in the exponent, but found “}”", path: "n"),
        JSONScannerFault("1E-x", 3, "expected a digit in the exponent, but found “x”"),
        JSONScannerFault("1.5.5", 3, "expected the end of the text after the value, but found “.”"),
        JSONScannerFault("0x10", 1, "expected the end of the text after the value, but found “x”"),
    ]

    private static let strings: [JSONScannerFault] = [
        JSONScannerFault("\"a\nb\"", 2, "unescaped control character U+000A in a string"),
        JSONScannerFault("{\"a\tb\":1}", 3, "unescaped control character U+0009 in a name"),
        JSONScannerFault("[\"\u{1F}\"]", 2, "unescaped control character U+001F in a string", path: "[0]"),
        JSONScannerFault("\"0123456789abcdef\0\"", 17, "unescaped control character U+0000 in a string"),
        JSONScannerFault("[\"a\\qb\"]", 3, "invalid escape: a backslash before “q” in a string", path: "[0]"),
        JSONScannerFault("{\"\\x41\":1}", 2, "invalid escape: a backslash before “x” in a name"),
        JSONScannerFault("\"\\U0041\"", 1, "invalid escape: a backslash before “U” in a string"),
        JSONScannerFault("\"\\u12G4\"", 1, "four hexadecimal digits must follow \\u"),
        JSONScannerFault("\"\\u\"", 1, "four hexadecimal digits must follow \\u"),
        JSONScannerFault("\"ab\\uD800\"", 3, "lone surrogate \\uD800"),
        JSONScannerFault("\"\\uDC00\\uD800\"", 1, "lone surrogate \\uDC00"),
        JSONScannerFault("\"\\uD800\\n\"", 1, "lone surrogate \\uD800"),
        JSONScannerFault("\"\\uD800\\uD800\"", 1, "lone surrogate \\uD800"),
        JSONScannerFault("\"\\ud83dx\"", 1, "lone surrogate \\ud83d"),
    ]

    private static func invalid(_ before: String, _ bytes: [UInt8], _ after: String, path: String = "")
        -> JSONScannerFault
    {
        let digits = String(bytes[0], radix: 16, uppercase: true)
        return JSONScannerFault(
            bytes: Array(before.utf8) + bytes + Array(after.utf8),
            before.utf8.count,
            "invalid UTF-8 byte 0x\(digits)",
            path: path,
            code: .invalidText
        )
    }

    private static let invalidText: [JSONScannerFault] = [
        invalid("\"ab", [0xFF], "\""), invalid("\"", [0x80], "\""), invalid("\"", [0xC3], "\""),
        invalid("\"", [0xC0, 0xAF], "\""), invalid("\"", [0xC1, 0xBF], "\""), invalid("\"", [0xE0, 0x9F, 0xBF], "\""),
        invalid("\"", [0xED, 0xA0, 0x80], "\""), invalid("\"", [0xEF, 0xBF], "\""),
        invalid("\"", [0xF0, 0x8F, 0xBF, 0xBF], "\""), invalid("\"", [0xF4, 0x90, 0x80, 0x80], "\""),
        invalid("\"", [0xF5, 0x80, 0x80, 0x80], "\""), invalid("\"", [0xF0, 0x9F, 0x98], "\""),
        invalid("\"水é", [0xE6, 0xB0], "水\""), invalid("[1,", [0xFF], "]", path: "[1]"),
        invalid("{\"a\":[\"0123456789abcdef", [0xFE], "\"]}", path: "a[0]"), invalid("1 ", [0xC3], ""),
    ]

    private static let ends: [JSONScannerFault] = [
        JSONScannerFault("", 0, "the text ends before there is a value"),
        JSONScannerFault("  \n", 3, "the text ends before there is a value"),
        JSONScannerFault("[", 1, "the text ends inside an array", path: "[0]"),
        JSONScannerFault("[1", 2, "the text ends inside an array"),
        JSONScannerFault("[1,", 3, "the text ends inside an array", path: "[1]"),
        JSONScannerFault("{", 1, "the text ends inside an object"),
        JSONScannerFault("{\"a\"", 4, "the text ends inside an object"),
        JSONScannerFault("{\"a\":", 5, "the text ends inside an object", path: "a"),
        JSONScannerFault("{\"a\":1", 6, "the text ends inside an object"),
        JSONScannerFault("{\"a\":1,", 7, "the text ends inside an object"),
        JSONScannerFault("{\"a\":[{\"b\":\"c", 13, "the text ends inside a string", path: "a[0].b"),
        JSONScannerFault("{\"a", 3, "the text ends inside a name"),
        JSONScannerFault("\"a", 2, "the text ends inside a string"),
        JSONScannerFault("\"\\", 2, "the text ends inside a string"),
        JSONScannerFault("\"\\u12", 5, "the text ends inside a string"),
        JSONScannerFault("\"\\uD83D", 7, "the text ends inside a string"),
        JSONScannerFault("\"\\uD83D\\uDE", 11, "the text ends inside a string"),
        JSONScannerFault("-", 1, "the text ends inside a number"),
        JSONScannerFault("[1.", 3, "the text ends inside a number", path: "[0]"),
        JSONScannerFault("1e", 2, "the text ends inside a number"),
    ]
}
