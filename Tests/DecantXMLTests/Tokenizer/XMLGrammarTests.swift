import DecantCore
import DecantXML
import Testing

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
        ("<a b='c'd='e'/>", "expected white space, “>” or “/>” in the start tag “a”, but found “d”", 8),
        ("<a b='<'/>", "unexpected “<” in the value of an attribute", 6),
        ("<a b='1' b='2'/>", "duplicate attribute “b”", 9),
        ("<a>]]></a>", "unexpected “]]>” in text", 3),
        ("<a><!-- -- --></a>", "unexpected “--” in a comment", 8),
        ("<a>& b</a>", "expected a name after “&”, but found a space", 3),
        ("<a>&b</a>", "expected “;” after “&b”", 5),
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
    ]

    @Test(arguments: faults)
    func saysWhatIsWrongAndWhere(text: String, message: String, offset: Int) {
        let error = #expect(throws: ResponseError.self) {
            var reader = try XML.Reader(ResponseBody(Array(text.utf8)))
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
        "<!DOCTYPE a [<!ELEMENT a ((b,c?)|(d|e)*)+><!ELEMENT b (#PCDATA|c)*><!ELEMENT c (#PCDATA)><!ELEMENT d ANY>]><a/>",
        "<!DOCTYPE a [<!ATTLIST a b NOTATION (n|m) #REQUIRED c (1|2) '1' d IDREFS #FIXED 'x'><!NOTATION n PUBLIC 'p'>]><a/>",
        "<!DOCTYPE a [<!ENTITY % p '<!ENTITY e \"x\">'>%p;<!ENTITY u SYSTEM 's' NDATA n>]><a>&e;</a>",
    ])
    func acceptsWhatTheGrammarAllows(text: String) throws {
        var reader = try XML.Reader(ResponseBody(Array(text.utf8)))
        while try reader.nextOwned() != nil {}
        let depth = reader.depth
        #expect(depth == 0)
    }
}
