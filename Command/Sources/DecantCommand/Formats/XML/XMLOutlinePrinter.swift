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
    mutating func start(_ node: XML.Node, on output: inout ValueOutput) {
        guard node.kind != .document else {
            depth += 1
            return
        }
        if node.isElement { writeDocumentType(on: &output) }
        // Text outside of verbatim elements is whitespace.
        if verbatimDepth == nil, node.kind == .text || node.kind == .cdata { return }
        startLine(on: &output)
        let cursor = node.cursor
        switch node.kind {
        case .element: writeStartTag(node, on: &output)
        case .text: if let text = cursor.text { output.write(escaped: text, isValue: false) }
        case .cdata: output.write("<![CDATA[\(output.harmless(node.text))]]>")
        case .comment: output.write(.dim, "<!--\(output.harmless(node.text))-->")
        default: writeInstruction(node, on: &output)
        }
    }

    private mutating func writeStartTag(_ node: XML.Node, on output: inout ValueOutput) {
        let cursor = node.cursor
        output.write("<")
        output.write(.blue, harmless: cursor.name)
        for declaration in node.namespaceDeclarations {
            output.write(" ")
            output.write(.cyan, output.harmless(declaration.name.written))
            output.write("=")
            output.write(.green, "\"\(declaration.value.escapedInXMLValue)\"")
        }
        var attributes = cursor.attributes
        while let attribute = attributes.next() {
            output.write(" ")
            output.write(.cyan, harmless: attribute.name)
            output.write("=")
            if let value = attribute.text { output.writeValue(value) }
        }
        output.write(cursor.isEmptyElement ? "/>" : ">")
        if verbatimDepth == nil, cursor.isVerbatim { verbatimDepth = depth }
        depth += 1
    }

    /// Writes the end of a node.
    mutating func end(_ node: XML.Node, on output: inout ValueOutput) {
        depth -= 1
        guard node.isElement else { return }
        let cursor = node.cursor
        guard !cursor.isEmptyElement else {
            if verbatimDepth == depth { verbatimDepth = nil }
            return
        }
        startLine(on: &output)
        output.write("</")
        output.write(.blue, harmless: cursor.name)
        output.write(">")
        if verbatimDepth == depth { verbatimDepth = nil }
    }

    /// Starts a new line, unless the current element is written unchanged.
    private mutating func startLine(on output: inout ValueOutput) {
        if !isFirst, verbatimDepth == nil { output.writeLine(indentedBy: depth - 1) }
        isFirst = false
    }

    private func writeInstruction(_ node: XML.Node, on output: inout ValueOutput) {
        let data = node.text
        output.write(.magenta, output.harmless("<?\(node.name.written)\(data.isEmpty ? "" : " ")\(data)?>"))
    }

    /// Writes the document type declaration before the root element, without its internal subset.
    private mutating func writeDocumentType(on output: inout ValueOutput) {
        guard let type = documentType else { return }
        documentType = nil
        startLine(on: &output)
        var text = "<!DOCTYPE \(type.name)"
        if let publicID = type.publicID { text += " PUBLIC \"\(publicID)\"" }
        if let systemID = type.systemID {
            let quote = systemID.contains("\"") ? "'" : "\""
            text += (type.publicID == nil ? " SYSTEM " : " ") + quote + systemID + quote
        }
        output.write(.dim, output.harmless(text + ">"))
    }
}

extension ValueOutput {
    /// Returns text that cannot be escaped without changing it; made visible only on a terminal.
    fileprivate func harmless(_ text: String) -> String { isTerminal ? text.visible : text }

    /// Writes such text of a document; a program gets its bytes.
    fileprivate mutating func write(_ look: TextStyle.Look, harmless text: borrowing BorrowedText) {
        guard !isTerminal else { return write(look, harmless(String(text))) }
        text.withBytes { bytes in append { $0.append(copying: bytes) } }
    }

    /// Writes text with references; text of an element has no color.
    fileprivate mutating func write(escaped text: borrowing BorrowedText, isValue: Bool) {
        text.withBytes { bytes in append { $0.append(escapingXML: bytes, isValue: isValue) } }
    }

    /// Writes the value of an attribute between quotation marks.
    fileprivate mutating func writeValue(_ text: borrowing BorrowedText) {
        guard !style.isColored else { return write(.green, "\"\(String(text).escapedInXMLValue)\"") }
        write("\"")
        write(escaped: text, isValue: true)
        write("\"")
    }
}

extension XML.Cursor {
    fileprivate var isEmptyElement: Bool {
        var children = children
        return children.next() == nil
    }

    /// Whether the element is written unchanged: because it contains text, because it contains only whitespace, or
    /// because of `xml:space`.
    fileprivate var isVerbatim: Bool {
        if attribute("xml:space") == "preserve" { return true }
        var isSpace = true
        var children = children
        while let child = children.next() {
            switch child.kind {
            case .cdata: return true
            case .text: if child.text?.withBytes({ $0.hasMoreThanSpace }) == true { return true }
            default: isSpace = false
            }
        }
        return isSpace
    }
}

extension Span<UInt8> {
    fileprivate var hasMoreThanSpace: Bool {
        for index in indices where ![0x20, 0x09, 0x0A, 0x0D].contains(self[index]) { return true }
        return false
    }
}

extension String {
    /// The text between tags, with references for terminal control characters, which preserve its meaning.
    package var escapedInXML: String { escapedInXML(isValue: false) }

    /// The text in an attribute between quotation marks, escaped like ``escapedInXML``.
    package var escapedInXMLValue: String { escapedInXML(isValue: true) }

    private func escapedInXML(isValue: Bool) -> String {
        var escaped: [UInt8] = []
        escaped.append(escapingXML: ContiguousArray(utf8).span, isValue: isValue)
        return String(decoding: escaped, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends text in UTF-8, with references to characters of markup and to terminal control characters.
    fileprivate mutating func append(escapingXML text: Span<UInt8>, isValue: Bool) {
        var start = 0
        var index = 0
        while index < text.count {
            guard !text[index].isPlainInXML else {
                index += 1
                continue
            }
            let (scalar, length) = text.scalar(at: index)
            if let reference = scalar.reference(isValue: isValue) {
                append(copying: text.extracting(start..<index))
                append(contentsOf: reference.utf8)
                start = index + length
            }
            index += length
        }
        append(copying: text.extracting(start..<text.count))
    }
}

extension UInt8 {
    /// Whether the byte is a printable ASCII character without a reference in any text.
    fileprivate var isPlainInXML: Bool {
        (0x20...0x7E).contains(self) && self != UInt8(ascii: "&") && self != UInt8(ascii: "<")
            && self != UInt8(ascii: ">") && self != UInt8(ascii: "\"")
    }
}

extension Span<UInt8> {
    /// Returns a scalar of valid UTF-8 and the number of its bytes.
    fileprivate func scalar(at index: Int) -> (Unicode.Scalar, length: Int) {
        let first = self[index]
        guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
        let length = min((~first).leadingZeroBitCount, count - index)
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for next in index + 1..<index + length { value = value << 6 | UInt32(self[next]) & 0x3F }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}

extension Unicode.Scalar {
    /// The reference that replaces the scalar in text or in a value; nil if it is written as it is.
    fileprivate func reference(isValue: Bool) -> String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">" where !isValue: "&gt;"
        case "\"" where isValue: "&quot;"
        case "\t" where !isValue, "\n" where !isValue: nil
        case _ where isHazardous || self == "\n": "&#x\(String(value, radix: 16, uppercase: true));"
        default: nil
        }
    }
}
