public import DecantCore

/// A serializer that decodes a whole multipart body into its parts.
///
/// ```swift
/// let parts = try await session.value(for: request, as: .multipart)
/// let users = try parts.map { part in try part.value(as: .json(User.self)) }
/// ```
///
/// Parts are limited by `Limits.bodyBytes`, as the whole body is. To decode parts as they arrive, use
/// `StreamSerializer.multipart`.
public struct MultipartResponseSerializer: StoredFormatSerializer {
    /// The response checks and the steps around decoding.
    public var handling = ResponseHandling(accepting: MultipartOptions.mediaTypes)

    /// The options for splitting the body.
    public var options: MultipartOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: The options for splitting the body.
    public init(options: MultipartOptions = MultipartOptions()) {
        self.options = options
    }

    /// Splits the body.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The context with the head of the response and the request. Receives the findings.
    /// - Throws: `ResponseError` with the position of the error.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> [BodyPart] {
        let maxNesting = context.limits.partNesting
        guard context.partNesting < maxNesting else {
            let message = "multipart bodies are nested more than \(maxNesting) deep"
            throw ResponseError(.limitExceeded, message, offset: 0, limit: .partNesting)
        }
        var plain = ResponseHandling(accepting: nil)
        plain.configuration.limits = context.limits
        var settings = StreamSettings(handling: plain, context: context.response)
        settings.options.itemLimit = .bodyBytes
        let decoder = PartDecoder(options, settings, nesting: context.partNesting + 1)
        var parts: [BodyPart] = []
        var position = 0
        // The decoder copies what it reads, so it gets as much as fits in a cache.
        while position < body.count {
            let end = min(position + 64 << 10, body.count)
            decoder.append(body.span.extracting(position..<end))
            position = end
            while let part = try decoder.next() { parts.append(part) }
        }
        decoder.finish()
        while let part = try decoder.next() { parts.append(part) }
        for finding in decoder.values.findings { context.report(finding) }
        return parts
    }
}

extension ResponseSerializer where Self == MultipartResponseSerializer {
    /// A serializer of the parts of a multipart body.
    public static var multipart: Self { MultipartResponseSerializer() }

    /// Creates a serializer of the parts of a multipart body with options.
    public static func multipart(options: MultipartOptions) -> Self { MultipartResponseSerializer(options: options) }
}
