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
