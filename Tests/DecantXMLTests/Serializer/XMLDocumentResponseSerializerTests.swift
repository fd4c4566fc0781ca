import DecantCore
import DecantTesting
import DecantText
import DecantXML
import Foundation
import Testing

@Suite struct XMLDocumentResponseSerializerTests {
    private let feed = ResponseSample(200, "application/rss+xml", "<rss><channel><title>T</title></channel></rss>")

    @Test func keepsTheContract() {
        let limits: [Limits.Name] = [
            .xmlDepth, .xmlNodes, .xmlAttributes, .xmlNameBytes, .xmlTextBytes, .xmlEntityDepth, .xmlEntityBytes,
            .xmlEntityRatio,
        ]
        #expect(SerializerContract(XMLDocumentResponseSerializer(), accepted: feed, limits: limits).violations() == [])
        #expect(SerializerContract(.xmlDocument, accepted: feed).violations() == [])
    }

    @Test("D01: a valid document becomes a tree")
    func buildsATree() throws {
        let document = try feed.value(as: XMLDocumentResponseSerializer())
        #expect(document.text(at: "channel/title") == "T")
    }

    @Test(
        "A12, A13, D07: the media types of XML, and types with the suffix +xml",
        arguments: [
            "application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/soap+xml",
            "image/svg+xml", "application/problem+xml", "application/xml; charset=utf-8", "Application/XHTML+XML",
        ]
    )
    func acceptsTheMediaTypesOfXML(type: String) throws {
        #expect(
            try ResponseSample(200, type, "<r/>").value(as: XMLDocumentResponseSerializer()).root.name
                == "r"
        )
    }

    @Test(arguments: ["text/html", "text/plain", "application/json", "application/octet-stream", "image/png"])
    func rejectsOtherMediaTypes(type: String) {
        let error = XMLDocumentResponseSerializer().error(for: ResponseSample(200, type, "<r/>"))
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test("D02: malformed XML is an error with its location; a bad status is the primary reason")
    func reportsWhereADocumentIsMalformed() throws {
        let sample = ResponseSample(200, "text/xml", "<r>\n<a></b>\n</r>")
        let error = try #require(XMLDocumentResponseSerializer().error(for: sample))
        #expect(error.code == .malformedBody)
        #expect(error.position?.line == 2)
        #expect(error.snippet?.text.contains("<a></b>") == true)
        let bad = try #require(
            XMLDocumentResponseSerializer().error(for: ResponseSample(500, "text/xml", "<r><a></r>"))
        )
        #expect(bad.code == .unacceptableStatus)
        #expect(bad.errorBody == nil)
        #expect(bad.errorBodyFailure?.code == .malformedBody)
    }

    @Test("D03: an empty body is reported as such", arguments: ["", " ", "\n\t ", "\u{FEFF}", "\u{FEFF} \n"])
    func treatsWhitespaceAsEmpty(text: String) {
        let sample = ResponseSample(200, "application/xml", text)
        #expect(XMLDocumentResponseSerializer().error(for: sample)?.code == .emptyBody)
    }

    @Test("D04: no external resource is read, and the expansion of entities is limited")
    func readsNothingFromOutside() throws {
        let outside = "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><r>a&e;b</r>"
        let decoded = try ResponseSample(200, "text/xml", outside).response(as: XMLDocumentResponseSerializer())
        #expect(decoded.value.root.text == "ab")
        #expect(decoded.findings.contains { $0.severity == .warning })
        let refusing = XMLDocumentResponseSerializer().options { $0.refusesExternalReferences = true }
        #expect(refusing.error(for: ResponseSample(200, "text/xml", outside))?.code == .malformedBody)
        let laughs = (1...9).map { "<!ENTITY l\($0) '" + String(repeating: "&l\($0 - 1);", count: 10) + "'>" }.joined()
        let bomb = "<!DOCTYPE r [<!ENTITY l0 'ha'>\(laughs)]><r>&l9;</r>"
        let error = XMLDocumentResponseSerializer().error(for: ResponseSample(200, "text/xml", bomb))
        #expect(error?.code == .limitExceeded)
    }

    @Test("D05: the result is the same on every platform, without a system library")
    func returnsTheSameTreeForEveryName() throws {
        let serializer: XMLDocumentResponseSerializer = .xmlDocument(options: XML.Options())
        #expect(
            try feed.value(as: serializer) == feed.value(as: XMLDocumentResponseSerializer())
        )
    }

    /// Options in which no property has its default value.
    private static var unusual: XML.Options {
        var options = XML.Options()
        options.text = TextOptions(charset: .shiftJIS, replacesMalformed: true)
        options.processesNamespaces = false
        options.refusesExternalReferences = true
        options.whitespace = .collapse
        options.keepsCDATA = true
        options.keepsComments = false
        options.quirks = [.leadingWhitespace, .htmlEntities, .controlCharacters]
        options.decoding.dates = .secondsSince1970
        options.path = "a/b"
        options.badElements = ["a/b": 2]
        options.usesQualifiedNames = true
        options.namespaces = ["a": "urn:a"]
        options.rootName = "a"
        options.trimsStrings = false
        options.emptyElementsAreNil = true
        options.requiresElementsOfArrays = true
        return options
    }

    @Test("D06, S13: every option can be stored and restored")
    func everyOptionSurvivesCoding() throws {
        var serializer = XMLDocumentResponseSerializer(options: Self.unusual).accepting("text/html")
        serializer.handling.configuration.limits.xmlDepth = 7
        let restored = try XMLDocumentResponseSerializer().restoring(serializer.storedConfiguration())
        #expect(restored.handling.configuration == serializer.handling.configuration)
        #expect(restored.options.hashValue == serializer.options.hashValue)
        #expect(restored.options == Self.unusual)
        let usual = Mirror(reflecting: XML.Options()).children
        let unusual = Mirror(reflecting: Self.unusual).children
        #expect(zip(usual, unusual).allSatisfy { "\($0.value)" != "\($1.value)" })
    }

    @Test func everyOptionHasAModifier() {
        let serializer = XMLDocumentResponseSerializer().whitespace(.collapse).keepingCDATA().droppingComments()
            .ignoringNamespaces()
        #expect(serializer.options.whitespace == .collapse)
        #expect(serializer.options.keepsCDATA)
        #expect(!serializer.options.keepsComments)
        #expect(!serializer.options.processesNamespaces)
    }

    @Test func prefersTheCharsetOfTheHeadToTheDocuments() throws {
        let bytes = Array("<?xml version='1.0' encoding='utf-8'?><r>".utf8) + [0xCF] + Array("</r>".utf8)
        let sample = ResponseSample(200, "text/xml; charset=windows-1251", bytes: bytes)
        let decoded = try sample.response(as: XMLDocumentResponseSerializer())
        #expect(decoded.value.root.text == "П")
        #expect(decoded.findings.contains { $0.code == .conflictingCharset })
    }

    @Test func keepsAnErrorBodyAsADocument() throws {
        let fault =
            "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><s:Fault><s:Reason>"
            + "<s:Text xml:lang='en'>No such thing</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>"
        let sample = ResponseSample(500, "application/soap+xml", fault)
        let error = try #require(XMLDocumentResponseSerializer().error(for: sample))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: XML.Document.self)?.root.name.local == "Envelope")
        #expect("\(error)".contains("No such thing"))
    }

    @Test(arguments: [
        ("<error><message>a</message></error>", "a"), ("<Error><Code>x</Code><Message>b</Message></Error>", "b"),
        ("<r><title>c</title><detail>d</detail></r>", "c: d"), ("<r><b/></r>", ""),
        ("<r><errors><error><code>1</code><message>e</message></error></errors></r>", "e"),
        ("<r><error>g</error><msg>h</msg></r>", "g"), ("<html><head><title>i</title></head></html>", "i"),
        ("<E><Body><Fault><Reason><Text>j</Text></Reason><Detail><Max>5</Max></Detail></Fault></Body></E>", "j"),
        ("<E xmlns='u'><Body><Fault><faultstring xmlns=''>f</faultstring></Fault></Body></E>", "f"),
    ])
    func summarizesErrorBodies(text: String, summary: String) throws {
        #expect(try XML.Document(text).errorSummary == summary)
    }

    @Test func isSharedByTasks() async throws {
        let serializer = XMLDocumentResponseSerializer()
        let text = "<r>" + (0..<500).map { "<i n='\($0)'/>" }.joined() + "</r>"
        let document = try ResponseSample(200, "text/xml", text).value(as: serializer)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { document.root.texts(at: "i/@n").compactMap { Int($0) }.reduce(0, +) }
            }
            for await sum in group { #expect(sum == 500 * 499 / 2) }
        }
    }
}
