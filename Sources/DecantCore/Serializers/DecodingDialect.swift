/// The options of decoding `Decodable` types, and the modifiers that change them: the same for JSON, XML, and property lists, and for
/// serializers and decoders.
///
/// ```swift
/// let users = JSONResponseSerializer([User].self).keys(.convertFromSnakeCase).dates(.iso8601).at("/data/users")
/// let items = XMLResponseSerializer([Item].self).dates(.internetMessage).at("channel/item").skippingBadElements()
/// ```
public protocol DecodingDialect: Sendable {
    /// The options of the format.
    associatedtype Options: DecodableFormatOptions

    /// The options of the format.
    var options: Options { get set }

    /// The custom functions and objects, which the options cannot hold.
    var strategies: CustomStrategies { get set }
}

extension DecodingDialect {
    /// A copy that converts names to coding keys.
    ///
    /// - Parameter strategy: The conversion.
    /// - Returns: The changed copy.
    public func keys(_ strategy: DecodingOptions.Keys) -> Self {
        changed { $0.options.decoding.keys = strategy }
    }

    /// A copy that converts names to coding keys by a function, in place of any other conversion.
    ///
    /// - Parameter convert: Makes the coding key of a member from its path: the keys from the top down, its own name as written
    ///   last.
    /// - Returns: The changed copy.
    public func keys(_ convert: @escaping CustomStrategies.Key) -> Self {
        changed { $0.strategies.key = convert }
    }

    /// A copy that expects dates in one form, where the format has none of its own.
    ///
    /// - Parameter strategy: The form.
    /// - Returns: The changed copy.
    public func dates(_ strategy: DecodingOptions.Dates) -> Self {
        changed { $0.options.decoding.dates = strategy }
    }

    /// A copy that expects bytes in one form, where the format has none of its own.
    ///
    /// - Parameter strategy: The form.
    /// - Returns: The changed copy.
    public func data(_ strategy: DecodingOptions.Data) -> Self {
        changed { $0.options.decoding.data = strategy }
    }

    /// A copy that expects infinities and not-a-number in one form.
    ///
    /// - Parameter strategy: The form.
    /// - Returns: The changed copy.
    public func nonFiniteNumbers(_ strategy: DecodingOptions.NonFiniteNumbers) -> Self {
        changed { $0.options.decoding.nonFiniteNumbers = strategy }
    }

    /// A copy that makes the values of a type from scalars by a function of the caller's own.
    ///
    /// - Parameters:
    ///   - type: The type, such as `Date`.
    ///   - make: Gets a scalar and a function that returns the coding path, and returns nil for what it leaves to the options;
    ///     ``CustomStrategies/setScalar(of:_:)`` has more.
    /// - Returns: The changed copy.
    public func scalars<Value: ScalarDecodable>(
        of type: Value.Type,
        _ make: @escaping CustomStrategies.Scalar<Value>
    ) -> Self {
        changed { $0.strategies.setScalar(of: type, make) }
    }

    /// A copy whose decoders have a further entry in their `userInfo`.
    ///
    /// - Parameters:
    ///   - value: The value of the entry.
    ///   - key: The key of the entry.
    /// - Returns: The changed copy.
    public func userInfo(_ value: any Sendable, for key: CodingUserInfoKey) -> Self {
        changed { $0.strategies.userInfo[key] = value }
    }

    /// A copy that accepts departures from the standard of the format.
    ///
    /// - Parameter quirks: The departures.
    /// - Returns: The changed copy.
    public func quirks(_ quirks: Options.Quirks) -> Self {
        changed { $0.options.quirks = quirks }
    }

    /// A copy that decodes the value at a path, without types for the levels around it.
    ///
    /// The paths of errors begin at the top of the document. If the path leads nowhere, the error is
    /// ``ResponseError/Code/keyNotFound``, and its path is as much as exists.
    ///
    /// - Parameter path: A ``JSONPointer`` in JSON and property lists (`/data/items/0`); an `XML.Path` in XML (`channel/item`), whose
    ///   last name means all its elements to an array.
    /// - Returns: The changed copy.
    public func at(_ path: Options.Path) -> Self {
        changed { $0.options.path = path }
    }

    /// A copy whose arrays leave out the elements that cannot be decoded.
    ///
    /// Each is a finding of the kind ``Finding/Code/skippedElement`` with its index, its path and the reason. One more than the
    /// bound is the error that it would be otherwise.
    ///
    /// - Parameter limit: The number of elements that may be omitted of the body.
    /// - Returns: The changed copy.
    public func skippingBadElements(upTo limit: Int = 100) -> Self {
        changed { $0.options.badElements[.root] = limit }
    }

    /// A copy that leaves out the elements of one array that cannot be decoded.
    ///
    /// - Parameters:
    ///   - limit: The number of elements that may be omitted of the array.
    ///   - path: The path to the array, in coding keys, such as `/page/items`, or `page/items` in XML. Indices may be omitted:
    ///     `/pages/items` is for the items of all pages.
    /// - Returns: The changed copy.
    public func skippingBadElements(upTo limit: Int = 100, at path: Options.Path) -> Self {
        changed { $0.options.badElements[path] = limit }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
