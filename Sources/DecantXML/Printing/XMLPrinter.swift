public import DecantCore

extension XML.Document {
    /// Returns the document as XML.
    ///
    /// Parsing the output in the format ``XML/Format/compact`` produces an equal document. The document type
    /// declaration is written without its internal subset, which is already applied to the document. A carriage return
    /// in a comment or processing instruction, which only an entity can have inserted, is parsed as a line feed.
    public func text(_ format: XML.Format = .compact) -> String { node.text(format) }
    /// Returns the document as XML in UTF-8.
    public func bytes(_ format: XML.Format = .compact) -> [UInt8] { node.bytes(format) }

    /// Returns the canonical form of the document (Canonical XML 1.1) in UTF-8.
    ///
    /// Documents that differ only in syntax have the same canonical form, which can be hashed, compared, and signed.
    /// The form is defined for documents that were parsed with namespace processing. It does not contain anything that
    /// was omitted during the parse.
    ///
    /// - Parameter comments: Whether the form contains comments.
    public func canonicalBytes(comments: Bool = false) -> [UInt8] {
        var printer = XMLCanonicalPrinter(storage, keepsComments: comments)
        return printer.bytes()
    }
}

extension XML.Document: CustomStringConvertible {
    /// The document as XML.
    public var description: String { text() }
}

extension XML.Node {
    /// Returns the node and its contents as XML.
    ///
    /// An element includes the namespace declarations in scope, so the output can be parsed by itself.
    public func text(_ format: XML.Format = .compact) -> String { bytes(format).elementSpan.text }

    /// Returns the node and its contents as XML in UTF-8.
    public func bytes(_ format: XML.Format = .compact) -> [UInt8] {
        var printer = XMLPrinter(self, format)
        return printer.bytes()
    }
}

extension XML.Node: CustomStringConvertible {
    /// The node as XML.
    public var description: String { text() }
}

extension XML {
    /// The format of XML output.
    public struct Format: Sendable, Hashable, Codable {
        /// The number of spaces per level of indentation; nil writes the document unchanged.
        ///
        /// The content of an element is unchanged if it includes text other than whitespace, or if
        /// `xml:space="preserve"` is in effect. Elsewhere, indentation replaces the whitespace between elements.
        public var indentation: Int?

        /// Whether a document begins with an XML declaration.
        ///
        /// The output is in UTF-8, which does not require a declaration.
        public var hasDeclaration: Bool

        /// Creates a format; by default, the unchanged form without a declaration.
        public init(indentation: Int? = nil, hasDeclaration: Bool = false) {
            self.indentation = indentation
            self.hasDeclaration = hasDeclaration
        }

        /// The unchanged form, which is parsed to an equal document.
        public static let compact = Format()
        /// A form with a separate line for each element without adjacent text, indented by two spaces.
        public static let indented = Format(indentation: 2)
    }
}

extension XML.Format: StoredPart {
    /// Decodes a format; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] {
        [
            .value("indentation", \.indentation),
            .value("hasDeclaration", \.hasDeclaration),
        ]
    }
}

/// A printer that writes a node as XML in UTF-8.
private struct XMLPrinter {
    private let storage: XMLDocumentStorage
    private let indentation: Int?
    private var output: XMLOutput
    private let top: Int
    /// The number of open elements whose content is indented.
    private var level = 0
    /// The outermost open node with unchanged content; -1 if the whole output is unchanged.
    private var verbatim: Int?

    init(_ node: XML.Node, _ format: XML.Format) {
        storage = node.storage
        top = node.index
        indentation = format.indentation.map { max($0, 0) }
        verbatim = indentation == nil || !node.record.kind.isContainer ? -1 : nil
        output = XMLOutput(storage)
        guard top == 0, format.hasDeclaration else { return }
        output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        if indentation == nil { output.write(ascii: "\n") }
    }

    mutating func bytes() -> [UInt8] {
        var steps = XMLSteps(from: top)
        while let (index, isEnd) = steps.next(in: storage.nodes) {
            if storage.nodes[index].kind == .document { continue }
            if isEnd { end(index) } else { start(index) }
        }
        if top == 0, indentation != nil { output.write(ascii: "\n") }
        return output.bytes
    }

