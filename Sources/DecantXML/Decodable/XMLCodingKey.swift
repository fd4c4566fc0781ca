/// A coding key that says whether it means an element or an attribute.
///
/// Without it, a key means an element, else an attribute. It is needed where an element has an attribute and an element of the
/// same name, unless the key is written with an `@` in front, which means an attribute, too:
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
public protocol XMLCodingKey: CodingKey {
    /// Where the value of the key stands.
    var xmlPlace: XML.KeyPlace { get }
}

extension XML {
    /// Where the value of a coding key stands.
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

/// A coding key that is the name of an element in a list of elements with different names.
///
/// An enumeration whose coding keys are such keys is made from one element of a list: the element's name chooses the case, and the
/// element is the value.
///
/// ```swift
/// enum Shape: Decodable {
///     case circle(Circle)
///     case rect(Rectangle)
///
///     enum CodingKeys: String, XMLChoiceCodingKey { case circle, rect }
/// }
///
/// struct Drawing: Decodable {
///     var shapes: [Shape]
///
///     enum CodingKeys: String, CodingKey { case shapes = "" }
/// }
/// ```
///
/// A key that is empty, or `#text`, means a text between the elements. Without one, text is no item of the list.
///
/// Where the enumeration is not an element of a list but what a key or the root element stands for, the names are those of the
/// elements inside, of which one has to be a case. A list under the name of a key has the elements in all elements of that name.
public protocol XMLChoiceCodingKey: CodingKey {}

/// What the keys of a type mean.
enum XMLKeyKind {
    /// Elements, else attributes.
    case plain

    /// What each key says.
    case placed

    /// The names of the elements of a list.
    case choice

    /// The names of the elements of a list, and one key for the texts between them.
    case mixedChoice

    /// Whether one element or text is the value of a key.
    var isChoice: Bool { self == .choice || self == .mixedChoice }

    init<Key: CodingKey>(_ type: Key.Type) {
        if type is any XMLChoiceCodingKey.Type {
            self = Key.ofText == nil ? .choice : .mixedChoice
        } else {
            self = type is any XMLCodingKey.Type ? .placed : .plain
        }
    }
}
