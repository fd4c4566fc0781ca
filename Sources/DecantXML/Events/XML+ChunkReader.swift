public import DecantCore
import DecantText

extension XML {
    /// Reads a document while it arrives: chunks are appended, and all events that are complete are read.
    ///
    /// ```swift
    /// var reader = XML.ChunkReader()
    /// for chunk in chunks {
    ///     reader.append(chunk)
    ///     while let event = try reader.next() { … }
    /// }
    /// reader.finish()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// Chunks may be cut anywhere; events, findings and errors are those of the whole body, see ``Reader``, except that the
    /// snippet of an error shows only the part of the line that is held: it may begin after the line's first byte, and it ends
    /// where the bytes end that have arrived. What was read is dropped, so that memory is bound by the longest token and by what
    /// was appended and not read yet. A tag, text, comment, or other token of more than `Limits.xmlTokenBytes` is an error as soon
    /// as that many bytes of it have arrived; the document type declaration is one token.
    public struct ChunkReader: ~Copyable {
        /// The options for reading the text.
        private let options: Options
        private let limits: Limits
        /// The charset that the response names.
        private let label: String?
        private var feed: XMLChunkFeed
        /// The tokenizer; before the charset is known, one of nothing.
        var state: XMLTokenizerBox
        private var hasBegun = false
        private var hasEnded = false
        /// The reason that there is no tokenizer.
        private var failure: ResponseError?
        /// Determines when an incomplete token may be complete.
        private var retry = XMLRetryPolicy()

        /// Creates a reader of a body that is yet to come.
        ///
        /// - Parameters:
        ///   - mediaType: The media type of the body, whose `charset` counts.
        ///   - options: The options for reading the text; those about trees have no effect.
        ///   - limits: The limits on depth, lengths and counts.
        public init(mediaType: ResponseMediaType? = nil, options: Options = Options(), limits: Limits = Limits()) {
            self.options = options
            self.limits = limits
            label = mediaType?.charset
            feed = XMLChunkFeed(limits: limits)
            let nothing = XMLTokenizer(ResponseBytes(), nil, options: options, limits: limits, keepsAssembled: false)
            state = XMLTokenizerBox(nothing)
        }
    }
}

extension XML.ChunkReader {
    /// Adds a chunk; it is parsed when events are read.
    public mutating func append(_ chunk: [UInt8]) { feed.append(chunk[...]) }
    /// Adds a chunk; it is parsed when events are read.
    public mutating func append(_ chunk: ArraySlice<UInt8>) { feed.append(chunk) }
    /// Adds a chunk; it is parsed when events are read.
    public mutating func append(_ chunk: some Sequence<UInt8>) { feed.append(Array(chunk)[...]) }
    /// Adds a chunk; it is parsed when events are read.
    public mutating func append(_ chunk: Span<UInt8>) {
        // Unsafe. Bound: the bytes are copied while the closure that has them runs.
        feed.append((unsafe chunk.withUnsafeBufferPointer { unsafe Array($0) })[...])
    }
    /// Ends the input.
    public mutating func finish() { feed.finish() }

    /// Whether the end of the document was reached.
    public var isAtEnd: Bool { hasBegun && state.tokenizer.isAtEnd }
    /// The position of the current event: offset in the body as received, line and column.
    public var position: SourcePosition { mutating get { state.view.position } }
    /// The findings so far: about the charset, and about external parts that were not read.
    public var findings: [Finding] { (state.tokenizer.window.stream?.findings ?? []) + state.tokenizer.findings }
    /// The number of bytes of the text that are held; appended bytes that were not read yet are not counted.
    package var heldBytes: Int { state.tokenizer.window.bytes.count }
    /// The content of the document type declaration, after it was read.
    public var documentType: XML.DocumentType? { state.tokenizer.documentType }
    /// The number of open elements.
    public var depth: Int { state.tokenizer.depth }

    /// Reads the next event, as ``next()`` does, into a value of its own.
    public mutating func nextOwned() throws(ResponseError) -> XML.OwnedEvent? {
        guard let event = try next() else { return nil }
        return event.owned
    }

    /// Finds the next token, if it is complete.
    mutating func advance() throws(ResponseError) -> Bool {
        if !hasBegun {
            guard try begin() else { return false }
        }
        while true {
            if retry.isWorthwhile {
                let isComplete = try state.tokenizer.advance()
                try state.tokenizer.check(isComplete: isComplete, limit: limits.xmlTokenBytes)
                if isComplete { return true }
                var retry = retry
                retry.fail(state.tokenizer)
                self.retry = retry
            }
            guard feedTokenizer() else { return false }
        }
    }