    private mutating func start(_ index: Int) {
        if index == storage.documentType?.index { writeDocumentType() }
        let node = storage.nodes[index]
        // Text outside unchanged elements is whitespace between elements.
        if node.kind.isText, verbatim == nil { return }
        breakLine()
        switch node.kind {
        case .element: startElement(index)
        case .text: output.write(node.text, .text)
        case .cdata: writeSection(node.text)
        case .comment: output.writeComment(node.text)
        default: output.writeInstruction(node.text, storage.data(of: index))
        }
    }

    private mutating func startElement(_ index: Int) {
        output.writeStartTag(storage.nodes[index].text)
        if index == top {
            for (prefix, namespace) in storage.outerScope(of: index) { output.writeDeclaration(of: prefix, namespace) }
        }
        for attribute in storage.attributeRange(of: index) { output.write(storage.attributes[attribute]) }
        if isEmpty(index) { return output.write("/>") }
        output.write(ascii: ">")
        if verbatim == nil, isVerbatim(index) { verbatim = index }
        if verbatim == nil { level += 1 }
    }

    private mutating func end(_ index: Int) {
        guard !isEmpty(index) else { return }
        if verbatim == nil {
            level -= 1
            breakLine()
        }
        output.writeEndTag(storage.nodes[index].text)
        if verbatim == index { verbatim = nil }
    }

    private func isEmpty(_ index: Int) -> Bool { storage.nodes[index].end == index + 1 }

    private mutating func breakLine() {
        guard verbatim == nil, let indentation, !output.bytes.isEmpty else { return }
        output.writeLine(indentedBy: indentation * level)
    }

    /// Returns whether the content of an element must stay unchanged.
    ///
    /// This is the case if the element contains text, contains only whitespace, or has `xml:space="preserve"`.
    private func isVerbatim(_ index: Int) -> Bool {
        let preserves = storage.attributeRange(of: index).contains {
            let attribute = storage.attributes[$0]
            return storage.stores.has("xml:space", at: attribute.name.slice)
                && storage.stores.has("preserve", at: attribute.value)
        }
        if preserves { return true }
        let children = storage.children(of: index).lazy.map { storage.nodes[$0] }
        return children.contains { $0.kind == .cdata || $0.kind == .text && !storage.stores.isWhitespace($0.text) }
            || children.allSatisfy { $0.kind == .text }
    }

    /// Writes a CDATA section.
    ///
    /// A carriage return, which only an entity can have inserted, must be written as a reference between two sections.
    private mutating func writeSection(_ text: XMLSlice) {
        let parts = storage.stores.string(text).utf8.split(
            separator: UInt8(ascii: "\r"),
            omittingEmptySubsequences: false
        )
        output.write("<![CDATA[\(parts.map { String(Substring($0)) }.joined(separator: "]]>&#xD;<![CDATA["))]]>")
    }

    /// Writes the document type declaration without the internal subset, which is already applied to the document.
    private mutating func writeDocumentType() {
        guard let type = storage.documentType?.declaration, top == 0 else { return }
        breakLine()
        output.write("<!DOCTYPE \(type.name)")
        if let publicID = type.publicID { output.write(" PUBLIC \"\(publicID)\"") }
        if let systemID = type.systemID {
            let quote = systemID.utf8.contains(UInt8(ascii: "\"")) ? "'" : "\""
            output.write((type.publicID == nil ? " SYSTEM " : " ") + quote + systemID + quote)
        }
        output.write(ascii: ">")
    }
}

extension XMLDocumentStorage {
    /// Returns the namespaces that are declared around an element but not in it, the innermost declarations first.
    func outerScope(of index: Int) -> [(prefix: String, namespace: String)] {
        var seen = Set(declarations(of: index).map(\.prefix))
        var scope: [(prefix: String, namespace: String)] = []
        var node = nodes[index].parent
        while node != 0 {
            for declaration in declarations(of: node) where seen.insert(declaration.prefix).inserted {
                if !declaration.namespace.isEmpty { scope.append(declaration) }
            }
            node = nodes[node].parent
        }
        return scope
    }

