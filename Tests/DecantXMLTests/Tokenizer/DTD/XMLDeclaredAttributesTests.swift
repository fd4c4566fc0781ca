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

    @Test func aLongDefaultIsNotBroughtInAnyNumberOfTimes() throws {
        let value = String(repeating: "v", count: 100_000)
        func text(_ elements: Int) -> String {
            "<!DOCTYPE a [<!ATTLIST b c CDATA \"\(value)\">]><a>" + String(repeating: "<b/>", count: elements) + "</a>"
        }
        #expect(try XML.Document(text(5)).root.elements.allSatisfy { $0.attributes["c"] == value })
        let error = #expect(throws: ResponseError.self) { _ = try XML.Document(text(2000)) }
        #expect(error?.limit == .xmlEntityRatio)
    }

    @Test func shortDefaultsComeInManyTimes() throws {
        let name = "http://www.w3.org/1999/xhtml"
        let text =
            "<!DOCTYPE a [<!ATTLIST b xmlns CDATA \"\(name)\">]><a>"
            + String(repeating: "<b>one of many</b>", count: 20_000) + "</a>"
        #expect(try XML.Document(text).root.elements.allSatisfy { $0.name.namespace == name })
    }
}
