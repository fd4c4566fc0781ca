import DecantCore
import DecantXML
import Testing

/// The keys for the text of an element, for elements without text.
@Suite struct XMLDecodingStateTextTests {
    struct Texts: Decodable, Equatable {
        var number: Int?, string: String?

        enum CodingKeys: String, CodingKey { case number = "", string = "#text" }
    }

    struct Valued: Decodable { var value: String }

    struct MaybeValued: Decodable { var value: String? }

    @Test(arguments: ["<f><child>x</child></f>", "<f/>", "<f> </f>", "<f><child/> <child/></f>"])
    func areNilForOptionalsWithoutText(_ text: String) throws {
        #expect(try XML.Document(text).decode(Texts.self) == Texts(number: nil, string: nil))
    }

    @Test func areTheTextBetweenElements() throws {
        #expect(try XML.Document("<f>5<child>x</child></f>").decode(Texts.self) == Texts(number: 5, string: "5"))
    }

    @Test(arguments: ["<c/>", "<c></c>", "<c> \n</c>", "<c><!-- a --></c>"])
    func valueIsMissingWithoutText(_ text: String) throws {
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode(Valued.self) }
        #expect(error.code == .keyNotFound)
        #expect(try XML.Document(text).decode(MaybeValued.self).value == nil)
    }

    @Test func valueIsTheText() throws {
        #expect(try XML.Document("<c>a</c>").decode(Valued.self).value == "a")
        #expect(try XML.Document("<c><value/></c>").decode(Valued.self).value == "")
    }
}

/// Whitespace before the XML declaration, which a quirk accepts.
@Suite struct XMLQuirksTests {
    private let text = "\n \u{9}<?xml version='1.0' encoding='iso-8859-1'?><a>\n</b>"

    @Test func isRejectedByDefault() throws {
        let good = text.replacing("</b>", with: "</a>")
        #expect(throws: ResponseError.self) { try XML.Document(parsing: good.utf8) }
        var options = XML.Options()
        options.quirks = .leadingWhitespace
        #expect(try XML.Document(parsing: good.utf8, options: options).root.name == "a")
        var reader = try XML.Reader(parsing: good.utf8, options: options)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 3)
        #expect(reader.findings.map(\.code).contains(.quirk))
    }

    @Test func aProcessingInstructionIsNotADeclaration() throws {
        var options = XML.Options()
        options.quirks = .leadingWhitespace
        var reader = try XML.Reader(parsing: " <?xmlx y?><a/>".utf8, options: options)
        while try reader.next() != nil {}
        #expect(reader.findings.isEmpty)
    }

    @Test func keepsThePositionsOfErrors() throws {
        var options = XML.Options()
        options.quirks = .leadingWhitespace
        let error = try #require(throws: ResponseError.self) { try XML.Document(parsing: text.utf8, options: options) }
        #expect(error.offset == text.utf8.count - 4)
    }
}
