import DecantCore
import DecantXML
import Testing

/// Attributes that the internal subset adds to tags.
@Suite struct XMLDeclaredAttributesTests {
    private let text = """
        <!DOCTYPE a [<!ATTLIST a b CDATA "1" c CDATA "2" d CDATA #IMPLIED>]><a e="3"/>
        """

    @Test func countsTheAttributesThatAreAddedToo() throws {
        var limits = Limits()
        limits.xmlAttributes = 3
        #expect(try XML.Document(text, limits: limits).root.attributes.count == 3)
        limits.xmlAttributes = 2
        let error = #expect(throws: ResponseError.self) { try XML.Document(text, limits: limits) }
        #expect(error?.limit == .xmlAttributes)
        #expect(error?.offset == 68)
    }
}
