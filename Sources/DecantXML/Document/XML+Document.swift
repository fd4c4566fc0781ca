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
        package let storage: XMLDocumentStorage

        package init(_ storage: XMLDocumentStorage) { self.storage = storage }
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
    public var prolog: XML.Nodes { XML.Nodes(storage, 1..<storage.root) }

    /// The comments and processing instructions after the root element.
    public var epilog: XML.Nodes {
        XML.Nodes(storage, storage.nodes[storage.root].end..<storage.count)
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
    public func all(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Nodes {
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
    ///     the default is UTF-8. A ``ResponseBytes`` is not copied.
    ///   - options: The parsing options, including which parts the tree keeps.
    ///   - limits: The limits on depth, lengths, and counts.
    /// - Throws: ``ResponseError`` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        try self.init(parsing: ResponseBytes(bytes), options: options, limits: limits)
    }

    /// Parses a document without copying its bytes.
    ///
    /// - Parameters:
    ///   - body: The document, in a charset determined as for other bytes.
    ///   - options: The parsing options, including which parts the tree keeps.
    ///   - limits: The limits on depth, lengths, and counts.
    /// - Throws: ``ResponseError`` with the position of the first error.
    public init(
        parsing body: ResponseBytes,
        options: XML.Options = XML.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: body, in: &context, options: options)
    }

    /// Parses the document of a response, in the charset that the response names.
    package init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: XML.Options
    ) throws(ResponseError) {
        var tokenizer = try XMLTokenizer(body, in: &context, options: options, keepsAssembled: true)
        var builder = XMLDocumentBuilder(options, context.limits, textLength: tokenizer.documentBody.count)
        do throws(ResponseError) {
            try builder.read(&tokenizer)
        } catch {
            for finding in tokenizer.findings { context.report(finding) }
            throw error
        }
        for finding in tokenizer.findings { context.report(finding) }
        storage = XMLDocumentStorage(builder, tokenizer)
    }
}

extension XML {
    /// The document type declaration (XML 1.0 §2.8).
    public struct DocumentType: Sendable, Hashable {
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
        public var notations: [Notation]

        /// Creates a declaration.
        public init(name: String, publicID: String? = nil, systemID: String? = nil, notations: [Notation] = []) {
            self.name = name
            self.publicID = publicID
            self.systemID = systemID
            self.notations = notations
        }
    }
}

extension XML.DocumentType {
    /// A notation declaration.
    public struct Notation: Sendable, Hashable {
        /// The name of the notation.
        public var name: String
        /// The public identifier, or nil if the declaration has none.
        public var publicID: String?
        /// The system identifier, or nil if the declaration has none.
        public var systemID: String?

        /// Creates a declaration.
        public init(name: String, publicID: String? = nil, systemID: String? = nil) {
            self.name = name
            self.publicID = publicID
            self.systemID = systemID
        }
    }
}

extension XML.Document: ErrorSummarizing {
    /// The message in an error body, or an empty string.
    ///
    /// It is taken from elements that error bodies commonly have: the title and detail of RFC 9457, the fault of SOAP
    /// 1.1 and 1.2, a message, or an error.
    public var errorSummary: String {
        let paths: [XML.Path] = [
            "*:title", "*:detail", "*:Body/*:Fault/*:Reason/*:Text", "*:Body/*:Fault/*:faultstring", "*:message",
            "*:Message", "*:error", "*:Error/*:Message",
        ]
        let texts = paths.compactMap { text(at: $0) }.filter { !$0.isEmpty }
        guard let first = texts.first else { return "" }
        return texts.count > 1 && texts[1] != first ? "\(first): \(texts[1])" : first
    }
}
