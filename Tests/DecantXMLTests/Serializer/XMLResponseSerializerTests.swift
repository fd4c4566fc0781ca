import DecantCore
import DecantTesting
import DecantXML
import Foundation
import TestSupport
import Testing

@Suite struct XMLResponseSerializerTests {
    struct Feed: Decodable, Hashable, Sendable {
        struct Item: Decodable, Hashable, Sendable { var title: String, link: String? }
        struct Channel: Decodable, Hashable, Sendable { var title: String, item: [Item] }
        var channel: Channel
    }

    private let feed = ResponseSample(
        200,
        "application/rss+xml",
        "<rss><channel><title>T</title><item><title>1</title></item></channel></rss>"
    )

    private let value = Feed(channel: Feed.Channel(title: "T", item: [Feed.Item(title: "1", link: nil)]))

    @Test func keepsTheContract() {
        let limits: [Limits.Name] = [
            .xmlDepth, .xmlNodes, .xmlAttributes, .xmlNameBytes, .xmlTextBytes, .xmlEntityDepth, .xmlEntityBytes,
            .xmlEntityRatio,
        ]
        let contract = SerializerContract(XMLResponseSerializer(Feed.self), accepted: feed, limits: limits)
        #expect(contract.violations() == [])
        #expect(SerializerContract(.xml(Feed.self), accepted: feed).violations() == [])
    }

    @Test(arguments: ["application/xml", "text/xml", "image/svg+xml", "application/soap+xml; charset=utf-8"])
    func acceptsTheMediaTypesOfXML(type: String) throws {
        let sample = ResponseSample(200, type, "<r><a>1</a></r>")
        #expect(try sample.value(as: XMLResponseSerializer([Int].self)) == [1])
    }

