public import DecantCore

/// The text of a body in UTF-8: the body itself without its mark if it is UTF-8 already, else what it was transcoded
/// to.
package struct DecodedText: Sendable {
    /// The text in UTF-8, without a byte-order mark.
    package let body: ResponseBytes
    /// The charset that the bytes as received are in.
    package let charset: Charset
    /// The reason that the text ends before the body does, if malformed text is to be reported later.
    package private(set) var failure: ResponseError?
    /// The number of times that U+FFFD replaced malformed bytes.
    package let replacements: Int
    /// The bytes as received, after the mark; nil if they are the text.
    private let source: ResponseBytes?
    /// The source of the charset, for errors.
    package let hint: String

    /// Decodes a body.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    ///   - options: The caller's charset, and what happens to malformed bytes.
    ///   - format: The rules of the format for the charset.
    ///   - validatesUTF8: Whether a UTF-8 body is validated; a scanner that does so itself saves a pass. Replacing
    ///     always validates, and so does transcoding.
    ///   - defersMalformed: Whether a text that is malformed somewhere is given up to there, with the reason in ``failure``;
    ///     UTF-8 that is not validated is given whole.
    /// - Returns: The text.
    /// - Throws: ``ResponseError`` with ``ResponseError/Code/unknownCharset``, or with
    ///   ``ResponseError/Code/invalidText`` and the place.
    package static func decode(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        options: TextOptions = TextOptions(),
        format: TextFormat = .plain,
        validatesUTF8: Bool = true,
        defersMalformed: Bool = false
    ) throws(ResponseError) -> DecodedText {
        let choice =
            context.isUTF8 && options.charset == nil
            ? CharsetChoice(known: .utf8)
            : try CharsetChoice(body, label: context.mediaType?.charset, options, format)
        for finding in choice.findings { context.report(finding) }
        let text = droppingMark(of: choice.charset, from: body, in: &context)
        guard choice.charset == .utf8 else {
            context.report(Finding(.transcoded, .note, "the text was transcoded from \(choice.charset)"))
            return try transcoded(text, by: choice, options.replacesMalformed, defersMalformed, in: &context)
        }
        let plain = DecodedText(body: text, charset: .utf8, replacements: 0, source: nil, hint: choice.hint)
        let replaces = options.replacesMalformed
        guard validatesUTF8 || replaces, let offset = UTF8Validator.firstMalformed(in: text.span) else { return plain }
        guard replaces else { throw plain.malformed(at: offset) }
        return try transcoded(text, by: choice, true, false, in: &context)
    }

    private static func droppingMark(of charset: Charset, from body: ResponseBytes, in context: inout DecodingContext)
        -> ResponseBytes
    {
        let mark = charset.byteOrderMark
        guard !mark.isEmpty, body.hasPrefix(mark) else { return body }
        let message = "a \(charset) byte-order mark was removed"
        context.report(Finding(.byteOrderMark, .note, message, offset: body.start))
        return body.dropFirst(mark.count)
    }

    private static func transcoded(
        _ source: ResponseBytes,
        by choice: CharsetChoice,
        _ replacesMalformed: Bool,
        _ defersMalformed: Bool,
        in context: inout DecodingContext
    ) throws(ResponseError) -> DecodedText {
        var decoder = TextDecoder(choice.charset, replacesMalformed: replacesMalformed)
        var buffer = UTF8Buffer()
        buffer.reserve(forTextOf: source.count)
        do throws(ResponseError) {
            try decoder.decode(source.span, into: &buffer)
            try decoder.finish(into: &buffer)
        } catch {
            let prefix = defersMalformed ? buffer.copy : []
            let error = explained(error, source, choice, decoder.resumed, textBefore: buffer)
            guard defersMalformed else { throw error }
            var text = DecodedText(prefix, choice, source)
            text.failure = error
            return text
        }
        if let first = decoder.firstReplacement {
            let times = decoder.replacements == 1 ? "once" : "\(decoder.replacements) times"
            let message = "malformed \(choice.charset) was replaced by U+FFFD \(times)"
            context.report(Finding(.replacedBytes, .warning, message, offset: source.start + first))
        }
        return DecodedText(buffer.finish(), choice, source, replacements: decoder.replacements)
    }

    private init(_ text: [UInt8], _ choice: CharsetChoice, _ source: ResponseBytes, replacements: Int = 0) {
        self.init(
            body: ResponseBytes(text),
            charset: choice.charset,
            replacements: replacements,
            source: source,
            hint: choice.hint
        )
    }

    private init(body: ResponseBytes, charset: Charset, replacements: Int, source: ResponseBytes?, hint: String) {
        self.body = body
        self.charset = charset
        self.replacements = replacements
        self.source = source
        self.hint = hint
    }

    /// The number of bytes after an error's position that are decoded to be shown.
    private static let shownBehind = 160

    /// Adds the offset of malformed text in the bytes as received, and a snippet of the text decoded so far.
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

    /// The error, with its offset in the body as received, for a text that was taken for UTF-8 and is not.
    package func malformed(at offset: Int) -> ResponseError {
        TextDecoder.malformed(.utf8, at: body.start + offset, hint: hint)
    }

    /// The map from offsets in ``body`` to those in the body as received, if the text was transcoded.
    ///
    /// The text is decoded again for each offset, so this is for errors only.
    package var transcoding: Transcoding? {
        source.map { source in
            Transcoding { [charset] in source.start + TextDecoder.sourceOffset(of: $0, in: source.span, charset) }
        }
    }

    /// The text, with the source of its bytes.
    package var sourceText: SourceText { SourceText(body, transcoding) }

    /// Maps an offset in ``body`` to the one in the body as received, and counts on from the last one.
    package func sourceOffset(ofUTF8Offset offset: Int, from cursor: inout TranscodingCursor?) -> Int {
        guard let source else { return body.start + offset }
        var next = cursor ?? TranscodingCursor(charset)
        if next.count > offset { next = TranscodingCursor(charset) }
        next.move(to: offset, in: source.span)
        cursor = next
        return source.start + next.position
    }

    /// Whether the text is that of the body, not a copy.
    package var isInPlace: Bool { source == nil }

    /// Returns the text as a string, which is validated; throws ``ResponseError/Code/invalidText`` if it is not
    /// UTF-8.
    package func string() throws(ResponseError) -> String {
        if let string = String(validating: body, as: UTF8.self) { return string }
        throw malformed(at: UTF8Validator.firstMalformed(in: body.span) ?? 0)
    }
}

