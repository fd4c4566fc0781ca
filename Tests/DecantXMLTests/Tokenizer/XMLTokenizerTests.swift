import DecantCore
import DecantText
import DecantXML
import Testing

@Suite struct XMLTokenizerTests {
    @Test func optionallyKeepsAssembledText() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let body = ResponseBytes(Array("<a b='1&lt;2'>x&amp;y<c d=' '/>\r\n</a>".utf8))
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
        let stores = tokenizer.finish()
        #expect(String(decoding: stores.assembled, as: UTF8.self) == "1<2x&y\n")
        #expect(SourceText(stores.text).position(of: 13) == SourcePosition(offset: 13, line: 1, column: 14))
    }
}

/// The messages and offsets of errors in documents.
@Suite struct XMLGrammarTests {
    static let faults: [(text: String, message: String, offset: Int)] = [
        ("", "the document has no root element", 0),
        ("<!--x-->", "the document has no root element", 8),
        ("x<a/>", "expected nothing but markup before the root element, but found “x”", 0),
        ("<a/>x", "expected nothing but markup after the root element, but found “x”", 4),
        ("<a/><b/>", "unexpected second root element", 4),
        (" <?xml version='1.0'?><a/>", "the XML declaration is allowed only at the beginning of a document", 1),
        ("<?xml version='2.0'?><a/>", "expected a version such as “1.0” at the beginning of the XML declaration", 19),
        ("<a", "the document ends inside the start tag “a”", 2),
        ("<a>\n<b", "the document ends inside the start tag “b”", 6),
        ("<a>\n<b>\n", "the document ends inside the element “b” that begins on line 2", 8),
        ("<a></a", "the document ends inside an end tag", 6),
        ("<a b/>", "expected “=” after the attribute “b”, but found “/”", 4),
        ("<a b=c/>", "expected a value in quotation marks for “b”, but found “c”", 5),
        ("<a b='c'd='e'/>", "expected whitespace, “>” or “/>” in the start tag “a”, but found “d”", 8),
        ("<a b='<'/>", "unexpected “<” in the value of an attribute", 6),
        ("<a b='1' b='2'/>", "duplicate attribute “b”", 9),
        ("<a>]]></a>", "unexpected “]]>” in text", 3),
        ("<a><!-- -- --></a>", "unexpected “--” in a comment", 8),
        ("<a>& b</a>", "expected a name after “&”, but found a space", 3),
        ("<a>&b</a>", "expected “;” after “&b”, but found “<”", 5),
        ("<a>&b;</a>", "the entity “b” is not declared", 3),
        ("<a>&#xD800;</a>", "a character reference refers to a character that XML does not allow", 3),
        ("<a>&#99999999999999999999;</a>", "a character reference refers to a character that XML does not allow", 3),
        ("<a>&#;</a>", "expected a digit or “;” in a character reference, but found “;”", 5),
        ("<p:a/>", "the prefix “p” of an element is not bound to a namespace", 1),
        ("<a p:b=''/>", "the prefix “p” of an attribute is not bound to a namespace", 3),
        ("<a:b:c/>", "“a:b:c” is not a name with at most one prefix", 1),
        ("<a xmlns:p=''/>", "the prefix “p” cannot be bound to an empty namespace", 9),
        ("<a><![CDATA[</a>", "a CDATA section is not closed", 3),
        ("<a><?XmL?></a>", "the processing-instruction target “XmL” is reserved", 3),
        (
            "<!DOCTYPE a [<!ENTITY e '%f;'>]><a/>",
            "a parameter-entity reference is not allowed inside a declaration of the internal subset", 25
        ),
        ("<!DOCTYPE a [<![INCLUDE[]]>]><a/>", "a conditional section is allowed only in the external subset", 13),
        (
            "<!DOCTYPE a [<!ELEMENT a EMPTYANY>]><a/>",
            "expected “>” at the end of the declaration of an element, but found “A”", 30
        ),
    ]

