public import DecantCore
import DecantDocument

extension JSONDocument {
    /// Makes a value of a `Decodable` type from the whole document.
    ///
    /// The document can be decoded any number of times, by several threads at once, too.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: How names, floating-point values, dates and bytes are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the coding path and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: JSONDecodingOptions = JSONDecodingOptions(),
        hooks: JSONDecodingHooks = JSONDecodingHooks()
    ) throws(ResponseError) -> Value {
        try flat.decode(type, at: 0, DecodingRules(options, hooks))
    }
}

extension JSON {
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: How names, floating-point values, dates and bytes are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: JSONDecodingOptions = JSONDecodingOptions(),
        hooks: JSONDecodingHooks = JSONDecodingHooks()
    ) throws(ResponseError) -> Value {
        try flat.decode(type, at: index, DecodingRules(options, hooks))
    }
}

/// What the caller adds to the decoding of a `Decodable` type that cannot be stored or compared.
public struct JSONDecodingHooks: Sendable {
    /// Makes the coding key of a member from its path: the keys from the top down, its own name as written last.
    ///
    /// When set, it takes the place of ``JSONDecodingOptions/keys``. It is called for every member of an object whose
    /// members are asked for, and again for those on the path of an error.
    public var key: (@Sendable (_ path: [any CodingKey]) -> any CodingKey)?

    /// Makes a value of a type that is made from a scalar, such as `Date`, in a way that no strategy knows.
    ///
    /// It is given the type and what stands in the body. A result that is nil or of another type leaves the value to
    /// ``JSONDecodingOptions/scalars``.
    public var scalar: (@Sendable (any ScalarDecodable.Type, DecodedScalar) throws(ScalarMismatch) -> Any?)?

    /// What the `userInfo` of every decoder shows to the types that are decoded.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates hooks.
    ///
    /// - Parameters:
    ///   - key: Makes the coding key of a member from its path; nil leaves that to the options.
    ///   - userInfo: What the decoders show to the types that are decoded.
    public init(
        key: (@Sendable (_ path: [any CodingKey]) -> any CodingKey)? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.key = key
        self.userInfo = userInfo
    }
}

extension DecodingRules {
    /// The rules of the options and of the caller's own functions.
    init(_ options: JSONDecodingOptions, _ hooks: JSONDecodingHooks) {
        self.init()
        strategies = options.scalars
        convertsFromSnakeCase = options.keys == .convertFromSnakeCase
        if case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloats {
            nonFinite = NonFiniteTexts(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
        key = hooks.key
        scalar = hooks.scalar
        userInfo = hooks.userInfo
    }
}
