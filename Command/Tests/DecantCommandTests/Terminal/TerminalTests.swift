import DecantCommand
import DecantReport
import Testing

struct DeviceAttributesTests {
    @Test(arguments: [
        ("\u{1B}[?62;4;22c", [62, 4, 22]), ("\u{1B}[?6c", [6]), ("typed\u{1B}[?64;1;2c", [64, 1, 2]), ("", []),
        ("\u{1B}[?62;4", []),
        ("abc", []), ("\u{1B}[?99999999999999999999;4c", [4]), ("\u{1B}[?1;x4c", []),
    ])
    func findsTheNumbersInAReply(answer: String, numbers: [Int]) {
        #expect(DeviceAttributes(Array(answer.utf8)).numbers == numbers)
    }
}

struct SnippetWindowTests {
    @Test func keepsAShortSnippetUnchanged() {
        let lines = ["    1 | {\"a\": x}", "      |       ^"]
        #expect(SnippetWindow(lines, width: 40).lines == lines)
    }

    @Test(arguments: 20...99)
    func keepsTheCaretUnderItsCharacter(column: Int) {
        let text = String(repeating: ".", count: column) + "X" + String(repeating: ".", count: 99 - column)
        let window = SnippetWindow(["    1 | \(text)", "      | \(String(repeating: " ", count: column))^"], width: 40)
        #expect(window.lines.allSatisfy { $0.count <= 40 })
        let caret = window.lines[1].firstIndex(of: "^").map {
            window.lines[1].distance(from: window.lines[1].startIndex, to: $0)
        }
        #expect(caret.map { Array(window.lines[0])[$0] } == "X")
    }
}

struct StringVisibleTests {
    @Test(arguments: [
        ("a\tb\nc\r\nd", "a\tb\nc\nd"), ("\u{1B}[31m", "\u{241B}[31m"), ("a\rb", "a\u{240D}b"),
        ("\u{7F}\u{9B}", "\u{2421}\\u{9B}"), ("\u{202E}x", "\\u{202E}x"), ("👨\u{200D}👩", "👨\u{200D}👩"),
        ("e\u{301}", "e\u{301}"), ("\u{115F}\u{1160}\u{3164}\u{FFA0}", "\\u{115F}\\u{1160}\\u{3164}\\u{FFA0}"),
        ("☀\u{FE0F}", "☀\u{FE0F}"),
    ])
    func showsControlCharacters(text: String, visible: String) {
        #expect(text.visible == visible)
    }

    @Test(arguments: [
        ("\"plain\"", "\"plain\""), ("\"\u{1B}\u{7F}\"", "\"\\u001b\\u007f\""), ("\u{2028}", "\\u2028"),
        ("\u{E0001}", "\\udb40\\udc01"),
    ])
    func escapesInJSONWithoutChangingTheMeaning(text: String, escaped: String) {
        #expect(text.escapedInJSON == escaped)
    }

    @Test func quotesOnOneLine() {
        #expect("a\"b\\\n\r\t\u{1B}é".quoted == #""a\"b\\\n\r\t\u001bé""#)
    }

    @Test func dumpsBytes() {
        let dump = HexDump(Array("Hello, World\n\u{0}\u{1}\u{2}!".utf8), of: 20)
        #expect(
            dump.lines == [
                "00000000  48 65 6c 6c 6f 2c 20 57  6f 72 6c 64 0a 00 01 02  |Hello, World....|",
                "00000010  21                                                |!|",
                "… 3 more bytes",
            ]
        )
    }
}

struct TextWrapTests {
    @Test(arguments: [
        ("one two three", 7, ["one two", "  three"]), ("  one two", 7, ["  one", "    two"]),
        ("abcdefghij", 6, ["abcdef", "  ghij"]), ("日本語", 4, ["日本", "  語"]), ("", 4, [""]),
    ])
    func breaksLinesAtSpacesIfPossible(text: String, width: Int, lines: [String]) {
        #expect(TextWrap(text, width: width).lines == lines)
        #expect(TextWrap(text, width: width).lines.allSatisfy { $0.displayWidth <= width })
    }
}
