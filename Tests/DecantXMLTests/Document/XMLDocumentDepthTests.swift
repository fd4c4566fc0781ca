import DecantCore
import DecantXML
import TestSupport
import Testing

/// Documents as deep as they like, on a thread of 512 kB: nothing that is done with them recurses.
@Suite struct XMLDocumentDepthTests {
    static let depth = 1_000_000

    static let texts = [
        String(repeating: "<a>", count: depth) + "t" + String(repeating: "</a>", count: depth),
        String(repeating: "<a b='1'>x<c/>", count: depth / 20) + String(repeating: "y</a>", count: depth / 20),
        "<r xmlns:p='u'>" + String(repeating: "<p:a xmlns:p='v'><b>", count: depth / 20)
            + String(repeating: "</b></p:a>", count: depth / 20) + "</r>",
    ]

    @Test(arguments: texts)
    func readsComparesWritesAndReleasesDeepDocuments(text: String) async throws {
        let isDone = try await SmallThread.run {
            let document = try XML.Document(text, limits: .unlimited)
            let other = try XML.Document(text, limits: .unlimited) { $0.whiteSpace = .fold }
            #expect(document == other)
            #expect(document.hashValue == other.hashValue)
            #expect(document.walk.reduce(0) { $0 + (!$1.isEnd ? 1 : -1) } >= 0)
            #expect(try XML.Document(document.xmlString(), limits: .unlimited) == document)
            #expect(document.canonicalBytes().count > Self.depth / 2)
            #expect(document.root.text == other.root.text)
            #expect(document.xmlBytes(XML.Format(indentation: 0)).count > text.utf8.count)
            return true
        }
        #expect(isDone)
    }

    @Test func findsTheRelativesOfTheDeepestNode() async throws {
        let depth = Self.depth / 10
        let text = "<r>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) + "<z/></r>"
        let isDone = try await SmallThread.run {
            let root = try XML.Document(text, limits: .unlimited).root
            let last = try #require(root.first("z"))
            let first = try #require(last.previousSibling)
            #expect(first.name == "a")
            #expect(first.nextSibling?.isIdentical(to: last) == true)
            var node = root
            var count = 0
            while let next = node.elements.first { (node, count) = (next, count + 1) }
            #expect(count == depth)
            #expect(node.namespace(ofPrefix: "none") == nil)
            #expect(node.xmlString() == "<a/>")
            return true
        }
        #expect(isDone)
    }
}
