extension XML {
    /// The name of an element, an attribute, or a processing instruction.
    ///
    /// ```swift
    /// switch element.name {
    /// case "title": title = element.text
    /// default: break
    /// }
    /// ```
    ///
    /// Two names are equal if their namespaces and local parts are equal, regardless of their prefixes. A string is
    /// compared with the name as written.
    public struct Name: Sendable {
        /// The name as written, including its prefix.
        public let written: String
        /// The namespace, or nil if the name has none or namespaces were not processed.
        public let namespace: String?
        private let prefixLength: UInt16

        init(_ written: String, prefixLength: UInt16, namespace: String?) {
            self.written = written
            self.prefixLength = prefixLength
            self.namespace = namespace
        }

        init(_ storage: XMLDocumentStorage, _ name: XMLName) {
            let namespace = name.namespace == .none ? nil : storage.namespace(of: name)
            self.init(storage.stores.string(name.slice), prefixLength: name.prefixLength, namespace: namespace)
        }

        /// Creates a name as written, including its prefix, in a namespace; nil or an empty string means no namespace.
        ///
        /// A name without a namespace has no prefix. Any colons are part of its local part, as in documents parsed
        /// without namespaces.
        public init(_ written: String, namespace: String? = nil) {
            guard let namespace, !namespace.isEmpty else {
                self.init(written, prefixLength: 0, namespace: nil)
                return
            }
            let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")) ?? written.startIndex
            let prefixLength = UInt16(clamping: written.utf8.distance(from: written.startIndex, to: colon))
            self.init(written, prefixLength: prefixLength, namespace: namespace)
        }

        /// The prefix; empty if the name has none or namespaces were not processed.
        public var prefix: String { String(Substring(written.utf8.prefix(Int(prefixLength)))) }
        /// The name without its prefix.
        public var local: String { prefixLength == 0 ? written : String(localText) }
        private var localText: Substring {
            Substring(written.utf8.dropFirst(prefixLength == 0 ? 0 : Int(prefixLength) + 1))
        }
    }
}

extension XML.Name {
    /// Returns whether the name has a local part in a namespace; nil or an empty string means no namespace.
    public func matches(_ local: String, in namespace: String?) -> Bool {
        localText.utf8.elementsEqual(local.utf8) && self.namespace ?? "" == namespace ?? ""
    }
}

extension XML.Name: Hashable, CustomStringConvertible {
    /// Returns whether two names have the same namespace and the same local part.
    public static func == (left: XML.Name, right: XML.Name) -> Bool {
        left.localText.utf8.elementsEqual(right.localText.utf8) && left.namespace == right.namespace
    }

    /// Feeds the namespace and the local part to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(local)
        hasher.combine(namespace)
    }

    /// The name as written.
    public var description: String { written }

    /// Returns whether a name as written equals a string.
    public static func == (name: XML.Name, written: String) -> Bool { name.written.utf8.elementsEqual(written.utf8) }

    /// Returns whether a name as written differs from a string.
    public static func != (name: XML.Name, written: String) -> Bool { !(name == written) }
    /// Returns whether a name as written equals a string, for `switch`.
    public static func ~= (written: String, name: XML.Name) -> Bool { name == written }
}

extension XML.Name? {
    /// Returns whether a name exists and equals a string as written.
    public static func == (name: XML.Name?, written: String) -> Bool { name.map { $0 == written } ?? false }
}
