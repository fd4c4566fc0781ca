import DecantXML
import TestSupport

/// The lines of a document's events, of which the corpus has digests.
struct EventLines {
    private var lines: [String] = []
    private var text = ""

    /// The lines of events.
    static func lines(of events: [XML.OwnedEvent]) -> [String] {
        var all = EventLines()
        for event in events { all.add(event) }
        return all.lines
    }

    /// The digest of the lines.
    static func digest(of events: [XML.OwnedEvent]) -> String {
        SHA256Digest(Array(lines(of: events).joined(separator: "\n").utf8)).description
    }

    private mutating func add(_ event: XML.OwnedEvent) {
        switch event {
        case .text(let more), .cdata(let more): text += more
        case .startElement(let name, let attributes):
            add("S:" + Self.hex(name.written))
            lines += attributes.map { "A:\(Self.hex($0.name.written))=\(Self.hex($0.value))" }.sorted()
        case .endElement(let name): add("E:" + Self.hex(name.written))
        case .comment(let comment): add("C:" + Self.hex(comment))
        case .processingInstruction(let target, let data): add("P:\(Self.hex(target)):\(Self.hex(data))")
        case .documentType: break
        }
    }

    private mutating func add(_ line: String) {
        if !text.isEmpty { lines.append("T:" + Self.hex(text)) }
        text = ""
        lines.append(line)
    }

    /// A text as the digits of its bytes.
    static func hex(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
