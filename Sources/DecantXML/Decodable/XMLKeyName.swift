/// The names that match a key.
struct XMLKeyName {
    /// The part of a name that is compared.
    let form: XMLNameForm

    /// The local name, or the name as written.
    let text: String

    /// The namespace, for expanded names.
    let namespace: XMLNamespaceID

    init(_ form: XMLNameForm, _ text: String, _ namespace: XMLNamespaceID = .none) {
        self.form = form
        self.text = text
        self.namespace = namespace
    }
}

extension XMLDecodingState {
    /// Determines the names that match a key.
    ///
    /// - Parameters:
    ///   - key: The text of the key, without the `@` that marks an attribute.
    ///   - isAttribute: Whether the key represents an attribute. Attribute names without a prefix have no namespace.
    /// - Returns: The names, or nil if the key specifies a namespace that the document does not name.
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

    /// Returns how well a name matches a key.
    ///
    /// - Parameters:
    ///   - name: A name in the document.
    ///   - wanted: The name to match.
    ///   - own: The preferred namespace for keys that specify none.
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

/// The quality of the match between a name and a key.
enum XMLNameFit {
    /// No match.
    case none

    /// A match, but a name in the preferred namespace would take precedence.
    case other

    /// The best possible match.
    case best
}

/// The part of a name that is compared with a key.
enum XMLNameForm: UInt8, BitwiseCopyable {
    /// The part after the prefix.
    case local

    /// The name as written.
    case written

    /// The namespace, and the part after the prefix.
    case expanded
}

/// A coding key that specifies the location of its value in an element, or selects the case of an enumeration.
///
/// Any other key represents a child element, or an attribute if the element has no such child. Implement ``xmlPlace``
/// if an element has an attribute and a child element of the same name. A key with a leading `@` also represents an
/// attribute.
///
/// ```swift
/// struct Book: Decodable {
///     var id: Int
///     var name: String
///
///     enum CodingKeys: String, XMLCodingKey {
///         case id, name
///         var xmlPlace: XML.KeyPlace { self == .id ? .attribute : .element }
///     }
/// }
/// ```
///
/// An enumeration whose coding keys have ``isXMLChoice`` is decoded from one element of a list of elements with
/// different names. The element's name selects the case, and the element is the associated value.
///
/// ```swift
/// enum Shape: Decodable {
///     case circle(Circle)
///     case rect(Rectangle)
///
///     enum CodingKeys: String, XMLCodingKey {
///         case circle, rect
///         static var isXMLChoice: Bool { true }
///     }
/// }
///
/// struct Drawing: Decodable {
///     var shapes: [Shape]
///
///     enum CodingKeys: String, CodingKey { case shapes = "" }
/// }
/// ```
///
/// A choice key that is empty or `#text` represents text between the elements. Without such a key, the list ignores
/// text.
///
/// If the enumeration is the value of a key or of the root element rather than an item of a list, the case is named by
/// a child element; exactly one child must match a case. A list decoded from the name of a key contains the items of
/// all elements of that name.
public protocol XMLCodingKey: CodingKey {
    /// The location of the key's value.
    ///
    /// The default is an element or an attribute. Choice keys do not use this property.
    var xmlPlace: XML.KeyPlace { get }

    /// Whether the name of an element selects one of the keys.
    ///
    /// The default is false.
    static var isXMLChoice: Bool { get }
}

extension XMLCodingKey {
    /// An element, or an attribute if no element has the name.
    public var xmlPlace: XML.KeyPlace { .elementOrAttribute }

    /// False: the keys represent the members of an element.
    public static var isXMLChoice: Bool { false }
}

extension XML {
    /// The location of a coding key's value: an element, an attribute, either of them, or the element's text.
    public enum KeyPlace: String, Sendable, Hashable, Codable {
        /// An element, or an attribute if no element has the name.
        case elementOrAttribute

        /// An element.
        case element

        /// An attribute.
        case attribute

        /// The text of the element that has the key.
        case text
    }
}

/// The meaning of the keys of a type.
enum XMLKeyKind {
    /// Elements or attributes.
    case plain

    /// The locations that the keys specify.
    case placed

    /// The names of the elements of a list.
    case choice

    /// The names of the elements of a list, and one key for the texts between them.
    case mixedChoice

    /// Whether a key selects a case by the name of one element or by a text.
    var isChoice: Bool { self == .choice || self == .mixedChoice }

    init<Key: CodingKey>(_ type: Key.Type) {
        switch type as? any XMLCodingKey.Type {
        case let type? where type.isXMLChoice: self = Key.ofText == nil ? .choice : .mixedChoice
        case .some: self = .placed
        case nil: self = .plain
        }
    }
}
