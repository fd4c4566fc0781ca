import DecantCore
import DecantText

/// The chunks of a body for a reader.
///
/// The first chunks determine the charset.
struct XMLChunkInput {
    /// Whether the reader has the whole body and receives no chunks.
    let isWhole: Bool
    /// The settings of the tokenizer; nil once the charset is known.
    private var settings: Settings?
    private let tokenLimit: Int
    private var feed: XMLChunkFeed
    /// Whether the charset is known and a tokenizer exists.
    private var hasBegun = false
    private var hasEnded = false
    /// The error that prevented the creation of a tokenizer.
    private var failure: ResponseError?
    /// Determines when to retry an incomplete token.
    private var retry = XMLRetryPolicy()

    private struct Settings {
        let options: XML.Options
        let limits: Limits
        /// The charset that the response names.
        let charset: String?
    }

    /// Creates the input of a reader that has the whole body.
    init() {
        isWhole = true
        tokenLimit = .max
        feed = XMLChunkFeed(limit: 0)
        feed.finish()
    }

    init(charset: String?, _ options: XML.Options, _ limits: Limits) {
        isWhole = false
        settings = Settings(options: options, limits: limits, charset: charset)
        tokenLimit = limits.xmlTokenBytes
        feed = XMLChunkFeed(limit: limits.bodyBytes)
    }

    mutating func append(_ chunk: ArraySlice<UInt8>) { feed.append(chunk) }

    mutating func finish() { feed.finish() }

    /// Advances to the next token, if it is complete.
    @inline(never)
    mutating func advance(_ box: inout XMLTokenizerBox) throws(ResponseError) -> Bool {
        if !hasBegun {
            guard try begin(&box) else { return false }
        }
        while true {
            if retry.isWorthwhile {
                let isComplete = try box.tokenizer.advance()
                try box.tokenizer.check(isComplete: isComplete, limit: tokenLimit)
                if isComplete { return true }
                retry.fail(box.tokenizer)
            }
            guard feed(&box) else { return false }
        }
    }

    /// Determines the charset once enough bytes have arrived.
    @inline(never)
    private mutating func begin(_ box: inout XMLTokenizerBox) throws(ResponseError) -> Bool {
        if let failure { throw failure }
        guard let settings, let beginning = feed.beginning() else { return false }
        do throws(ResponseError) {
            let (options, charset) = (settings.options, settings.charset)
            let stream = try TextStream(beginning, label: charset, options: options.text, format: .parsedXML)
            feed.drop(stream.markLength)
            box = XMLTokenizerBox(XMLTokenizer(stream: stream, options: options, limits: settings.limits))
            self.settings = nil
            hasBegun = true
            return true
        } catch {
            failure = error
            throw error
        }
    }

    /// Feeds bytes to the tokenizer, or ends its input.
    ///
    /// Returns false if neither is possible.
    private mutating func feed(_ box: inout XMLTokenizerBox) -> Bool {
        guard !hasEnded else { return false }
        let bytes = feed.take()
        if !bytes.isEmpty {
            box.tokenizer.append(bytes)
            retry.look(at: box.tokenizer, limit: tokenLimit)
            return true
        }
        guard feed.isFinished else { return false }
        hasEnded = true
        if let failure = feed.failure { box.tokenizer.end(because: failure) } else { box.tokenizer.endInput() }
        retry = XMLRetryPolicy()
        return true
    }
}

/// The bytes that have arrived but were not yet passed to a tokenizer.
private struct XMLChunkFeed {
    /// The maximum number of bytes to pass to a tokenizer in one step.
    private static let piece = 16 << 10
    private var chunks: [ArraySlice<UInt8>] = []
    private var first = 0
    /// The number of bytes that may still arrive.
    private var buffer: Int
    private let limit: Int
    /// Whether the input has ended.
    private(set) var isFinished = false
    /// The reason that the input ended early, or nil.
    private(set) var failure: ResponseError?

    init(limit: Int) {
        self.limit = limit
        buffer = limit
    }

    /// The number of waiting bytes.
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

    mutating func finish() { isFinished = true }

    /// Removes and returns the next bytes, at most one parsing step.
    ///
    /// Returns an empty slice if no bytes are waiting.
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

    /// Returns a prefix of the body that suffices to determine the charset (XML 1.0 appendix F), or nil if more bytes
    /// are needed.
    ///
    /// The bytes remain in the buffer.
    func beginning() -> ResponseBytes? {
        var bytes: [UInt8] = []
        for chunk in chunks[first...] {
            bytes += chunk.prefix(TextStream.reach - bytes.count)
            if bytes.count == TextStream.reach { break }
        }
        // Charset detection examines nothing after the end of the XML declaration.
        let isEnough = bytes.count == TextStream.reach || (bytes.count >= 4 && bytes.contains(UInt8(ascii: ">")))
        return isEnough || isFinished ? ResponseBytes(bytes) : nil
    }

    /// Removes the bytes of a byte-order mark from the front.
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
