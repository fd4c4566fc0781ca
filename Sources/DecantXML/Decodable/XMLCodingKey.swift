/// A coding key that specifies the location of its value in an element, or selects the case of an enumeration.
///
/// Any other key represents a child element, or an attribute if the element has no such child. Implement
/// ``xmlLocation`` if an element has an attribute and a child element of the same name. A key with a leading `@` also
/// represents an attribute.
///
/// ```swift
/// struct Book: Decodable {
///     var id: Int
///     var name: String
///
///     enum CodingKeys: String, XMLCodingKey {
///         case id, name
///         var xmlLocation: XML.KeyLocation { self == .id ? .attribute : .element }
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
    var xmlLocation: XML.KeyLocation { get }

    /// Whether the name of an element selects one of the keys.
    ///
    /// The default is false.
    static var isXMLChoice: Bool { get }
}

extension XMLCodingKey {
    /// An element, or an attribute if no element has the name.
    public var xmlLocation: XML.KeyLocation { .elementOrAttribute }
    /// False: the keys represent the members of an element.
    public static var isXMLChoice: Bool { false }
}

extension XML {
    /// The location of a coding key's value: an element, an attribute, either of them, or the element's text.
    public enum KeyLocation: String, Sendable, Hashable, Codable {
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
