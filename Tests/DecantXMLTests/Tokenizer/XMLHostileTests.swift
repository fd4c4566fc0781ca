import DecantCore
import DecantText
import DecantXML
import TestSupport
import Testing

/// Hostile documents.
@Suite struct XMLHostileTests {
    @discardableResult
    private func count(_ text: String, _ limits: Limits = Limits()) throws(ResponseError) -> Int {
        try count(Array(text.utf8), limits)
    }

    private func count(_ bytes: [UInt8], _ limits: Limits = Limits()) throws(ResponseError) -> Int {
        var reader = try XML.Reader(parsing: ResponseBytes(bytes), limits: limits)
        var count = 0
        while let event = try reader.next() {
            count += 1
            if event.kind == .text { count += event.text.withBytes { $0.count } }
        }
        return count
    }

    private func error(_ text: String, _ limits: Limits = Limits()) -> ResponseError? {
        #expect(throws: ResponseError.self) { try count(text, limits) }
    }

    private func laughs(_ levels: Int) -> String {
        var type = "<!DOCTYPE a [<!ENTITY l0 'ha'>"
        for level in 1...levels {
            type += "<!ENTITY l\(level) '" + String(repeating: "&l\(level - 1);", count: 10) + "'>"
        }
        return type + "]>"
    }

    @Test func billionLaughs() {
        #expect(error(laughs(9) + "<a>&l9;</a>")?.limit == .xmlEntityRatio)
        #expect(error(laughs(9) + "<a b='&l9;'/>")?.limit == .xmlEntityRatio)
        #expect(error(laughs(30) + "<a>&l30;</a>")?.limit == .xmlEntityDepth)
        var limits = Limits()
        limits.xmlEntityRatio = .max
        #expect(error(laughs(9) + "<a>&l9;</a>", limits)?.limit == .xmlEntityBytes)
    }

    @Test func quadraticBlowUp() {
        let entity = String(repeating: "x", count: 50_000)
        let text = "<!DOCTYPE a [<!ENTITY e '\(entity)'>]><a>" + String(repeating: "&e;", count: 1000) + "</a>"
        #expect(error(text)?.limit == .xmlEntityRatio)
    }

