public import DecantCore
public import DecantText

extension XML {
    /// A document as an immutable tree.
    ///
    /// ```swift
    /// let document = try XML.Document(parsing: body)
    /// for item in document.all("channel/item") {
    ///     print(item.text(at: "title") ?? "", item.text(at: "enclosure/@url") ?? "")
    /// }
    /// ```
    ///
    /// Names and text are created on demand from the body, which the document retains.
    public struct Document: Sendable {
        let storage: XMLDocumentStorage

        init(_ storage: XMLDocumentStorage) { self.storage = storage }
    }
}

extension XML.Document {
    /// The root element.
    public var root: XML.Node { XML.Node(storage, storage.root) }
    /// The document as a node, which contains the root element and the comments and processing instructions beside it.
    public var node: XML.Node { XML.Node(storage, 0) }

    /// The comments and processing instructions before the root element.
    ///
    /// Comments and processing instructions inside the document type declaration are not kept.
    public var prolog: some Collection<XML.Node> & Sendable { XMLNodes(storage, 1..<storage.root) }

    /// The comments and processing instructions after the root element.
    public var epilog: some Collection<XML.Node> & Sendable {
        XMLNodes(storage, storage.nodes[storage.root].end..<storage.count)
    }

    /// The document type declaration, or nil if the document has none.
    public var documentType: XML.DocumentType? { storage.documentType?.declaration }
    /// The charset of the document.
    public var charset: Charset { storage.charset }

    /// Returns the first element at a path from the root element, using `namespaces` for the prefixes in the path.
    public func first(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Node? {
        root.first(path, namespaces: namespaces)
    }

    /// Returns the elements at a path from the root element, in document order.
    ///
    /// Each element is found on demand.
    public func all(_ path: XML.Path, namespaces: [String: String] = [:]) -> some Collection<XML.Node> & Sendable {
        root.all(path, namespaces: namespaces)
    }

    /// Returns the text of the first element or attribute at a path from the root element, or nil if nothing matches.
    public func text(at path: XML.Path, namespaces: [String: String] = [:]) -> String? {
        root.text(at: path, namespaces: namespaces)
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The document. The charset is determined by the options, the byte-order mark, or the XML declaration;
    ///     the default is UTF-8. A `ResponseBytes` is not copied.
    ///   - options: The parsing options, including which parts the tree keeps.
    ///   - limits: The limits on depth, lengths, and counts.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: ResponseBytes(bytes), in: &context, options: options)
    }

    /// Parses the document of a response, in the charset that the response names.
    package init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: XML.Options
    ) throws(ResponseError) {
        var tokenizer = try XMLTokenizer(body, in: &context, options: options, keepsAssembled: true)
        var builder = XMLDocumentBuilder(options, context.limits, textLength: tokenizer.documentBody.count)
        do {
            defer { for finding in tokenizer.findings { context.report(finding) } }
            try builder.read(&tokenizer)
        }
        storage = XMLDocumentStorage(builder, tokenizer)
    }
}

extension XML {
    /// The document type declaration (XML 1.0 §2.8).
    public struct DocumentType: Sendable {
        /// The declared name of the root element.
        public var name: String
        /// The public identifier of the external subset, or nil.
        ///
        /// The external subset is never read.
        public var publicID: String?
        /// The system identifier of the external subset, or nil.
        ///
        /// The external subset is never read.
        public var systemID: String?
        /// The notations that the internal subset declares, in document order (XML 1.0 §4.7).
        public var notations: [(name: String, publicID: String?, systemID: String?)]

        /// Creates a declaration.
        public init(
            name: String,
            publicID: String? = nil,
            systemID: String? = nil,
            notations: [(name: String, publicID: String?, systemID: String?)] = []
        ) {
            self.name = name
            self.publicID = publicID
            self.systemID = systemID
            self.notations = notations
        }
    }
}

extension XML.DocumentType: Hashable {
    private var parts: [String?] {
        [name, publicID, systemID] + notations.flatMap { [$0.name, $0.publicID, $0.systemID] }
    }

