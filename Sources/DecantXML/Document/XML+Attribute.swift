extension XML {
    /// An attribute of an element.
    public struct Attribute: Sendable {
        /// The name of the attribute.
        public let name: Name
        /// The value, normalized (XML 1.0 §3.3.3).
        public let value: String
        /// Whether the attribute is absent from the tag and has the default value of its declaration.
        public let isDefault: Bool

        fileprivate init(_ storage: XMLDocumentStorage, _ record: XMLAttributeRecord) {
            name = Name(storage, record.name)
            value = storage.stores.string(record.value)
            isDefault = record.flags.contains(.isDefault)
        }

        /// Creates an attribute with a value.
        public init(name: Name, value: String, isDefault: Bool = false) {
            self.name = name
            self.value = value
            self.isDefault = isDefault
        }

        /// Returns whether the value equals a string, scalar by scalar, without creating a string.
        public func hasValue(_ text: String) -> Bool { value.utf8.elementsEqual(text.utf8) }
    }
}

extension XML.Attribute: Hashable {
    /// Returns whether two attributes have the same name and value.
    ///
    /// The comparison ignores ``isDefault``.
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
    /// The attributes of an element, including defaults, in the order of the tag.
    ///
    /// Other nodes have no attributes. Namespace declarations are excluded; see ``namespaceDeclarations``.
    public var attributes: [XML.Attribute] { attributes { !$0.contains(.declaresNamespace) } }

    /// The namespace declarations in the tag: `xmlns`, and `xmlns:` with the prefix as the local name.
    ///
    /// If namespaces are not processed, the array is empty, and declarations are attributes.
    public var namespaceDeclarations: [XML.Attribute] { attributes { $0.contains(.declaresNamespace) } }

    /// Returns the value of the attribute with a name as written, including its prefix, or nil if no attribute has the
    /// name.
    ///
    /// The search is linear and does not create an array of attributes.
    public func attribute(named name: String) -> String? {
        value { !$0.flags.contains(.declaresNamespace) && storage.stores.has(name, at: $0.name.slice) }
    }

    /// Returns the value of the attribute with a local name in a namespace.
    ///
    /// Pass nil for no namespace, as for every attribute without a prefix.
    public func attribute(named local: String, in namespace: String?) -> String? {
        value {
            !$0.flags.contains(.declaresNamespace) && storage.stores.has(local, at: $0.name.local)
                && storage.namespace(of: $0.name) == namespace ?? ""
        }
    }

    /// Returns the value of the namespace declaration with a name as written.
    func namespaceDeclaration(named name: String) -> String? {
        value { $0.flags.contains(.declaresNamespace) && storage.stores.has(name, at: $0.name.slice) }
    }

    private var attributeRange: Range<Int> { isElement ? storage.attributeRange(of: index) : 0..<0 }

    private func attributes(where isIncluded: (XMLAttributeRecord.Flags) -> Bool) -> [XML.Attribute] {
        attributeRange.compactMap {
            let record = storage.attributes[$0]
            return isIncluded(record.flags) ? XML.Attribute(storage, record) : nil
        }
    }

    private func value(where isWanted: (XMLAttributeRecord) -> Bool) -> String? {
        let index = attributeRange.first { isWanted(storage.attributes[$0]) }
        return index.map { storage.stores.string(storage.attributes[$0].value) }
    }
}
