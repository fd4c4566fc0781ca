/// A decoder of bytes that belong to no response, such as the body of a request or a file: a replacement for `JSONDecoder`.
///
/// ```swift
/// let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
/// let user = try decoder.decode(User.self, from: bytes)
/// ```
///
/// It reads the bytes and makes the value exactly as the serializer of the format does, with the same options, limits, and errors.
/// `JSON.Decoder`, `XML.Decoder`, and `PropertyList.Decoder` are this type with the options of their format.
public struct FormatDecoder<Options: DecodableFormatOptions>: DecodingDialect {
    /// The options of the format.
    public var options: Options

    /// The custom functions and objects, which the options cannot hold.
    public var strategies = CustomStrategies()

    /// The limits on the bytes and their parts.
    public var limits: Limits

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - options: The options of the format.
    ///   - limits: The limits on the bytes and their parts.
    public init(options: Options = Options(), limits: Limits = Limits()) {
        self.options = options
        self.limits = limits
    }

    /// Makes a value of a `Decodable` type.
    ///
    /// Bytes of nothing but white space are the type's ``EmptyBodyRepresentable/emptyBodyValue`` if it has one, as nil for an optional.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The text or list, such as an array, `Data`, the readable view of a buffer, or a ``ResponseBytes``, which alone is
    ///     not copied.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the coding path and the position; it has the first bytes, but no response.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ResponseError)
        -> Value
    {
        let body = ResponseBytes(bytes)
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        do throws(ResponseError) {
            try limits.checkSize(of: body)
            guard body.isEmpty || body.isWhiteSpace else {
                return try options.decode(type, from: body, in: &context, strategies: strategies)
            }
            guard let value = emptyBodyValue(type) else { throw ResponseError(emptyBodyFor: type) }
            return value
        } catch {
            throw completed(error, body, context)
        }
    }

    private func completed(_ error: ResponseError, _ body: ResponseBytes, _ context: DecodingContext) -> ResponseError {
        var error = error
        error.add(body, limits)
        error.details.findings += context.findings
        error.addHint(BodyDiagnosis(body, context.response, ResponseValidation(mediaTypes: Options.mediaTypes)))
        return error
    }
}

extension FormatDecoder {
    /// A copy with changed options.
    ///
    /// - Parameter change: A closure that modifies the current options.
    /// - Returns: The changed copy.
    public func options(_ change: (inout Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// A copy with changed limits.
    ///
    /// - Parameter change: A closure that modifies the current limits.
    /// - Returns: The changed copy.
    public func limits(_ change: (inout Limits) -> Void) -> Self {
        var copy = self
        change(&copy.limits)
        return copy
    }
}

/// The value of a type for an empty body, if it has one.
func emptyBodyValue<Value>(_ type: Value.Type) -> Value? {
    guard let type = type as? any EmptyBodyRepresentable.Type else { return nil }
    return type.emptyBodyValue as? Value
}

extension ResponseError {
    /// Creates the error for an empty body and a type that has no value for it.
    init(emptyBodyFor type: Any.Type, hint: String? = nil) {
        self.init(
            .emptyBody,
            "the body is empty, and \(Self.name(of: type)) has no value for an empty body",
            hint: hint
        )
    }

    /// The name of a type, with its module's noun if the type is nested there: `XML.Document` of `DecantXML`.
    private static func name(of type: Any.Type) -> String {
        let parts = String(reflecting: type).split(separator: ".")
        guard parts.count > 2, parts[0] == "Decant\(parts[1])" else { return "\(type)" }
        return parts.dropFirst().joined(separator: ".")
    }
}
