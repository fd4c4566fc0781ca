extension XML.Node {
    /// The attributes of an element, those with a default among them, in the order of the tag; other nodes have none.
    ///
    /// Declarations of namespaces are not attributes; ``namespaceDeclarations`` has them.
    public var attributes: Attributes { Attributes(self, declarations: false) }

    /// The declarations of namespaces in the tag: `xmlns`, and `xmlns:` with the prefix as the local name.
    ///
    /// There are none if namespaces were not processed; then they are attributes.
    public var namespaceDeclarations: Attributes { Attributes(self, declarations: true) }

    /// Attributes of an element.
    public struct Attributes: Sequence, Sendable {
        fileprivate let storage: XMLDocumentStorage
        fileprivate let range: Range<Int>
        fileprivate let declarations: Bool

        fileprivate init(_ node: XML.Node, declarations: Bool) {
            storage = node.storage
            range = node.isElement ? node.storage.attributeRange(of: node.index) : 0..<0
            self.declarations = declarations
        }

        /// Iterates over the attributes.
        public func makeIterator() -> some IteratorProtocol<Attribute> & Sendable { XMLAttributeIterator(self) }

        /// Whether the collection is empty.
        public var isEmpty: Bool { first { _ in true } == nil }
        /// The number of attributes, which are counted one by one.
        public var count: Int { reduce(0) { count, _ in count + 1 } }

        /// The value of the attribute with a name as written, with its prefix; attributes are compared one by
        /// one.
        public subscript(name: String) -> String? { first { $0.name == name }?.value }

        /// The value of the attribute with a local name in a namespace; nil is none, as for every attribute without a
        /// prefix.
        public subscript(local: String, in namespace: String?) -> String? {
            first { $0.name.matches(local, in: namespace) }?.value
        }
    }

    /// An attribute of an element.
    public struct Attribute: Sendable {
        fileprivate let storage: XMLDocumentStorage
        fileprivate let record: XMLAttributeRecord
        /// The name.
        public var name: Name { Name(storage, record.name) }
        /// The value, normalised (XML 1.0 §3.3.3).
        public var value: String { storage.stores.string(record.value) }
        /// Whether the attribute is not in the tag but was declared with a default.
        public var isDefault: Bool { record.flags.contains(.isDefault) }

        /// Returns whether the value is a string, scalar by scalar, without creating one.
        public func hasValue(_ text: String) -> Bool { storage.stores.has(text, at: record.value) }
    }
}

/// Iterates over attributes.
private struct XMLAttributeIterator: IteratorProtocol, Sendable {
    private let attributes: XML.Node.Attributes
    private var index: Int

    init(_ attributes: XML.Node.Attributes) {
        self.attributes = attributes
        index = attributes.range.lowerBound
    }

    mutating func next() -> XML.Node.Attribute? {
        while index < attributes.range.upperBound {
            let record = attributes.storage.attributes[index]
            index += 1
            if record.flags.contains(.declaresNamespace) == attributes.declarations {
                return XML.Node.Attribute(storage: attributes.storage, record: record)
            }
        }
        return nil
    }
}

extension XML.Node {
    /// The name of an element, an attribute or a processing instruction; strings are created on demand.
    ///
    /// ```swift
    /// switch element.name {
    /// case "title": title = element.text
    /// default: break
    /// }
    /// ```
    ///
    /// Names are the same if their namespaces and local parts are, whatever their prefixes. A string is compared with the name
    /// as it is written, without making a string of that.
    public struct Name: Sendable {
        private let storage: XMLDocumentStorage
        private let record: XMLName

        init(_ storage: XMLDocumentStorage, _ record: XMLName) {
            self.storage = storage
            self.record = record
        }

        /// The name as written, with its prefix.
        public var written: String { storage.stores.string(record.slice) }
        /// The prefix; empty if there is none, or if namespaces were not processed.
        public var prefix: String { storage.stores.string(record.prefix) }
        /// The name without its prefix.
        public var local: String { storage.stores.string(record.local) }
        /// The name of the namespace; nil if the name is in none, or if namespaces were not processed.
        public var namespace: String? { record.namespace == .none ? nil : storage.namespace(of: record) }

        /// Returns whether the name has a local part and is in a namespace; nil or empty is none.
        public func matches(_ local: String, in namespace: String?) -> Bool {
            storage.stores.has(local, at: record.local) && storage.namespace(of: record) == namespace ?? ""
        }
    }
}

extension XML.Node.Name: Hashable, CustomStringConvertible {
    /// Returns whether two names have the same namespace and the same local part.
    public static func == (left: XML.Node.Name, right: XML.Node.Name) -> Bool {
        left.storage.stores.isSame(left.record.local, as: right.record.local, of: right.storage.stores)
            && left.storage.namespace(of: left.record) == right.storage.namespace(of: right.record)
    }

    /// Feeds the namespace and the local part to a hasher.
    public func hash(into hasher: inout Hasher) {
        storage.stores.hash(record.local, into: &hasher)
        hasher.combine(storage.namespace(of: record))
    }

    /// The name as written.
    public var description: String { written }

    /// Returns whether a name as written equals a text.
    public static func == (name: XML.Node.Name, written: String) -> Bool {
        name.storage.stores.has(written, at: name.record.slice)
    }

    /// Returns whether a name as written differs from a text.
    public static func != (name: XML.Node.Name, written: String) -> Bool { !(name == written) }
    /// Returns whether a name as written equals a text, for `switch`.
    public static func ~= (written: String, name: XML.Node.Name) -> Bool { name == written }
}

extension XML.Node.Name? {
    /// Returns whether there is a name that as written equals a text.
    public static func == (name: XML.Node.Name?, written: String) -> Bool { name.map { $0 == written } ?? false }
}
