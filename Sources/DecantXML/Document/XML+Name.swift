extension XML {
    /// The name of an element, an attribute or a processing instruction.
    ///
    /// ```swift
    /// switch element.name {
    /// case "title": title = element.text
    /// default: break
    /// }
    /// ```
    ///
    /// Two names are equal if their namespaces and local parts are, whatever their prefixes. A string is compared with the name
    /// as written. The name of a node shares the memory of its document; strings are created on demand.
    public struct Name: Sendable {
        /// The document; or the bytes and the namespace of a name that is not part of one.
        let storage: XMLDocumentStorage
        private let record: XMLName

        @inline(__always)
        init(_ storage: XMLDocumentStorage, _ record: XMLName) {
            self.storage = storage
            self.record = record
        }

        /// Creates a name as written, with its prefix, in a namespace; nil or empty is none.
        ///
        /// A name in no namespace has no prefix: its colons, if namespaces are not processed, are part of its local part.
        public init(_ written: String, namespace: String? = nil) {
            let namespace = namespace ?? ""
            let colon = namespace.isEmpty ? nil : written.utf8.firstIndex(of: UInt8(ascii: ":"))
            let prefixLength = colon.map { written.utf8.distance(from: written.startIndex, to: $0) } ?? 0
            storage = XMLDocumentStorage(name: written, in: namespace)
            let slice = XMLSlice(offset: 0, count: written.utf8.count)
            let number = XMLNamespaceID(rawValue: namespace.isEmpty ? 0 : 1)
            record = XMLName(slice, prefixLength: prefixLength, namespace: number)
        }
    }
}

extension XML.Name {
    /// The name as written, with its prefix.
    public var written: String { storage.stores.string(record.slice) }
    /// The prefix; empty if there is none, or if namespaces were not processed.
    public var prefix: String { storage.stores.string(record.prefix) }
    /// The name without its prefix.
    public var local: String { storage.stores.string(record.local) }
    /// The namespace; nil if the name is in none, or if namespaces were not processed.
    public var namespace: String? { record.namespace == .none ? nil : storage.namespace(of: record) }

    /// Returns whether the name has a local part in a namespace; nil or empty is none.
    public func matches(_ local: String, in namespace: String?) -> Bool {
        storage.stores.has(local, at: record.local) && storage.namespace(of: record) == namespace ?? ""
    }
}

extension XML.Name: Hashable, CustomStringConvertible {
    /// Returns whether two names have the same namespace and the same local part.
    public static func == (left: XML.Name, right: XML.Name) -> Bool {
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
    public static func == (name: XML.Name, written: String) -> Bool {
        name.storage.stores.has(written, at: name.record.slice)
    }

    /// Returns whether a name as written differs from a text.
    public static func != (name: XML.Name, written: String) -> Bool { !(name == written) }
    /// Returns whether a name as written equals a text, for `switch`.
    public static func ~= (written: String, name: XML.Name) -> Bool { name == written }
}

extension XML.Name? {
    /// Returns whether there is a name that as written equals a text.
    public static func == (name: XML.Name?, written: String) -> Bool { name.map { $0 == written } ?? false }
}

/// The names that a reader returned recently, so that equal ones share their storage.
///
/// A document has few different names. The number of those kept is fixed, so hostile names only replace one another.
struct XMLNameCache {
    private struct Entry {
        let name: XML.Name
        /// The namespace among those of the reader.
        let number: XMLNamespaceID
    }

    private static let capacity: UInt32 = 256
    private var entries: [Entry?] = []

    /// Returns a name as written in a namespace.
    mutating func name(_ bytes: Span<UInt8>, in number: XMLNamespaceID, _ namespace: @autoclosure () -> String?) -> XML.Name {
        if entries.isEmpty { entries = Array(repeating: nil, count: Int(Self.capacity)) }
        var hash = number.rawValue
        for index in bytes.indices { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
        let index = Int((hash ^ hash >> 16) % Self.capacity)
        if let entry = entries[index], entry.number == number, entry.name.isWritten(bytes) { return entry.name }
        let name = XML.Name(bytes.string, namespace: namespace())
        entries[index] = Entry(name: name, number: number)
        return name
    }
}

extension XML.Name {
    fileprivate func isWritten(_ bytes: Span<UInt8>) -> Bool {
        storage.stores.withBytes(record.slice) { $0.hasBytes(of: bytes) }
    }
}
