#if Macros
@_exported public import DecantCore
@_exported public import DecantJSON

/// Generates the conformance of a struct or an enum to `JSON.DirectDecodable`.
///
/// ```swift
/// @JSONDirect(keys: .convertFromSnakeCase, dates: .iso8601)
/// struct Event {
///     let id: Int
///     let createdAt: Date
///     @JSONName("display_name", "name") let title: String
///     let logo: String?
///     var tags: [String] = []
///     @JSONIgnored var isSelected = false
/// }
/// ```
///
/// The generated initializer reads the members that the compiler's `Decodable` reads, in the same order, so both throw
/// the same errors. It differs in these points:
///
/// - A `var` with an initial value keeps it if the member is missing.
/// - The attributes set the strategies. The options of the serializer have no effect on them.
/// - A name is converted from the property, so `.convertFromSnakeCase` reads `userID` from `user_id`.
///
/// An optional property is nil if the member is missing or null. A `CodingKeys` enum in the type determines the members
/// and their names; a name that it spells out is not converted. An enum with a raw type is created from its raw value.
/// Any other enum is an object with one member, whose name is the case and whose value is an object of the associated
/// values: `{"move": {"x": 1, "_1": 2}}`.
///
/// A property may have attributes of other macros if it is a `let`, which cannot be wrapped. A `var` may have those of the
/// prototype for the successor of `Codable`: `@CodingKey`, `@CodableBy`, `@CodableDefault`, and `@DecodableAlias`. They
/// have no effect here. Any other attribute of a `var` could be a property wrapper, which is an error.
///
/// Generic parameters that the properties use have to be `JSON.DirectDecodable` for the type to be.
///
/// - Parameters:
///   - keys: The conversion of names in the text to the names of properties and cases.
///   - dates: The representation of dates, by default seconds since 2001. Of several ones, as in
///     `dates: .iso8601, .secondsSince1970`, the first one that can read a value counts.
///   - data: The representation of binary data.
///   - readsNullAsDefault: Whether a property keeps its initial value also if the member is null.
///   - rejectsUnknownMembers: Whether a member that the type does not have is an error.
@attached(extension, conformances: JSON.DirectDecodable, names: named(init))
public macro JSONDirect(
    keys: DecodingOptions.Keys = .useDefaultKeys,
    dates: DecodingOptions.Dates...,
    data: DecodingOptions.Data = .base64,
    readsNullAsDefault: Bool = false,
    rejectsUnknownMembers: Bool = false
) = #externalMacro(module: "DecantMacroPlugin", type: "JSONDirectMacro")

/// Sets the names of a property or a case of an enum in the text, which are not converted.
///
/// - Parameters:
///   - name: The name of the member in the text.
///   - alternatives: Other names. The first name that the object has counts.
@attached(peer)
public macro JSONName(_ name: StaticString, _ alternatives: StaticString...) =
    #externalMacro(module: "DecantMacroPlugin", type: "JSONMemberMacro")

/// Excludes a property, which keeps its initial value.
@attached(peer)
public macro JSONIgnored() = #externalMacro(module: "DecantMacroPlugin", type: "JSONMemberMacro")

/// Sets the representation of the dates or the data in a property.
///
/// - Parameters:
///   - dates: The representations of dates, in order; by default, as for the type.
///   - data: The representation of binary data; by default, as for the type.
@attached(peer)
public macro JSONStrategy(dates: DecodingOptions.Dates?..., data: DecodingOptions.Data? = nil) =
    #externalMacro(module: "DecantMacroPlugin", type: "JSONMemberMacro")
#endif
