import Foundation
import FoundationXML

/// Counts what `XMLParser` delivers.
final class CountingDelegate: NSObject, XMLParserDelegate {
    private var elements = 0
    private var attributes = 0
    private var textBytes = 0

    var tally: Tally { Tally(counts: [elements, attributes, textBytes]) }

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
