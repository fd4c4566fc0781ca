import DecantCore
import Testing

struct PrintableTextTests {
    @Test(arguments: [
        ("a\tb\u{1B}[2J", "a␉b␛[2J"), ("\u{7F}", "␡"), ("\u{202E}abc", "\\u{202E}abc"), ("\u{2028}", "\\u{2028}"),
        ("\u{85}", "\\u{85}"), ("\u{3164}", "\\u{3164}"), ("é 👍🏽 “x”", "é 👍🏽 “x”"), ("❤\u{FE0F}", "❤\u{FE0F}"),
    ])
    func escapesTerminalControls(text: String, printable: String) {
        #expect(text.printable == printable)
    }

    @Test func anExcerptCountsScalarsAndMarksACut() {
        #expect("abc".excerpt(3) == "abc")
        #expect("abcd".excerpt(3) == "abc…")
        #expect("e\u{301}\u{301}".excerpt(2) == "e\u{301}…")
        #expect("\n\n".excerpt(1) == "␊…")
    }

    @Test func nounsAgreeWithTheirNumbers() {
        #expect(0.counted("byte") == "0 bytes")
        #expect(1.counted("byte") == "1 byte")
        #expect(2.counted("entry", "entries") == "2 entries")
    }
}
