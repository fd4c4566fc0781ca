import DecantCommand
import Testing

struct TextWrapTests {
    @Test(arguments: [
        ("one two three", 7, ["one two", "  three"]), ("  one two", 7, ["  one", "    two"]),
        ("abcdefghij", 6, ["abcdef", "  ghij"]), ("日本語", 4, ["日本", "  語"]), ("", 4, [""]),
    ])
    func breaksLinesAtSpacesWhereItCan(text: String, width: Int, lines: [String]) {
        #expect(TextWrap(text, width: width).lines == lines)
        #expect(TextWrap(text, width: width).lines.allSatisfy { $0.displayWidth <= width })
    }
}
