/// A policy for retrying an incomplete token: when it seems complete, when its length has doubled, or when it exceeds a
/// limit.
struct XMLRetryPolicy {
    private(set) var isWorthwhile = true
    private var framing = XMLFraming()
    /// The offset of the token in the whole text.
    private var start = -1
    /// The number of the token's bytes examined so far.
    private var lookedAt = 0
    /// The number of the token's bytes at the last attempt.
    private var tried = 0
    /// Whether the token seemed complete but was not.
    ///
    /// Such a token is retried only after its length has doubled.
    private var isDeceptive = false

    /// Records that a token was incomplete.
    mutating func fail(_ tokenizer: borrowing XMLTokenizer) {
        if tokenizer.pendingStart != start {
            self = XMLRetryPolicy()
            start = tokenizer.pendingStart
        }
        tried = tokenizer.pendingCount
        isWorthwhile = false
        if seemsComplete(tokenizer) { isDeceptive = true }
    }

    /// Examines the bytes that have arrived since the last call.
    mutating func look(at tokenizer: borrowing XMLTokenizer, limit: Int) {
        guard !isWorthwhile else { return }
        let count = tokenizer.pendingCount
        isWorthwhile =
            count >= tried * 2 || exceeds(limit, count) || exceeds(tokenizer.scanner.rules.textLimit, count)
            || seemsComplete(tokenizer)
    }

    /// Returns whether the token has exceeded a limit since the last attempt.
    private func exceeds(_ limit: Int, _ count: Int) -> Bool { count > limit && tried <= limit }

    private mutating func seemsComplete(_ tokenizer: borrowing XMLTokenizer) -> Bool {
        guard !isDeceptive else { return false }
        let count = tokenizer.pendingCount
        while lookedAt < count {
            lookedAt += 1
            if framing.take(tokenizer.pendingByte(lookedAt - 1)) { return true }
        }
        return false
    }
}

// An incomplete token is retried when it may be complete. To decide, each byte is examined once without parsing.
// Malformed input may seem complete too early or never. Retrying is safe in both cases, and a token is retried anyway
// when its length has doubled.

/// A scanner that finds the end of markup or text, byte by byte.
private struct XMLFraming {
    /// The syntactic position after the bytes scanned so far.
    private enum State {
        case start
        case text
        case opening
        case declaration
        case tag
        case quoted(UInt8, inside: Inside)
        case until(XMLDelimiter, matched: Int, inside: Inside)
        case documentType
        case documentTypeOpening
        case documentTypeDeclaration
        case done
    }

    /// The enclosing construct of a delimited part.
    private enum Inside {
        case tag, documentType, content
    }

    private var state = State.start
    /// The number of open brackets and tags of the document type.
    private var depth = 0

    /// Scans the next byte.
    ///
    /// Returns whether the token may be complete after this byte.
    mutating func take(_ byte: UInt8) -> Bool {
        state = next(byte)
        if case .done = state { return true }
        return false
    }

    private mutating func next(_ byte: UInt8) -> State {
        switch state {
        case .start: return byte == UInt8(ascii: "<") ? .opening : .text
        case .text: return byte == UInt8(ascii: "<") ? .done : .text
        case .opening: return opening(byte)
        case .declaration: return declaration(byte)
        case .tag: return tag(byte)
        case .quoted(let quote, let inside): return byte == quote ? after(inside) : state
        case .until(let delimiter, let matched, let inside): return until(delimiter, matched, inside, byte)
        case .documentType, .documentTypeOpening, .documentTypeDeclaration: return documentType(byte)
        case .done: return .done
        }
    }

    private func opening(_ byte: UInt8) -> State {
        switch Unicode.Scalar(byte) {
        case "!": .declaration
        case "?": .until(.instruction, matched: 0, inside: .content)
        default: tag(byte)
        }
    }

    private func declaration(_ byte: UInt8) -> State {
        switch Unicode.Scalar(byte) {
        case "-": .until(.comment, matched: -1, inside: .content)
        case "[": .until(.section, matched: 0, inside: .content)
        default: .documentType
        }
    }

    private func tag(_ byte: UInt8) -> State {
        switch Unicode.Scalar(byte) {
        case ">": .done
        case "\"", "'": .quoted(byte, inside: .tag)
        default: .tag
        }
    }

    private func after(_ inside: Inside) -> State {
        switch inside {
        case .tag: .tag
        case .documentType: .documentType
        case .content: .done
        }
    }

    /// Continues inside a part with a terminator of up to three bytes.
    ///
    /// A comment begins with `--`; only the first hyphen has been scanned.
    private func until(_ delimiter: XMLDelimiter, _ matched: Int, _ inside: Inside, _ byte: UInt8) -> State {
        let length = delimiter == .instruction ? 1 : 2
        if matched < 0 { return .until(delimiter, matched: 0, inside: inside) }
        if byte == UInt8(ascii: ">"), matched >= length { return after(inside) }
        let count = byte == delimiter.first ? min(matched + 1, length) : 0
        return .until(delimiter, matched: count, inside: inside)
    }

    private mutating func documentType(_ byte: UInt8) -> State {
        switch (state, Unicode.Scalar(byte)) {
        case (.documentTypeOpening, "?"): return .until(.instruction, matched: 0, inside: .documentType)
        case (.documentTypeOpening, "!"): return .documentTypeDeclaration
        case (.documentTypeDeclaration, "-"): return .until(.comment, matched: -1, inside: .documentType)
        case (_, "\""), (_, "'"): return .quoted(byte, inside: .documentType)
        case (_, "<"): return .documentTypeOpening
        case (_, "["):
            depth += 1
            return .documentType
        case (_, "]"):
            depth = max(depth - 1, 0)
            return .documentType
        case (_, ">") where depth == 0: return .done
        default: return .documentType
        }
    }
}
