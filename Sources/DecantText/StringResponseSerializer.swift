public import DecantCore

/// A serializer that decodes a body as text.
///
/// ```swift
/// let text = try StringResponseSerializer().value(of: bytes, for: response)
/// let old = try StringResponseSerializer().charset(.shiftJIS).value(of: bytes, for: response)
/// ```
///
/// The charset comes from the options, a byte-order mark, the `charset` parameter, or the document's declaration (XML
/// and HTML), in this order; the default is UTF-8. A byte-order mark is not part of the text. Malformed bytes are an
/// error with their offset, unless you use ``replacingMalformed()``. Text is never decoded as Latin-1 silently.
///
/// An empty body decodes to an empty string. A body of whitespace is returned unchanged.
public struct StringResponseSerializer: StoredFormatSerializer {
    /// The response checks and the steps around decoding.
    public var handling = ResponseHandling.text

    /// The options for decoding text.
    public var options: TextOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: The options for decoding text.
    public init(options: TextOptions = TextOptions()) {
        self.options = options
    }

    /// Decodes the text.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The context with the head of the response, the request, and the codings. Receives the findings.
    /// - Throws: `ResponseError` with the code `ResponseError.Code.unknownCharset` or
    ///   `ResponseError.Code.invalidText`.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
        let format = TextFormat(context.mediaType)
        return try DecodedText.decode(body, in: &context, options: options, format: format, validatesUTF8: false)
            .string()
    }

    /// Decodes the text of a response with a bad status.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The context with the head of the response, the request, and the codings.
    /// - Throws: `ResponseError` in the same cases as ``decode(_:in:)``.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }
}

extension StringResponseSerializer {
    /// Returns a serializer with modified options.
    ///
    /// - Parameter change: A closure that modifies the current options.
    public func options(_ change: (inout TextOptions) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// Returns a serializer that decodes all text in one charset, which overrides the response's declaration.
    ///
    /// - Parameter charset: The charset; nil uses the declared one.
    public func charset(_ charset: Charset?) -> Self {
        options { $0.charset = charset }
    }

    /// Returns a serializer that replaces malformed bytes by U+FFFD.
    ///
    /// A finding reports how many were replaced.
    ///
    /// ```swift
    /// let page = try await session.value(for: request, as: .string.replacingMalformed())
    /// ```
    public func replacingMalformed() -> Self {
        options { $0.replacesMalformed = true }
    }
}

extension ResponseSerializer where Self == StringResponseSerializer {
    /// A serializer of text in the charset that the response declares.
    public static var string: Self { StringResponseSerializer() }

    /// Creates a serializer of text with options.
    public static func string(options: TextOptions) -> Self { StringResponseSerializer(options: options) }
}

extension ResponseHandling {
    /// The default for text.
    ///
    /// All serializers share its storage until one of them changes it.
    static let text = ResponseHandling(accepting: TextOptions.mediaTypes)
}
