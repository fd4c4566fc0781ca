/// Tests names; what is nil is not looked at.
struct XMLNameMatcher: Sendable {
    /// The name of the namespace; empty for none.
    let namespace: String?

    /// The local name.
    let local: String?

    /// The name as it is written.
    let written: String?

    /// The prefix as it is written.
    let writtenPrefix: String?

    /// Whether a name is one of those meant.
    func matches(_ name: XMLName, in storage: XMLDocumentStorage) -> Bool {
        if let written, !storage.stores.has(written, at: name.slice) { return false }
        if let local, !storage.stores.has(local, at: name.local) { return false }
        if let writtenPrefix, !storage.stores.has(writtenPrefix, at: name.prefix) { return false }
        return namespace == nil || namespace == storage.namespace(of: name)
    }
}
