import DecantXML
import TestSupport

/// The event lines of a document, as the corpus defines them; text is in one line, whatever nodes it is in.
struct XMLDocumentEventLines {
    private var lines: [String] = []
    private var text = ""

    /// Lists the events of a document.
    init(_ document: XML.Document) {
        for step in document.walk { add(step) }
    }

    /// The SHA-256 of the lines joined by line feeds.
    var digest: String { SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description }

    private mutating func add(_ step: XML.Walk.Element) {
        let node = step.node
        if node.kind == .text || node.kind == .cdata {
            text += node.text
            return
        }
        if !text.isEmpty { lines.append("T:" + hexadecimal(text)) }
        text = ""
        switch (node.kind, step.isEnd) {
        case (.element, false):
            lines.append("S:" + hexadecimal(node.name.written))
            let attributes = Array(node.attributes) + Array(node.namespaceDeclarations)
            lines += attributes.map { "A:" + hexadecimal($0.name.written) + "=" + hexadecimal($0.value) }.sorted()
        case (.element, true): lines.append("E:" + hexadecimal(node.name.written))
        case (.comment, _): lines.append("C:" + hexadecimal(node.text))
        case (.processingInstruction, _):
            lines.append("P:" + hexadecimal(node.name.written) + ":" + hexadecimal(node.text))
        default: break
        }
    }

    private func hexadecimal(_ text: String) -> String { EventLines.hex(text) }
}
