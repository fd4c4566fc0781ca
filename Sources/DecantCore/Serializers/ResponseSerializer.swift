/// Turns a response into a value, or into a ``ResponseError`` that explains itself.
///
/// A format states how responses are handled and decodes a body; validation, the empty-body rule, preparation and the
/// making of errors are the same for all. A serializer of your own takes ten lines:
///
/// ```swift
/// struct LineCount: ResponseSerializer {
///     var handling = ResponseHandling(accepting: ["text/plain"])
///
///     func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
///         body.count { $0 == UInt8(ascii: "\n") }
///     }
/// }
/// ```
public protocol ResponseSerializer<Output>: ResponseHandler {
    /// The type of the value.
    associatedtype Output: Sendable

    /// The part of the serializer that can be stored, compared and restored.
    associatedtype Configuration: Encodable & Hashable & Sendable = ResponseConfiguration

    /// The part of the serializer that can be stored, compared and restored; functions of the caller's are not in it.
    var configuration: Configuration { get set }

    /// Restores an encoded configuration.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the contents do not fit.
    mutating func restoreConfiguration(from decoder: any Decoder) throws

    /// Decodes a body that was validated, is not empty, and was prepared.
    ///
    /// - Parameters:
    ///   - body: The bytes, never empty.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the place where decoding stopped. The rest is filled in by the caller.
    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output

    /// Decodes the body of a response whose status is bad, when no type was named for it with `.failure(…)`.
    ///
    /// The default decodes nothing. A format gives its general value here, not the type it would have on success.
    ///
    /// - Parameters:
    ///   - body: The bytes, never empty.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value, or nil if the format has none.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?

    /// The value of an empty body, or nil if the output has none.
    ///
    /// The default asks the output type: `Optional`, `String`, byte arrays and ``EmptyResponse`` have one.
    func emptyValue() -> Output?

    /// Makes the value of a body that was validated and is empty.
    ///
    /// The default gives ``emptyValue()``. A serializer that passes responses on to others, each with a validation of its
    /// own, passes empty ones on as well, so that none is accepted unseen.
    ///
    /// - Parameters:
    ///   - body: The bytes: none, or what the serializer's ``EmptyBodyRule`` takes for none.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/emptyBody`` if there is no such value.
    func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output
}

extension ResponseSerializer where Configuration == ResponseConfiguration {
    /// The part of the handling that can be stored, compared and restored.
    public var configuration: ResponseConfiguration {
        get { handling.configuration }
        set { handling.configuration = newValue }
    }
}

extension ResponseSerializer where Configuration: Decodable {
    /// Decodes the configuration by itself.
    public mutating func restoreConfiguration(from decoder: any Decoder) throws {
        configuration = try Configuration(from: decoder)
    }
}

extension ResponseSerializer {
    /// A serializer with a stored configuration; functions of the caller's own stay as they are.
    ///
    /// ```swift
    /// let stored = try JSONEncoder().encode(serializer.configuration)
    /// let restored = try JSONResponseSerializer(User.self)
    ///     .configuration(JSONDecoder().decode(FormatConfiguration<JSON.Options>.self, from: stored))
    /// ```
    ///
    /// - Parameter configuration: The configuration, as ``configuration`` of a serializer of the same type returns it.
    /// - Returns: The changed serializer.
    public func configuration(_ configuration: Configuration) -> Self {
        var copy = self
        copy.configuration = configuration
        return copy
    }
}

extension ResponseSerializer {
    /// Decodes nothing: a format without a general value keeps the bytes of the error body only.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        nil
    }

    /// Returns the value of the output type for an empty body.
    public func emptyValue() -> Output? {
        emptyBodyValue(Output.self)
    }

    /// Returns ``emptyValue()``, or throws the error that there is none.
    public func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        guard let value = emptyValue() else {
            let hint = "wrap the serializer in `.optional(…)` to decode an empty body as nil"
            throw ResponseError(emptyBodyFor: Output.self, hint: hint)
        }
        return value
    }
}
