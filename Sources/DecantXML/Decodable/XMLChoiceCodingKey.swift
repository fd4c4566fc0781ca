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
