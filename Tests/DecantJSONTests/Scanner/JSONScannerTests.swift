import DecantCore
import DecantJSON
import Testing

/// The grammar of RFC 8259, rule by rule: what is accepted, and where exactly and why the rest is refused.
@Suite struct JSONScannerTests {
    @Test(arguments: [
        // §2: white space around everything.
        "1", " 1", "\t\n\r 1 \t\n\r", "[\n]", "{\r\n}", "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }",
        String(repeating: " ", count: 100) + "[" + String(repeating: "\n" + String(repeating: " ", count: 37), count: 9)
            + "]",
        // §3: values.
        "null", "true", "false", "\"\"", "[]", "{}", "[[]]", "[{}]", "{\"\":{}}",
        // §4: names of any form, and the same name twice.
        "{\"a\":1,\"a\":2}", "{\"\":0}", "{\"a\\u0000b\":0}", "{\"a\":{\"a\":{\"a\":[]}}}",
        // §5: arrays of different things.
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
        let json = try JSON(parsing: ResponseBody(text.utf8))
        // What is printed is the same value again.
        #expect(try JSON(parsing: ResponseBody(json.bytes(.compact))) == json)
    }

    /// White space of every length that is compared at once with the one before it, and of more.
    static let spaces: [String] =
        ["\t", "\r\n", " \n ", "\n\n\n\n\n\n\n", "\n\n\n\n\n\n\n\n"]
        + (0..<10).map { String(repeating: " ", count: $0) }
        + (0..<18).map { "\n" + String(repeating: " ", count: $0) }

    @Test(arguments: spaces)
    func readsSeparatorsThatChange(first: String) throws {
        let expected = try JSON(
            parsing: ResponseBody("{\"a\":1,\"b\":[1,\"\",{}],\"c\":{\"d\":2,\"e\":[]},\"f\":3}".utf8)
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
            #expect(try JSON(parsing: ResponseBody(text.utf8)) == expected, "\(text)")
            // The same is refused with the same separator where there is none, and with a member that is missing.
            for wrong in [
                "\(text)\(comma[3])\"a\"", "{\"a\"\(colon[0])1\(comma[0])}", "[1\(comma[0])2\(comma[0])]",
                "1\(comma[0])2",
            ] {
                #expect(throws: ResponseError.self, "\(wrong)") { try JSON(parsing: ResponseBody(wrong.utf8)) }
            }
        }
    }

    @Test(arguments: JSONScannerFault.all)
    func refuses(fault: JSONScannerFault) throws {
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBody(fault.bytes)) }
        #expect(error.code == fault.code)
        #expect(error.offset == fault.offset)
        #expect(error.message == fault.message)
        #expect(CodingPathComponent.text(of: error.path) == fault.path)
        #expect(error.position != nil)
    }

    @Test func namesTheQuirkThatWouldAccept() throws {
        for (text, quirk) in [("[1,]", "trailingCommas"), ("[/**/]", "comments"), ("[NaN]", "nonFiniteNumbers")] {
            let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBody(text.utf8)) }
            #expect(error.hint?.contains(quirk) == true, "\(text)")
        }
    }

    @Test func countsFromTheFirstByteReceived() throws {
        let body = ResponseBody(Array(")]}'\n[1,x]".utf8)).dropFirst(5)
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: body) }
        #expect(error.offset == 8)
    }

    @Test func marksTheLineAndTheColumn() throws {
        let text = "{\r\n  \"é\": [1,\r\n    tru]\r\n}"
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBody(text.utf8)) }
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
        let string = try JSON(parsing: ResponseBody(text.utf8)).string
        #expect(string?.utf8.elementsEqual(text.utf8.dropFirst().dropLast()) == true)
    }

    /// The bytes that decide about overlong forms, surrogates and the upper end, in all combinations.
    @Test func agreesWithTheStandardLibraryOnWhatIsUTF8() throws {
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
                        let isAccepted = (try? JSON(parsing: ResponseBody([0x22] + bytes + [0x22]))) != nil
                        if isAccepted != isValid { Issue.record("\(bytes): \(isAccepted)") }
                    }
                }
            }
        }
    }
}
