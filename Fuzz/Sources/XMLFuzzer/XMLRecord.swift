import DecantCore
public import DecantXML

/// One item of a document's content, in document order.
public enum XMLRecord: Hashable {
    case start(name: String, namespace: String?, attributes: [String])
    case end(name: String)
    case text(String)
    case cdata(String)
    case comment(String)
    case instruction(target: String, data: String)
}

extension XMLRecord {
    /// The text of character data in any notation; nil for other records.
    var characters: String? {
        switch self {
        case .text(let text), .cdata(let text): text
        default: nil
        }
    }

    /// Returns the records with adjacent character data joined, in any notation.
    ///
    /// - Parameter records: The contents of a document.
    public static func merged(_ records: [XMLRecord]) -> [XMLRecord] {
        var result: [XMLRecord] = []
        for record in records {
            guard let text = record.characters else {
                result.append(record)
                continue
            }
            guard !text.isEmpty else { continue }
            if case .text(let before)? = result.last {
                result[result.count - 1] = .text(before + text)
            } else {
                result.append(.text(text))
            }
        }
        return result
    }

    /// Returns the contents of a tree: everything except the document type, in order.
    public static func records(of document: XML.Document) -> [XMLRecord] {
        var records: [XMLRecord] = []
        document.node.walk { node in
            switch node.kind {
            case .element: records.append(start(of: node))
            case .text: records.append(.text(node.text))
            case .cdata: records.append(.cdata(node.text))
            case .comment: records.append(.comment(node.text))
            case .processingInstruction: records.append(.instruction(target: node.name.written, data: node.text))
            case .document, .attribute: break
            }
        } end: { node in
            if node.isElement { records.append(.end(name: node.name.written)) }
        }
        return records
    }

    /// Lists attributes and namespace declarations in alphabetical order, because a tree keeps them separately.
    private static func start(of node: XML.Node) -> XMLRecord {
        let attributes = node.attributes + node.namespaceDeclarations
        let texts = attributes.map {
            text(of: $0.name.written, $0.name.namespace, $0.value, isDefault: $0.isDefault)
        }
        return .start(name: node.name.written, namespace: node.name.namespace, attributes: texts.sorted())
    }

    /// Returns an attribute as one text.
    public static func text(of name: String, _ namespace: String?, _ value: String, isDefault: Bool) -> String {
        "{\(namespace ?? "")}\(name)=\(value)\(isDefault ? " by default" : "")"
    }
}

extension XMLRecord {
    /// Copies the content of an event; nil for the document type, which a tree represents differently.
    public init?(_ event: borrowing XML.Event) {
        switch event.kind {
        case .startElement:
            let texts = event.attributes.map {
                Self.text(of: $0.name.written, $0.name.namespace, $0.value, isDefault: $0.isDefault)
            }
            self = .start(name: String(event.name), namespace: event.namespace, attributes: texts.sorted())
        case .endElement: self = .end(name: String(event.name))
        case .text: self = .text(String(event.text))
        case .cdata: self = .cdata(String(event.text))
        case .comment: self = .comment(String(event.text))
        case .processingInstruction: self = .instruction(target: String(event.name), data: String(event.text))
        case .documentType: return nil
        }
    }
}
