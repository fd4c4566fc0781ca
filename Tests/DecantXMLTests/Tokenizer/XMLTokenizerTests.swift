import DecantCore
import DecantText
import DecantXML
import Testing

@Suite struct XMLTokenizerTests {
    @Test func keepsWhatItPutsTogetherIfItIsToldTo() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let body = ResponseBody(Array("<a b='1&lt;2'>x&amp;y<c d=' '/>\r\n</a>".utf8))
        var tokenizer = try XMLTokenizer(body, in: &context, options: XML.Options(), keepsAssembled: true)
        var slices: [XMLSlice] = []
        while try tokenizer.advance() {
            if tokenizer.token.kind == .text { slices.append(tokenizer.token.text) }
            for index in 0..<tokenizer.attributeCount where tokenizer.token.kind == .startElement {
                slices.append(tokenizer.attribute(at: index).value)
            }
        }
        #expect(slices.map { tokenizer.string(of: $0) } == ["1<2", "x&y", " ", "\n"])
        #expect(tokenizer.bytes(of: slices[1]).count == 3)
        let stores = tokenizer.takeStores()
        #expect(String(decoding: stores.assembled, as: UTF8.self) == "1<2x&y\n")
        #expect(stores.source.position(of: 13) == SourcePosition(offset: 13, line: 1, column: 14))
    }
}
