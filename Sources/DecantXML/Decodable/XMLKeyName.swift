/// The names that a key means.
struct XMLKeyName {
    /// The part of a name that is compared.
    let form: XMLNameForm

    /// The local name, or the name as written.
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
    /// Determines which names a key means.
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

    /// Returns whether a name is one that a key means, and how well it fits.
    ///
    /// - Parameters:
    ///   - name: A name in the document.
    ///   - wanted: The name that the key means.
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

/// A coding key that names the place of its value in an element, or that chooses the case of an enumeration.
///
/// Any other key means an element, or if there is none, an attribute. A place is needed where an element has an attribute and a
/// child element of the same name. A key that is written with an `@` in front means an attribute, too.
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
/// An enumeration whose coding keys have ``isXMLChoice`` is made from one element of a list of elements with different names: the
/// element's name chooses the case, and the element is the value.
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
/// A choice key that is empty, or `#text`, means a text between the elements. Without one, text is not an item of the list.
///
/// For an enumeration that is not an element of a list but the value of a key or of the root element, the names are those of the
/// elements inside, and exactly one of them must be a case. A list under the name of a key has the elements in all elements of
/// that name.
public protocol XMLCodingKey: CodingKey {
    /// The place of the key's value; an element or an attribute unless implemented. Choice keys have no place.
    var xmlPlace: XML.KeyPlace { get }

    /// Whether the name of an element chooses among the keys; false unless implemented.
    static var isXMLChoice: Bool { get }
}

extension XMLCodingKey {
    /// An element, or if there is none of the name, an attribute.
    public var xmlPlace: XML.KeyPlace { .elementOrAttribute }

    /// False: the keys are those of the members of an element.
    public static var isXMLChoice: Bool { false }
}

extension XML {
    /// The place of a coding key's value: an attribute, an element, or either.
    public enum KeyPlace: String, Sendable, Hashable, Codable {
        /// In an element, or if there is none of the name, in an attribute.
        case elementOrAttribute

        /// In an element.
        case element

        /// In an attribute.
        case attribute

        /// In the text of the element itself.
        case text
    }
}

/// The meaning of the keys of a type.
enum XMLKeyKind {
    /// Elements, else attributes.
    case plain

    /// The locations that the keys name.
    case placed

    /// The names of the elements of a list.
    case choice

    /// The names of the elements of a list, and one key for the texts between them.
    case mixedChoice

    /// Whether one element or text is the value of a key.
    var isChoice: Bool { self == .choice || self == .mixedChoice }

    init<Key: CodingKey>(_ type: Key.Type) {
        switch type as? any XMLCodingKey.Type {
        case let type? where type.isXMLChoice: self = Key.ofText == nil ? .choice : .mixedChoice
        case .some: self = .placed
        case nil: self = .plain
        }
    }
}