    func declarations(of index: Int) -> [(prefix: String, namespace: String)] {
        records(of: index).filter { $0.flags.contains(.declaresNamespace) }.map {
            ($0.name.prefixLength == 0 ? "" : stores.string($0.name.local), stores.string($0.value))
        }
    }
}

/// A writer of the markup in UTF-8 that all forms of output share.
struct XMLOutput {
    private(set) var bytes: [UInt8] = []
    private let stores: XMLDocumentBytes

    init(_ storage: XMLDocumentStorage) { stores = storage.stores }

    /// Writes an ASCII character of the markup.
    @inline(__always)
    mutating func write(ascii character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    mutating func write(_ markup: String) { bytes.append(contentsOf: markup.utf8) }
    mutating func write(_ slice: XMLSlice) { stores.append(slice, to: &bytes) }

    mutating func write(_ slice: XMLSlice, _ escaping: XMLEscaping) {
        stores.withBytes(slice) { escaping.append($0, to: &bytes) }
    }

    mutating func write(_ attribute: XMLAttributeRecord) {
        write(ascii: " ")
        write(attribute.name.slice)
        write(ascii: "=")
        write(ascii: "\"")
        write(attribute.value, .value)
        write(ascii: "\"")
    }

    mutating func writeDeclaration(of prefix: String, _ namespace: String) {
        write(prefix.isEmpty ? " xmlns=\"" : " xmlns:\(prefix)=\"")
        XMLEscaping.value.append(Array(namespace.utf8).elementSpan, to: &bytes)
        write(ascii: "\"")
    }

    /// Starts a new line.
    mutating func writeLine(indentedBy width: Int) {
        write(ascii: "\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
    }

    mutating func writeStartTag(_ name: XMLSlice) {
        write(ascii: "<")
        write(name)
    }

    mutating func writeEndTag(_ name: XMLSlice) {
        write(ascii: "<")
        write(ascii: "/")
        write(name)
        write(ascii: ">")
    }

    mutating func writeComment(_ text: XMLSlice) {
        write("<!--")
        write(text)
        write("-->")
    }

    mutating func writeInstruction(_ target: XMLSlice, _ data: XMLSlice) {
        write("<?")
        write(target)
        if !data.isEmpty { write(ascii: " ") }
        write(data)
        write("?>")
    }
}

/// The characters that are written as references, as in Canonical XML (§2.3).
enum XMLEscaping {
    /// Between tags; `>` is escaped to avoid `]]>`.
    case text
    /// In quoted attribute values.
    case value

    private func reference(to byte: UInt8) -> String? {
        switch (Unicode.Scalar(byte), self) {
        case ("&", _): "&amp;"
        case ("<", _): "&lt;"
        case ("\r", _): "&#xD;"
        case (">", .text): "&gt;"
        case ("\"", .value): "&quot;"
        case ("\t", .value): "&#x9;"
        case ("\n", .value): "&#xA;"
        default: nil
        }
    }

    /// The bytes with a reference, as bits; all are below 64.
    private var escaped: UInt64 {
        let common = bit("&") | bit("<") | bit("\r")
        return self == .text ? common | bit(">") : common | bit("\"") | bit("\t") | bit("\n")
    }

    private func bit(_ character: Unicode.Scalar) -> UInt64 { 1 &<< UInt64(character.value) }

    /// Appends bytes, and replaces special characters by references.
    func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        var start = 0
        let escaped = escaped
        for index in bytes.indices where bytes[index] < 64 && escaped >> UInt64(bytes[index]) & 1 != 0 {
            guard let reference = reference(to: bytes[index]) else { continue }
            output.append(copying: bytes.extracting(start..<index))
            output.append(contentsOf: reference.utf8)
            start = index + 1
        }
        output.append(copying: bytes.extracting(start..<bytes.count))
    }
}
