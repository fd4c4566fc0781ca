import DecantCore
import DecantXML
import Testing

/// Malformed bytes in text that goes on in an entity.
@Suite struct XMLTextValidationTests {
    @Test(arguments: ["text", "<b/>", "text<b/>", ""])
    func refusesMalformedBytesInFrontOfAnEntity(entity: String) {
        let start = Array("<!DOCTYPE a [<!ENTITY e \"\(entity)\">]><a>".utf8)
        let body = ResponseBody(start + [0xFF] + Array("&e;</a>".utf8))
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: body) }
        #expect(error?.code == .invalidText)
        #expect(error?.offset == start.count)
    }

    @Test(arguments: [1, 3, 31, 32, 100])
    func namesTheMalformedByteBeforeTheAttributeThatIsThereTwice(step: Int) {
        let bytes = Array("<doc xml:lang=\"en\" xml:lang=\"d".utf8) + [0xF4, 0x90, 0x80, 0x80] + Array("\"/>".utf8)
        let error = #expect(throws: ResponseError.self) {
            var reader = XML.ChunkReader()
            for start in stride(from: 0, to: bytes.count, by: step) {
                reader.append(bytes[start..<min(start + step, bytes.count)])
                while try reader.next() != nil {}
            }
            reader.finish()
            while try reader.next() != nil {}
        }
        #expect(error?.code == .invalidText)
        #expect(error?.offset == 30)
    }

    @Test(arguments: ["&#65;", "\r\n", "&amp;"])
    func refusesMalformedBytesInFrontOfWhatIsReplaced(piece: String) {
        let body = ResponseBody(Array("<a>".utf8) + [0xC3] + Array("\(piece)</a>".utf8))
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: body) }
        #expect(error?.code == .invalidText)
        #expect(error?.offset == 3)
    }
}
