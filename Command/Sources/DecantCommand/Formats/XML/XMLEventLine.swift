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
    ///
    /// - Parameter style: Whether output is colored.
    init(_ event: borrowing XML.Event, _ style: TextStyle) {
        position = event.position
        switch event {
        case .startElement(let element):
            (kind, look) = ("start", .blue)
            content = Self.text(of: element, style)
        case .endElement(let element):
            (kind, look) = ("end", .blue)
            content = element.name.string.visible
        case .text(let text):
            (kind, look) = ("text", .green)
            content = text.string.quoted
        case .cdata(let text):
            (kind, look) = ("cdata", .green)
            content = text.string.quoted
        case .comment(let text):
            (kind, look) = ("comment", .dim)
            content = text.string.quoted
        case .processingInstruction(let target, let data):
            (kind, look) = ("pi", .magenta)
            content = "\(target.string.visible) \(data.string.quoted)"
        case .documentType:
            (kind, look) = ("doctype", .dim)
            content = event.documentType.map(Self.text) ?? ""
        }
    }

    /// Writes the line.
    func show(on output: inout ValueOutput) {
        output.put(.dim, "\(position.line):\(position.column)".padded(to: 9))
        output.put(" ")
        output.put(look, kind.padded(to: 8))
        output.put(" \(content)\n")
    }

    /// The name, its namespace in braces, and the attributes.
    private static func text(of element: borrowing XML.Event.Element, _ style: TextStyle) -> String {
        var text = element.name.string.visible
        if let namespace = element.namespace { text += style(.dim, " {\(namespace.visible)}") }
        for index in 0..<element.attributeCount {
            let name = element.attributeName(at: index).string.visible
            text += " " + style(.cyan, name) + "=" + element.attributeValue(at: index).string.quoted
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
