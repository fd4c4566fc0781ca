extension XMLTokenizer {
    /// Finds the next token before or behind the root element (productions 1, 22 and 27).
    @inline(never)
    mutating func nextOutside() throws(XMLFault) -> Bool {
        if phase == .start, try !begin() { return false }
        guard phase != .finished else { return false }
        position = skipSpace(text, at: position)
        let start = position
        switch text[start] {
        case 0x3C: return try outsideMarkup(at: start)
        case 0 where start == text.count: return try end(at: start)
        default:
            let place = phase == .prolog ? "before" : "behind"
            let found = text.described(at: start)
            throw fault("expected nothing but markup \(place) the root element, but found \(found)", at: start)
        }
    }

    private mutating func outsideMarkup(at start: Int) throws(XMLFault) -> Bool {
        if !keepsAssembled { assembled.truncate(to: 0) }
        switch text[start + 1] {
        case 0x3F: return try processingInstruction(at: start)
        case 0x21:
            guard phase == .prolog, text[start + 2] == 0x44, declarations == nil else { return try comment(at: start) }
            return try documentType(at: start)
        default:
            guard phase == .prolog else {
                throw fault("there is more than one root element", at: start, reached: start + 1)
            }
            guard try startTag(text, at: start) else { return false }
            phase = .content
            return true
        }
    }

    /// Ends the document, if all of it is there.
    private mutating func end(at start: Int) throws(XMLFault) -> Bool {
        guard isFinal else { return false }
        try validate(upTo: start)
        guard cut == nil else { throw fault("the text is cut", at: start) }
        guard phase == .epilog else { throw fault("the document has no root element", at: start) }
        phase = .finished
        return false
    }

    /// Reads the XML declaration, if there is one.
    ///
    /// - Returns: Whether enough of the text is there to tell.
    private mutating func begin() throws(XMLFault) -> Bool {
        let mismatch = text.mismatch("<?xml", at: 0)
        if mismatch == nil, XMLCharacters.isSpace(text[5]) {
            position = try readDeclaration()
        } else if (mismatch ?? 5) >= text.count, !isFinal {
            return false
        }
        phase = .prolog
        return true
    }
}