    /// Determines the charset, once enough bytes have arrived.
    private mutating func begin() throws(ResponseError) -> Bool {
        if let failure { throw failure }
        guard let beginning = feed.beginning() else { return false }
        do throws(ResponseError) {
            let stream = try TextStream(beginning, label: label, options: options.text, format: .parsedXML)
            feed.drop(stream.markLength)
            state = XMLTokenizerBox(XMLTokenizer(stream: stream, options: options, limits: limits))
            hasBegun = true
            return true
        } catch {
            failure = error
            throw error
        }
    }

    /// Gives more to the tokenizer; false if there is neither more nor the end.
    private mutating func feedTokenizer() -> Bool {
        guard !hasEnded else { return false }
        let bytes = feed.take()
        if !bytes.isEmpty {
            state.tokenizer.append(bytes)
            var retry = retry
            retry.look(at: state.tokenizer, limit: limits.xmlTokenBytes)
            self.retry = retry
            return true
        }
        guard feed.isFinished else { return false }
        hasEnded = true
        if let failure = feed.failure { state.tokenizer.end(because: failure) } else { state.tokenizer.endInput() }
        retry = XMLRetryPolicy()
        return true
    }

    // MARK: - Unsafe
    //
    // Bound: the event borrows the reader exclusively, so that the reader can neither go on nor go away while it is used.

    /// Finds the next event.
    ///
    /// - Returns: The event, good until anything else is done with the reader; nil if more of the body is needed, or at its
    ///   end.
    /// - Throws: ``ResponseError`` with the place of the first fault, and the same again when it is asked again.
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> XML.Event? {
        guard try advance() else { return nil }
        return unsafe _overrideLifetime(XML.Event(state.unboundView), mutating: &self)
    }
}

/// The bytes of a body that have arrived and were not given to a tokenizer yet.
private struct XMLChunkFeed {
    /// The number of bytes given to a tokenizer at once.
    private static let piece = 16 << 10
    private var chunks: [ArraySlice<UInt8>] = []
    private var first = 0
    /// The number of bytes that may still arrive.
    private var buffer: Int
    private let limit: Int
    /// Whether nothing more will arrive.
    private(set) var isFinished = false
    /// The reason that no more bytes follow, if that is not the end of the body.
    private(set) var failure: ResponseError?

    init(limits: Limits) {
        limit = limits.bodyBytes
        buffer = limit
    }

    /// The number of bytes that wait.
    private var count: Int { chunks[first...].reduce(0) { $0 + $1.count } }

    mutating func append(_ chunk: ArraySlice<UInt8>) {
        guard !isFinished, !chunk.isEmpty else { return }
        chunks.append(chunk.prefix(buffer))
        guard chunk.count > buffer else {
            buffer -= chunk.count
            return
        }
        let message = "the body has more than \(limit.counted("byte"))"
        failure = ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes)
        isFinished = true
    }

    /// Ends the input.
    mutating func finish() { isFinished = true }

    /// Takes the next bytes away, at most as many as are worth reading at once; none if all are taken.
    mutating func take() -> ArraySlice<UInt8> {
        guard first < chunks.count else { return [] }
        let piece = chunks[first].prefix(Self.piece)
        chunks[first] = chunks[first].dropFirst(piece.count)
        if chunks[first].isEmpty {
            chunks[first] = []
            first += 1
        }
        if first * 2 >= chunks.count {
            chunks.removeFirst(first)
            first = 0
        }
        return piece
    }

    /// Returns the beginning of the body, which is kept, once it is enough to determine the charset (XML 1.0 appendix F);
    /// else nil.
    func beginning() -> ResponseBytes? {
        var bytes: [UInt8] = []
        for chunk in chunks[first...] {
            bytes += chunk.prefix(TextStream.reach - bytes.count)
            if bytes.count == TextStream.reach { break }
        }
        // Nothing after the end of the XML declaration is looked at.
        let isEnough = bytes.count == TextStream.reach || (bytes.count >= 4 && bytes.contains(0x3E))
        return isEnough || isFinished ? ResponseBytes(bytes) : nil
    }

    /// Takes bytes of a mark away from the front.
    mutating func drop(_ length: Int) {
        var left = length
        while left > 0, first < chunks.count {
            let taken = min(left, chunks[first].count)
            chunks[first] = chunks[first].dropFirst(taken)
            left -= taken
            if chunks[first].isEmpty { first += 1 }
        }
    }
}
