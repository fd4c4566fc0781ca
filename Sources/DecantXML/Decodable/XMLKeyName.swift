/// The names that a key means.
struct XMLKeyName {
    /// What of a name is compared.
    let form: XMLNameForm

    /// The local name, or the name as it is written.
    let text: String

    /// The namespace, if the form has one.
    let namespace: XMLNamespaceID

    init(_ form: XMLNameForm, _ text: String, _ namespace: XMLNamespaceID = .none) {
        self.form = form
        self.text = text
        self.namespace = namespace
    }
}

extension XMLDecodingState {
    /// Finds out which names a key means.
    ///
    /// - Parameters:
    ///   - key: The key, without a mark for attributes.
    ///   - isAttribute: Whether names of attributes are meant, which are in no namespace without a prefix.
    /// - Returns: The names, or nil if it names a namespace that is not in the document.
    func name(for key: String, isAttribute: Bool) -> XMLKeyName? {
        if key.utf8.first == UInt8(ascii: "{"), let end = key.utf8.firstIndex(of: UInt8(ascii: "}")) {
            let namespace = key[key.utf8.index(after: key.startIndex)..<end]
            return expanded(String(namespace), String(key[key.utf8.index(after: end)...]))
        }
        guard let colon = key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return plain(key, isAttribute) }
        guard let namespace = options.namespaces[String(key[..<colon])] else { return XMLKeyName(.written, key) }
        return expanded(namespace, String(key[key.utf8.index(after: colon)...]))
    }

    private func plain(_ key: String, _ isAttribute: Bool) -> XMLKeyName? {
        guard options.usesQualifiedNames else { return XMLKeyName(.local, key) }
        guard !isAttribute, let namespace = options.namespaces[""] else { return XMLKeyName(.written, key) }
        return expanded(namespace, key)
    }

    private func expanded(_ namespace: String, _ local: String) -> XMLKeyName? {
        namespaceID(of: namespace).map { XMLKeyName(.expanded, local, $0) }
    }

    /// Whether a name is one that a key means, and how well it fits.
    ///
    /// - Parameters:
    ///   - name: A name in the document.
    ///   - wanted: What the key means.
    ///   - own: The namespace that is preferred if the key names none.
    /// - Returns: Whether it fits; best if it is in the preferred namespace.
    @inline(__always)
    func fit(of name: XMLName, to wanted: XMLKeyName, own: XMLNamespaceID) -> XMLNameFit {
        let stores = storage.stores
        switch wanted.form {
        case .local:
            guard stores.has(wanted.text, at: name.local) else { return .none }
            return name.namespace == own ? .best : .other
        case .written: return stores.has(wanted.text, at: name.slice) ? .best : .none
        case .expanded:
            return name.namespace == wanted.namespace && stores.has(wanted.text, at: name.local) ? .best : .none
        }
    }
}

/// How well a name fits a key.
enum XMLNameFit {
    /// Not at all.
    case none

    /// It does, but one in the namespace that is preferred would be taken before it.
    case other

    /// Nothing fits better.
    case best
}

/// What of a name is compared with a key.
enum XMLNameForm: UInt8, BitwiseCopyable {
    /// The part behind the prefix.
    case local

    /// The name as it is written.
    case written

    /// The namespace, and the part behind the prefix.
    case expanded
}