    @Test func manyReferencesToEmptyEntities() {
        let text = "<!DOCTYPE a [<!ENTITY e ''>]><a>" + String(repeating: "&e;", count: 100_000) + "</a>"
        #expect(error(text)?.limit == .xmlEntityRatio || error(text)?.limit == .xmlEntityBytes)
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", "<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a b='&e;'/>",
        "<!DOCTYPE a [<!ENTITY % e '&#37;e;'> %e;]><a/>",
    ])
    func entityLoops(text: String) {
        #expect(error(text)?.message.contains("refers to itself") == true)
    }

    /// An error in an entity is reported at the reference in the document.
    @Test(
        "Errors in an entity are reported at the reference",
        arguments: ["&#38;]", "&#38;#x;", "&#38;#1;", "&#38;f", "&#38;f:g;", "x&#38;#38"]
    )
    func errorsInAnEntityAreReported(replacement: String) {
        let declared = "<!DOCTYPE a [<!ENTITY e '\(replacement)'><!ENTITY d '&e;'>"
        for (front, back) in [("]>\n<a>", "</a>"), ("]>\n<a b='", "'/>"), ("\n<!ATTLIST a b CDATA '", "'>]><a/>")] {
            for name in ["e", "d"] {
                let error = error("\(declared)\(front)&\(name);\(back)")
                #expect(error?.offset == declared.utf8.count + front.utf8.count, "\(front)")
                #expect(error?.message.hasSuffix("(in the entity “e”)") == true, "\(error?.message ?? "none")")
            }
        }
    }

    @Test func entitiesBetweenElements() {
        #expect(error("<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>")?.code == .malformedBody)
        #expect(error("<!DOCTYPE a [<!ENTITY e '</a><a>'>]><a>&e;</a>")?.code == .malformedBody)
        #expect(error("<!DOCTYPE a [<!ENTITY e '&#60;b>'>]><a>&e;</b></a>")?.code == .malformedBody)
    }

    @Test(arguments: [
        "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'http://127.0.0.1:1/'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY % e SYSTEM 'http://127.0.0.1:1/'>%e;]><a/>",
    ])
    func externalEntitiesAreReportedButNotRead(text: String) throws {
        var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)))
        while let event = try reader.next() {
            if event.kind == .text { Issue.record("something was read") }
        }
        #expect(reader.findings.map(\.code) == [.externalReference])
        var options = XML.Options()
        options.refusesExternalReferences = true
        #expect(throws: ResponseError.self) {
            var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)), options: options)
            while try reader.nextOwned() != nil {}
        }
    }

    @Test func externalEntitiesAreErrorsInAttributes() {
        let type = "<!DOCTYPE a [<!ENTITY e SYSTEM 'u'><!ENTITY f '&e;'>]>"
        #expect(error(type + "<a b='&e;'/>")?.code == .malformedBody)
        #expect(error(type + "<a b='&f;'/>")?.code == .malformedBody)
    }

    @Test func aMillionNestedElements() async throws {
        let text = String(repeating: "<a>", count: 1_000_000)
        #expect(error(text)?.limit == .xmlDepth)
        let depth = try await SmallThread.run {
            var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)), limits: .unlimited)
            var depth = 0
            do { while try reader.nextOwned() != nil { depth = reader.depth } } catch is ResponseError {}
            return depth
        }
        #expect(depth == 1_000_000)
    }

    @Test func deepContentModelsAndEntities() async throws {
        let model = String(repeating: "(", count: 300_000) + "b" + String(repeating: ")", count: 300_000)
        var entities = "<!ENTITY e0 ''>"
        for index in 1...5000 { entities += "<!ENTITY e\(index) '&e\(index - 1);'>" }
        let text = "<!DOCTYPE a [<!ELEMENT a \(model)>\(entities)]><a b='&e5000;'>&e5000;</a>"
        let events = try await SmallThread.run {
            var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)), limits: .unlimited)
            var count = 0
            while try reader.nextOwned() != nil { count += 1 }
            return count
        }
        #expect(events == 3)
    }

    @Test(arguments: ["UTF-7", "bogus", "UTF-16", "UCS-4", "hz-gb-2312", "utf_8", "ANSI"])
    func aDeclarationThatCannotBeTrueIsAWarning(label: String) throws {
        let text = "<?xml version='1.0' encoding='\(label)'?><a>ü</a>"
        let response = try XMLDocumentResponseSerializer().response(
            of: ResponseBytes(text.utf8),
            for: ResponseContext(mediaType: "text/xml")
        )
        #expect(response.value.root.text == "ü")
        #expect(response.findings.map(\.code) == [label == "UTF-16" ? .conflictingCharset : .unknownCharset])
        #expect(response.findings.map(\.severity) == [.warning])
        let broken = text.utf8.map { $0 == 0xC3 ? 0xFF : $0 }
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: ResponseBytes(broken)) }
        #expect(error?.code == .invalidText)
        #expect(label == "UTF-16" || error?.hint?.contains("“\(label)”") == true)
    }

    @Test func malformedUTF8InNames() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            for text in [
                [0x3C, 0x61] + bytes + [0x2F, 0x3E], [0x3C] + bytes + [0x2F, 0x3E], [0x3C, 0x61, 0x3E] + bytes,
            ] {
                let error = #expect(throws: ResponseError.self) { try count(text) }
                #expect(error?.code == .invalidText)
            }
        }
    }

    @Test(arguments: [0, 1, 0x0B, 0x0C, 0x1F])
    func charactersThatXMLForbids(byte: UInt8) {
        for text in ["<a>x", "<a b='x", "<a><!--x", "<a><![CDATA[x", "<a><?p x", "<!DOCTYPE a [<!ENTITY e 'x"] {
            let error = #expect(throws: ResponseError.self) {
                try count(Array(text.utf8) + [byte] + Array("' --> ]]> ?></a>".utf8))
            }
            let digits = String(byte, radix: 16, uppercase: true)
            let character = "U+00\(byte < 16 ? "0" : "")\(digits)"
            #expect(error?.message == "the character \(character) is not allowed in XML")
            #expect(error?.offset == text.utf8.count)
        }
    }

    @Test func eachLimitIsNamed() {
        var limits = Limits()
        limits.xmlAttributes = 2
        limits.xmlNameBytes = 5
        limits.xmlTextBytes = 8
        limits.xmlDepth = 2
        #expect(error("<a b='' c='' d=''/>", limits)?.limit == .xmlAttributes)
        #expect(error("<abcdef/>", limits)?.limit == .xmlNameBytes)
        #expect(error("<é\(String(repeating: "x", count: 40))/>", limits)?.limit == .xmlNameBytes)
        #expect(error("<a b='123456789'/>", limits)?.limit == .xmlTextBytes)
        for text in ["123456789", "1234567&amp;9", "<!--123456789-->", "<![CDATA[123456789]]>", "<?p 123456789?>"] {
            #expect(error("<a>\(text)</a>", limits)?.limit == .xmlTextBytes)
        }
        #expect(error("<a><b><c/></b></a>", limits)?.limit == .xmlDepth)
    }

    @Test func defaultsCannotMultiply() {
        let list = (0..<1000).map { "a\($0) CDATA ''" }.joined(separator: " ")
        let text = "<!DOCTYPE r [<!ATTLIST b \(list)>]><r>" + String(repeating: "<b/>", count: 10_000) + "</r>"
        #expect(error(text)?.limit == .xmlEntityRatio)
    }

    /// Declarations of distinct names, by number.
    private static let declarations: [(kind: String, declare: @Sendable (Int) -> String)] = [
        ("attribute lists", { "<!ATTLIST e\($0) a CDATA 'x'>" }), ("empty lists", { "<!ATTLIST e\($0)>" }),
        ("attributes", { "<!ATTLIST e a\($0) CDATA 'x'>" }), ("entities", { "<!ENTITY e\($0) 'x'>" }),
        ("parameter entities", { "<!ENTITY % e\($0) 'x'>" }), ("notations", { "<!NOTATION e\($0) SYSTEM ''>" }),
    ]

    #if os(Linux) || os(macOS)
    /// One mebibyte of declarations, measured in a separate process.
    @Test("Declarations take memory in proportion to their size", arguments: declarations.map(\.kind))
    func declarationsTakeMemoryInProportion(kind: String) async {
        await #expect(processExitsWith: .success) { [kind] in
            let declare = try #require(XMLHostileTests.declarations.first { $0.kind == kind }).declare
            var (text, number) = ("<!DOCTYPE r [", 0)
            while text.utf8.count < 1 << 20 {
                text += declare(number)
                number += 1
            }
            let body = ResponseBytes(Array("\(text)]><r/>".utf8))
            let growth = try ProcessMemory.growth {
                var reader = try XML.Reader(parsing: body)
                while try reader.next() != nil {}
            }
            #expect(try #require(growth) < 24 << 20)
        }
    }
    #endif

    @Test("Declared attributes of many elements are kept apart") func declaredAttributesOfManyElementsAreKept() throws {
        let lists = (0..<300).map { element in
            let names = ["a", "b", "c\(element % 7)"] + (element % 3 == 0 ? ["a", "d"] : [])
            return "<!ATTLIST e\(element) " + names.map { "\($0) CDATA '\($0)\(element)'" }.joined(separator: " ") + ">"
        }
        let tags = (0..<300).map { "<e\($0) b='own'/>" }.joined()
        let later = "<!ATTLIST e7 a CDATA 'late' z NMTOKEN ' late '>"
        let text = "<!DOCTYPE r [\(lists.joined())\(later)]><r>\(tags)<e300/></r>"
        var reader = try XML.Reader(parsing: ResponseBytes(Array(text.utf8)))
        var found: [String] = []
        while let event = try reader.nextOwned() {
            guard case .startElement(let name, let attributes) = event else { continue }
            found.append(name.written + attributes.map { " \($0.name.written)=\($0.value)" }.joined())
        }
        let expected = (0..<300).map { element in
            "e\(element) b=own a=a\(element) c\(element % 7)=c\(element % 7)\(element)"
                + (element % 3 == 0 ? " d=d\(element)" : "") + (element == 7 ? " z=late" : "")
        }
        #expect(found == ["r"] + expected + ["e300"])
    }

    @Test("Many attributes, namespaces, and entities are found") func manyAttributesNamespacesAndEntities() throws {
        var limits = Limits()
        limits.xmlAttributes = 100_000
        let attributes = (0..<100_000).map { " a\($0)=''" }.joined()
        #expect(try count("<a\(attributes)/>", limits) == 2)
        #expect(error("<a\(attributes) a99999=''/>", limits)?.message == "duplicate attribute “a99999”")
        let prefixes = (0..<20_000).map { " xmlns:p\($0)='u\($0)'" }.joined()
        let elements = (0..<20_000).map { "<p\($0):e/>" }.joined()
        #expect(try count("<a\(prefixes)>\(elements)</a>", limits) == 40_002)
        let twice = "<a xmlns:p='u' xmlns:q='u'" + (0..<50).map { " p:a\($0)=''" }.joined() + " q:a49=''/>"
        #expect(error(twice)?.message.contains("have the same name in the same namespace") == true)
        let entities = (0..<5000).map { "<!ENTITY e\($0) 'x'>" }.joined()
        let references = (0..<5000).map { "&e\($0);" }.joined()
        #expect(try count("<!DOCTYPE a [\(entities)]><a>\(references)</a>") == 5004)
    }

    @Test(arguments: [(0, 33), (0, 99), (15, 16), (16, 31), (31, 32), (47, 63), (97, 98), (98, 99)])
    func findsTwoOfTheSameNameAmongMany(first: Int, second: Int) {
        let names = (0..<100).map { "a\($0 == second ? first : $0)" }
        let text = "<a " + names.map { "\($0)=''" }.joined(separator: " ") + "/>"
        #expect(error(text)?.message == "duplicate attribute “a\(first)”")
        let prefixed = names.enumerated().map { "\($0 == second ? "q" : "p"):\($1)=''" }.joined(separator: " ")
        let message = error("<a xmlns:p='u' xmlns:q='u' \(prefixed)/>")?.message
        #expect(message?.contains("have the same name in the same namespace") == true)
    }
}
