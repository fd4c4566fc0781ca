public import DecantCore

/// Decodes a body as text.
///
/// ```swift
/// let text = try StringResponseSerializer().value(of: bytes, for: response)
/// let old = try StringResponseSerializer().charset(.shiftJIS).value(of: bytes, for: response)
/// ```
///
/// The charset is the caller's, else that of a byte-order mark, of the `charset` parameter, of the document's own
/// declaration (XML and HTML), else UTF-8. A mark is not part of the text. Malformed bytes are an error with their
/// place, unless ``replacingMalformed()`` is asked for; nothing is ever taken for Latin-1 without a word.
///
/// An empty body is the empty string; one of white space is kept as it is.
public struct StringResponseSerializer: FormatResponseSerializer {
    /// The checks of a response, and the steps around decoding.
    public var handling = ResponseHandling.text

    /// The ways in which bytes become characters.
    public var options: TextOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: The ways in which bytes become characters.
    public init(options: TextOptions = TextOptions()) {
        self.options = options
    }

    /// Decodes the text.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    /// - Returns: The text.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/unknownCharset`` or
    ///   ``ResponseError/Code/invalidText``.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
        let format = TextFormat(context.mediaType)
        return try DecodedText.decode(body, in: &context, options: options, format: format, validatesUTF8: false)
            .string()
    }

    /// Decodes the text of a response whose status is bad.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The text.
    /// - Throws: ``ResponseError`` as from ``decode(_:in:)``.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }
}

extension StringResponseSerializer {
    /// A serializer that reads all text in one charset, whatever the response declares.
    ///
    /// - Parameter charset: The charset; nil uses the one that the response declares.
    /// - Returns: A serializer like this one.
    public func charset(_ charset: Charset?) -> Self {
        options { $0.charset = charset }
    }

    /// A serializer that replaces malformed bytes by U+FFFD, with a finding that has their number.
    ///
    /// ```swift
    /// let page = try await session.value(for: request, as: .string.replacingMalformed())
    /// ```
    public func replacingMalformed() -> Self {
        options { $0.replacesMalformed = true }
    }
}

extension ResponseSerializer where Self == StringResponseSerializer {
    /// Text, in the charset that the response names.
    public static var string: Self { StringResponseSerializer() }

    /// Text, with options.
    ///
    /// - Parameter options: The ways in which bytes become characters.
    /// - Returns: A serializer of text.
    public static func string(options: TextOptions) -> Self { StringResponseSerializer(options: options) }
}

extension ResponseHandling {
    /// The default for text, which all serializers share until one changes its own.
    static let text = ResponseHandling(TextOptions.responseConfiguration)
}
