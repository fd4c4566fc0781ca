/// A serializer or decoder with options for decoding `Decodable` types.
///
/// The methods that change the options are the same for JSON, XML, and property lists:
///
/// ```swift
/// let users = JSONResponseSerializer([User].self).keys(.convertFromSnakeCase).dates(.iso8601).at("/data/users")
/// let items = XMLResponseSerializer([Item].self).dates(.internetMessage).at("channel/item").skippingBadElements()
/// ```
public protocol DecodingDialect: Sendable {
    /// The type of the format's options.
    associatedtype Options: DecodableFormatOptions

    /// The options of the format.
    var options: Options { get set }

    /// The custom functions and objects that cannot be stored in the options.
    var strategies: CustomStrategies { get set }
}

extension DecodingDialect {
    /// Returns a copy that converts names to coding keys.
    public func keys(_ strategy: DecodingOptions.Keys) -> Self {
        changed { $0.options.decoding.keys = strategy }
    }

    /// Returns a copy that converts names to coding keys with a custom function, which replaces any other conversion.
    ///
    /// - Parameter convert: A closure that receives the path of a member and returns its coding key. The path has the
    ///   keys from the top down and ends with the name of the member as written. A closure that reads only this name is
    ///   called once for each name at each depth (see ``CustomStrategies/key``).
    public func keys(_ convert: @escaping CustomStrategies.Key) -> Self {
        changed { $0.strategies.key = convert }
    }

    /// Returns a copy that decodes dates by a strategy, in formats without a date type.
    public func dates(_ strategy: DecodingOptions.Dates) -> Self {
        changed { $0.options.decoding.dates = strategy }
    }

    /// Returns a copy that decodes bytes by a strategy, in formats without a data type.
    public func data(_ strategy: DecodingOptions.Data) -> Self {
        changed { $0.options.decoding.data = strategy }
    }

    /// Returns a copy that expects infinities and NaN in one form.
    public func nonFiniteNumbers(_ strategy: DecodingOptions.NonFiniteNumbers) -> Self {
        changed { $0.options.decoding.nonFiniteNumbers = strategy }
    }

    /// Returns a copy that creates the values of a type from scalars with a custom function.
    ///
    /// ```swift
    /// let decoder = JSON.Decoder().scalars(of: Date.self) { scalar, _ in
    ///     guard case .number(_, let value) = scalar else { return nil }
    ///     return Date(timeIntervalSince1970: value / 1_000_000)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type, such as `Date`.
    ///   - make: A closure that receives a scalar and a function that returns the coding path. If it returns nil, the
    ///     options determine the value. See ``CustomStrategies/setScalar(of:_:)``.
    public func scalars<Value: ScalarDecodable>(
        of type: Value.Type,
        _ make: @escaping CustomStrategies.Scalar<Value>
    ) -> Self {
        changed { $0.strategies.setScalar(of: type, make) }
    }

    /// Returns a copy that adds an entry to the `userInfo` of its decoders.
    public func userInfo(_ value: any Sendable, for key: CodingUserInfoKey) -> Self {
        changed { $0.strategies.userInfo[key] = value }
    }

    /// Returns a copy that accepts deviations from the standard of the format.
    ///
    /// - Parameter quirks: The lenient options, which replace the current ones.
    public func quirks(_ quirks: Options.Quirks) -> Self {
        changed { $0.options.quirks = quirks }
    }

    /// Returns a copy that decodes the value at a path, without types for the enclosing levels.
    ///
    /// The paths of errors begin at the top of the document. If the path does not exist, the error is
    /// ``ResponseError/Code/keyNotFound``, and its path is the part that exists.
    ///
    /// - Parameter path: A ``JSONPointer`` in JSON and property lists (`/data/items/0`); an `XML.Path` in XML
    ///   (`channel/item`). For an array, the last name of an `XML.Path` selects all elements with that name.
    public func at(_ path: Options.Path) -> Self {
        changed { $0.options.path = path }
    }

    /// Returns a copy whose arrays skip the elements that cannot be decoded.
    ///
    /// Each skipped element is reported as a finding of the kind ``Finding/Code/skippedElement`` with its index, its
    /// path, and the reason. After the limit is reached, the next such element throws its error.
    ///
    /// - Parameter limit: The maximum number of elements to skip in the body.
    public func skippingBadElements(upTo limit: Int = 100) -> Self {
        changed { $0.options.badElements[.root] = limit }
    }

    /// Returns a copy that skips the elements of one array that cannot be decoded.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of elements to skip in the array.
    ///   - path: The path to the array in coding keys, such as `/page/items`, or `page/items` in XML. It begins at the
    ///     decoded value, which is the part that ``at(_:)`` selects. Indices may be omitted: `/pages/items` applies to the
    ///     items of all pages. A path that leads to no array is a finding of the kind ``Finding/Code/unusedPath``.
    public func skippingBadElements(upTo limit: Int = 100, at path: Options.Path) -> Self {
        changed { $0.options.badElements[path] = limit }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