    /// Returns whether two declarations have the same name, identifiers, and notations.
    public static func == (left: XML.DocumentType, right: XML.DocumentType) -> Bool { left.parts == right.parts }

    /// Feeds the name, the identifiers, and the notations to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension XML.Document: ErrorSummarizing {
    /// The message in an error body, or an empty string.
    ///
    /// It is taken from elements that error bodies commonly have: the title and detail of RFC 9457, the fault of SOAP
    /// 1.1 and 1.2, a message, a reason, an error, and others with similar names.
    package var errorSummary: String {
        func node(_ path: [String]) -> XML.Node? {
            path.reduce(root) { node, name in
                name == "0" ? node.flatMap(Self.item(of:)) : node?.elements.first { $0.name.local == name }
            }
        }
        let message = ServerMessage(
            names: { path in node(path)?.elements.prefix(ServerMessage.maxNames).map(\.name.local) ?? [] },
            text: { path in node(path).flatMap { $0.elements.isEmpty ? $0.text : nil } }
        )
        return message.summary
    }

    /// Returns the first element of a list, such as `errors`, or of the reason of SOAP 1.2.
    private static func item(of list: XML.Node) -> XML.Node? {
        list.name.local.hasSuffix("s") || list.name.local == "Reason" ? list.elements.first : nil
    }
}

extension XML {
    /// A node of a document.
    ///
    /// Creating a node costs nothing, and a node keeps the whole document alive.
    public struct Node: Sendable {
        let storage: XMLDocumentStorage
        let index: Int

        init(_ storage: XMLDocumentStorage, _ index: Int) {
            self.storage = storage
            self.index = index
        }

        var record: XMLNode { storage.nodes[index] }
    }
}

extension XML.Node {
    /// The kind of a node.
    public enum Kind: Sendable, Hashable {
        /// The whole document.
        case document
        /// An element.
        case element
        /// Character data, including the CDATA sections in it unless they are kept separate.
        case text
        /// A CDATA section.
        ///
        /// Occurs only with ``XML/Options/keepsCDATA``.
        case cdata
        /// A comment.
        case comment
        /// A processing instruction.
        case processingInstruction
        /// An attribute of an element.
        ///
        /// Occurs only with ``XML/Cursor/attributes``: a ``XML/Node`` has its attributes as values.
        case attribute
    }

    /// The kind of the node.
    public var kind: Kind { record.kind.nodeKind }

    /// Whether the node is an element.
    public var isElement: Bool { record.kind == .element }
    /// The document that contains the node.
    public var document: XML.Document { XML.Document(storage) }

    /// The name of an element, or the target of a processing instruction; empty for other nodes.
    public var name: XML.Name { XML.Name(storage, record.ownName) }

    /// The position in the text where the node begins.
    ///
    /// For a node from an entity, it is the position of the reference. Each access counts lines from the beginning of
    /// the text.
    public var position: SourcePosition { storage.source.position(of: record.offset) }

    /// Returns whether two values represent the same node of the same document.
    public func isIdentical(to other: XML.Node) -> Bool { storage === other.storage && index == other.index }

    /// The parent node, or nil for the document.
    public var parent: XML.Node? { index == 0 ? nil : XML.Node(storage, record.parent) }

    /// The next sibling.
    public var nextSibling: XML.Node? {
        let record = record
        guard index > 0, record.end < storage.nodes[record.parent].end else { return nil }
        return XML.Node(storage, record.end)
    }

    /// The previous sibling.
    ///
    /// To find it, the search starts at the last descendant of the sibling and moves up.
    public var previousSibling: XML.Node? {
        let parent = record.parent
        guard index - 1 > parent else { return nil }
        var sibling = index - 1
        while storage.nodes[sibling].parent != parent { sibling = storage.nodes[sibling].parent }
        return XML.Node(storage, sibling)
    }

