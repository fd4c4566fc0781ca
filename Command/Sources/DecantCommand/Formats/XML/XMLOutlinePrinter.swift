import Decant
import DecantReport

/// Writes a document on indented lines, node by node.
struct XMLOutlinePrinter {
    /// The depth of the outermost open element that is written unchanged; nil outside such elements.
    private var verbatimDepth: Int?
    private var isFirst = true
    /// The number of open nodes; the root element is at depth 1.
    private var depth = 0
    private var documentType: XML.DocumentType?

    /// Creates a printer.
    ///
    /// - Parameter document: The document; nil prints elements without a document type declaration.
    init(_ document: XML.Document? = nil) {
        documentType = document?.documentType
        // A document begins with its own node; an element that is printed alone is at depth 0.
        depth = document == nil ? 1 : 0
    }

    /// Writes a node without its children, and the end of a node that has no children.
    mutating func begin(_ node: XML.Node, on output: inout ValueOutput) {
        guard node.kind != .document else {
            depth += 1
            return
        }
        if node.isElement { putDocumentType(on: &output) }
        // Text outside of verbatim elements is whitespace.
        if verbatimDepth == nil, node.kind == .text || node.kind == .cdata { return }
        beginLine(on: &output)
        switch node.kind {
        case .element: putStartTag(node, on: &output)
        case .text: output.put(node.text.escapedInXML)
        case .cdata: output.put("<![CDATA[\(output.harmless(node.text))]]>")
        case .comment: output.put(.dim, "<!--\(output.harmless(node.text))-->")
        default: putInstruction(node, on: &output)
        }
    }

    private mutating func putStartTag(_ node: XML.Node, on output: inout ValueOutput) {
        output.put("<")
        output.put(.blue, output.harmless(node.name.written))
        for (name, value) in node.writtenAttributes {
            output.put(" ")
            output.put(.cyan, output.harmless(name))
            output.put("=")
            output.put(.green, "\"\(value.escapedInXMLValue)\"")
        }
        output.put(node.children.isEmpty ? "/>" : ">")
        if verbatimDepth == nil, node.isVerbatim { verbatimDepth = depth }
        depth += 1
    }

    /// Writes the end of a node.
    mutating func end(_ node: XML.Node, on output: inout ValueOutput) {
        depth -= 1
        guard node.isElement else { return }
        guard !node.children.isEmpty else {
            if verbatimDepth == depth { verbatimDepth = nil }
            return
        }
        beginLine(on: &output)
        output.put("</")
        output.put(.blue, output.harmless(node.name.written))
        output.put(">")
        if verbatimDepth == depth { verbatimDepth = nil }
    }

    /// Starts a new line, unless the current element is written unchanged.
    private mutating func beginLine(on output: inout ValueOutput) {
        if !isFirst, verbatimDepth == nil { output.putLine(indentedBy: depth - 1) }
        isFirst = false
    }

    private func putInstruction(_ node: XML.Node, on output: inout ValueOutput) {
        let data = node.text
        output.put(.magenta, output.harmless("<?\(node.name.written)\(data.isEmpty ? "" : " ")\(data)?>"))
    }

    /// Writes the document type declaration before the root element, without its internal subset.
    private mutating func putDocumentType(on output: inout ValueOutput) {
        guard let type = documentType else { return }
        documentType = nil
        beginLine(on: &output)
        var text = "<!DOCTYPE \(type.name)"
        if let publicID = type.publicID { text += " PUBLIC \"\(publicID)\"" }
        if let systemID = type.systemID {
            let quote = systemID.contains("\"") ? "'" : "\""
            text += (type.publicID == nil ? " SYSTEM " : " ") + quote + systemID + quote
        }
        output.put(.dim, output.harmless(text + ">"))
    }
}

extension ValueOutput {
    /// Returns text that cannot be escaped without changing it; made visible only on a terminal.
    fileprivate func harmless(_ text: String) -> String { isTerminal ? text.visible : text }
}

extension XML.Node {
    /// Whether the element is written unchanged: because it contains text, because it contains only whitespace, or
    /// because of `xml:space`.
    fileprivate var isVerbatim: Bool {
        if attribute(named: "xml:space") == "preserve" { return true }
        var isSpace = true
        for child in children {
            switch child.kind {
            case .cdata: return true
            case .text where child.text.utf8.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }): return true
            case .text: break
            default: isSpace = false
            }
        }
        return isSpace
    }
}

extension String {
    /// The text between tags, with references for terminal control characters, which preserve its meaning.
    package var escapedInXML: String { escapedInXML(isValue: false) }

    /// The text in an attribute between quotation marks, escaped like ``escapedInXML``.
    package var escapedInXMLValue: String { escapedInXML(isValue: true) }

    private func escapedInXML(isValue: Bool) -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">" where !isValue: escaped += "&gt;"
            case "\"" where isValue: escaped += "&quot;"
            case "\t" where !isValue, "\n" where !isValue: escaped.unicodeScalars.append(scalar)
            case "\n": escaped += "&#xA;"
            case _ where scalar.isHazardous: escaped += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
