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
/// Where the enumeration is not an element of a list but what a key or the root element stands for, the names are those of the
/// elements inside.
public protocol XMLChoiceCodingKey: CodingKey {}
