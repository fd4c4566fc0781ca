public import DecantText

extension XML {
    /// A document as a tree that cannot be changed.
    ///
    /// ```swift
    /// let document = try XML.Document(parsing: body)
    /// for item in document.all("channel/item") {
    ///     print(item.text(at: "title") ?? "", item.text(at: "enclosure/@url") ?? "")
    /// }
    /// ```
    ///
    /// Names and text stay in the body until they are asked for; the document keeps the body alive.
    public struct Document: Sendable {
        package let storage: XMLDocumentStorage

        package init(_ storage: XMLDocumentStorage) {
            self.storage = storage
        }
    }
}

extension XML.Document {
    /// The root element.
    public var root: XML.Node { XML.Node(storage, storage.root) }

    /// The document as a node: what is around the root element, and the comments and processing instructions beside it.
    public var node: XML.Node { XML.Node(storage, 0) }

    /// The comments and processing instructions before the root element.
    ///
    /// Those inside the document type declaration are not kept.
    public var prolog: XML.Node.Children { XML.Node.Children(storage, 1..<storage.root) }

    /// The comments and processing instructions behind the root element.
    public var epilog: XML.Node.Children {
        XML.Node.Children(storage, storage.nodes[storage.root].end..<storage.count)
    }

    /// The document type declaration, if there is one.
    public var documentType: XML.DocumentType? { storage.documentType?.declaration }

    /// The charset that the document was in.
    public var charset: Charset { storage.charset }
}

extension XML.Document {
    /// The first element that a path leads to from the root element.
    ///
    /// - Parameters:
    ///   - path: The path; it does not name the root element, at which it begins.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The element, or nil.
    public func first(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Node? {
        root.first(path, namespaces: namespaces)
    }

    /// The elements that a path leads to from the root element, in document order.
    ///
    /// - Parameters:
    ///   - path: The path; it does not name the root element, at which it begins.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The elements, which are looked for as they are asked for.
    public func all(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Matches {
        root.all(path, namespaces: namespaces)
    }

    /// The text of the first element or attribute that a path leads to from the root element.
    ///
    /// - Parameters:
    ///   - path: The path; it does not name the root element, at which it begins.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The text, or nil if the path leads nowhere.
    public func text(at path: XML.Path, namespaces: [String: String] = [:]) -> String? {
        root.text(at: path, namespaces: namespaces)
    }

    /// All nodes of the document in document order, from the document itself on.
    public var walk: XML.Walk { node.walk }
}
