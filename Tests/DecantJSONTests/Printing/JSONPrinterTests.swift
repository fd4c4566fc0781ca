import DecantCore
import DecantJSON
import Testing

@Suite struct JSONPrinterTests {
    private func text(_ text: String, _ format: JSON.Format) throws -> String {
        try JSON(parsing: ResponseBytes(text.utf8)).text(format)
    }

    @Test func printsInOneLine() throws {
        let text = " { \"b\" : [ 1.50 , -0 , 1E5, true , null, \"\\u0061\\/\" ] , \"a\" : { } , \"c\":[ ] } "
        #expect(try self.text(text, .compact) == "{\"b\":[1.50,-0,1E5,true,null,\"a/\"],\"a\":{},\"c\":[]}")
    }

    @Test func printsALineForEachValue() throws {
        let pretty = """
            {
              "b": [
                1,
                {
                  "c": []
                }
              ],
              "a": {}
            }
            """
        #expect(try text("{\"b\":[1,{\"c\":[]}],\"a\":{}}", .pretty) == pretty)
        #expect(try text("[[1]]", JSON.Format(indentation: 4)) == "[\n    [\n        1\n    ]\n]")
        #expect(try text("[1]", JSON.Format(indentation: -1)) == "[\n1\n]")
        #expect(try text("7", .pretty) == "7")
    }

    @Test func escapesOnlyCharactersThatRequireIt() throws {
        let escapes = (0..<0x20).map { "\\u00" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let printed = try text("\"\(escapes)\\\"\\\\\\/\\u007F\\u00E9\\u2028\\uD83D\\uDE00\"", .compact)
        let expected =
            "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\\u0010"
            + "\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e"
            + "\\u001f\\\"\\\\/\u{7F}é\u{2028}😀\""
        #expect(printed == expected)
    }

    @Test func sortsNamesByTheirUnitsOfUTF16() throws {
        // The example of RFC 8785 §3.2.3.
        let text = """
            {"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
            "\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}
            """
        let values = try JSON(parsing: ResponseBytes(try self.text(text, .canonical).utf8)).object?.map(\.value.string)
        #expect(
            values == [
                "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
                "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
            ]
        )
        #expect(try self.text("{\"b\":1,\"ab\":2,\"a\":3,\"\":4}", .canonical) == "{\"\":4,\"a\":3,\"ab\":2,\"b\":1}")
        #expect(
            try self.text("{\"b\":1,\"a\":[{\"d\":1,\"c\":2}],\"a\":0}", .canonical)
                == "{\"a\":[{\"c\":2,\"d\":1}],\"a\":0,\"b\":1}"
        )
    }

    @Test func printsTheExampleOfTheStandard() throws {
        // RFC 8785 §3.2.2.
        let text = """
            {
              "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
              "literals": [null, true, false]
            }
            """
        let canonical =
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
        #expect(try self.text(text, .canonical) == canonical)
    }

    @Test(
        arguments: [
            // RFC 8785 appendix B.
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
            (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
            (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
            (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
            (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
            (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
            (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
            (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
            (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
            (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
        ] as [(UInt64, String)]
    )
    func printsNumbersAsECMAScriptDoes(bits: UInt64, text: String) throws {
        let value = Double(bitPattern: bits)
        #expect(try self.text(value.description, .canonical) == text)
    }

    @Test func printsNumbersBeyondDoubleUnchanged() throws {
        #expect(try text("[1e400,-1E+400]", .canonical) == "[1e400,-1E+400]")
        #expect(try text("[12345678901234567890123,100]", .canonical) == "[1.2345678901234568e+22,100]")
    }
}
