public import DecantCore

/// The text of a body in UTF-8.
///
/// If the body is UTF-8 already, this is the body without its byte-order mark. Otherwise, it is the transcoded text.
package struct DecodedText: Sendable {
    /// The text in UTF-8, without a byte-order mark.
    package let body: ResponseBytes
    /// The charset of the bytes as received.
    package var charset: Charset { choice.charset }
    /// The error that ends the text before the end of the body, if reporting malformed text is deferred.
    package private(set) var failure: ResponseError?
    /// The number of malformed sequences replaced by U+FFFD.
    package let replacements: Int
    /// The bytes as received after the byte-order mark, or nil if the text is the body itself.
    private let source: ResponseBytes?
    /// Whether characters that XML does not allow were dropped.
    private let dropsControls: Bool
    private let choice: CharsetChoice

    /// A description of the charset's source, for errors.
    package var hint: Hint { choice.hint }

    /// Decodes a body.
    ///
    /// - Parameters:
    ///   - context: The context with the head of the response, the request, and the codings. Receives the findings.
    ///   - options: The charset of the caller, and the policy for malformed bytes.
    ///   - format: The charset rules of the format.
    ///   - validatesUTF8: Whether to validate a UTF-8 body. A scanner that validates UTF-8 itself saves a pass.
    ///     Replacing and transcoding always validate.
    ///   - defersMalformed: Whether to return the text before the first malformed bytes, with the error in ``failure``.
    ///     UTF-8 that is not validated is returned whole.
    ///   - dropsControls: Whether to drop the characters that XML does not allow, with a finding.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/unknownCharset``, or with
    ///   ``ResponseError/Code/invalidText`` and the offset.
    package static func decode(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        options: TextOptions = TextOptions(),
        format: TextFormat = .plain,
        validatesUTF8: Bool = true,
        defersMalformed: Bool = false,
        dropsControls: Bool = false
    ) throws(ResponseError) -> DecodedText {
        let choice =
            context.isUTF8 && options.charset == nil
            ? CharsetChoice(known: .utf8)
            : try CharsetChoice(body, label: context.response.charsetLabel, options, format)
        for finding in choice.findings { context.report(finding) }
        let text = droppingMark(of: choice.charset, from: body, in: &context)
        let replaces = options.replacesMalformed
        let decoder = TextDecoder(choice.charset, replacesMalformed: replaces, dropsControls: dropsControls)
        guard choice.charset == .utf8 else {
            context.report(Finding(.transcoded, .note, "the text was transcoded from \(choice.charset)"))
            return try transcoded(text, by: choice, decoder, defersMalformed, in: &context)
        }
        // A stream always uses the decoder, whose errors about malformed text are worded differently.
        if dropsControls, XMLControls.occur(in: text.span) || UTF8Validator.firstMalformed(in: text.span) != nil {
            return try transcoded(text, by: choice, decoder, defersMalformed, in: &context)
        }
        let plain = DecodedText(text, choice)
        // A scanner does not know that a label was ignored.
        let validates = validatesUTF8 || replaces || choice.ignoresLabel && !defersMalformed
        guard validates, let offset = UTF8Validator.firstMalformed(in: text.span) else { return plain }
        guard replaces else { throw plain.malformed(at: offset) }
        return try transcoded(text, by: choice, decoder, false, in: &context)
    }

    private static func droppingMark(of charset: Charset, from body: ResponseBytes, in context: inout DecodingContext)
        -> ResponseBytes
    {
        guard Charset.marked(body) != nil else { return body }
        let mark = charset.byteOrderMark
        guard !mark.isEmpty, body.hasPrefix(mark) else { return body }
        let message = "a \(charset) byte-order mark was removed"
        context.report(Finding(.byteOrderMark, .note, message, offset: body.start))
        return body.dropFirst(mark.count)
    }

    private static func transcoded(
        _ source: ResponseBytes,
        by choice: CharsetChoice,
        _ decoder: TextDecoder,
        _ defersMalformed: Bool,
        in context: inout DecodingContext
    ) throws(ResponseError) -> DecodedText {
        var decoder = decoder
        var buffer = UTF8Buffer()
        buffer.reserve(forTextOf: source.count)
        do throws(ResponseError) {
            try decoder.decode(source.span, into: &buffer)
            try decoder.finish(into: &buffer)
        } catch {
            let prefix = defersMalformed ? buffer.copy : []
            let error = explained(error, source, choice, decoder.resumed, textBefore: buffer)
            guard defersMalformed else { throw error }
            var text = DecodedText(ResponseBytes(prefix), choice, source, decoder)
            text.failure = error
            return text
        }
        if let first = decoder.firstReplacement {
            let times = decoder.replacements == 1 ? "once" : "\(decoder.replacements) times"
            let message = "malformed \(choice.charset) was replaced by U+FFFD \(times)"
            context.report(Finding(.replacedBytes, .warning, message, offset: source.start + first))
        }
        if let finding = decoder.dropped.finding(after: source.start) { context.report(finding) }
        return DecodedText(ResponseBytes(buffer.finish()), choice, source, decoder)
    }

    private init(
        _ text: ResponseBytes,
        _ choice: CharsetChoice,
        _ source: ResponseBytes? = nil,
        _ decoder: TextDecoder? = nil
    ) {
        body = text
        self.source = source
        replacements = decoder?.replacements ?? 0
        dropsControls = decoder?.dropsControls ?? false
        self.choice = choice
    }

    /// The number of bytes to decode after an error's position for the excerpt.
    private static let shownBehind = 160

    /// Adds the offset of malformed text in the bytes as received, and an excerpt of the text around it.
    private static func explained(
        _ error: ResponseError,
        _ source: ResponseBytes,
        _ choice: CharsetChoice,
        _ decoder: TextDecoder,
        textBefore: consuming UTF8Buffer
    ) -> ResponseError {
        guard let offset = error.offset else { return error }
        let position = textBefore.count
        var decoder = decoder
        let rest = source.dropFirst(offset).prefix(shownBehind)
        // Replacing never throws.
        try? decoder.decode(rest.span, into: &textBefore)
        let received = source.start + offset
        let text = SourceText(ResponseBytes(textBefore.finish()), Transcoding { _ in received })
        return TextDecoder.malformed(choice.charset, at: received, hint: choice.hint).moved(to: .text(position, text))
    }

    /// Returns the error for text that is not valid UTF-8, with an offset in the body as received.
    package func malformed(at offset: Int) -> ResponseError {
        let isChosen = choice.source < .head
        let hint = isChosen ? hint : LikelyCharset.hint(hint, for: body, malformedAt: offset)
        return TextDecoder.malformed(.utf8, at: body.start + offset, hint: hint)
    }

    /// A map from offsets in ``body`` to offsets in the body as received, or nil if the text was not transcoded.
    ///
    /// Each lookup decodes the text again, so use this only for errors.
    package var transcoding: Transcoding? {
        source.map { source in
            Transcoding { [start = beginning] offset in
                var cursor = start
                cursor.move(to: offset, in: source.span)
                return source.start + cursor.position
            }
        }
    }

    /// A cursor at the start of the text.
    private var beginning: TranscodingCursor {
        TranscodingCursor(engine: DecodingEngine(charset), dropsControls: dropsControls)
    }

    /// The text, with the map to the body as received.
    package var sourceText: SourceText { SourceText(body, transcoding) }

    /// Returns the offset in the body as received for an offset in ``body``.
    ///
    /// Continues from the previous lookup.
    package func sourceOffset(ofUTF8Offset offset: Int, from cursor: inout TranscodingCursor?) -> Int {
        guard let source else { return body.start + offset }
        var next = cursor ?? beginning
        if next.count > offset { next = beginning }
        next.move(to: offset, in: source.span)
        cursor = next
        return source.start + next.position
    }

    /// Whether the text is the body itself, not a decoded copy.
    package var isUnchanged: Bool { source == nil }

    /// Returns the text as a validated string.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/invalidText`` if the text is not UTF-8.
    package func string() throws(ResponseError) -> String {
        if let string = String(validUTF8: body) { return string }
        throw malformed(at: UTF8Validator.firstMalformed(in: body.span) ?? 0)
    }
}

