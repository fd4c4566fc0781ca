import Decant
import DecantReport

/// Writes a document on lines with indentation, step by step.
struct XMLOutlinePrinter {
    /// The depth of the outermost open element in which nothing is changed; nil if there is none.
    private var verbatimDepth: Int?
    private var isFirst = true
    /// The number of open nodes; the root element is at depth 1.
    private var depth = 0
    private var documentType: XML.DocumentType?

    init(_ document: XML.Document) {
        documentType = document.documentType
    }

    /// Writes a node without the nodes in it, and the end of a node that has none.
    mutating func begin(_ node: XML.Node, on output: inout ValueOutput) {
        guard node.kind != .document else {
            depth += 1
            return
        }
        if node.isElement { putDocumentType(on: &output) }
        // Text outside of elements that are left as they are is white space.
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

    /// Goes to a new line, unless nothing may be changed here.
    private mutating func beginLine(on output: inout ValueOutput) {
        if !isFirst, verbatimDepth == nil { output.putLine(indentedBy: depth - 1) }
        isFirst = false
    }

    private func putInstruction(_ node: XML.Node, on output: inout ValueOutput) {
        let data = node.text
        output.put(.magenta, output.harmless("<?\(node.name.written)\(data.isEmpty ? "" : " ")\(data)?>"))
    }

    /// Writes the document type declaration in front of the root element, without its internal subset.
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
    /// Text in a place where nothing can be escaped without changing it: only a person sees it changed.
    fileprivate func harmless(_ text: String) -> String { isTerminal ? text.visible : text }
}

extension XML.Node {
    /// Whether nothing may be changed in an element: because it has text, because it has nothing but white space, or because
    /// it says so.
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
    /// The text between tags, with references for characters that could control a terminal, too, which do not change its
    /// meaning.
    package var escapedInXML: String { escapedInXML(isValue: false) }

    /// The text in an attribute between quotation marks, escaped as ``escapedInXML``.
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
