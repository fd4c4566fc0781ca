extension XML {
    /// An attribute of an element.
    ///
    /// The attribute of a node shares the memory of its document; strings are created on demand.
    public struct Attribute: Sendable {
        /// The name.
        public let name: Name
        private let text: XMLStoredText
        /// Whether the attribute is not in the tag but was declared with a default.
        public let isDefault: Bool

        fileprivate init(_ storage: XMLDocumentStorage, _ record: XMLAttributeRecord) {
            name = Name(storage, record.name)
            text = .slice(record.value)
            isDefault = record.flags.contains(.isDefault)
        }

        /// Creates an attribute with a value.
        public init(name: Name, value: String, isDefault: Bool = false) {
            self.name = name
            text = .string(value)
            self.isDefault = isDefault
        }

        /// The value, normalized (XML 1.0 §3.3.3).
        public var value: String { text.string(in: name.storage) }
        /// Returns whether the value is a string, scalar by scalar, without creating one.
        public func hasValue(_ text: String) -> Bool { self.text.isSame(as: text, in: name.storage) }
    }
}

extension XML.Attribute: Hashable {
    /// Returns whether two attributes have the same name and value; whether they are defaults does not count.
    public static func == (left: XML.Attribute, right: XML.Attribute) -> Bool {
        left.name == right.name && left.hasValue(right.value)
    }

    /// Feeds the name and the value to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}

extension XML.Node {
    /// The attributes of an element, including defaults, in the order of the tag; other nodes have none.
    ///
    /// Declarations of namespaces are not attributes; ``namespaceDeclarations`` has them.
    public var attributes: [XML.Attribute] { attributes { !$0.contains(.declaresNamespace) } }

    /// The declarations of namespaces in the tag: `xmlns`, and `xmlns:` with the prefix as the local name.
    ///
    /// There are none if namespaces were not processed; then they are attributes.
    public var namespaceDeclarations: [XML.Attribute] { attributes { $0.contains(.declaresNamespace) } }

    /// The value of the attribute with a name as written, with its prefix; nil if there is none.
    ///
    /// Attributes are compared one by one, and no array of them is created.
    public func attribute(named name: String) -> String? {
        value { !$0.flags.contains(.declaresNamespace) && storage.stores.has(name, at: $0.name.slice) }
    }

    /// The value of the attribute with a local name in a namespace; nil is none, as for every attribute without a prefix.
    public func attribute(named local: String, in namespace: String?) -> String? {
        value {
            !$0.flags.contains(.declaresNamespace) && storage.stores.has(local, at: $0.name.local)
                && storage.namespace(of: $0.name) == namespace ?? ""
        }
    }

    /// The value of a declaration of a namespace with a name as written.
    func namespaceDeclaration(named name: String) -> String? {
        value { $0.flags.contains(.declaresNamespace) && storage.stores.has(name, at: $0.name.slice) }
    }

    private var attributeRange: Range<Int> { isElement ? storage.attributeRange(of: index) : 0..<0 }

    private func attributes(where isIncluded: (XMLAttributeRecord.Flags) -> Bool) -> [XML.Attribute] {
        let range = attributeRange
        guard !range.isEmpty else { return [] }
        var attributes: [XML.Attribute] = []
        attributes.reserveCapacity(range.count)
        for index in range where isIncluded(storage.attributes[index].flags) {
            attributes.append(XML.Attribute(storage, storage.attributes[index]))
        }
        return attributes
    }

    private func value(where isWanted: (XMLAttributeRecord) -> Bool) -> String? {
        for index in attributeRange where isWanted(storage.attributes[index]) {
            return storage.stores.string(storage.attributes[index].value)
        }
        return nil
    }
}