/// A position in encoded text, with the corresponding offset in its UTF-8 form.
///
/// It only moves forward.
///
/// Mapping many offsets in ascending order costs one pass over the text, instead of one pass per offset.
package struct TranscodingCursor: Sendable {
    private var engine: DecodingEngine
    /// Whether characters that XML does not allow were dropped.
    private let dropsControls: Bool
    /// The number of bytes of the text before the cursor.
    private(set) var position = 0
    /// The number of UTF-8 bytes they decode to.
    private(set) var count = 0

    /// Creates a cursor from the state of a decoder.
    init(engine: DecodingEngine, dropsControls: Bool = false) {
        self.engine = engine
        self.dropsControls = dropsControls
    }

    /// Moves to the character that contains a UTF-8 offset.
    ///
    /// Every call needs the same text and an offset that is not smaller.
    mutating func move(to target: Int, in source: borrowing Span<UInt8>) {
        while position < source.count {
            var next = engine
            let (written, taken) = size(of: next.next(in: source, at: position))
            if count + written > target { return }
            count += written
            position += taken ?? next.consumeIncomplete(rest: source.count - position)
            engine = next
        }
    }

    /// Returns the length of a character in UTF-8, and the number of source bytes if it is known.
    private func size(of character: DecodedCharacter) -> (written: Int, taken: Int?) {
        switch character {
        case .scalar(let scalar, let length) where dropsControls && XMLControls.contains(scalar): (0, length)
        case .scalar(let scalar, let length): (UTF8Sequence.length(of: scalar), length)
        case .pair(let first, let second, let length):
            (UTF8Sequence.length(of: first) + UTF8Sequence.length(of: second), length)
        case .nothing(let length): (0, length)
        case .malformed(let length): (3, length)
        case .incomplete: (3, nil)
        }
    }
}

