public import DecantCore
import DecantText

extension XML {
    /// Reads a document one event after the other, as far as events are requested.
    ///
    /// ```swift
    /// var reader = try XML.Reader(ResponseBytes(bytes))
    /// while let event = try reader.next() {
    ///     if case .startElement(let element) = event { print(element.name.string, try reader.position) }
    /// }
    /// ```
    ///
    /// Nothing is copied and no string is made unless it is asked for. Events that come before a fault are delivered, and
    /// nothing after it; asked again, the reader throws the same error again. Nothing outside the body is ever read.
    public struct Reader: ~Copyable {
        var state: XMLTokenizerBox
        /// The findings about the charset.
        private let charsetFindings: [Finding]

        /// Creates a reader of a body.
        ///
        /// - Parameters:
        ///   - bytes: The bytes. A ``ResponseBytes`` is not copied.
        ///   - options: The ways in which the text is read; those about trees have no effect.
        ///   - limits: The bounds of depth, length and number.
        /// - Throws: ``ResponseError`` if the charset is not known.
        public init(
            _ bytes: some Sequence<UInt8>,
            options: Options = Options(),
            limits: Limits = Limits()
        ) throws(ResponseError) {
            var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
            try self.init(ResponseBytes(bytes), in: &context, options: options)
        }

        /// Creates a reader of the body of a response.
        init(_ body: ResponseBytes, in context: inout DecodingContext, options: Options) throws(ResponseError) {
            let earlier = context.findings.count
            state = XMLTokenizerBox(try XMLTokenizer(body, in: &context, options: options))
            charsetFindings = context.findings.count == earlier ? [] : Array(context.findings[earlier...])
        }

        /// Creates a reader of a text whose charset was found out.
        init(_ tokenizer: consuming XMLTokenizer, findings: [Finding]) {
            state = XMLTokenizerBox(tokenizer)
            charsetFindings = findings
        }

        /// Reads the next event, as ``next()`` does, into a value of its own.
        public mutating func nextOwned() throws(ResponseError) -> OwnedEvent? {
            guard let event = try next() else { return nil }
            return event.owned
        }

        /// The position of the current event: offset in the body as received, line and column.
        ///
        /// What comes out of an entity is where that is referred to. Lines are counted on from where that was asked last.
        public var position: SourcePosition { mutating get { state.view.position } }
        /// The findings so far: about the charset, and about external parts that were not read.
        public var findings: [Finding] { charsetFindings + state.tokenizer.findings }
        /// The content of the document type declaration, after it was read.
        public var documentType: DocumentType? { state.tokenizer.documentType }
        /// The number of open elements.
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

extension XML {
    /// The body of a response, to be read event by event.
    ///
    /// ```swift
    /// let events = try XMLEventResponseSerializer().value(of: bytes, for: response)
    /// var reader = events.makeReader()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// The body was validated and its charset found out, but it was not read: whether it is well-formed shows when a reader
    /// gets there. Any number of readers go through it, each from the beginning.
    public struct Events: Sendable {
        /// The options for reading the text.
        public let options: Options
        /// The limits on depth, lengths and counts.
        public let limits: Limits
        /// The findings about the charset.
        public let findings: [Finding]
        private let body: ResponseBytes
        /// The text, if it was transcoded or its charset determined.
        private let text: DecodedText?
        /// Completes an error with its response.
        private let completing: @Sendable (ResponseError) -> ResponseError

        /// Prepares a body of a response that was given to a serializer.
        init(
            _ body: ResponseBytes,
            in context: inout DecodingContext,
            for serializer: XMLEventResponseSerializer
        ) throws(ResponseError) {
            let options = serializer.options
            let earlier = context.findings.count
            let body = XMLTokenizer.withoutLeadingSpace(body, in: &context, options)
            let isPlain = XMLTokenizer.isPlain(body, in: context, options)
            text = isPlain ? nil : try XMLTokenizer.decode(body, in: &context, options: options)
            self.body = body
            self.options = options
            limits = context.limits
            findings = Array(context.findings[earlier...])
            completing = { [context] in serializer.completed($0, body: body.whole, decoding: context) }
        }

        /// Creates a reader that begins at the beginning.
        public func makeReader() -> Reader {
            var tokenizer =
                if let text {
                    XMLTokenizer(text, options: options, limits: limits)
                } else {
                    XMLTokenizer(body, nil, options: options, limits: limits, keepsAssembled: false)
                }
            tokenizer.ending.complete(by: completing)
            return Reader(tokenizer, findings: findings)
        }

        /// Reads and returns all events.
        public func owned() throws(ResponseError) -> [OwnedEvent] {
            var reader = makeReader()
            var events: [OwnedEvent] = []
            while let event = try reader.next() { events.append(event.owned) }
            return events
        }
    }
}

/// A tokenizer at an address of its own, which events point to.
@safe
struct XMLTokenizerBox: ~Copyable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    // MARK: - Unsafe
    //
    // Why: an event is looked at before the next one is read. A pointer to the tokenizer makes it as small as one, and nothing of
    // it is worked out before it is needed.
    //
    // Bound: the tokenizer is alone in memory that belongs to this value, which cannot be copied. A view has the lifetime of a
    // borrow of the box, and readers bind their events to an exclusive borrow of themselves, so that the tokenizer neither goes
    // on nor goes away while one is used.

    /// Moves a tokenizer to a fixed address.
    init(_ tokenizer: consuming XMLTokenizer) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: tokenizer)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    var tokenizer: XMLTokenizer {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
        @inline(__always) unsafeMutableAddress { unsafe pointer }
    }

    /// The current token of the tokenizer.
    var view: XMLTokenView {
        @inline(__always)
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(unboundView, borrowing: self) }
    }

    /// The current token of the tokenizer; the caller binds it to an exclusive borrow of the box's owner.
    @unsafe
    var unboundView: XMLTokenView {
        @inline(__always)
        @_lifetime(immortal)
        get { unsafe XMLTokenView(pointer) }
    }
}

/// A view of the current token of a tokenizer, good until the next one is read.
@safe
struct XMLTokenView: ~Escapable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    // MARK: - Unsafe
    //
    // Bound: see `XMLTokenizerBox`, whose borrow a view is bound to; and spans of a view are bound to that, too.

    @inline(__always)
    @unsafe
    @_lifetime(immortal)
    fileprivate init(_ pointer: UnsafeMutablePointer<XMLTokenizer>) { unsafe self.pointer = pointer }

    @inline(__always) var token: XMLToken { unsafe pointer.pointee.token }
    @inline(__always) var attributeCount: Int { unsafe pointer.pointee.attributeCount }

    /// The attribute at an index.
    @inline(__always)
    func attribute(at index: Int) -> XMLAttributeRecord { unsafe pointer.pointee.attribute(at: index) }
    /// The name of a namespace.
    func name(of namespace: XMLNamespaceID) -> String { unsafe pointer.pointee.name(of: namespace) }

    /// The document type declaration, once it was read.
    var documentType: XML.DocumentType? { unsafe pointer.pointee.documentType }
    /// The offset of the current token in the text.
    var offset: Int { unsafe pointer.pointee.textOffset(of: pointer.pointee.token.offset) }
    /// The position of the current token, counted on from where it was asked last.
    var position: SourcePosition { unsafe pointer.pointee.position(at: pointer.pointee.token.offset) }

    /// The text of a slice.
    @inline(__always)
    @_lifetime(copy self)
    func text(_ slice: XMLSlice) -> XML.TextSpan {
        let view = unsafe pointer.pointee.view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return XML.TextSpan(unsafe _overrideLifetime(span, copying: self))
    }
}
