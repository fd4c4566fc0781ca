public import DecantCore
import DecantDocument
import DecantText

extension JSON {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8, UTF-16 or UTF-32, with or without a byte-order mark, or in the options' charset. A
    ///     ``ResponseBytes`` is not copied.
    ///   - options: The ways in which the text is read.
    ///   - limits: The bounds of depth, length and number.
    /// - Throws: ``ResponseError`` with the position of the first fault.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        try self.init(parsing: ResponseBytes(bytes), options: options, limits: limits)
    }

    /// Reads a JSON text with the default options and limits, without a copy of its bytes.
    ///
    /// - Parameter body: The text, as for other bytes.
    /// - Throws: ``ResponseError`` with the position of the first fault.
    public init(parsing body: ResponseBytes) throws(ResponseError) {
        if Self.isPlainlyUTF8(body) {
            self = try JSONParser.document(body, nil, JSONScanOptions.standard)
        } else {
            self = try Self.transcoded(body, Options(), Limits())
        }
    }

    /// Reads a JSON text with options and limits, without a copy of its bytes.
    ///
    /// - Parameters:
    ///   - body: The text, as for other bytes.
    ///   - options: The ways in which the text is read.
    ///   - limits: The bounds of depth, length and number.
    /// - Throws: ``ResponseError`` with the position of the first fault.
    public init(
        parsing body: ResponseBytes,
        options: borrowing Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        if options.text.charset == nil, !options.text.replacesMalformed, Self.isPlainlyUTF8(body) {
            self = try JSONParser.document(body, nil, JSONScanOptions(options, limits))
        } else {
            self = try Self.transcoded(body, options, limits)
        }
    }

    @inline(never)
    private static func transcoded(
        _ body: ResponseBytes,
        _ options: borrowing Options,
        _ limits: Limits
    ) throws(ResponseError) -> JSON {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        return try JSON(parsing: body, in: &context, options: options)
    }

    /// Reads the JSON text of a response, in the charset that the response names.
    package init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing Options
    ) throws(ResponseError) {
        let text = try DecodedText.decode(
            body,
            in: &context,
            options: options.text,
            format: .json,
            // The scanner does so.
            validatesUTF8: false
        )
        self = try JSONParser.document(text.body, text.transcoding, JSONScanOptions(options, context.limits))
        if let finding = Quirks(rawValue: UInt32(flat.notes)).finding { context.report(finding) }
    }

    /// Returns whether a body begins neither with a byte-order mark, which is not ASCII, nor with a zero byte among its first two, as all
    /// JSON in UTF-16 and UTF-32 does; so it is in UTF-8 if nothing names a charset.
    private static func isPlainlyUTF8(_ body: ResponseBytes) -> Bool {
        // Zeros follow the last byte, so that two can be read of any body.
        let (first, second) = unsafe (body.address[0], body.address[1])
        return body.count > 0 && first != 0 && UTF8.isASCII(first) && (second != 0 || body.count == 1)
    }
}

extension JSON {
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// A document can be decoded any number of times, by several threads at once, too. One decoding is the work
    /// of one thread: the `Decoder` that `init(from:)` receives, and its containers, are used by one thread at a time.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The ways in which values are read; only `decoding`, `path`, and `badElements` have an effect.
    ///   - strategies: The functions and objects of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        strategies: CustomStrategies = CustomStrategies()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, strategies: strategies, findings: &findings)
    }

    /// Makes a value of a `Decodable` type from this part of a document, and reports the parts that the value lacks.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The ways in which values are read; only `decoding`, `path`, and `badElements` have an effect.
    ///   - strategies: The functions and objects of the caller's own.
    ///   - findings: The findings, to which one for each element that was skipped is added.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        strategies: CustomStrategies = CustomStrategies(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        try flat.decode(type, at: index, DecodingRules(options, strategies), findings: &findings)
    }

    /// The value that a JSON pointer (RFC 6901) leads to.
    ///
    /// - Parameter pointer: The pointer, such as `/data/items/0`; the empty one leads to this value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    public func value(at pointer: JSONPointer) throws(ResponseError) -> JSON {
        try part(at: pointer)
    }
}

extension JSON: Decodable {
    /// Creates a value from a part of the document that is being decoded, without a copy.
    ///
    /// - Parameter decoder: A decoder of JSON of this library.
    /// - Throws: `DecodingError` if the decoder is another one.
    public init(from decoder: any Swift.Decoder) throws {
        try self.init(partOf: decoder, .json, otherwise: "a JSON value can only be made from JSON that Decant decodes")
    }
}