    @Test(arguments: ["text/html", "application/json", "text/plain"])
    func rejectsOtherMediaTypes(type: String) {
        let error = XMLResponseSerializer([Int].self).error(for: ResponseSample(200, type, "<r/>"))
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test func makesTypes() throws {
        #expect(try feed.value(as: XMLResponseSerializer(Feed.self)) == value)
    }

    @Test(arguments: ["", " \n", "\u{FEFF}"])
    func treatsWhitespaceAsEmpty(text: String) throws {
        let sample = ResponseSample(200, "text/xml", text)
        #expect(XMLResponseSerializer(Feed.self).error(for: sample)?.code == .emptyBody)
        #expect(try sample.value(as: XMLResponseSerializer(Feed?.self)) == nil)
    }

    @Test func reportsTheErrorAndItsPosition() throws {
        let sample = ResponseSample(200, "text/xml", "<rss>\n<channel>\n<title>T</title><item/></channel></rss>")
        let error = try #require(XMLResponseSerializer(Feed.self).error(for: sample))
        #expect(error.code == .keyNotFound)
        #expect(error.description.contains("at channel.item[0], line 3, column 17"))
        #expect(error.description.contains("no element or attribute “title” in “item”"))
    }

    @Test func keepsAnErrorBodyAsADocument() throws {
        let sample = ResponseSample(500, "text/xml", "<error><message>no stock</message></error>")
        let error = try #require(XMLResponseSerializer(Feed.self).error(for: sample))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: XML.Document.self)?.text(at: "message") == "no stock")
        #expect(error.description.contains("no stock"))
    }

    @Test func ignoresComments() throws {
        let sample = ResponseSample(200, "text/xml", "<r><a>1<!-- and -->2</a></r>")
        #expect(try sample.value(as: XMLResponseSerializer([Int].self)) == [12])
        let kept = XMLResponseSerializer([Int].self).options { $0.keepsComments = true }
        #expect(try sample.value(as: kept) == [12])
    }

    @Test func readsNamesWithoutNamespaces() throws {
        let sample = ResponseSample(
            200,
            "text/xml",
            "<r><p:a>1</p:a><a xsi:nil='true'/><a>2</a><b xsi:nil='true'/></r>"
        )
        let serializer = XMLResponseSerializer([String: [Int?]].self).options { $0.processesNamespaces = false }
        #expect(try sample.value(as: serializer) == ["p:a": [1], "a": [nil, 2], "b": [nil]])
    }

    @Test func rejectsAnotherRootElement() throws {
        let serializer = XMLResponseSerializer(Feed.self).root("feed")
        let error = try #require(serializer.error(for: feed))
        #expect(error.code == .typeMismatch)
        #expect(error.message == "expected the root element “feed”, but found “rss”")
        let atom = ResponseSample(200, "text/xml", "<a:feed xmlns:a='urn:a'><title/></a:feed>")
        let name = XMLResponseSerializer([String: String].self).root("{urn:a}feed")
        #expect(try atom.value(as: name) == ["title": ""])
        #expect(name.error(for: feed)?.code == .typeMismatch)
    }

    @Test func decodesErrorBodiesAsTypes() throws {
        struct Fault: Decodable, Sendable { var faultstring: String }
        struct Content: Decodable, Sendable { var Fault: Fault }
        struct Envelope: Decodable, Sendable { var Body: Content }
        let text =
            "<s:Envelope xmlns:s='urn:s'><s:Body><s:Fault><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>"
        let sample = ResponseSample(500, "text/xml", text)
        let error = try #require(XMLResponseSerializer(Feed.self).failure(.xml(Envelope.self)).error(for: sample))
        #expect(error.errorBody(as: Envelope.self)?.Body.Fault.faultstring == "no")
    }

    @Test func chains() {
        let serializer = XMLResponseSerializer(Feed.self).dates(.secondsSince1970).keys(.convertFromKebabCase)
            .qualifiedNames(["a": "urn:a"]).keepingWhitespace().options { $0.requiresElementsOfArrays = true }
        #expect(serializer.options.decoding.dates == .secondsSince1970)
        #expect(serializer.options.decoding.keys == .convertFromKebabCase)
        #expect(serializer.options.usesQualifiedNames)
        #expect(serializer.options.namespaces == ["a": "urn:a"])
        #expect(!serializer.options.trimsStrings)
        #expect(serializer.options.requiresElementsOfArrays)
    }

    @Test func restoresItsConfiguration() throws {
        let serializer = XMLResponseSerializer(Feed.self).root("rss").options { $0.keepsCDATA = true }
            .options {
                $0.decoding.nonFiniteNumbers = .convertFromString(
                    positiveInfinity: "a",
                    negativeInfinity: "b",
                    nan: "c"
                )
            }
        #expect(serializer.options != XMLResponseSerializer(Feed.self).options)
        let restored = try XMLResponseSerializer(Feed.self).restoring(serializer.storedConfiguration())
        #expect(restored.options == serializer.options)
    }

    @Test func isUsedByEightThreadsSimultaneously() async throws {
        let serializer = XMLResponseSerializer(Feed.self)
        let document = try XML.Document(parsing: ResponseBytes("<a xmlns:b='u'><b:c d='&#101;'>f</b:c></a>".utf8))
        let sums = await EightThreads.results { [feed] round in
            let items = (0..<50).map { "<item><title>\($0) \(round)</title></item>" }.joined()
            let text = "<rss><channel><title>T</title>\(items)</channel></rss>"
            let sample = ResponseSample(200, "application/rss+xml", text)
            let count = (try? sample.value(as: serializer).channel.item.count) ?? -1
            let same = (try? feed.value(as: serializer).channel.item.count) ?? -1
            let broken = serializer.error(for: ResponseSample(200, "text/xml", String(text.dropLast())))
            let printed = document.description.count + (document.text(at: "*:c/@d")?.count ?? 0)
            return count + same + (broken?.position?.line ?? -1) + printed
        }
        #expect(Set(sums) == [50 + 1 + 1 + document.description.count + 1])
    }
}
