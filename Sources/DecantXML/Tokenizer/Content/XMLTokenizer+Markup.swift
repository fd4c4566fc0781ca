extension XMLTokenizer {
    /// Reads markup in content that is no tag: a comment, a CDATA section or a processing instruction.
    @inline(never)
    mutating func markup(at start: Int) throws(XMLFault) -> Bool {
        if text[start + 1] == 0x3F { return try processingInstruction(at: start) }
        guard text[start + 1] == 0x21 else {
            let found = text.described(at: start + 1)
            let hint = "a “<” that stands for itself is written “&lt;”"
            throw fault("expected a name behind “<”, but found \(found)", at: start, reached: start + 1, hint: hint)
        }
        guard text[start + 2] == 0x5B else { return try comment(at: start) }
        if let position = text.mismatch("<![CDATA[", at: start) {
            throw fault("expected “<![CDATA[”", at: start, reached: position)
        }
        return try finish(.cdata, try delimited(.section, from: start + 9, of: start), start)
    }

    /// Reads a comment (production 15).
    mutating func comment(at start: Int) throws(XMLFault) -> Bool {
        if let position = text.mismatch("<!--", at: start) {
            guard let other = text.mismatch("<!DOCTYPE", at: start) else {
                throw fault("the document type declaration stands in the wrong place", at: start)
            }
            throw fault("expected “<!--”", at: start, reached: max(position, other))
        }
        return try finish(.comment, try delimited(.comment, from: start + 4, of: start), start)
    }

    /// Reads a processing instruction (production 16).
    mutating func processingInstruction(at start: Int) throws(XMLFault) -> Bool {
        let end = try uncolonizedName(text, at: start + 2, of: "a processing instruction")
        let name = text.bytes(from: start + 2, to: end)
        if name.count == 3, name.word | 0x20_2020 == 0x6C_6D78 {
            let message =
                name.word == 0x6C_6D78
                ? "the XML declaration stands only at the very beginning of a document"
                : "the target “\(name.string)” of a processing instruction is reserved"
            throw fault(message, at: start, reached: end)
        }
        let target = XMLName(XMLSlice(store, offset: start + 2, count: end - start - 2), prefixLength: 0)
        guard XMLCharacters.isSpace(text[end]) || text[end] == 0x3F else {
            let found = text.described(at: end)
            throw fault("expected white space or “?>” behind “<?\(name.string)”, but found \(found)", at: end)
        }
        if text[end] == 0x3F, text[end + 1] != 0x3E {
            throw fault("expected “?>” behind “<?\(name.string)”", at: end, reached: end + 1)
        }
        let data = try delimited(.instruction, from: skipSpace(text, at: end), of: start)
        return try finish(.processingInstruction, data, start, name: target)
    }

    private mutating func finish(
        _ kind: XMLToken.Kind,
        _ content: (slice: XMLSlice, end: Int),
        _ start: Int,
        name: XMLName = .none
    ) throws(XMLFault) -> Bool {
        let offset = offset(of: start)
        try commit(content.end)
        token = XMLToken(kind: kind, name: name, text: content.slice, offset: offset)
        return true
    }

    /// Reads up to what ends a comment, a section or an instruction; line ends become line feeds (§2.11).
    mutating func delimited(
        _ delimiter: XMLDelimiter,
        from start: Int,
        of whole: Int
    ) throws(XMLFault) -> (slice: XMLSlice, end: Int) {
        var position = start
        var hasReturns = false
        while true {
            position = text.find(delimiter.first, from: position)
            switch text[position] {
            case 0x0D: hasReturns = true
            case 0: throw delimiterFault(delimiter, at: position, of: whole)
            default:
                if let end = try endOfDelimiter(delimiter, at: position) {
                    return (try slice(from: start, to: position, hasReturns: hasReturns && store == .text), end)
                }
            }
            position += 1
        }
    }

    private func endOfDelimiter(_ delimiter: XMLDelimiter, at position: Int) throws(XMLFault) -> Int? {
        let isNext = text[position + 1] == (delimiter == .instruction ? 0x3E : delimiter.first)
        guard isNext, delimiter != .instruction else { return isNext ? position + 2 : nil }
        if text[position + 2] == 0x3E { return position + 3 }
        guard delimiter == .comment else { return nil }
        throw fault("“--” cannot stand in a comment", at: position, reached: position + 2)
    }

    private mutating func slice(from start: Int, to end: Int, hasReturns: Bool) throws(XMLFault) -> XMLSlice {
        guard end - start <= textLimit else { throw textLimitFault(at: start, reached: end) }
        guard hasReturns else { return XMLSlice(store, offset: start, count: end - start) }
        let first = assembled.count
        try checkAssembled(end - start)
        var position = start
        while true {
            let stop = text.find(0x0D, from: position)
            assembled.append(text.bytes(from: position, to: min(stop, end)))
            guard stop < end else { break }
            assembled.append(0x0A)
            position = stop + (text[stop + 1] == 0x0A ? 2 : 1)
        }
        return assembledSlice(from: first)
    }
}
