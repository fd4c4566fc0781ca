/// A coding key that selects the case of an enumeration by the name of an element.
///
/// An enumeration with such keys is decoded from one element of a list of elements with different names. The element's
/// name selects the case, and the element is the associated value.
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
/// A key that is empty or `#text` represents text between the elements. Without such a key, the list ignores text.
///
/// If the enumeration is the value of a key or of the root element rather than an item of a list, the case is named by
/// a child element; exactly one child must match a case. A list decoded from the name of a key contains the items of
/// all elements of that name.
public protocol XMLChoiceCodingKey: CodingKey {}
