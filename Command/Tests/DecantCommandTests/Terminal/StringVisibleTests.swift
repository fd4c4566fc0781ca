import DecantCommand
import DecantReport
import Testing

struct StringVisibleTests {
    @Test(arguments: [
        ("a\tb\nc\r\nd", "a\tb\nc\nd"), ("\u{1B}[31m", "\u{241B}[31m"), ("a\rb", "a\u{240D}b"),
        ("\u{7F}\u{9B}", "\u{2421}\\u{9B}"), ("\u{202E}x", "\\u{202E}x"), ("👨\u{200D}👩", "👨\u{200D}👩"),
        ("e\u{301}", "e\u{301}"),
    ])
    func showsWhatCouldCommandATerminal(text: String, visible: String) {
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
