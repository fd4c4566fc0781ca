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
    /// compared with the name as written. The name of a node shares the memory of its document; strings are created on
    /// demand.
    public struct Name: Sendable {
        /// The document that contains the name; nil for a name that was created from strings.
        let storage: XMLDocumentStorage?
        private let text: XMLStoredText
        private let space: Namespace
        private let prefixLength: UInt16

        private enum Namespace: Sendable {
            case number(XMLNamespaceID)
            case name(String?)
        }

        init(_ storage: XMLDocumentStorage, _ record: XMLName) {
            self.storage = storage
            text = .slice(record.slice)
            space = .number(record.namespace)
            prefixLength = record.prefixLength
        }

        /// Creates a name that is not part of a document.
        init(_ written: String, prefixLength: UInt16, namespace: String?) {
            storage = nil
            text = .string(written)
            space = .name(namespace)
            self.prefixLength = prefixLength
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

        /// The namespace; nil if the name has none or namespaces were not processed.
        public var namespace: String? {
            switch space {
            case .number(let number): number == .none ? nil : storage?.namespaces[Int(number.rawValue)]
            case .name(let name): name
            }
        }
    }
}

/// A text that is either a slice of a document's storage or a string.
enum XMLStoredText: Sendable {
    case slice(XMLSlice)
    case string(String)

    func string(in storage: XMLDocumentStorage?) -> String {
        switch self {
        case .slice(let slice): storage?.stores.string(slice) ?? ""
        case .string(let string): string
        }
    }

    func isSame(as text: String, in storage: XMLDocumentStorage?) -> Bool {
        switch self {
        case .slice(let slice): storage?.stores.has(text, at: slice) ?? false
        case .string(let string): string.utf8.elementsEqual(text.utf8)
        }
    }

    /// Returns the text without its first bytes, which must be whole characters.
    fileprivate func dropFirst(_ count: Int) -> XMLStoredText {
        switch self {
        case .slice(let slice): .slice(slice.dropFirst(count))
        case .string(let string): count == 0 ? self : .string(String(string.utf8.dropFirst(count)) ?? "")
        }
    }

    /// Returns the first bytes of the text, which must be whole characters.
    fileprivate func prefix(_ count: Int) -> XMLStoredText {
        switch self {
        case .slice(let slice): .slice(slice.prefix(count))
        case .string(let string): .string(String(string.utf8.prefix(count)) ?? "")
        }
    }
}

extension XML.Name {
    /// The name as written, including its prefix.
    public var written: String { text.string(in: storage) }
    /// The prefix; empty if the name has none or namespaces were not processed.
    public var prefix: String { text.prefix(Int(prefixLength)).string(in: storage) }
    /// The name without its prefix.
    public var local: String { localText.string(in: storage) }
    private var localText: XMLStoredText { prefixLength == 0 ? text : text.dropFirst(Int(prefixLength) + 1) }

    /// Returns whether the name has a local part in a namespace; nil or an empty string means no namespace.
    public func matches(_ local: String, in namespace: String?) -> Bool {
        localText.isSame(as: local, in: storage) && self.namespace ?? "" == namespace ?? ""
    }
}

extension XML.Name: Hashable, CustomStringConvertible {
    /// Returns whether two names have the same namespace and the same local part.
    public static func == (left: XML.Name, right: XML.Name) -> Bool {
        left.local.utf8.elementsEqual(right.local.utf8) && left.namespace == right.namespace
    }

    /// Feeds the namespace and the local part to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(local)
        hasher.combine(namespace)
    }

    /// The name as written.
    public var description: String { written }

    /// Returns whether a name as written equals a string.
    public static func == (name: XML.Name, written: String) -> Bool { name.text.isSame(as: written, in: name.storage) }

    /// Returns whether a name as written differs from a string.
    public static func != (name: XML.Name, written: String) -> Bool { !(name == written) }
    /// Returns whether a name as written equals a string, for `switch`.
    public static func ~= (written: String, name: XML.Name) -> Bool { name == written }
}

extension XML.Name? {
    /// Returns whether a name exists and equals a string as written.
    public static func == (name: XML.Name?, written: String) -> Bool { name.map { $0 == written } ?? false }
}
