public import DecantCore

extension ResponseSerializer where Self == PropertyListResponseSerializer<PropertyList> {
    /// A property list as a value to look at, binary or in XML.
    public static var propertyList: Self { PropertyListResponseSerializer() }

    /// A property list as a value to look at.
    ///
    /// - Parameters:
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: How the list is read.
    /// - Returns: The serializer.
    public static func propertyList(
        format: PropertyList.Format? = nil,
        options: PropertyListOptions = PropertyListOptions()
    ) -> Self {
        PropertyListResponseSerializer(format: format, options: options)
    }
}

extension ResponseSerializer {
    /// A property list as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: How the list is read, and how the type is made of it.
    /// - Returns: The serializer.
    public static func propertyList<Value: Decodable & Sendable>(
        _ type: Value.Type,
        format: PropertyList.Format? = nil,
        options: PropertyListOptions = PropertyListOptions()
    ) -> Self where Self == PropertyListResponseSerializer<Value> {
        PropertyListResponseSerializer(type, format: format, options: options)
    }
}