    @Test(arguments: faults)
    func describesAndLocatesErrors(text: String, message: String, offset: Int) {
        let error = #expect(throws: ResponseError.self) {
            var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)))
            while try reader.nextOwned() != nil {}
        }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        "<a/>", "<?xml version='1.0'?><a/>",
        "<?xml version='1.9' encoding='utf-8' standalone='no' ?>\n<a\n/>\n<!--x--><?p?>",
        "<a b = '>' c=\"'\"/>", "<_:a xmlns:_='u'/>",
        "<ÀĊxml xml:lang='' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<a>]] ]>&#9;&#xA;&#x10FFFF;&lt;&gt;&amp;&apos;&quot;</a>", "<!DOCTYPE a><a/>",
        "<!DOCTYPE a PUBLIC 'p' 's' [ ] ><a/>",
        """
        <!DOCTYPE a [<!ELEMENT a ((b,c?)|(d|e)*)+><!ELEMENT b (#PCDATA|c)*><!ELEMENT c (#PCDATA)>\
        <!ELEMENT d ANY>]><a/>
        """,
        """
        <!DOCTYPE a [<!ATTLIST a b NOTATION (n|m) #REQUIRED c (1|2) '1' d IDREFS #FIXED 'x'>\
        <!NOTATION n PUBLIC 'p'>]><a/>
        """,
        "<!DOCTYPE a [<!ENTITY % p '<!ENTITY e \"x\">'>%p;<!ENTITY u SYSTEM 's' NDATA n>]><a>&e;</a>",
    ])
    func acceptsDocumentsThatFollowTheGrammar(text: String) throws {
        var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)))
        while try reader.nextOwned() != nil {}
        let depth = reader.depth
        #expect(depth == 0)
    }
}

/// Malformed bytes in text that continues in an entity.
@Suite struct XMLTextValidationTests {
    @Test(arguments: ["text", "<b/>", "text<b/>", ""])
    func rejectsMalformedBytesBeforeAnEntity(entity: String) {
        let start = Array("<!DOCTYPE a [<!ENTITY e \"\(entity)\">]><a>".utf8)
        let body = ResponseBytes(start + [0xFF] + Array("&e;</a>".utf8))
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: body) }
        #expect(error?.code == .invalidText)
        #expect(error?.offset == start.count)
    }

    @Test("Names the malformed byte before the duplicate attribute", arguments: [1, 3, 31, 32, 100])
    func namesTheMalformedByteBeforeTheDuplicate(step: Int) {
        let bytes = Array("<doc xml:lang=\"en\" xml:lang=\"d".utf8) + [0xF4, 0x90, 0x80, 0x80] + Array("\"/>".utf8)
        let error = #expect(throws: ResponseError.self) {
            var reader = XML.Reader()
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
    func rejectsMalformedBytesBeforeAReplacement(sample: String) {
        let body = ResponseBytes(Array("<a>".utf8) + [0xC3] + Array("\(sample)</a>".utf8))
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: body) }
        #expect(error?.code == .invalidText)
        #expect(error?.offset == 3)
    }
}

/// Attributes that the internal subset adds to tags.
@Suite struct XMLDeclaredAttributesTests {
    private let text = """
        <!DOCTYPE a [<!ATTLIST a b CDATA "1" c CDATA "2" d CDATA #IMPLIED>]><a e="3"/>
        """

    @Test func countsAddedAttributes() throws {
        var limits = Limits()
        limits.xmlAttributes = 3
        #expect(try XML.Document(text, limits: limits).root.attributes.count == 3)
        limits.xmlAttributes = 2
        let error = #expect(throws: ResponseError.self) { try XML.Document(text, limits: limits) }
        #expect(error?.limit == .xmlAttributes)
        #expect(error?.offset == 68)
    }

    @Test("A long default is not inserted any number of times") func aLongDefaultIsNotInsertedAnyNumber() throws {
        let value = String(repeating: "v", count: 100_000)
        func text(_ elements: Int) -> String {
            "<!DOCTYPE a [<!ATTLIST b c CDATA \"\(value)\">]><a>" + String(repeating: "<b/>", count: elements) + "</a>"
        }
        #expect(try XML.Document(text(5)).root.elements.allSatisfy { $0.attribute(named: "c") == value })
        let error = #expect(throws: ResponseError.self) { _ = try XML.Document(text(2000)) }
        #expect(error?.limit == .xmlEntityRatio)
    }

    @Test func shortDefaultsAreInsertedManyTimes() throws {
        let name = "http://www.w3.org/1999/xhtml"
        let text =
            "<!DOCTYPE a [<!ATTLIST b xmlns CDATA \"\(name)\">]><a>"
            + String(repeating: "<b>one of many</b>", count: 20_000) + "</a>"
        #expect(try XML.Document(text).root.elements.allSatisfy { $0.name.namespace == name })
    }
}
