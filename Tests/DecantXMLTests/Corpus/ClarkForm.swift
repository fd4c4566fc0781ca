import DecantXML

/// James Clark's canonical form, in which the XML test suite has its expected outputs: without comments, with a document type
/// declaration for notations only.
struct ClarkForm {
    /// The form.
    private(set) var text = ""

    /// Writes a document.
    init(_ document: XML.Document) {
        for step in document.walk {
            if !step.isEnd, step.node.isIdentical(to: document.root) { addNotations(document) }
            add(step)
        }
    }

    private mutating func addNotations(_ document: XML.Document) {
        guard let type = document.documentType, !type.notations.isEmpty else { return }
        text += "<!DOCTYPE \(type.name) [\n"
        for notation in type.notations.sorted(by: { $0.name < $1.name }) {
            let publicID = notation.publicID.map { " PUBLIC '\($0)'" }
            let systemID = notation.systemID.map { (publicID == nil ? " SYSTEM" : "") + " '\($0)'" }
            text += "<!NOTATION \(notation.name)\(publicID ?? "")\(systemID ?? "")>\n"
        }
        text += "]>\n"
    }

    private mutating func add(_ step: XML.Walk.Element) {
        let node = step.node
        switch (node.kind, step.isEnd) {
        case (.element, false):
            let attributes = Array(node.attributes) + Array(node.namespaceDeclarations)
            text += "<\(node.name)"
            for attribute in attributes.sorted(by: { $0.name.written < $1.name.written }) {
                text += " \(attribute.name)=\"\(escaped(attribute.value))\""
            }
            text += ">"
        case (.element, true): text += "</\(node.name)>"
        case (.text, _), (.cdata, _): text += escaped(node.text)
        case (.processingInstruction, _): text += "<?\(node.name) \(node.text)?>"
        default: break
        }
    }

    private func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