    /// Returns the namespace bound to a prefix inside this element (Namespaces in XML 1.0 §6).
    ///
    /// Use this method for names that occur in text, such as the fault code in SOAP. The search moves up node by node
    /// to the declaration.
    ///
    /// - Parameter prefix: The prefix; empty for names without a prefix.
    /// - Returns: The name of the namespace, or nil if the prefix is not bound.
    public func namespace(ofPrefix prefix: String) -> String? {
        if prefix == "xml" { return storage.namespaces[Int(XMLNamespaceID.xml.rawValue)] }
        let wanted = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
        var node: XML.Node? = self
        while let current = node {
            if let name = current.namespaceDeclaration(named: wanted) { return name.isEmpty ? nil : name }
            node = current.parent
        }
        return nil
    }

    /// The child nodes in document order.
    ///
    /// Only documents and elements have children.
    public var children: some Collection<XML.Node> & Sendable { XMLNodes(storage, childRange) }
    /// The child elements in document order.
    public var elements: some Collection<XML.Node> & Sendable { XMLNodes(storage, childRange, .elements) }

    /// Returns the child elements with a name as written, including its prefix, in document order.
    public func elements(named name: String) -> some Collection<XML.Node> & Sendable {
        XMLNodes(storage, childRange, .path([XMLNameTest(prefix: .none, local: name)]))
    }

    /// Returns the child elements with a local name in a namespace, or in no namespace if it is nil, in document order.
    public func elements(named local: String, in namespace: String?) -> some Collection<XML.Node> & Sendable {
        XMLNodes(storage, childRange, .path([XMLNameTest(prefix: .namespace(namespace ?? ""), local: local)]))
    }

    /// The indices of all descendants.
    var childRange: Range<Int> {
        let record = record
        return record.kind.isContainer ? index + 1..<record.end : 0..<0
    }
}

extension XMLNode.Kind {
    /// The public kind of a node.
    var nodeKind: XML.Node.Kind {
        switch self {
        case .element: .element
        case .text: .text
        case .cdata: .cdata
        case .comment: .comment
        case .processingInstruction: .processingInstruction
        default: .document
        }
    }
}

extension XML.Node {
    /// The text of the node.
    ///
    /// For a text, a CDATA section, or a comment: its characters. For a processing instruction: its data. For an
    /// element or a document: all text in it, at any depth, in document order.
    public var text: String {
        let record = record
        switch record.kind {
        case .text, .cdata, .comment: return storage.stores.string(record.text)
        case .processingInstruction: return storage.stores.string(storage.data(of: index))
        default: return joined(index + 1..<record.end)
        }
    }

    /// The text directly in an element, excluding text in its child elements.
    ///
    /// For other nodes, the same as ``text``.
    public var ownText: String { isElement ? joined(index + 1..<record.end, in: index) : text }

    /// Returns whether ``text`` equals a string, scalar by scalar.
    ///
    /// A string is created only if the text has several parts.
    public func hasText(_ text: String) -> Bool {
        let record = record
        switch record.kind {
        case .text, .cdata, .comment: return storage.stores.has(text, at: record.text)
        case .element where record.end == index + 2 && storage.nodes[index + 1].kind.isText:
            return storage.stores.has(text, at: storage.nodes[index + 1].text)
        default: return self.text.utf8.elementsEqual(text.utf8)
        }
    }

    /// Joins the text of the nodes in a range, optionally only of the children of `parent`.
    private func joined(_ range: Range<Int>, in parent: Int? = nil) -> String {
        var text = ""
        for index in range {
            let node = storage.nodes[index]
            if node.kind.isText, parent == nil || node.parent == parent { text += storage.stores.string(node.text) }
        }
        return text
    }

    /// Creates an error about the node with its position in the text.
    package func error(
        _ code: ResponseError.Code,
        _ message: String,
        path: [CodingPathComponent] = [],
        hint: Hint? = nil
    ) -> ResponseError {
        ResponseError(code, message, at: .text(record.offset, storage.source), path: path, hint: hint)
    }
}
