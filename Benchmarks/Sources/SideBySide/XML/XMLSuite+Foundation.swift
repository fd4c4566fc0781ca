import Foundation
import FoundationXML

extension XMLSuite {
    /// The longest text for `XMLParser`, in bytes.
    ///
    /// It reports failure for every longer text, after its last event.
    private static let longestForXMLParser = 10_000_000

    struct Failure: Error {
        let library: String
        let code: Int
    }

    func foundation(_ data: Data) -> [(name: Competitor, work: Work)] {
        parsers(data) + [
            (
                .xmlDocument,
                Work(
                    making: { try XMLDocument(data: data, options: .nodePreserveWhitespace) },
                    checksum: { Self.checksum(of: $0) }
                )
            )
        ]
    }

    private func parsers(_ data: Data) -> [(name: Competitor, work: Work)] {
        guard data.count < Self.longestForXMLParser else { return [] }
        return [
            (.xmlParser, Work { try Self.parse(data, EmptyDelegate()) }),
            (.xmlParserNamespaces, Work { try Self.parse(data, EmptyDelegate(), namespaces: true) }),
            (
                .xmlParserCounting,
                Work(counting: {
                    let delegate = CountingDelegate()
                    try Self.parse(data, delegate)
                    return delegate.checksum
                })
            ),
        ]
    }

    private static func parse(_ data: Data, _ delegate: any XMLParserDelegate, namespaces: Bool = false) throws {
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = namespaces
        parser.delegate = delegate
        guard parser.parse() else {
            throw Failure(library: "XMLParser", code: parser.parserError.map { ($0 as NSError).code } ?? 0)
        }
    }

    /// Counts in document order, with a list of nodes to visit.
    private static func checksum(of document: XMLDocument) -> Checksum {
        var counts = [0, 0, 0]
        var nodes: [XMLNode] = document.rootElement().map { [$0] } ?? []
        while let node = nodes.popLast() {
            if let element = node as? XMLElement {
                counts[0] += 1
                counts[1] += (element.attributes?.count ?? 0) + (element.namespaces?.count ?? 0)
                nodes += element.children ?? []
            } else if node.kind == .text {
                counts[2] += node.stringValue?.utf8.count ?? 0
            }
        }
        return Checksum(counts: counts)
    }
}

/// Counts the events of `XMLParser`.
final class CountingDelegate: NSObject, XMLParserDelegate {
    private var elements = 0
    private var attributes = 0
    private var textBytes = 0

    var checksum: Checksum { Checksum(counts: [elements, attributes, textBytes]) }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes attributeDict: [String: String]
    ) {
        elements += 1
        attributes += attributeDict.count
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        textBytes += string.utf8.count
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        textBytes += block.count
    }
}

/// Ignores the events of `XMLParser`.
final class EmptyDelegate: NSObject, XMLParserDelegate {}
