import DecantCore
import DecantText
import Testing

@Suite struct TextDecoderTests {
    @Test func smoke() throws {
        var d = TextDecoder(.shiftJIS)
        #expect(try d.decode([0x83, 0x65, 0x83]) == "テ")
        #expect(try d.decode([0x58]) == "ス")
        #expect(try StringResponseSerializer().serialize([0xFF, 0xFE, 0x41, 0x00], mediaType: "text/plain") == "A")
        var g = TextDecoder(.gb18030)
        #expect(try g.decode([0x84, 0x31, 0xA4, 0x37, 0x81, 0x35, 0xF4, 0x37]) == "\u{FFFD}\u{E7C7}")
    }
}