/// The options for decoding text.
///
/// ```swift
/// let options = TextOptions(charset: .windows1252, replacesMalformed: true)
/// let serializer = StringResponseSerializer(options: options)
/// ```
public struct TextOptions: StoredOptions {
    /// The charset, which overrides the response's declaration.
    ///
    /// If it is nil, the charset comes from the byte-order mark, the head, or the document's declaration, in this
    /// order; the default is UTF-8.
    public var charset: Charset?

    /// Whether malformed bytes are replaced by U+FFFD, as in a browser.
    ///
    /// A finding reports how many were replaced. With this option, a charset in the head that must not be decoded is
    /// ignored, also with a finding. Without it, malformed bytes are an error that names the charset and the offset.
    public var replacesMalformed: Bool

    /// Creates the default options.
    public init() {
        self.init(charset: nil)
    }

    /// Creates options.
    ///
    /// - Parameters:
    ///   - charset: The charset, which overrides the response's declaration; nil uses the declared one.
    ///   - replacesMalformed: Whether malformed bytes are replaced by U+FFFD; otherwise, they are an error.
    public init(charset: Charset? = nil, replacesMalformed: Bool = false) {
        self.charset = charset
        self.replacesMalformed = replacesMalformed
    }

    /// The media types of text: all of `text`, and other types of text-based formats.
    ///
    /// Other types are rejected, because the bytes of an image can be valid text in many charsets. Accept more types
    /// with `.accepting(…)`, or any type with `.acceptingAnyMediaType()`.
    public static let mediaTypes: [MediaTypePattern] = [
        "text/*", "application/json", "*+json", "application/xml", "*+xml", "application/javascript",
        "application/ecmascript", "application/x-javascript", "application/x-ndjson", "application/json-seq",
        "application/yaml", "application/x-yaml", "application/toml", "application/sql", "application/graphql",
        "application/x-www-form-urlencoded", "application/x-sh",
    ]
}

extension TextOptions: StoredPart {
    /// Decodes options; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] {
        [
            .value("charset", \.charset),
            .value("replacesMalformed", \.replacesMalformed),
        ]
    }
}
