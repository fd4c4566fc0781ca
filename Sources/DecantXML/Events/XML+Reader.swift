public import DecantCore
import DecantText

extension XML {
    /// A reader that returns the events of a document one by one.
    ///
    /// Read a complete body as follows:
    ///
    /// ```swift
    /// var reader = try XML.Reader(parsing: bytes)
    /// while let event = try reader.next() {
    ///     if event.kind == .startElement { print(String(event.name), event.position) }
    /// }
    /// ```
    ///
    /// A body that arrives in chunks can be split anywhere. The reader returns events up to the last complete one:
    ///
    /// ```swift
    /// var reader = XML.Reader()
    /// for chunk in chunks {
    ///     reader.append(chunk)
    ///     while let event = try reader.next() { … }
    /// }
    /// reader.finish()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// The reader copies nothing and creates strings only on request. It delivers all events before an error and none
    /// after it; further calls throw the same error again. It never reads anything outside the body.
    ///
    /// Reading in chunks produces the same events, findings, and errors as reading the whole body, except that the
    /// snippet of an error shows only the buffered part of the line. Bytes are released after they are parsed, so
    /// memory is bounded by the longest token and the unread bytes. A token longer than `Limits.xmlTokenBytes` is an
    /// error as soon as that many of its bytes have arrived. Tokens are tags, texts, comments, and so on; the document
    /// type declaration is one token.
    public struct Reader: ~Copyable {
        private var box: XMLTokenizerBox
        /// The chunks that have arrived; empty for a whole body.
        private var input: XMLChunkInput
        /// The findings about the charset of a whole body.
        private let charsetFindings: [Finding]

        /// Creates a reader of a whole body.
        ///
        /// - Parameters:
        ///   - bytes: The document. A `ResponseBytes` is not copied.
        ///   - options: The options for reading the text. Options for trees have no effect.
        ///   - limits: The limits on depth, lengths, and counts.
        /// - Throws: `ResponseError` if the charset is unknown.
        public init(
            parsing bytes: some Sequence<UInt8>,
            options: Options = Options(),
            limits: Limits = Limits()
        ) throws(ResponseError) {
            var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
            let tokenizer = try XMLTokenizer(ResponseBytes(bytes), in: &context, options: options)
            self.init(tokenizer, findings: context.findings)
        }

        /// Creates a reader of a body that arrives in chunks.
        ///
        /// - Parameters:
        ///   - mediaType: The media type of the body. Only its `charset` parameter is used.
        ///   - options: The options for reading the text. Options for trees have no effect.
        ///   - limits: The limits on depth, lengths, and counts.
        public init(mediaType: ResponseMediaType? = nil, options: Options = Options(), limits: Limits = Limits()) {
            input = XMLChunkInput(charset: mediaType?.charsetLabel, options, limits)
            box = XMLTokenizerBox(XMLTokenizer(XMLSource(), options: options, limits: limits))
            charsetFindings = []
        }

        init(_ tokenizer: consuming XMLTokenizer, findings: [Finding]) {
            box = XMLTokenizerBox(tokenizer)
            input = XMLChunkInput()
            charsetFindings = findings
        }
    }
}

extension XML.Reader {
    /// Appends a chunk to parse when events are read.
    ///
    /// Ignored once the body is complete.
    public mutating func append(_ chunk: some Sequence<UInt8>) { input.append(Array(chunk)[...]) }
    /// Appends a chunk to parse when events are read.
    ///
    /// Ignored once the body is complete.
    public mutating func append(_ chunk: Span<UInt8>) {
        // Unsafe. Bound: the bytes are copied inside the closure that receives them.
        input.append((unsafe chunk.withUnsafeBufferPointer { unsafe Array($0) })[...])
    }
    /// Marks the body as complete.
    ///
    /// A whole body is complete from the start.
    public mutating func finish() { input.finish() }

    /// Whether the reader has reached the end of the document.
    public var isAtEnd: Bool { box.tokenizer.isAtEnd }
    /// The number of open elements.
    public var depth: Int { box.tokenizer.depth }
    /// The content of the document type declaration, or nil until the reader has read it.
    public var documentType: XML.DocumentType? { box.tokenizer.documentType }
    /// The findings so far, about the charset and about external references that were not followed.
    public var findings: [Finding] {
        charsetFindings + (box.tokenizer.scanner.source.stream?.findings ?? []) + box.tokenizer.findings
    }
    /// The number of buffered bytes, excluding appended bytes that were not read yet.
    package var heldBytes: Int { box.tokenizer.scanner.window.bytes.count }
    /// The position where the last event begins; see ``XML/Event/position``.
    public var position: SourcePosition { mutating get { box.view.position } }

    /// Reads the next event as a value that can be stored; see ``next()``.
    public mutating func nextOwned() throws(ResponseError) -> XML.OwnedEvent? {
        try advance() ? box.view.owned : nil
    }

    private mutating func advance() throws(ResponseError) -> Bool {
        input.isWhole ? try box.tokenizer.advance() : try input.advance(&box)
    }

    /// Reads the next event.
    ///
    /// - Returns: The event, valid until the reader is used again. Nil at the end of the document, or if the reader
    ///   needs more of the body.
    /// - Throws: `ResponseError` with the position of the first error. Further calls throw the same error.
    @inlinable
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> XML.Event? {
        guard let view = try nextView() else { return nil }
        return XML.Event(view)
    }

    // MARK: - Unsafe
    //
    // Bound: the view borrows the reader exclusively, so the reader can neither advance nor be destroyed while the view
    // is used.

    @usableFromInline
    @_lifetime(&self)
    mutating func nextView() throws(ResponseError) -> XMLTokenView? {
        guard try advance() else { return nil }
        return unsafe _overrideLifetime(box.unboundView, mutating: &self)
    }
}

extension XML {
    /// The body of a response, for reading event by event.
    ///
    /// ```swift
    /// let events = try XMLEventResponseSerializer().value(of: bytes, for: response)
    /// var reader = events.makeReader()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// The body has been validated and its charset determined, but it has not been parsed. A reader throws an error
    /// when it reaches content that is not well-formed. Any number of readers can be created; each starts at the
    /// beginning.
    public struct Events: Sendable {
        /// The options for reading the text.
        public let options: Options
        /// The limits on depth, lengths, and counts.
        public let limits: Limits
        /// The findings about the charset.
        public let findings: [Finding]
        private let source: XMLSource
        /// A closure that adds the response to an error.
        private let completing: @Sendable (ResponseError) -> ResponseError

        init(
            _ body: ResponseBytes,
            in context: inout DecodingContext,
            for serializer: XMLEventResponseSerializer
        ) throws(ResponseError) {
            let options = serializer.options
            let earlier = context.findings.count
            source = try XMLSource(body, in: &context, options)
            self.options = options
            limits = context.limits
            findings = Array(context.findings[earlier...])
            let path = ResponsePath(serializer.handling)
            completing = { [context] in path.completed($0, body: body.whole, decoding: context) }
        }

        /// Creates a reader that starts at the beginning.
        public func makeReader() -> Reader {
            var tokenizer = XMLTokenizer(source, options: options, limits: limits)
            tokenizer.ending.completing = completing
            return Reader(tokenizer, findings: findings)
        }

        /// Reads and returns all events.
        public func owned() throws(ResponseError) -> [OwnedEvent] {
            var reader = makeReader()
            var events: [OwnedEvent] = []
            while let event = try reader.nextOwned() { events.append(event) }
            return events
        }
    }
}
