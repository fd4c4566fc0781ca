public import DecantCore
import DecantText

extension XML {
    /// A reader of a document that returns one event after another.
    ///
    /// A whole body is read at once:
    ///
    /// ```swift
    /// var reader = try XML.Reader(parsing: bytes)
    /// while let event = try reader.next() {
    ///     if case .startElement(let element) = event { print(element.name.string, event.position) }
    /// }
    /// ```
    ///
    /// A body that arrives in chunks, which may be cut anywhere, is read up to its last complete event:
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
    /// Nothing is copied and no string is created until it is requested. Events before an error are delivered, and none after
    /// it; the next call throws the same error again. Nothing outside the body is ever read.
    ///
    /// Chunks give the events, findings and errors of the whole body, but the snippet of an error shows only the part of the line
    /// that is held. Bytes are dropped once they were read, so memory is bounded by the longest token and the bytes not read yet.
    /// A tag, text, comment, or other token of more than `Limits.xmlTokenBytes` is an error as soon as that many bytes of it have
    /// arrived; the document type declaration is one token.
    public struct Reader: ~Copyable {
        private var box: XMLTokenizerBox
        /// The chunks that have arrived; none for a whole body.
        private var input: XMLChunkInput
        /// The findings about the charset of a whole body.
        private let charsetFindings: [Finding]

        /// Creates a reader of a whole body.
        ///
        /// - Parameters:
        ///   - bytes: The bytes. A ``ResponseBytes`` is not copied.
        ///   - options: The options for reading the text; those about trees have no effect.
        ///   - limits: The limits on depth, lengths and counts.
        /// - Throws: ``ResponseError`` if the charset is not known.
        public init(
            parsing bytes: some Sequence<UInt8>,
            options: Options = Options(),
            limits: Limits = Limits()
        ) throws(ResponseError) {
            var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
            let tokenizer = try XMLTokenizer(ResponseBytes(bytes), in: &context, options: options)
            self.init(tokenizer, findings: context.findings)
        }

        /// Creates a reader of a body whose chunks are appended.
        ///
        /// - Parameters:
        ///   - mediaType: The media type of the body, whose `charset` counts.
        ///   - options: The options for reading the text; those about trees have no effect.
        ///   - limits: The limits on depth, lengths and counts.
        public init(mediaType: ResponseMediaType? = nil, options: Options = Options(), limits: Limits = Limits()) {
            input = XMLChunkInput(charset: mediaType?.charset, options, limits)
            let nothing = XMLTokenizer(
                XMLSource(ResponseBytes()),
                options: options,
                limits: limits,
                keepsAssembled: false
            )
            box = XMLTokenizerBox(nothing)
            charsetFindings = []
        }

        /// Creates a reader of a text whose charset is known.
        init(_ tokenizer: consuming XMLTokenizer, findings: [Finding]) {
            box = XMLTokenizerBox(tokenizer)
            input = XMLChunkInput()
            charsetFindings = findings
        }
    }
}

extension XML.Reader {
    /// Adds a chunk, which is parsed when events are read; ignored once the body is complete.
    public mutating func append(_ chunk: [UInt8]) { input.append(chunk[...]) }
    /// Adds a chunk, which is parsed when events are read; ignored once the body is complete.
    public mutating func append(_ chunk: ArraySlice<UInt8>) { input.append(chunk) }
    /// Adds a chunk, which is parsed when events are read; ignored once the body is complete.
    public mutating func append(_ chunk: some Sequence<UInt8>) { input.append(Array(chunk)[...]) }
    /// Adds a chunk, which is parsed when events are read; ignored once the body is complete.
    public mutating func append(_ chunk: Span<UInt8>) {
        // Unsafe. Bound: the bytes are copied while the closure that has them runs.
        input.append((unsafe chunk.withUnsafeBufferPointer { unsafe Array($0) })[...])
    }
    /// Ends the body; a whole body is complete from the start.
    public mutating func finish() { input.finish() }

    /// Whether the end of the document was reached.
    public var isAtEnd: Bool { box.tokenizer.isAtEnd }
    /// The number of open elements.
    public var depth: Int { box.tokenizer.depth }
    /// The content of the document type declaration, after it was read.
    public var documentType: XML.DocumentType? { box.tokenizer.documentType }
    /// The findings so far: about the charset, and about external parts that were not read.
    public var findings: [Finding] {
        charsetFindings + (box.tokenizer.scanner.source.stream?.findings ?? []) + box.tokenizer.findings
    }
    /// The number of bytes of chunks that are held; appended bytes that were not read yet are not counted.
    package var heldBytes: Int { box.tokenizer.scanner.window.bytes.count }

    /// The position at which the last event begins, see ``XML/Event/position``.
    public var position: SourcePosition { mutating get { box.view.position } }

    /// Reads the next event, as ``next()`` does, as a value that can be kept.
    public mutating func nextOwned() throws(ResponseError) -> XML.OwnedEvent? {
        try advance() ? box.view.owned : nil
    }

    /// Finds the next token, if it is complete.
    private mutating func advance() throws(ResponseError) -> Bool {
        input.isWhole ? try box.tokenizer.advance() : try input.advance(&box)
    }

    /// Reads the next event.
    ///
    /// - Returns: The event, valid until the reader is used again; nil at the end of the document, or if more of the body is
    ///   needed.
    /// - Throws: ``ResponseError`` with the position of the first error, and the same at each further call.
    @inlinable
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> XML.Event? {
        guard let view = try nextView() else { return nil }
        return XML.Event(view)
    }

    // MARK: - Unsafe
    //
    // Bound: the view borrows the reader exclusively, so that the reader can neither continue nor go away while it is used.

    @usableFromInline
    @_lifetime(&self)
    mutating func nextView() throws(ResponseError) -> XMLTokenView? {
        guard try advance() else { return nil }
        return unsafe _overrideLifetime(box.unboundView, mutating: &self)
    }
}
