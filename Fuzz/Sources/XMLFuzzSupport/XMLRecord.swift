public import DecantXML

/// One thing that a document says, in the order in which it says it.
public enum XMLRecord: Hashable {
    case start(name: String, namespace: String?, attributes: [String])
    case end(name: String)
    case text(String)
    case cdata(String)
    case comment(String)
    case instruction(target: String, data: String)
}

extension XMLRecord {
    /// The text if it is character data, of whatever kind.
    var characters: String? {
        switch self {
        case .text(let text), .cdata(let text): text
        default: nil
        }
    }

    /// The same with character data in one piece, however it was written.
    ///
    /// - Parameter records: The contents of a document.
    /// - Returns: As few records as tell this.
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

    /// The contents of a tree.
    ///
    /// - Parameter document: The tree.
    /// - Returns: Everything but the document type, in order.
    public static func records(of document: XML.Document) -> [XMLRecord] {
        document.walk.compactMap { step in
            let node = step.node
            switch (node.kind, step.isEnd) {
            case (.element, false): return start(of: node)
            case (.element, true): return .end(name: node.name.written)
            case (.text, false): return .text(node.text)
            case (.cdata, false): return .cdata(node.text)
            case (.comment, false): return .comment(node.text)
            case (.processingInstruction, false):
                return .instruction(target: node.name.written, data: node.text)
            default: return nil
            }
        }
    }

    /// Attributes and declarations of namespaces are told in the order of the alphabet, since a tree keeps them apart.
    private static func start(of node: XML.Node) -> XMLRecord {
        let attributes = Array(node.attributes) + Array(node.namespaceDeclarations)
        let texts = attributes.map {
            text(of: $0.name.written, $0.name.namespace, $0.value, isDefault: $0.isDefault)
        }
        return .start(name: node.name.written, namespace: node.name.namespace, attributes: texts.sorted())
    }

    /// One attribute in one text.
    public static func text(of name: String, _ namespace: String?, _ value: String, isDefault: Bool) -> String {
        "{\(namespace ?? "")}\(name)=\(value)\(isDefault ? " by default" : "")"
    }
}
