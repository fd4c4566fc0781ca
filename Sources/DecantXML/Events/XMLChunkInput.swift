import DecantCore
import DecantText

/// The chunks of a body for a reader; the first ones determine the charset.
struct XMLChunkInput {
    /// The maximum number of bytes to pass to a tokenizer in one step.
    private static let step = 16 << 10
    /// Whether the reader has the whole body and receives no chunks.
    let isWhole: Bool
    /// The settings of the tokenizer; nil once the charset is known and a tokenizer exists.
    private var settings: Settings?
    private let tokenLimit: Int
    private let bodyLimit: Int
    /// The bytes that have arrived but were not yet passed to a tokenizer.
    private var waiting: ArraySlice<UInt8> = []
    /// The number of bytes that may still arrive.
    private var capacity: Int
    private var isFinished = false
    /// Whether the end of the input was passed to the tokenizer.
    private var hasEnded = false
    /// The reason that the input ended early, or nil.
    private var cause: ResponseError?
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
        bodyLimit = 0
        capacity = 0
    }

    init(charset: String?, _ options: XML.Options, _ limits: Limits) {
        isWhole = false
        settings = Settings(options: options, limits: limits, charset: charset)
        tokenLimit = limits.xmlTokenBytes
        bodyLimit = limits.bodyBytes
        capacity = limits.bodyBytes
    }

    mutating func append(_ chunk: ArraySlice<UInt8>) {
        guard !isWhole, !isFinished else { return }
        let accepted = chunk.prefix(capacity)
        if waiting.isEmpty { waiting = accepted } else { waiting += accepted }
        capacity -= accepted.count
        guard accepted.count < chunk.count else { return }
        let message = "the body has more than \(bodyLimit.counted("byte"))"
        cause = ResponseError(.limitExceeded, message, offset: bodyLimit, limit: .bodyBytes)
        isFinished = true
    }

    mutating func finish() { isFinished = true }

    /// Advances to the next token, if it is complete.
    @inline(never)
    mutating func advance(_ box: inout XMLTokenizerBox) throws(ResponseError) -> Bool {
        if settings != nil {
            guard try start(&box) else { return false }
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

    /// Determines the charset once enough bytes have arrived (XML 1.0 appendix F).
    @inline(never)
    private mutating func start(_ box: inout XMLTokenizerBox) throws(ResponseError) -> Bool {
        guard let settings else { return false }
        let start = waiting.prefix(TextStream.reach)
        // Charset detection examines nothing after the end of the XML declaration.
        guard isFinished || start.count == TextStream.reach || start.count >= 4 && start.contains(UInt8(ascii: ">"))
        else { return false }
        self.settings = nil
        let options = settings.options
        let (body, label) = (ResponseBytes(start), settings.charset)
        do throws(ResponseError) {
            let stream = try TextStream(
                body,
                label: label,
                options: options.text,
                format: .xml,
                dropsControls: options.quirks.contains(.controlCharacters)
            )
            waiting = waiting.dropFirst(stream.markLength)
            box = XMLTokenizerBox(XMLTokenizer(stream: stream, options: options, limits: settings.limits))
            return true
        } catch {
            throw box.tokenizer.fail(error)
        }
    }

    /// Feeds bytes to the tokenizer, or ends its input; returns false if neither is possible.
    private mutating func feed(_ box: inout XMLTokenizerBox) -> Bool {
        if !waiting.isEmpty {
            box.tokenizer.append(waiting.prefix(Self.step))
            waiting = waiting.count > Self.step ? waiting.dropFirst(Self.step) : []
            retry.look(at: box.tokenizer, limit: tokenLimit)
            return true
        }
        guard isFinished, !hasEnded else { return false }
        hasEnded = true
        if let cause { box.tokenizer.end(because: cause) } else { box.tokenizer.endInput() }
        retry = XMLRetryPolicy()
        return true
    }
}

// An incomplete token is retried when its last byte may have arrived. To decide, each byte is examined once without
// parsing, and may seem to be the last one too early or never. Therefore a token is also retried when its length has
// doubled, and the number of bytes that attempts examine is bounded by a multiple of the token's length.

/// A policy for retrying an incomplete token: when it may be complete, when its length has doubled, or when it exceeds
/// a limit.
private struct XMLRetryPolicy {
    /// The maximum number of times to examine each byte, on average, before the length of the token has doubled.
    private static let effort = 8
    private(set) var isWorthwhile = true
    /// The offset of the token in the whole text.
    private var start = -1
    /// The number of the token's bytes that were compared with its terminator.
    private var compared = 0
    /// The number of the token's bytes at the last attempt.
    private var tried = 0
    /// The number of bytes that all attempts examined.
    private var spent = 0
    /// Whether the token has a bracket, which begins the internal subset of a document type.
    private var hasBracket = false

    /// Records that a token was incomplete.
    mutating func fail(_ tokenizer: borrowing XMLTokenizer) {
        if tokenizer.pendingStart != start {
            self = XMLRetryPolicy()
            start = tokenizer.pendingStart
        }
        tried = tokenizer.pendingCount
        spent += tried
        isWorthwhile = false
        while findsEnd(tokenizer) {}
    }

    /// Examines the bytes that have arrived since the last call.
    mutating func look(at tokenizer: borrowing XMLTokenizer, limit: Int) {
        guard !isWorthwhile else { return }
        let count = tokenizer.pendingCount
        isWorthwhile =
            findsEnd(tokenizer) && spent < count * Self.effort || count >= tried * 2 || exceeds(limit, count)
            || exceeds(tokenizer.scanner.rules.textLimit, count)
    }

    /// Returns whether the token has exceeded a limit since the last attempt.
    private func exceeds(_ limit: Int, _ count: Int) -> Bool { count > limit && tried <= limit }

    /// Compares new bytes up to the first one that may be the last one of the token, and returns whether there is one.
    private mutating func findsEnd(_ tokenizer: borrowing XMLTokenizer) -> Bool {
        let count = tokenizer.pendingCount
        let isText = count > 0 && tokenizer.pendingByte(0) != UInt8(ascii: "<")
        while compared < count {
            compared += 1
            switch Unicode.Scalar(tokenizer.pendingByte(compared - 1)) {
            case "[": hasBracket = true
            case "<" where isText: return true
            case ">" where !isText && endsMarkup(at: compared - 1, tokenizer): return true
            default: break
            }
        }
        return false
    }

    /// Returns whether the `>` at an index may be the end of the markup.
    private func endsMarkup(at index: Int, _ tokenizer: borrowing XMLTokenizer) -> Bool {
        var last = index - 1
        switch (Unicode.Scalar(tokenizer.pendingByte(1)), Unicode.Scalar(tokenizer.pendingByte(2))) {
        case ("?", _): return tokenizer.pendingByte(last) == UInt8(ascii: "?")
        case ("!", "-"): return tokenizer.pendingByte(last) == UInt8(ascii: "-")
        case ("!", "["): return tokenizer.pendingByte(last) == UInt8(ascii: "]")
        case ("!", _):
            while XMLCharacters.isWhitespace(tokenizer.pendingByte(last)) { last -= 1 }
            return !hasBracket || tokenizer.pendingByte(last) == UInt8(ascii: "]")
        default: return true
        }
    }
}
