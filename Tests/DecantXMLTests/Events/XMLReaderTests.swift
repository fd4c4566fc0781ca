import DecantCore
import DecantText
import DecantXML
import Testing

@Suite struct XMLReaderTests {
    private func reader(_ text: String, _ change: (inout XML.Options) -> Void = { _ in }) throws -> XML.Reader {
        var options = XML.Options()
        change(&options)
        return try XML.Reader(parsing: ResponseBytes(Array(text.utf8)), options: options)
    }

    private func events(_ text: String, _ change: (inout XML.Options) -> Void = { _ in }) throws -> [XML.OwnedEvent] {
        var reader = try reader(text, change)
        var events: [XML.OwnedEvent] = []
        while let event = try reader.nextOwned() { events.append(event) }
        return events
    }

    @Test func deliversEveryKindOfEvent() throws {
        let text =
            "<?xml version='1.0'?><!DOCTYPE a [<!NOTATION n SYSTEM 'u'>]><!--c--><a x='1'>t<![CDATA[d]]><?p q?><b/></a>"
        let type = XML.DocumentType(name: "a", notations: [(name: "n", publicID: nil, systemID: "u")])
        #expect(
            try events(text) == [
                .documentType(type), .comment("c"),
                .startElement(name: .init("a"), attributes: [.init(name: .init("x"), value: "1")]), .text("t"),
                .cdata("d"),
                .processingInstruction(target: "p", data: "q"), .startElement(name: .init("b"), attributes: []),
                .endElement(name: .init("b")), .endElement(name: .init("a")),
            ]
        )
    }

    @Test("An empty namespace matches an element without namespace") func anEmptyNamespaceMatchesAnElement() throws {
        var reader = try reader("<a/>")
        while let event = try reader.next() {
            guard event.kind == .startElement else { continue }
            let matches = event.matches("a", in: "") && event.matches("a", in: nil)
            #expect(matches)
        }
    }

    @Test("Borrows names, text, and attributes without strings") func borrowsNamesTextAndAttributes() throws {
        var reader = try reader("<p:a xmlns:p='urn:x' p:b='1' c='2'>t&amp;u</p:a>")
        var seen = 0
        while let event = try reader.next() {
            switch event.kind {
            case .startElement:
                let isNamed = event.name == "p:a" && event.localName == "a" && event.prefix == "p"
                let matches = event.matches("a", in: "urn:x") && !event.matches("a", in: nil)
                let owned = event.ownedName
                let namespaces = (0..<event.attributeCount).map { event.attributeNamespace(at: $0) }
                let isAttributeNamed = event.attributeName(at: 1) == "p:b" && event.attributeLocalName(at: 1) == "b"
                let values = [
                    event.attributeValue(at: 1).string, event.attribute(named: "c")?.string,
                    event.attribute(named: "d")?.string, event.attribute(named: "b", in: "urn:x")?.string,
                    event.attribute(named: "b", in: nil)?.string,
                ]
                let all = event.attributes
                #expect(isNamed && matches && isAttributeNamed)
                #expect(owned == XML.Name("q:a", namespace: "urn:x") && owned.written == "p:a")
                #expect(namespaces == ["http://www.w3.org/2000/xmlns/", "urn:x", nil])
                #expect(values == ["1", "2", nil, "1", nil])
                #expect(all.map(\.name.written) == ["xmlns:p", "p:b", "c"] && all.map(\.value) == ["urn:x", "1", "2"])
            case .text:
                let isText = event.text == "t&u" && !event.text.isWhitespace && event.name.isEmpty
                let offset = event.offset
                #expect(isText)
                #expect(offset == 35)
            case .endElement:
                let isNamed = event.name == "p:a" && event.text.isEmpty && event.attributeCount == 0
                #expect(isNamed)
            default: Issue.record("an event that is not there")
            }
            seen += 1
        }
        #expect(seen == 3)
    }

    @Test("Borrows the position and the content of every kind of event") func borrowsThePositionAndTheContent() throws {
        let text = "<!DOCTYPE a [<!NOTATION n SYSTEM 'u'>]>\n<a>t<![CDATA[d]]><!--c--><?p q?></a>"
        var borrowing = try reader(text)
        var seen: [XML.OwnedEvent] = []
        var positions: [SourcePosition] = []
        while let event = try borrowing.next() {
            let (position, offset) = (event.position, event.offset)
            #expect(position.offset == offset)
            positions.append(position)
            seen.append(event.owned)
            let (type, isType) = (event.documentType?.name, positions.count == 1)
            #expect(type == (isType ? "a" : nil))
            if isType { #expect(String(event.name) == "a") }
        }
        #expect(try seen == events(text))
        #expect(positions.map(\.offset) == [0, 40, 43, 44, 57, 65, 72])
        #expect(positions.allSatisfy { $0.line == ($0.offset == 0 ? 1 : 2) })
    }

    @Test func aReaderOfAWholeBodyAcceptsNoChunks() throws {
        var reader = try reader("<a/>")
        reader.append("<b/>".utf8)
        reader.finish()
        while try reader.nextOwned() != nil {}
        let isAtEnd = reader.isAtEnd
        #expect(isAtEnd)
    }

    @Test func reportsTheOffsetsOfEvents() throws {
        var reader = try reader("<a>\r\n é<b/>\r <c>\n</c></a>")
        var positions: [SourcePosition] = []
        while try reader.nextOwned() != nil { positions.append(reader.position) }
        let expected = [
            (0, 1, 1), (3, 1, 4), (8, 2, 3), (10, 2, 5), (12, 2, 7), (14, 3, 2), (17, 3, 5), (18, 4, 1), (22, 4, 5),
        ]
        #expect(positions == expected.map { SourcePosition(offset: $0.0, line: $0.1, column: $0.2) })
    }

    @Test func countsPositionsInTheReceivedBody() throws {
        let units = Array("<a>é</b>".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        var reader = try XML.Reader(parsing: ResponseBytes([0xFE, 0xFF] + units))
        #expect(try reader.nextOwned() != nil)
        #expect(try reader.nextOwned() == .text("é"))
        #expect(reader.position == SourcePosition(offset: 8, line: 1, column: 4))
        let error = #expect(throws: ResponseError.self) { while try reader.nextOwned() != nil {} }
        #expect(error?.position == SourcePosition(offset: 10, line: 1, column: 5))
        #expect(reader.findings.map(\.code) == [.byteOrderMark, .transcoded])
    }

    /// Counting from the start for each event would take minutes.
    @Test func continuesCountingInABodyInAnotherCharset() throws {
        let count = 20_000
        let text = "<a>" + String(repeating: "<b/>\n", count: count) + "</a>"
        let bytes = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        var reader = try XML.Reader(parsing: ResponseBytes([0xFE, 0xFF] + bytes))
        var chunks = XML.Reader()
        chunks.append([0xFE, 0xFF] + bytes)
        chunks.finish()
        var matches = 0
        while let event = try reader.nextOwned() {
            let position = reader.position
            guard try chunks.nextOwned() == event, chunks.position == position else { break }
            guard case .startElement(let name, _) = event, name.written == "b" else { continue }
            matches +=
                position == SourcePosition(offset: 8 + 10 * matches, line: matches + 1, column: matches > 0 ? 1 : 4)
                ? 1 : 0
        }
        #expect(matches == count)
    }

    @Test("Delivers the events before an error, and none after it") func deliversTheEventsBeforeAnErrorAndNone() throws
    {
        var reader = try reader("<a><b></a>")
        #expect(try reader.nextOwned() != nil)
        #expect(try reader.nextOwned() != nil)
        let first = #expect(throws: ResponseError.self) { try reader.nextOwned() }
        let second = #expect(throws: ResponseError.self) { try reader.nextOwned() }
        #expect(first?.message == "the end tag “a” does not match the start tag “b” on line 1")
        #expect(second?.message == first?.message)
        #expect(second?.position == first?.position)
    }

    @Test func ignoresNamespacesOnRequest() throws {
        let events = try events("<:a x:y='1' xmlns:q=''/>") { $0.processesNamespaces = false }
        let attributes: [XML.Attribute] = [
            .init(name: .init("x:y"), value: "1"), .init(name: .init("xmlns:q"), value: ""),
        ]
        #expect(events.first == .startElement(name: .init(":a"), attributes: attributes))
    }

    @Test func scopesNamespaces() throws {
        let events = try events("<a xmlns='u' xmlns:p='v'><p:b xmlns='' p:c='' xmlns:p='w'/><p:d/></a>")
        let names = events.compactMap { event -> String? in
            guard case .startElement(let name, _) = event else { return nil }
            return "\(name.written)=\(name.namespace ?? "")"
        }
        #expect(names == ["a=u", "p:b=w", "p:d=v"])
    }

    @Test func addsDefaultsAndCutsTokens() throws {
        let type =
            "<!DOCTYPE a [<!ATTLIST a t NMTOKENS #IMPLIED d CDATA ' 1 &amp; 2 ' d CDATA 'no'"
            + " xmlns:p CDATA 'u' p:q ID ' z '>]>"
        var reader = try reader(type + "<a t='  x   y '/>")
        _ = try reader.nextOwned()
        guard let event = try reader.next(), event.kind == .startElement else {
            Issue.record("no element")
            return
        }
        let values = ["t", "d", "xmlns:p", "p:q"].map { event.attribute(named: $0)?.string }
        let areDefaults = event.attributes.map(\.isDefault)
        #expect(values == ["x y", " 1 & 2 ", "u", "z"])
        #expect(areDefaults == [false, true, true, true])
    }

    @Test func joinsTextOfEntities() throws {
        let type = "<!DOCTYPE a [<!ENTITY e 'x&f;<b/>y'><!ENTITY f '&#60;'><!ENTITY g '<![CDATA[<]]>'>]>"
        #expect(throws: ResponseError.self) { try events(type + "<a>1&e;2&#x26;3&g;</a>") }
        let sound = "<!DOCTYPE a [<!ENTITY e 'x&f;<b/>y'><!ENTITY f '&#38;#60;'><!ENTITY g '<![CDATA[<]]>'>]>"
        #expect(
            try events(sound + "<a>1&e;2&#x26;3&g;</a>").dropFirst(2) == [
                .text("1x<"), .startElement(name: .init("b"), attributes: []), .endElement(name: .init("b")),
                .text("y2&3"), .cdata("<"), .endElement(name: .init("a")),
            ]
        )
    }
}
