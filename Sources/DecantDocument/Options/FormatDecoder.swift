public import DecantCore

/// A decoder for bytes that do not belong to a response, such as a request body or a file.
///
/// It is a replacement for `JSONDecoder`:
///
/// ```swift
/// let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
/// let user = try decoder.decode(User.self, from: bytes)
/// ```
///
/// It decodes exactly like the serializer of the format, with the same options, limits, and errors. `JSON.Decoder`,
/// `XML.Decoder`, and `PropertyList.Decoder` are this type with the options of their format.
public struct FormatDecoder<Options: FormatOptions>: FormatSerializer {
    /// The options of the format.
    public var options: Options

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

    /// Decodes a value of a `Decodable` type.
    ///
    /// If the bytes are empty or only whitespace, returns the type's `EmptyBodyRepresentable.emptyBodyValue`, such as
    /// nil for an optional, or throws if the type has no such value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The document: an array, `Data`, the readable view of a buffer, or a `ResponseBytes`. Only a
    ///     `ResponseBytes` is not copied.
    /// - Throws: `ResponseError` with the coding path, the position, and the first bytes, but without a response.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ResponseError)
        -> Value
    {
        let body = ResponseBytes(bytes)
        var context = DecodingContext(.unknown, limits: limits)
        do throws(ResponseError) {
            try limits.checkSize(of: body)
            guard body.isEmpty || body.isWhitespace else {
                return try options.decode(type, from: body, in: &context)
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
        error.addHint(BodyDiagnosis(body, context.response, Options.responseConfiguration))
        return error
    }
}

extension FormatDecoder {
    /// Returns a decoder with modified limits.
    ///
    /// - Parameter change: A closure that modifies the current limits.
    public func limits(_ change: (inout Limits) -> Void) -> Self {
        var copy = self
        change(&copy.limits)
        return copy
    }
}

extension ResponseContext {
    /// The context of bytes that belong to no response, which all decoders share.
    fileprivate static let unknown = ResponseContext(mediaType: nil)
}
