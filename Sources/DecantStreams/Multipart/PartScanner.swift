import DecantCore

/// An incremental splitter of a multipart body (RFC 2046 §5.1.1) into heads and contents.
///
/// Chunks may be split anywhere without affecting parts, findings, and errors.
struct PartScanner: ~Copyable {
    /// A piece of a part; its range is valid until the next call of ``next()``.
    enum Token {
        /// The lines of a head, with the empty line.
        case head(Range<Int>)
        /// A range of the content; all of it if parts are kept.
        case content(Range<Int>)
        case end
    }

    private enum State {
        case preamble, head, content, epilogue
        /// The content has been passed on, and the delimiter ends the part.
        case partEnd(DelimiterLine)
    }

    private enum Step {
        case token(Token)
        case next, needsBytes
    }

    private let settings: PartSettings
    private var window = BodyWindow(countsLines: false)
    private var beginning = MultipartBeginning()
    private var search: DelimiterSearch
    private var head = PartHeadScanner(at: 0, allowsLineFeed: false, limit: 0)
    private var state = State.preamble
    private var isFinished = false
    private var failure: ResponseError?

    /// The offset of the first byte that is still needed.
    private var kept = 0
    private var contentStart = 0
    /// The offset after the content that was passed on.
    private var passed = 0
    /// Whether the part has a malformed head and is skipped.
    private var isSkipped = false

    /// The number of parts that have ended.
    private(set) var partCount = 0

    /// The findings about the parts.
    private(set) var log = FindingLog()

    init(_ settings: PartSettings) {
        self.settings = settings
        search = DelimiterSearch(boundary: settings.boundary)
        guard settings.boundary.count > PartSettings.maxRegularBoundary else { return }
        let message = "the boundary has \(settings.boundary.count) bytes; RFC 2046 allows 70"
        log.report(Finding(.irregularMultipart, .note, message))
    }
}

extension PartScanner {
    /// Appends bytes.
    mutating func append(_ bytes: Span<UInt8>) {
        guard !isFinished else { return }
        if case .preamble = state { beginning.append(bytes) }
        window.append(bytes)
    }

    /// Ends the input.
    mutating func finish() { isFinished = true }

    /// The offset up to which the stream is decoded.
    var offset: Int { kept }

    /// The number of bytes held for an incomplete part.
    var heldBytes: Int { window.count }

    /// Returns a copy of a range of the bytes.
    func copy(_ range: Range<Int>) -> ResponseBytes { window.copy(range) }

    /// Returns the next token, or nil if more bytes are needed, or at the end.
    mutating func next() throws(ResponseError) -> Token? {
        if let failure { throw failure }
        window.drop(before: kept)
        while true {
            let step: Step
            switch state {
            case .preamble: step = try scanPreamble()
            case .head: step = try scanHead()
            case .content: step = try scanContent()
            case .partEnd(let line): step = endPart(at: line)
            case .epilogue: step = skipEpilogue()
            }
            switch step {
            case .token(let token): return token
            case .next: break
            case .needsBytes: return nil
            }
        }
    }

    /// RFC 2046 §5.1.1: `preamble := discard-text`.
    private mutating func scanPreamble() throws(ResponseError) -> Step {
        if let error = settings.boundaryError {
            guard error.limit != nil || isFinished || beginning.isComplete else { return .needsBytes }
            throw fail(beginning.explaining(error, settings.mediaType), at: 0)
        }
        guard let line = search.next(in: window, isFinished: isFinished) else {
            if isFinished { return try endWithoutDelimiter() }
            kept = search.neededStart(in: window)
            window.drop(before: kept)
            return .needsBytes
        }
        if search.lineEnd == .lineFeed {
            let message = "the lines end with LF instead of CR LF"
            log.report(Finding(.irregularMultipart, .warning, message, offset: line.end - 1))
        }
        return startPart(after: line)
    }

    private mutating func scanHead() throws(ResponseError) -> Step {
        guard partCount < settings.maxParts else {
            let message = "the body has more than \(settings.maxParts.counted("part"))"
            throw fail(ResponseError(.limitExceeded, message, at: nil, limit: .parts), at: head.start)
        }
        let end: Int?
        do throws(PartHeadScanner.Failure) {
            end = try head.scan(window)
        } catch {
            return try skipHead(error)
        }
        guard let end else { return try endOrWait(in: "the head of ") }
        startContent(at: end)
        return .token(.head(head.start..<end))
    }

