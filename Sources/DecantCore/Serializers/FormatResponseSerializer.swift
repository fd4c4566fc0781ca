/// The options of a format: a value that can be stored, compared and restored.
public protocol FormatOptions: Sendable, Hashable, Codable {
    /// The media types that the format is labelled with.
    static var mediaTypes: [MediaTypePattern] { get }

    /// Creates the default options: the format exactly as its standard has it.
    init()
}

/// The options of a format from which `Decodable` types are made.
public protocol DecodableFormatOptions: FormatOptions {
    /// The leniencies of the format.
    associatedtype Quirks: OptionSet & Sendable & Hashable & Codable

    /// The ways in which `Decodable` types are read.
    var decoding: DecodingOptions { get set }

    /// The departures from the standard that are accepted; none by default.
    var quirks: Quirks { get set }
}

/// The configuration of a serializer of one format: a value that can be stored, compared and restored.
public struct FormatConfiguration<Options: FormatOptions>: Sendable, Hashable, Codable {
    /// The options that every serializer has.
    public var response: ResponseConfiguration

    /// The options of the format.
    public var options: Options

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - response: The options that every serializer has.
    ///   - options: The options of the format.
    public init(response: ResponseConfiguration, options: Options = Options()) {
        self.response = response
        self.options = options
    }
}

/// A serializer of one format, with the options of that format.
public protocol FormatResponseSerializer<Output>: ResponseSerializer
where Configuration == FormatConfiguration<Options> {
    /// The options of the format.
    associatedtype Options: FormatOptions

    /// The options of the format.
    var options: Options { get set }
}

extension FormatResponseSerializer {
    /// The options that every serializer has, and those of the format; functions of the caller's are not in it.
    public var configuration: FormatConfiguration<Options> {
        get { FormatConfiguration(response: handling.configuration, options: options) }
        set {
            handling.configuration = newValue.response
            options = newValue.options
        }
    }

    /// A serializer with other options.
    ///
    /// - Parameter change: Changes the options, of which the others stay as they are.
    /// - Returns: The changed serializer.
    public func options(_ change: (inout Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }
}

/// A serializer whose output is, or can be, a `Decodable` type: the one dialect of JSON, XML and property lists.
///
/// ```swift
/// let users = JSONResponseSerializer([User].self).keys(.convertFromSnakeCase).dates(.iso8601).at("/data/users")
/// let items = XMLResponseSerializer([Item].self).dates(.internetMessage).at("channel/item").skippingBadElements()
/// ```
public protocol DecodableResponseSerializer<Output>: FormatResponseSerializer where Options: DecodableFormatOptions {
    /// The functions and objects of the caller's own, which the options cannot hold.
    var strategies: CustomStrategies { get set }
}

extension DecodableResponseSerializer {
    /// A serializer that converts names to coding keys.
    ///
    /// - Parameter strategy: The conversion.
    /// - Returns: The changed serializer.
    public func keys(_ strategy: DecodingOptions.Keys) -> Self {
        options { $0.decoding.keys = strategy }
    }

    /// A serializer that converts names to coding keys by a function, in place of any other conversion.
    ///
    /// - Parameter convert: Makes the coding key of a member from its path: the keys from the top down, its own name as written
    ///   last.
    /// - Returns: The changed serializer.
    public func keys(_ convert: @escaping CustomStrategies.Key) -> Self {
        strategies { $0.key = convert }
    }

    /// A serializer that expects dates in one form, where the format has none of its own.
    ///
    /// - Parameter strategy: The form.
    /// - Returns: The changed serializer.
    public func dates(_ strategy: DecodingOptions.Dates) -> Self {
        options { $0.decoding.dates = strategy }
    }

    /// A serializer that expects bytes in one form, where the format has none of its own.
    ///
    /// - Parameter strategy: The form.
    /// - Returns: The changed serializer.
    public func data(_ strategy: DecodingOptions.Data) -> Self {
        options { $0.decoding.data = strategy }
    }

    /// A serializer that expects infinities and not-a-number in one form.
    ///
    /// - Parameter strategy: The form.
    /// - Returns: The changed serializer.
    public func nonFiniteNumbers(_ strategy: DecodingOptions.NonFiniteNumbers) -> Self {
        options { $0.decoding.nonFiniteNumbers = strategy }
    }

    /// A serializer that makes values from scalars by a function of the caller's own.
    ///
    /// - Parameter make: Gets a type, a scalar and a function that returns the coding path; ``CustomStrategies/scalar`` has more.
    /// - Returns: The changed serializer.
    public func scalars(_ make: @escaping CustomStrategies.Scalar) -> Self {
        strategies { $0.scalar = make }
    }

    /// A serializer whose decoders have a further entry in their `userInfo`.
    ///
    /// - Parameters:
    ///   - key: The key of the entry.
    ///   - value: The value of the entry.
    /// - Returns: The changed serializer.
    public func userInfo(_ key: CodingUserInfoKey, _ value: any Sendable) -> Self {
        strategies { $0.userInfo[key] = value }
    }

    /// A serializer that accepts departures from the standard of the format.
    ///
    /// - Parameter quirks: The departures.
    /// - Returns: The changed serializer.
    public func quirks(_ quirks: Options.Quirks) -> Self {
        options { $0.quirks = quirks }
    }

    /// A serializer that decodes the value at a path, without types for the levels around it.
    ///
    /// The paths of errors begin at the top of the document. If the path leads nowhere, the error is
    /// ``ResponseError/Code/keyNotFound``, and its path is as much as exists.
    ///
    /// - Parameter path: A pointer by RFC 6901 in JSON and property lists (`/data/items/0`); a path of names in XML
    ///   (`channel/item`), of which an array has all elements that the last name means.
    /// - Returns: The changed serializer.
    public func at(_ path: String) -> Self {
        options { $0.decoding.path = path }
    }

    /// A serializer whose arrays leave out the elements that cannot be decoded.
    ///
    /// Each is a finding of the kind ``Finding/Code/skippedElement`` with its index, its path and the reason. One more than the
    /// bound is the error that it would be otherwise.
    ///
    /// - Parameters:
    ///   - limit: The number of elements that may be omitted of the body.
    ///   - path: The names that lead to the array, joined by points, such as `items` or `page.items`; nil is for all arrays.
    /// - Returns: The changed serializer.
    public func skippingBadElements(upTo limit: Int = 100, at path: String? = nil) -> Self {
        options { $0.decoding.badElements[path ?? ""] = limit }
    }

    private func strategies(_ change: (inout CustomStrategies) -> Void) -> Self {
        var copy = self
        change(&copy.strategies)
        return copy
    }
}
