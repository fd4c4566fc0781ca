/// When to try again to read a token that was not complete: when it seems to be, or when it has doubled.
struct XMLAttempt {
    /// Whether to try.
    private(set) var isWorthwhile = true

    private var framing = XMLFraming()

    /// Where the token begins in the whole text.
    private var start = -1

    /// How many bytes of it were looked at.
    private var lookedAt = 0

    /// How many bytes of it were there when it was tried.
    private var tried = 0

    /// Whether it seemed complete and was not, so that it waits until it has doubled.
    private var isDeceptive = false

    /// Notes that a token was not complete.
    ///
    /// - Parameter tokenizer: The tokenizer, which stands before it.
    mutating func fail(_ tokenizer: borrowing XMLTokenizer) {
        if tokenizer.pendingStart != start {
            self = XMLAttempt()
            start = tokenizer.pendingStart
        }
        tried = tokenizer.pendingCount
        isWorthwhile = false
        if seemsComplete(tokenizer) { isDeceptive = true }
    }

    /// Looks at what came since.
    ///
    /// - Parameter tokenizer: The tokenizer, which stands before the token.
    mutating func look(at tokenizer: borrowing XMLTokenizer) {
        guard !isWorthwhile else { return }
        isWorthwhile = tokenizer.pendingCount >= tried * 2 || seemsComplete(tokenizer)
    }

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
