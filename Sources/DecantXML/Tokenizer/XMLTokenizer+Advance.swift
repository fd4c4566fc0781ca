package import DecantCore

extension XMLTokenizer {
    /// Finds the next token.
    ///
    /// - Returns: Whether there is one. If not, the document has ended, or more of it is needed.
    /// - Throws: ``ResponseError`` with the place; the same again, if it is called again.
    package mutating func advance() throws(ResponseError) -> Bool {
        if _slowPath(phase == .failed) { return try failAgain() }
        if _slowPath(isDirty) { settle() }
        do throws(XMLFault) {
            if _fastPath(phase == .content) { return try nextInContent() }
            return try nextOutside()
        } catch {
            return try recover(from: error)
        }
    }

    @inline(never)
    private mutating func failAgain() throws(ResponseError) -> Bool {
        if let failure { throw failure }
        return false
    }

    /// Finds the next token inside of the root element (production 43).
    @inline(__always)
    private mutating func nextInContent() throws(XMLFault) -> Bool {
        if !keepsAssembled { assembled.truncate(to: 0) }
        if endsEmptyElement { return endEmptyElement() }
        while true {
            let text = self.text
            let start = position
            let first = text[start]
            if first == 0x3C {
                let next = text[start &+ 1]
                if next == 0x2F { return try endTag(text, at: start) }
                if _fastPath(XMLCharacters.isNameStartASCII(next) || next >= 0x80) {
                    return try startTag(text, at: start)
                }
                return try markup(at: start)
            }
            if try characterData(text, from: start) { return true }
        }
    }

    /// Forgets what would have to be put back for the token before.
    private mutating func settle() {
        isDirty = false
        checkpoint = nil
    }

    /// Remembers what the token is about to change, in case that it is not complete.
    mutating func willChange() {
        guard !isDirty else { return }
        isDirty = true
        settledFindings = findings.count
        guard !isFinal else { return }
        checkpoint = XMLCheckpoint(
            position: position,
            store: store,
            end: text.count,
            sources: sources,
            elementFloor: elementFloor,
            referenceOffset: referenceOffset,
            expandedBytes: expandedBytes,
            defaultCost: defaultCost
        )
    }

    /// Goes on behind a token, of which everything is known to be valid up to there.
    @inline(__always)
    mutating func commit(_ end: Int) throws(XMLFault) {
        if _slowPath(end > validated), store == .text { try validate(upTo: end) }
        position = end
    }

    /// Where a token that begins at a position stands in the whole text.
    @inline(__always)
    func offset(of start: Int) -> Int {
        _fastPath(store == .text) ? window.start &+ start : referenceOffset
    }
}
