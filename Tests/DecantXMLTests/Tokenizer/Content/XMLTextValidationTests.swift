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

    @Test(arguments: ["&#65;", "\r\n", "&amp;"])
    func refusesMalformedBytesInFrontOfWhatIsReplaced(piece: String) {
        let body = ResponseBody(Array("<a>".utf8) + [0xC3] + Array("\(piece)</a>".utf8))
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: body) }
        #expect(error?.code == .invalidText)
        #expect(error?.offset == 3)
    }
}
