import Decant
import DecantReport

/// A document event as a readable line: its line and column, its kind, and its content.
///
/// ```
/// 1:1       start    rss version="2.0"
/// 1:20      start    channel
/// ```
struct XMLEventLine {
    private let position: SourcePosition

    /// The kind of the event, in one word.
    private let kind: String

    /// The color of the kind.
    private let look: TextStyle.Look

    /// The content, on one line and safe for a terminal.
    private let content: String

    /// Describes an event.
    init(_ event: borrowing XML.Event, _ style: TextStyle) {
        position = event.position
        switch event.kind {
        case .startElement:
            kind = "start"
            look = .blue
            content = Self.text(of: event, style)
        case .endElement:
            kind = "end"
            look = .blue
            content = String(event.name).visible
        case .text:
            kind = "text"
            look = .green
            content = String(event.text).quoted
        case .cdata:
            kind = "cdata"
            look = .green
            content = String(event.text).quoted
        case .comment:
            kind = "comment"
            look = .dim
            content = String(event.text).quoted
        case .processingInstruction:
            kind = "pi"
            look = .magenta
            content = "\(String(event.name).visible) \(String(event.text).quoted)"
        case .documentType:
            kind = "doctype"
            look = .dim
            content = event.documentType.map(Self.text) ?? ""
        }
    }

    /// Writes the line.
    func show(on output: inout ValueOutput) {
        output.write(.dim, "\(position.line):\(position.column)".padded(to: 9))
        output.write(" ")
        output.write(look, kind.padded(to: 8))
        output.write(" \(content)\n")
    }

    /// The name, its namespace in braces, and the attributes.
    private static func text(of element: borrowing XML.Event, _ style: TextStyle) -> String {
        var text = String(element.name).visible
        if let namespace = element.namespace { text += style(.dim, " {\(namespace.visible)}") }
        for index in 0..<element.attributeCount {
            let name = String(element.attributeName(at: index)).visible
            text += " " + style(.cyan, name) + "=" + String(element.attributeValue(at: index)).quoted
        }
        return text
    }

    private static func text(of type: XML.DocumentType) -> String {
        var text = type.name.visible
        if let publicID = type.publicID { text += " public=\(publicID.quoted)" }
        if let systemID = type.systemID { text += " system=\(systemID.quoted)" }
        return text
    }
}
