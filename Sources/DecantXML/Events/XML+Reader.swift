public import DecantCore

extension XML {
    /// Goes through a document one event after the other, as far as it is asked to.
    ///
    /// ```swift
    /// var reader = try XML.Reader(ResponseBody(bytes))
    /// while let event = try reader.next() {
    ///     if case .startElement(let element) = event { print(element.name.string, try reader.position) }
    /// }
    /// ```
    ///
    /// Nothing is copied and no string is made unless it is asked for. Events that come before a fault are delivered, and
    /// nothing after it; asked again, the reader throws the same error again. Nothing outside of the body is ever read.
    public struct Reader: ~Copyable {
        var state: XMLTokenizerBox

        /// What was noticed about the charset.
        private let charsetFindings: [Finding]

        /// Creates a reader of a body.
        ///
        /// - Parameters:
        ///   - bytes: The bytes. A ``ResponseBody`` is not copied.
        ///   - options: The ways in which the text is read; those about trees have no effect.
        ///   - limits: The bounds of depth, length and number.
        /// - Throws: ``ResponseError`` if the charset is not known.
        public init(
            _ bytes: some Sequence<UInt8>,
            options: Options = Options(),
            limits: Limits = Limits()
        ) throws(ResponseError) {
            var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
            try self.init(ResponseBody(bytes), in: &context, options: options)
        }

        /// Creates a reader of the body of a response.
        init(_ body: ResponseBody, in context: inout DecodingContext, options: Options) throws(ResponseError) {
            let earlier = context.findings.count
            state = XMLTokenizerBox(try XMLTokenizer(body, in: &context, options: options))
            charsetFindings = context.findings.count == earlier ? [] : Array(context.findings[earlier...])
        }

        /// Creates a reader of a text whose charset was found out.
        init(_ tokenizer: consuming XMLTokenizer, findings: [Finding]) {
            state = XMLTokenizerBox(tokenizer)
            charsetFindings = findings
        }

        /// Finds the next event, and keeps it.
        ///
        /// - Returns: The event, or nil at the end of the document.
        /// - Throws: ``ResponseError`` as from ``next()``.
        public mutating func nextOwned() throws(ResponseError) -> OwnedEvent? {
            guard let event = try next() else { return nil }
            return event.owned
        }

        /// Where the current event begins: offset in the body as received, line and column.
        ///
        /// What comes out of an entity is where that is referred to. Lines are counted on from where that was asked last.
        public var position: SourcePosition { mutating get { state.view.position } }

        /// What was noticed so far: about the charset, and about what stands outside of the document and was not read.
        public var findings: [Finding] { charsetFindings + state.tokenizer.findings }

        /// What the document type declaration says, once it was read.
        public var documentType: DocumentType? { state.tokenizer.documentType }

        /// How many elements are open.
        public var depth: Int { state.tokenizer.depth }
    }
}

extension XML.Reader {
    // MARK: - Unsafe
    //
    // Bound: the event borrows the reader exclusively, so that the reader can neither go on nor go away while it is used.

    /// Finds the next event.
    ///
    /// - Returns: The event, good until the next call; nil at the end of the document.
    /// - Throws: ``ResponseError`` with the place of the first fault, and the same again when it is asked again.
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> XML.Event? {
        guard try state.tokenizer.advance() else { return nil }
        return unsafe _overrideLifetime(XML.Event(state.unboundView), mutating: &self)
    }
}
