import DecantCore
import DecantText
import DecantXML
import Testing

@Suite struct XMLChunkInputTests {
    /// A feed with a base, with entities and with markup in another namespace.
    private static let atom = """
        <?xml version="1.0" encoding="utf-8"?>
        <!DOCTYPE feed [<!ENTITY who "A &#38; B"><!ENTITY base 'http://x.org/'>]>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="&base;" xml:lang='en'>
         <title type="html">&who; &lt;b&gt;caf\u{E9}&lt;/b&gt;</title><link href="f?a=1&amp;b=2"/>
         <entry xml:base='e/'><content type="xhtml"><h:div xmlns:h="urn:h">&who;<h:br/></h:div></content></entry>
        </feed>
        """

    /// Texts with every construct that a cut can split.
    static let texts: [[UInt8]] = [
        Array("<?xml version='1.0' encoding='UTF-8'?>\r\n<!DOCTYPE a [<!ENTITY e '<b>x</b>y'>]><a>&e;z\r\n</a> ".utf8),
        Array("<a b='1&#10;2' c=\"é\">]]<![CDATA[]]]]>\u{1F600}<!-- - --><?p ?q??></a>\n<!--e-->".utf8),
        Array("<é xmlns='u' xmlns:p='v'><p:é p:a=''/></é>".utf8), Array("<a>".utf8), Array("  ".utf8),
        Array("<!DOCTYPE a [<YELEMENT a ANY>]><a/>".utf8), Array("<a/>x".utf8), Array("<a/><!DOCTYPE a>".utf8),
        Array("<a><!DOCTYPE a></a>".utf8), Array("<a/><!D".utf8),
        [0xEF, 0xBB, 0xBF] + Array("<a>\n<b>\n</c></a>".utf8), Array("<a>x".utf8) + [0xFF] + Array("</a>".utf8),
        Array("<?xml version='1.0' encoding='shift_jis'?><a>".utf8) + [0x83, 0x65, 0x83, 0x58] + Array("</a>".utf8),
        Array("<?xml version='1.0' encoding='euc-jp'?>\n<a>\n".utf8) + [0xA5, 0xC6, 0xFF, 0xFF] + Array("</a>".utf8),
        [0xFF, 0xFE] + "<a>\n\u{1F600}&#x3c;</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        Array("<a><!-- -- --></a>".utf8), Array("<a ]]>b='>' c='<'/>".utf8),
        Array("<!DOCTYPE a SYSTEM 'u'><a>&b;&b;</a>".utf8),
        Array("<!DOCTYPE a [<!ENTITY % p '<!ENTITY e".utf8) + [0x8C] + Array(" \"t\">'>\n%p;\n]><a/>".utf8),
        Array("<!DOCTYPE a SYSTEM 'u".utf8) + [0xF3, 0x3C, 0x27, 0x3E],
        Array("<!DOCTYPE a [<!ENTITY e 'x&#38;]'><!ATTLIST a b CDATA '&e;'>]><a/>".utf8),
        Array("<!DOCTYPE a [<!ENTITY e 'x&#38;#60'>]><a b='&e;'/>".utf8),
        Array("<a b='1' b='2'/>".utf8), Array("<a\tb\n=\r'x'\r\n></a\n>".utf8),
        Array("<?xml version=\"1.1\" standalone='yes' ?><a/>".utf8),
        Array("<!DOCTYPE a [<!ELEMENT a (b|c)*><!-- ] --><?p ]?><!ATTLIST a b (c|d) 'c'>%p;]><a/>".utf8),
        Array(atom.utf8), Array("<a>]]></a>".utf8), [0x3C, 0x61, 0x3E, 0, 0x3C, 0x2F, 0x61, 0x3E],
    ]

    @Test(arguments: texts)
    func everyCutGivesTheSame(bytes: [UInt8]) {
        let whole = EventRecord.whole(bytes)
        #expect(EventRecord.chunks(bytes, cutAt: Array(0..<bytes.count)) == whole)
        for cut in 0...bytes.count { #expect(EventRecord.chunks(bytes, cutAt: [cut]) == whole, "cut at \(cut)") }
    }

    /// If the text of the error would contain malformed bytes, those bytes are the error.
    @Test(
        "Every cut gives the same if external references are errors",
        arguments: [
            Array("<!DOCTYPE a SYSTEM 'u".utf8) + [0xF3] + Array("'><a/>".utf8),
            Array("<!DOCTYPE a SYSTEM 'u'><a/>".utf8),
            Array("<!DOCTYPE a [<!ENTITY % p SYSTEM 'u'>%p;]><a/>".utf8),
            Array("<!DOCTYPE a [<!ENTITY e SYSTEM 'u'>]><a>&e;</a>".utf8),
        ]
    )
    func everyCutGivesTheSameIfExternalReferences(bytes: [UInt8]) {
        var options = XML.Options()
        options.refusesExternalReferences = true
        let whole = EventRecord.whole(bytes, options: options)
        #expect(whole.error != nil)
        for cut in 0...bytes.count {
            #expect(EventRecord.chunks(bytes, cutAt: [cut], options: options) == whole, "cut at \(cut)")
        }
    }

    @Test(
        arguments: [
            "<!DOCTYPE a SYSTEM '?'><a/>", "<a><!--?--></a>", "<a><![CDATA[?]]></a>", "<a b='?'/>", "<a>?</a>",
        ],
        [true, false]
    )
    func everyCutGivesTheSameForTextThatIsTooLong(text: String, isMalformed: Bool) {
        var limits = Limits()
        limits.xmlTextBytes = 9
        let filling = Array("0123456".utf8) + [isMalformed ? 0xF3 : 0x37] + Array("01234".utf8)
        let bytes = text.utf8.flatMap { $0 == 0x3F ? filling : [$0] }
        let whole = EventRecord.whole(bytes, limits: limits)
        #expect(whole.error != nil)
        for cut in 0...bytes.count {
            #expect(EventRecord.chunks(bytes, cutAt: [cut], limits: limits) == whole, "cut at \(cut)")
        }
    }

    @Test("Every cut gives the same for a section end at the limit", arguments: ["", "&#65;"], 0...12)
    func everyCutGivesTheSameForASectionEnd(start: String, count: Int) {
        var limits = Limits()
        limits.xmlTextBytes = 9
        let bytes = Array("<a>\(start)\(String(repeating: "x", count: count))]]></a>".utf8)
        let whole = EventRecord.whole(bytes, limits: limits)
        #expect(whole.error != nil)
        #expect(EventRecord.chunks(bytes, cutAt: Array(0..<bytes.count), limits: limits) == whole)
        for cut in 0...bytes.count { #expect(EventRecord.chunks(bytes, cutAt: [cut], limits: limits) == whole) }
    }

    @Test("Every prefix and every changed bit gives the same", arguments: texts)
    func everyPrefixAndEveryChangedBitGives(bytes: [UInt8]) {
        for length in 0..<bytes.count {
            let prefix = Array(bytes.prefix(length))
            #expect(EventRecord.chunks(prefix, cutAt: [length / 2]) == EventRecord.whole(prefix), "\(length) bytes")
        }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let cuts = [bytes.count / 3, bytes.count / 2]
            #expect(EventRecord.chunks(changed, cutAt: cuts) == EventRecord.whole(changed), "bit \(bit)")
        }
    }

    @Test func longDocumentsAreDroppedAsTheyAreRead() throws {
        let item = Array("<item id='12'><title>A title</title>\n<text>Some more text &amp; so on</text></item>\n".utf8)
        var reader = XML.Reader()
        reader.append(Array("<list>".utf8))
        var count = 0
        var held = 0
        for _ in 0..<20_000 {
            reader.append(item)
            while try reader.nextOwned() != nil { count += 1 }
            held = max(held, reader.heldBytes)
        }
        reader.append(Array("</wrong>".utf8))
        reader.finish()
        let error = #expect(throws: ResponseError.self) { while try reader.nextOwned() != nil { count += 1 } }
        #expect(error?.message == "the end tag “wrong” does not match the start tag “list” on line 1")
        #expect(error?.position?.line == 40_001)
        #expect(count == 20_000 * 10 + 1)
        #expect(held < 100_000)
    }

    @Test func deepElementsKeepTheirNamesAndLines() throws {
        let depth = 200
        var text = ""
        for index in 0..<depth { text += "<element\(index)>\n" + String(repeating: " ", count: 700) }
        text += "</element\(depth - 1)></element\(depth - 2)></other>"
        let bytes = Array(text.utf8)
        let whole = EventRecord.whole(bytes)
        #expect(whole.error?.contains("start tag “element197” on line 198") == true)
        for size in [1, 100, 5000] {
            #expect(EventRecord.chunks(bytes, cutAt: Array(stride(from: 0, to: bytes.count, by: size))) == whole)
        }
    }

    @Test("A body beyond the limit is rejected when reading reaches the limit")
    func aBodyBeyondTheLimitIsRejectedWhenReading() throws {
        var limits = Limits()
        limits.bodyBytes = 10
        var reader = XML.Reader(limits: limits)
        reader.append(Array("<a><b/><c/></a>".utf8))
        reader.finish()
        var count = 0
        let error = #expect(throws: ResponseError.self) { while try reader.nextOwned() != nil { count += 1 } }
        #expect(error?.limit == .bodyBytes)
        #expect(count == 3)
    }

    @Test func theCharsetOfTheResponseCounts() throws {
        var reader = XML.Reader(mediaType: ResponseMediaType("text/xml; charset=windows-1251"))
        reader.append(Array("<a>".utf8) + [0xC4, 0xE0] + Array("</a>".utf8))
        reader.finish()
        _ = try reader.nextOwned()
        #expect(try reader.nextOwned() == .text("Да"))
        #expect(try reader.nextOwned() != nil)
        #expect(try reader.nextOwned() == nil)
        let isAtEnd = reader.isAtEnd
        #expect(isAtEnd)
    }

    @Test func aForbiddenCharsetIsReportedImmediately() throws {
        var reader = XML.Reader(mediaType: "text/xml; charset=hz-gb-2312")
        reader.append(Array("<?xml version='1.0' encoding='UTF-7'?>".utf8))
        for _ in 0..<2 {
            let error = #expect(throws: ResponseError.self) { try reader.nextOwned() }
            #expect(error?.code == .unknownCharset)
        }
    }

    @Test("Shows the part of the line that has arrived in the snippet") func showsThePartOfTheLineThatHasArrived()
        throws
    {
        let text = "<a>\n  <b></c> and more</a>"
        var whole = XML.Reader()
        whole.append(text.utf8)
        var cut = XML.Reader()
        cut.append(text.utf8.prefix(14))
        let (first, second) = (Self.error(of: &whole), Self.error(of: &cut))
        let all = try #require(first)
        let some = try #require(second)
        #expect(all.snippet?.text == "  <b></c> and more</a>")
        #expect(some.snippet?.text == "  <b></c> ")
        #expect(some.snippet?.caret == all.snippet?.caret)
        #expect(some.position == all.position)
        #expect(some.message == all.message)
    }

    private static func error(of reader: inout XML.Reader) -> ResponseError? {
        do throws(ResponseError) {
            while try reader.nextOwned() != nil {}
            return nil
        } catch {
            return error
        }
    }

    /// The start of a token, the text that repeats endlessly, and the limit and the position of the error.
    static let endless: [(String, String, Limits.Name, Int)] = [
        ("<a>", "x", .xmlTextBytes, 3), ("<a>", "\u{E9}\r\n", .xmlTextBytes, 0), ("<a>", "&lt;", .xmlTextBytes, 0),
        ("<a><!--", "x", .xmlTokenBytes, 4099), ("<a><![CDATA[", "x]", .xmlTokenBytes, 4099),
        ("<?p ", "x", .xmlTokenBytes, 4096),
        ("<a><b c='", "x", .xmlTokenBytes, 4099), ("<a><b", " ", .xmlTokenBytes, 4099),
        ("<a></a", " ", .xmlTokenBytes, 4099),
        ("<a>]", "\n>", .xmlTextBytes, 0), ("<!DOCTYPE a ", " ", .xmlTokenBytes, 4096),
        ("<a/><!--", ">", .xmlTokenBytes, 4100),
        ("<!DOCTYPE a [", "<!ATTLIST a b CDATA #IMPLIED>", .xmlTokenBytes, 4096),
        ("<!DOCTYPE a [", "<!ENTITY e 'x'>", .xmlTokenBytes, 4096), ("<!DOCTYPE a [<!--", "x", .xmlTokenBytes, 4096),
        ("<!DOCTYPE a [<!ELEMENT a (", "(", .xmlTokenBytes, 4096),
    ]

    @Test(arguments: endless)
    func anEndlessTokenIsAnErrorWhileItArrives(
        _ row: (start: String, filling: String, limit: Limits.Name, offset: Int)
    ) {
        var limits = Limits()
        (limits.xmlTokenBytes, limits.xmlTextBytes) = (4096, 1000)
        var first: ResponseError?
        for size in [1, 7, 1000, 100_000] {
            var reader = XML.Reader(limits: limits)
            var bytes = Array(row.start.utf8)
            while bytes.count < 200_000 { bytes += Array(row.filling.utf8) }
            var error: ResponseError?
            var fed = 0
            while error == nil, fed < bytes.count {
                reader.append(bytes[fed..<min(fed + size, bytes.count)])
                fed += size
                error = Self.error(of: &reader)
            }
            #expect(error?.code == .limitExceeded && error?.limit == row.limit, "\(size): \(String(describing: error))")
            #expect(fed <= max(size, 16 << 10), "\(size)")
            if row.offset > 0 { #expect(error?.position?.offset == row.offset, "\(size)") }
            if first == nil { first = error }
            #expect(first?.message == error?.message && first?.position == error?.position, "\(size)")
            #expect(Self.error(of: &reader)?.message == error?.message)
        }
    }

    @Test(
        "A token beyond the item limit is an error for every cut",
        arguments: [
            "<a>@<b/></a>", "<a><!--@--></a>", "<a><![CDATA[@]]></a>", "<a b='@'/>", "<a><?p @x?></a>",
            "<!DOCTYPE a SYSTEM '@'><a/>", "<!DOCTYPE a [<!ENTITY e '@'>]><a>&e;</a>", "<a/><!--@-->", "<a></a @>",
        ]
    )
    func aTokenBeyondTheItemLimitIsAnError(text: String) {
        var limits = Limits()
        limits.xmlTokenBytes = 32
        let bytes = Array(text.replacing("@", with: String(repeating: " ", count: 33)).utf8)
        let uncut = EventRecord.chunks(bytes, cutAt: [], limits: limits)
        #expect(uncut.error?.contains("has more than 32 bytes") == true, "\(uncut)")
        for cut in 0...bytes.count {
            #expect(EventRecord.chunks(bytes, cutAt: [cut], limits: limits) == uncut, "cut at \(cut)")
        }
        #expect(EventRecord.chunks(bytes, cutAt: Array(0..<bytes.count), limits: limits) == uncut)
        limits.xmlTokenBytes = bytes.count
        #expect(EventRecord.chunks(bytes, cutAt: [9], limits: limits) == EventRecord.whole(bytes, limits: limits))
    }

    @Test("Many items within the limit and space between them do not count together")
    func manyItemsWithinTheLimitAndSpaceBetween() {
        var limits = Limits()
        limits.xmlTokenBytes = 32
        let space = String(repeating: " ", count: 100)
        let item = "<b c='1'>text&amp;</b><!-- -->"
        let text = "<?xml version='1.0'?>\(space)<a>" + String(repeating: item, count: 2000) + "</a>" + space
        let bytes = Array(text.utf8)
        let whole = EventRecord.whole(bytes)
        #expect(whole.error == nil)
        #expect(EventRecord.chunks(bytes, cutAt: [], limits: limits) == whole)
        #expect(EventRecord.chunks(bytes, cutAt: Array(0..<bytes.count), limits: limits) == whole)
    }

    @Test func textCountsExcludeTheMarkupOfReferences() {
        var limits = Limits()
        limits.xmlTextBytes = 50
        let bytes = Array("<a>\(String(repeating: "&#120;", count: 50))</a>".utf8)
        let whole = EventRecord.whole(bytes, limits: limits)
        #expect(whole.error == nil)
        for cut in 0...bytes.count { #expect(EventRecord.chunks(bytes, cutAt: [cut], limits: limits) == whole) }
    }
}
