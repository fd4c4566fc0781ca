// A document that is parsed while it arrives is held in a window: some context before the current position, and all
// bytes after it that have arrived. Adding a chunk drops bytes that were read, so memory is bounded by the longest
// token.
//
//   dropped | context | read … position … arrived | zeros
//           ^ start
//
// Before bytes are dropped, the names of open elements move to `kept`, in the order of the stack. Their lines are saved
// with them, because messages need them.

import DecantCore
import DecantText

extension XMLTokenizer {
    init(stream: TextStream, options: XML.Options, limits: Limits) {
        self.init(XMLSource(stream), options: options, limits: limits)
        scanner.isFinal = false
        scanner.window.bytes.terminate()
        scanner.holdWindow(dropping: 0)
    }

    mutating func append(_ chunk: ArraySlice<UInt8>) {
        let isUnchanged = scanner.source.stream?.isUnchanged ?? true
        let text = isUnchanged ? chunk : scanner.source.stream?.decode(Array(chunk))[...] ?? []
        add(text.span)
        if let failure = scanner.source.stream?.failure { end(because: failure) }
    }

    mutating func endInput() {
        guard !scanner.isFinal else { return }
        let text = scanner.source.stream?.finish() ?? []
        if !text.isEmpty { add(text.elementSpan) }
        end(because: scanner.source.stream?.failure)
    }

    /// Ends the text; a failure is the reason that the text is truncated.
    mutating func end(because failure: ResponseError?) {
        scanner.isFinal = true
        ending.cause = failure
    }

    /// The offset in the whole text of the first unread byte.
    var pendingStart: Int { scanner.window.start + entities.documentPosition }
    var pendingCount: Int { scanner.documentText.count - entities.documentPosition }

    func pendingByte(_ index: Int) -> UInt8 { scanner.documentText[entities.documentPosition + index] }

    /// Throws if the last token, or the incomplete one at the end, has more than `limit` bytes.
    mutating func check(isComplete: Bool, limit: Int) throws(ResponseError) {
        let start = isComplete ? token.offset : pendingStart
        let end = isComplete ? pendingStart : scanner.window.start &+ scanner.documentText.count
        if _slowPath(end &- start > limit) { try fail(from: start, limit: limit) }
    }

    @inline(never)
    private mutating func fail(from offset: Int, limit: Int) throws(ResponseError) {
        let start = offset - scanner.window.start
        let message = "\(noun(at: start)) has more than \(limit.counted("byte"))"
        let end = start + limit
        let error = XMLParseError(
            code: .limitExceeded,
            message: message,
            offset: end,
            reached: end,
            limit: .xmlTokenBytes
        )
        // The error is the same for a token that is complete and one that is not. An incomplete token has no findings.
        entities.revertToken()
        _ = try recover(from: error)
    }

    /// Returns a noun for the token at a position of the document, for messages.
    private func noun(at start: Int) -> String {
        guard scanner.documentText[start] == UInt8(ascii: "<") else { return "a text" }
        switch (Unicode.Scalar(scanner.documentText[start + 1]), Unicode.Scalar(scanner.documentText[start + 2])) {
        case ("?", _): return "a processing instruction"
        case ("!", "-"): return "a comment"
        case ("!", "["): return "a CDATA section"
        case ("!", _): return "the document type declaration"
        default: return "a tag"
        }
    }

    private mutating func add(_ text: Span<UInt8>) {
        let dropped = drop()
        let isTooLong = scanner.window.bytes.count + text.count > XMLScanner.maxBytes
        if !isTooLong { scanner.window.bytes.append(text) }
        scanner.window.bytes.terminate()
        scanner.holdWindow(dropping: dropped)
        if isTooLong { end(because: Self.tooLong) }
    }

    /// Drops bytes that were read, except the context for errors, if at least as many are dropped as have to be moved.
    private mutating func drop() -> Int {
        entities.settle()
        // While an entity is open, errors may show the reference to it.
        let position = entities.documentPosition
        let read = min(position, scanner.offset(of: position) - scanner.window.start)
        let length = read - XMLWindow.context
        guard length > 0, length >= scanner.window.bytes.count - length else { return 0 }
        let start = scanner.window.start + length
        tags.keepNames(&entities.scanner)
        scanner.window.lines = scanner.counted(on: scanner.window.lines, to: start)
        scanner.window.bytes.dropFirst(length)
        scanner.window.start = start
        scanner.source.stream?.forget(before: start)
        entities.dropFirst(length)
        return length
    }
}

// MARK: - Recovery

extension XMLTokenizer {
    /// Recovers from an error that more input could resolve; otherwise throws the error and ends the parse.
    ///
    /// More input could resolve an error at the end of incomplete input. Then the result is false, and the token is
    /// parsed again later.
    @inline(never)
    mutating func recover(from first: XMLParseError) throws(ResponseError) -> Bool {
        var failure = first
        if failure.isInEntity, let name = entities.innermostName {
            failure.message += " (in the entity “\(name.printable)”)"
        }
        let end = scanner.documentText.count
        do throws(XMLParseError) {
            // An invalid character before the error takes precedence.
            try scanner.validate(upTo: min(max(failure.offset, failure.reached) + 1, end))
        } catch {
            failure = error
            entities.revertToken()
        }
        if !scanner.isFinal, failure.reached >= end {
            entities.revertToken()
            return false
        }
        throw fail(error(failure, isAtEnd: failure.reached >= end))
    }

    /// Ends the parse with an error, and returns the error.
    mutating func fail(_ error: ResponseError) -> ResponseError {
        phase = .failed
        return ending.fail(error, entities.findings)
    }

    private func error(_ failure: XMLParseError, isAtEnd: Bool) -> ResponseError {
        if isAtEnd, var error = ending.cause {
            error.locate { scanner.site(of: scanner.window.start + scanner.documentText.count, received: $0) }
            return error
        }
        let isCut = isAtEnd && failure.code != .limitExceeded
        let site = scanner.site(of: scanner.window.start + failure.offset)
        // A hint for malformed markup does not apply to a truncated document.
        let markupHint = isCut && failure.code == .malformedBody ? nil : failure.hint
        let hint = failure.code == .invalidText ? charsetHint(at: failure.offset) : markupHint
        var error = ResponseError(failure.code, failure.message, at: site, limit: failure.limit, hint: hint)
        error.details.isCut = isCut
        return error
    }

    /// Returns the hint for malformed text, and its likely charset if the whole document is known.
    private func charsetHint(at offset: Int) -> Hint {
        guard scanner.source.decodedText == nil else { return charsetHint }
        return LikelyCharset.hint(charsetHint, for: scanner.source.body, malformedAt: offset)
    }

    /// The hint for malformed text: the source of its charset.
    private var charsetHint: Hint {
        if let hint = scanner.source.charsetHint { return hint }
        return declaration.hasEncoding
            ? Hint("the document declares UTF-8", .replacement)
            : Hint("no charset is declared, so the text was read as UTF-8", .charset)
    }
}