    /// Skips a part with a malformed head; throws unless skipping is enabled.
    private mutating func skipHead(_ failure: PartHeadScanner.Failure) throws(ResponseError) -> Step {
        let number = partCount + 1
        if failure.exceedsLimit {
            let message = "the head of part \(number) has more than \(settings.maxHeadBytes.counted("byte"))"
            throw fail(ResponseError(.limitExceeded, message, at: nil, limit: .partHeadBytes), at: failure.offset)
        }
        guard settings.skipsBadParts else {
            let message = "the head of part \(number) is malformed: \(failure.message)"
            throw fail(ResponseError(.malformedBody, message, at: nil), at: failure.offset)
        }
        let message = "skipped part \(number): its head is malformed: \(failure.message)"
        log.report(Finding(.skippedItem, .warning, message, offset: failure.offset))
        isSkipped = true
        startContent(at: head.lineStart)
        return .next
    }

    private mutating func startContent(at offset: Int) {
        contentStart = offset
        passed = offset
        search.restart(at: offset)
        state = .content
    }

    private mutating func scanContent() throws(ResponseError) -> Step {
        let line = search.next(in: window, isFinished: isFinished)
        let end = max(contentStart, line?.contentEnd ?? search.knownEnd(in: window))
        if settings.keepsParts, end - head.start > settings.maxPartBytes {
            let message = "part \(partCount + 1) has more than \(settings.maxPartBytes.counted("byte"))"
            let error = ResponseError(.limitExceeded, message, at: nil, limit: settings.partLimit)
            throw fail(error, at: head.start + settings.maxPartBytes)
        }
        let content = passed..<max(passed, end)
        if let line {
            state = .partEnd(line)
            return isSkipped || content.isEmpty && !settings.keepsParts ? .next : pass(content)
        }
        guard !settings.keepsParts, !content.isEmpty else { return try endOrWait(in: "") }
        if !isSkipped { return pass(content) }
        kept = content.upperBound
        window.drop(before: kept)
        passed = kept
        return .next
    }

    private mutating func pass(_ content: Range<Int>) -> Step {
        passed = content.upperBound
        if !settings.keepsParts { kept = passed }
        return .token(.content(content))
    }

    private mutating func endPart(at line: DelimiterLine) -> Step {
        if !isSkipped { checkLength(max(contentStart, line.contentEnd) - contentStart) }
        partCount += 1
        _ = startPart(after: line)
        if isSkipped {
            isSkipped = false
            window.drop(before: kept)
            return .next
        }
        return .token(.end)
    }

    /// RFC 2046 §5.1.1: `close-delimiter := delimiter "--"`, or the start of another part.
    private mutating func startPart(after line: DelimiterLine) -> Step {
        kept = line.end
        state = line.isClosing ? .epilogue : .head
        head = PartHeadScanner(
            at: line.end,
            allowsLineFeed: search.lineEnd == .lineFeed,
            limit: settings.maxHeadBytes
        )
        return .next
    }

    /// RFC 2046 §5.1.1: `epilogue := discard-text`.
    private mutating func skipEpilogue() -> Step {
        kept = window.end
        window.clear()
        return .needsBytes
    }
}

// MARK: - Findings and errors

extension PartScanner {
    /// Compares the length of a part with its field `Content-Length`, which does not delimit it.
    private mutating func checkLength(_ count: Int) {
        guard let announced = head.contentLength, announced != count else { return }
        let code: Finding.Code = announced > count ? .truncatedBody : .surplusBytes
        let message = "part \(partCount + 1) has \(count.counted("byte")), but its head announces \(announced)"
        log.report(code) { Finding(code, .warning, message, offset: contentStart) }
    }

    /// Ends the body within a part if no more bytes follow.
    private mutating func endOrWait(in place: String) throws(ResponseError) -> Step {
        guard isFinished else { return .needsBytes }
        let delimiter = String(decoding: search.delimiter, as: UTF8.self).excerpt(80)
        guard settings.isEndless else {
            let part = "\(place)part \(partCount + 1)"
            let message = "the body ends inside \(part), before its closing delimiter “\(delimiter)--”"
            throw fail(ResponseError(.truncatedBody, message, at: nil), at: window.end)
        }
        // Cameras send `multipart/x-mixed-replace` until the connection ends.
        if window.end > head.start {
            let message = "the stream ended inside part \(partCount + 1), which was discarded"
            log.report(Finding(.incompleteItem, .warning, message, offset: head.start))
        }
        state = .epilogue
        return .next
    }

    private mutating func endWithoutDelimiter() throws(ResponseError) -> Step {
        guard !settings.forbidsBody || window.end > 0 else { return .needsBytes }
        let delimiter = String(decoding: search.delimiter, as: UTF8.self).excerpt(80)
        let error =
            window.end == 0
            ? ResponseError(.truncatedBody, "the body is empty; expected the delimiter “\(delimiter)”", at: nil)
            : ResponseError(.malformedBody, "no line of the body is the delimiter “\(delimiter)”", at: nil)
        throw fail(beginning.explaining(error, settings.mediaType), at: window.end)
    }

    private mutating func fail(_ error: ResponseError, at offset: Int) -> ResponseError {
        var error = error.moved(to: .bytes(offset))
        error.details.itemIndex = partCount
        failure = error
        return error
    }
}
