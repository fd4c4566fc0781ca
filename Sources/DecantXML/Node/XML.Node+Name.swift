extension XML.Node {
    /// The name of an element, an attribute or a processing instruction; strings are made only when asked for.
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

        /// The name as it is written, with its prefix.
        public var written: String { storage.stores.string(record.slice) }

        /// The prefix; empty if there is none, or if namespaces were not processed.
        public var prefix: String { storage.stores.string(record.prefix) }

        /// The name without its prefix.
        public var local: String { storage.stores.string(record.local) }

        /// The name of the namespace; nil if the name is in none, or if namespaces were not processed.
        public var namespace: String? {
            record.namespace == .none ? nil : storage.namespace(of: record)
        }

        /// Whether the name has a local part and is in a namespace.
        ///
        /// - Parameters:
        ///   - local: The name without its prefix.
        ///   - namespace: The name of the namespace; nil or empty for none.
        /// - Returns: Whether it is this name.
        public func matches(_ local: String, in namespace: String?) -> Bool {
            storage.stores.has(local, at: record.local) && storage.namespace(of: record) == namespace ?? ""
        }
    }
}

extension XML.Node.Name: Hashable, CustomStringConvertible {
    /// Whether two names have the same namespace and the same local part.
    public static func == (left: XML.Node.Name, right: XML.Node.Name) -> Bool {
        left.storage.stores.isSame(left.record.local, as: right.record.local, of: right.storage.stores)
            && left.storage.namespace(of: left.record) == right.storage.namespace(of: right.record)
    }

    /// Feeds the namespace and the local part to a hasher.
    public func hash(into hasher: inout Hasher) {
        storage.stores.hash(record.local, into: &hasher)
        hasher.combine(storage.namespace(of: record))
    }

    /// The name as it is written.
    public var description: String { written }

    /// Whether a name is written in some way.
    public static func == (name: XML.Node.Name, written: String) -> Bool {
        name.storage.stores.has(written, at: name.record.slice)
    }

    /// Whether a name is not written in some way.
    public static func != (name: XML.Node.Name, written: String) -> Bool { !(name == written) }

    /// Whether a name is written in some way, for `switch`.
    public static func ~= (written: String, name: XML.Node.Name) -> Bool { name == written }
}
