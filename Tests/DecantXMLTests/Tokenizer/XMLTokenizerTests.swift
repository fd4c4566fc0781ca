import DecantCore
import DecantXML
import Testing

@Suite struct XMLTokenizerTests {
    @Test func readsElementsAttributesAndText() throws {
        let lines = try TokenDigest.lines(
            of: Array("<?xml version='1.0'?><a x='1&lt;2' y=\"\tz\"><b/>t &amp; u\r\nv<!--c--></a><?p d?>".utf8)
        )
        let hex = TokenDigest.hex
        #expect(
            lines == [
                "S:" + hex("a"), "A:" + hex("x") + "=" + hex("1<2"), "A:" + hex("y") + "=" + hex(" z"), "S:" + hex("b"),
                "E:" + hex("b"), "T:" + hex("t & u\nv"), "C:" + hex("c"), "E:" + hex("a"), "P:\(hex("p")):\(hex("d"))",
            ]
        )
    }
}
