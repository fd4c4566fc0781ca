package import DecantCore

/// A serializer or decoder of `Decodable` types in one format, with the options of the format.
///
/// The methods that change the options are the same for JSON, XML, and property lists:
///
/// ```swift
/// let users = JSONResponseSerializer([User].self).keys(.convertFromSnakeCase).dates(.iso8601).at("/data/users")
/// let items = XMLResponseSerializer([Item].self).dates(.internetMessage).at("channel/item").skippingBadElements()
/// ```
public protocol FormatSerializer: Sendable {
    /// The type of the format's options.
    associatedtype Options: FormatOptions

    /// The options of the format.
    var options: Options { get set }
}

extension FormatSerializer {
    /// Returns a serializer with modified options.
    ///
    /// - Parameter change: A closure that modifies the current options.
    public func options(_ change: (inout Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// Returns a serializer that converts names to coding keys.
    public func keys(_ strategy: DecodingOptions.Keys) -> Self {
        options { $0.decoding.keys = strategy }
    }

    /// Returns a serializer that converts names to coding keys with a custom function.
    ///
    /// The function replaces any other conversion.
    ///
    /// - Parameter convert: A closure that receives the path of a member and returns its coding key. The path has the
    ///   keys from the top down and ends with the name of the member as written. As long as the closure reads only this
    ///   name, it is called once for each name at each depth. Once it has read an earlier key, it is called for every
    ///   member of an object when a key is looked up, and again for the path of an error. The result must depend on
    ///   nothing but the path.
    public func keys(_ convert: @escaping @Sendable (_ path: [any CodingKey]) -> any CodingKey) -> Self {
        options { $0.decoding.strategies.key = convert }
    }

    /// Returns a serializer that decodes dates by a strategy, in formats without a date type.
    ///
    /// ```swift
    /// .json(Page.self).dates(.lenientInternetMessage, .lenientISO8601)
    /// ```
    ///
    /// - Parameters:
    ///   - strategy: The representation of dates.
    ///   - alternatives: Other representations. The first one that can read a value counts.
    public func dates(_ strategy: DecodingOptions.Dates, _ alternatives: DecodingOptions.Dates...) -> Self {
        options {
            $0.decoding.dates = strategy
            $0.decoding.alternativeDates = alternatives
        }
    }

    /// Returns a serializer that decodes bytes by a strategy, in formats without a data type.
    public func data(_ strategy: DecodingOptions.Data) -> Self {
        options { $0.decoding.data = strategy }
    }

    /// Returns a serializer that expects infinities and NaN in one form.
    public func nonFiniteNumbers(_ strategy: DecodingOptions.NonFiniteNumbers) -> Self {
        options { $0.decoding.nonFiniteNumbers = strategy }
    }

    /// Returns a serializer that converts values that do not have the requested type.
    ///
    /// ```swift
    /// let users = JSONResponseSerializer([User].self).converting([.stringsToNumbers, .emptyStringsToNil])
    /// ```
    ///
    /// Each converted value is a finding of the kind `Finding.Code.convertedValue`.
    ///
    /// - Parameter conversions: The conversions, which replace the current ones.
    public func converting(_ conversions: DecodingOptions.Conversions) -> Self {
        options { $0.decoding.conversions = conversions }
    }

    /// Returns a serializer that creates the values of a type from scalars with a custom function.
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
    ///     options determine the value. `ResponseError.init(expected:isContent:fault:)` describes the expected scalar;
    ///     any other error becomes `ResponseError.Code.dataCorrupted` at the path of the value, with that error as
    ///     `ResponseError.underlying`. XML contains text only: if the closure expects another kind of scalar and the
    ///     text is a number, it is called again with the number.
    public func scalars<Value: ScalarDecodable>(
        of type: Value.Type,
        _ make: @escaping @Sendable (_ scalar: DecodedScalar, _ path: () -> [any CodingKey]) throws -> Value?
    ) -> Self {
        options { $0.decoding.strategies.setScalar(of: type, make) }
    }

    /// Returns a serializer that adds an entry to the `userInfo` of its decoders.
    public func userInfo(_ value: any Sendable, for key: CodingUserInfoKey) -> Self {
        options { $0.decoding.strategies.userInfo[key] = value }
    }

    /// Returns a serializer that accepts deviations from the standard of the format.
    ///
    /// - Parameter quirks: The lenient options, which replace the current ones.
    public func quirks(_ quirks: Options.Quirks) -> Self {
        options { $0.quirks = quirks }
    }

    /// Returns a serializer that decodes the value at a path, without types for the enclosing levels.
    ///
    /// The paths of errors begin at the top of the document. If the path does not exist, the error is
    /// `ResponseError.Code.keyNotFound`, and its path is the part that exists.
    ///
    /// - Parameter path: A ``JSONPointer`` in JSON and property lists (`/data/items/0`); an `XML.Path` in XML
    ///   (`channel/item`). For an array, the last name of an `XML.Path` selects all elements with that name.
    public func at(_ path: Options.Path) -> Self {
        options { $0.path = path }
    }

    /// Returns a serializer whose arrays skip the elements that cannot be decoded.
    ///
    /// Each skipped element is reported as a finding of the kind `Finding.Code.skippedElement` with its index, its
    /// path, and the reason. After the limit is reached, the next such element throws its error.
    ///
    /// - Parameter limit: The maximum number of elements to skip in the body.
    public func skippingBadElements(upTo limit: Int = 100) -> Self {
        options { $0.badElements[Options().path] = limit }
    }

    /// Returns a serializer that skips the elements of one array that cannot be decoded.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of elements to skip in the array.
    ///   - path: The path to the array in coding keys, such as `/page/items`, or `page/items` in XML. It begins at the
    ///     decoded value, which is the part that ``at(_:)`` selects. Indices may be omitted: `/pages/items` applies to the
    ///     items of all pages. A path that leads to no array is a finding of the kind `Finding.Code.unusedPath`.
    public func skippingBadElements(upTo limit: Int = 100, at path: Options.Path) -> Self {
        options { $0.badElements[path] = limit }
    }
}

extension StoredFormatSerializer where Options: FormatOptions {
    /// Replaces the configuration, and keeps the closures of the options, which are not part of it.
    package mutating func restore(from decoder: any Decoder) throws {
        let strategies = options.decoding.strategies
        try restoreOptions(from: decoder)
        options.decoding.strategies = strategies
    }
}
