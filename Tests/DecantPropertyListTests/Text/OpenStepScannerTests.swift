import DecantCore
import DecantPropertyList
import Testing

@Suite struct OpenStepScannerTests {
    private func list(_ text: String, quirks: PropertyList.Quirks = []) throws(ResponseError) -> PropertyList {
        var options = PropertyList.Options()
        options.formats = [.openStep]
        options.quirks = quirks
        return try PropertyList(parsing: ResponseBytes(text.utf8), options: options)
    }

    private func failure(_ text: String, quirks: PropertyList.Quirks = []) -> ResponseError? {
        do throws(ResponseError) {
            _ = try list(text, quirks: quirks)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsDictionariesArraysDataAndStrings() throws {
        let root = try list("/* a list */ { a = (1, 'b c', \"d\",); // and\n data = <00 ff 1\n0>; \"\" = {}; }")
        #expect(root["a"]?.array?.map(\.string) == ["1", "b c", "d"])
        #expect(root["data"]?.data == [0, 255, 16])
        #expect(root[""]?.kind == .dictionary && root[""]?.count == 0)
        #expect(root.format == .openStep)
    }

    @Test(arguments: [
        (#""\a\b\f\n\r\t\v\\\"\'\q""#, "\u{7}\u{8}\u{C}\n\r\t\u{B}\\\"'q"), (#""\101\7\0""#, "A\u{7}\u{0}"),
        (#""\U00e9\Ud83d\Ude00""#, "é😀"), (#""\200\341\377""#, "\u{A0}Æ\u{FFFD}"), (#"'it"s'"#, "it\"s"),
        ("a.b/c-d_e$f:g", "a.b/c-d_e$f:g"),
    ])
    func readsStrings(text: String, value: String) throws {
        #expect(try list(text).string == value)
    }

    @Test func skipsASCIIWhitespaceAndUnicodeSeparators() throws {
        let root = try list("(\t\n\u{B}\u{C}\r a,\u{2028}b\u{2029},\u{2028}\u{2029}c)\u{2029}")
        #expect(root.array?.map(\.string) == ["a", "b", "c"])
        #expect(failure("(a, \u{2027}b)")?.code == .malformedBody)
    }

    @Test func readsStringsFiles() throws {
        let root = try list("/* Title */\n\"title\" = \"Welcome\";\nshortcut;\n")
        #expect(root["title"]?.string == "Welcome" && root["shortcut"]?.string == "shortcut")
        #expect(try list("").kind == .dictionary)
        #expect(try list("// nothing\n").count == 0)
    }

    @Test(arguments: [
        "(", "(a", "(a b)", "(,)", "{", "{a", "{a = b}", "{a = b;", "{= b;}", "<", "<0", "<0>", "<0g>", "\"", "\"a",
        "\"\\", "'a\"", "a b",
        "{} x", "/* a", "<*I1>", "<[AA==]>", #""\Ud83d""#, #""\Ude00""#, #""\U""#, "a = b", "a = b; }", "é", ")", "};",
    ])
    func rejectsTextOutsideTheGrammar(text: String) {
        #expect(failure(text)?.code == .malformedBody)
    }

    @Test(arguments: [
        "<dict><key>a</key><string>b</string></dict>", "<array/>", " <string>x</string>",
        "<date>2001-01-01T00:00:00Z</date>",
        "<plist><true/></plist>", "<!-- c --><true/>",
    ])
    func readsAListInXMLThatHasNoPlistElement(text: String) throws {
        var options = PropertyList.Options()
        options.formats = [.openStep, .xml]
        #expect(try PropertyList(parsing: ResponseBytes(text.utf8), options: options).format == .xml)
    }

    @Test(arguments: ["<dada>", "<00ff>", "<FACADE 00>", "(<ab>)", "<>"])
    func readsDataThatLooksLikeATag(text: String) throws {
        var options = PropertyList.Options()
        options.formats = [.openStep, .xml]
        #expect(try PropertyList(parsing: ResponseBytes(text.utf8), options: options).format == .openStep)
    }

    @Test func readsTypedValuesByAQuirk() throws {
        let root = try list(
            """
            (<*I-5>, <*R1.5>, <*BY>, <*BN>, <*D2001-01-01 01:00:00 +0100>, <[AAEC Aw==]>, <*I"7">, \
            <*I18446744073709551615>)
            """,
            quirks: .gnustepValues
        )
        let values = try #require(root.array).map { $0 }
        #expect(values[0].int == -5 && values[1].double == 1.5 && values[2].bool == true && values[3].bool == false)
        #expect(values[4].secondsSinceReferenceDate == 0 && values[5].data == [0, 1, 2, 3] && values[6].int == 7)
        #expect(values[7].integer(as: UInt64.self) == .max)
    }

    @Test(arguments: [
        "<*", "<*>", "<*I>", "<*Ix>", "<*R>", "<*BX>", "<*D5>", "<*D2001-02-30 00:00:00 +0000>",
        "<*D2001-01-01 00:00:00 +2400>", "<*F1>", "<*I1",
        "<*I\"1>", "<[A]>", "<[AA==>",
    ])
    func rejectsInvalidTypedValues(text: String) {
        #expect(failure(text, quirks: .gnustepValues)?.code == .malformedBody)
    }

    @Test func rejectsExcessiveNesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
        }
        #expect(try list(nested(512)).count == 1)
        #expect(failure(nested(513))?.limit == .propertyListDepth)
        #expect(failure(String(repeating: "{a=", count: 20_000))?.limit == .propertyListDepth)
    }

    @Test func reportsWhere() throws {
        let error = try #require(failure("{\n  a = 1\n}"))
        #expect(error.message == "expected “;” after the value of a key, but found “}”")
        #expect(error.position?.line == 3 && error.position?.column == 1)
    }

    @Test func survivesEveryCutAndChange() throws {
        let text = Array("{a=(1,\"\\U00e9\\1\",<00ff>);/* c */b={c;};'d'=<*I1>;}".utf8)
        var options = PropertyList.Options()
        options.formats = [.openStep]
        options.quirks = .gnustepValues
        for end in text.indices {
            _ = try? PropertyList(parsing: ResponseBytes(text[..<end]), options: options)
            for byte in Array("\u{0}\"'(){};=,<>/*\\".utf8) + [0xFF] {
                var copy = text
                copy[end] = byte
                guard let document = try? PropertyList(parsing: ResponseBytes(copy), options: options) else {
                    continue
                }
                _ = document.hashValue
            }
        }
    }
}