/// An offset in a text in another charset, with the offset in the UTF-8 it gives; moves forward only.
///
/// Mapping many offsets in their order costs one pass over the text, and not one for each.
package struct TranscodingCursor: Sendable {
    private var engine: DecodingEngine
    /// The number of bytes of the text before the cursor.
    private(set) var position = 0
    /// The number of bytes of UTF-8 that they give.
    private(set) var count = 0

    /// Creates a cursor at the start of a text.
    init(_ charset: Charset) { self.init(engine: DecodingEngine(charset)) }
    /// Creates a cursor from the state of an algorithm.
    init(engine: DecodingEngine) { self.engine = engine }

    /// Moves to the character that has a byte of the UTF-8; never back, and always in the same text.
    mutating func move(to target: Int, in source: borrowing Span<UInt8>) {
        while position < source.count {
            var next = engine
            let (written, taken) = Self.size(of: next.next(in: source, at: position))
            if count + written > target { return }
            count += written
            position += taken ?? next.takeIncomplete(rest: source.count - position)
            engine = next
        }
    }

    /// Returns the number of bytes of a character in UTF-8, and the number it was decoded from if that is known.
    private static func size(of character: DecodedCharacter) -> (written: Int, taken: Int?) {
        switch character {
        case .scalar(let scalar, let length): (UTF8Sequence.length(of: scalar), length)
        case .pair(let first, let second, let length):
            (UTF8Sequence.length(of: first) + UTF8Sequence.length(of: second), length)
        case .nothing(let length): (0, length)
        case .malformed(let length): (3, length)
        case .incomplete: (3, nil)
        }
    }
}

extension TextDecoder {
    /// Maps an offset in the UTF-8 of a text back to the text, by decoding it once more.
    static func sourceOffset(of target: Int, in source: borrowing Span<UInt8>, _ charset: Charset) -> Int {
        var cursor = TranscodingCursor(charset)
        cursor.move(to: target, in: source)
        return cursor.position
    }
}

/// The ways in which the bytes of a text become characters.
///
/// ```swift
/// let options = TextOptions(charset: .windows1252, replacesMalformed: true)
/// let serializer = StringResponseSerializer(options: options)
/// ```
public struct TextOptions: FormatOptions {
    /// The charset, whatever the response declares; nil uses the byte-order mark, head, the document's own declaration,
    /// UTF-8.
    public var charset: Charset?

    /// Whether bytes that the charset does not have become U+FFFD, as in a browser, with a finding that has their number.
    ///
    /// A charset that the head names but that is not known is then ignored, which is a finding too. Otherwise such bytes
    /// are an error, which names the charset and the offset.
    public var replacesMalformed: Bool

    /// Creates the default options.
    public init() {
        self.init(charset: nil)
    }

    /// Creates options.
    ///
    /// - Parameters:
    ///   - charset: The charset, whatever the response declares; nil uses the declared one.
    ///   - replacesMalformed: Whether bytes that the charset does not have become U+FFFD; else they are an error.
    public init(charset: Charset? = nil, replacesMalformed: Bool = false) {
        self.charset = charset
        self.replacesMalformed = replacesMalformed
    }

    /// The media types whose bodies are text: all of `text`, and those of formats that are written in text.
    ///
    /// Others are refused: bytes of a picture can be valid text in many charsets. Accept more with `.accepting(…)`, or
    /// anything with `.acceptingAnyMediaType()`.
    public static let mediaTypes: [MediaTypePattern] = [
        "text/*", "application/json", "*+json", "application/xml", "*+xml", "application/javascript",
        "application/ecmascript", "application/x-javascript", "application/x-ndjson", "application/json-seq",
        "application/yaml", "application/x-yaml", "application/toml", "application/sql", "application/graphql",
        "application/x-www-form-urlencoded", "application/x-sh",
    ]
}

extension TextOptions: StoredPart {
    /// Decodes options; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: TextOptions())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: TextOptions())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.optional(&charset, "charset", default: standard.charset)
        try members.member(&replacesMalformed, "replacesMalformed", default: standard.replacesMalformed)
    }
}
