extension XMLTokenizer {
    /// Reads character data up to the next markup (production 14); false if there is none, and reading continues at
    /// ``position``.
    @inline(__always)
    mutating func characterData(_ text: UnsafeXMLText, from start: Int) throws(XMLFault) -> Bool {
        var end = text.textEnd(from: start)
        while _slowPath(text[end] == UInt8(ascii: "]")) {
            if text[end &+ 1] == UInt8(ascii: "]"), text[end &+ 2] == UInt8(ascii: ">") {
                throw sectionEndFault(at: end)
            }
            end = text.textEnd(from: end &+ 1)
        }
        guard _fastPath(text[end] == UInt8(ascii: "<") && end &- start <= rules.textLimit) else {
            return try assembleText(from: start, stop: end)
        }
        try commit(end)
        let slice = XMLSlice(store, offset: start, count: end &- start)
        token = XMLToken(kind: .text, name: .none, text: slice, offset: offset(of: start))
        return true
    }

    /// Assembles character data that is not in one piece.
    @inline(never)
    private mutating func assembleText(from start: Int, stop: Int) throws(XMLFault) -> Bool {
        willChange()
        let offset = offset(of: start)
        let first = assembled.count
        position = start
        var end = stop
        while text[end] != UInt8(ascii: "<") {
            guard assembled.count - first + end - position <= rules.textLimit else { throw textFault(from: first) }
            try assemblePiece(upTo: end)
            guard assembled.count - first <= rules.textLimit else { throw textLimitFault(at: position) }
            end = text.textEnd(from: position)
            while text[end] == UInt8(ascii: "]") {
                if text[end + 1] == UInt8(ascii: "]"), text[end + 2] == UInt8(ascii: ">") {
                    throw sectionEndFault(at: end)
                }
                end = text.textEnd(from: end + 1)
            }
        }
        guard assembled.count - first + end - position <= rules.textLimit else { throw textFault(from: first) }
        try append(from: position, to: end)
        let count = assembled.count - first
        try commit(end)
        token = XMLToken(kind: .text, name: .none, text: assembledSlice(from: first), offset: offset)
        return count > 0
    }

    /// Returns the fault of a text that exceeds its limit with the bytes after ``position``, also if more of them are to come.
    private func textFault(from first: Int) -> XMLFault {
        textLimitFault(at: position, reached: position + rules.textLimit - (assembled.count - first))
    }

    /// Takes the text up to a position, and the construct there: a reference, a line end, or the end of an entity.
    private mutating func assemblePiece(upTo end: Int) throws(XMLFault) {
        switch text[end] {
        case UInt8(ascii: "&"):
            try append(from: position, to: end)
            try reference(at: end)
        case UInt8(ascii: "\r"):
            try append(from: position, to: end)
            // Line ends of an entity's replacement text were normalised when it was declared (XML 1.0 §2.11).
            assembled.append(store == .text ? UInt8(ascii: "\n") : UInt8(ascii: "\r"))
            position = end + (store == .text && text[end + 1] == UInt8(ascii: "\n") ? 2 : 1)
        default:
            guard end == text.count else { throw characterFault(at: end) }
            guard !expansion.isEmpty else { throw unfinishedFault(at: end) }
            try append(from: position, to: end)
            try endEntity()
        }
    }

    /// Returns the assembled bytes from a position on; a slice without bytes needs no store.
    func assembledSlice(from start: Int) -> XMLSlice {
        let count = assembled.count - start
        return count == 0 ? .empty : XMLSlice(.assembled, offset: start, count: count)
    }

    /// Throws if slices could not reach all that is assembled.
    func checkAssembled(_ length: Int) throws(XMLFault) {
        guard assembled.count + length <= Int(UInt32.max) else { throw textLimitFault(at: position) }
    }

    /// Adds a piece of the current text to the assembled text.
    mutating func append(from start: Int, to end: Int) throws(XMLFault) {
        guard end > start else { return }
        // Text that goes on in an entity ends there, where nothing is left to be tested.
        if end > validated, store == .text { try validate(upTo: end) }
        try checkAssembled(end - start)
        assembled.append(text.bytes(from: start, to: end))
    }

    /// Reads markup in content that is not a tag: a comment, a CDATA section or a processing instruction.
    @inline(never)
    mutating func markup(at start: Int) throws(XMLFault) -> Bool {
        if text[start + 1] == UInt8(ascii: "?") { return try processingInstruction(at: start) }
        guard text[start + 1] == UInt8(ascii: "!") else {
            let found = text.described(at: start + 1)
            let hint = "write a literal “<” as “&lt;”"
            throw fault("expected a name after “<”, but found \(found)", at: start, reached: start + 1, hint: hint)
        }
        guard text[start + 2] == UInt8(ascii: "[") else { return try comment(at: start) }
        if let position = text.mismatch("<![CDATA[", at: start) {
            throw fault("expected “<![CDATA[”", at: start, reached: position)
        }
        return try finish(.cdata, try delimited(.section, from: start + 9, of: start), start)
    }

    /// Reads a comment (production 15).
    mutating func comment(at start: Int) throws(XMLFault) -> Bool {
        if let position = text.mismatch("<!--", at: start) {
            guard let other = text.mismatch("<!DOCTYPE", at: start) else {
                throw fault("the document type declaration is out of place", at: start)
            }
            throw fault("expected “<!--”", at: start, reached: max(position, other))
        }
        return try finish(.comment, try delimited(.comment, from: start + 4, of: start), start)
    }

    /// Reads a processing instruction (production 16).
    mutating func processingInstruction(at start: Int) throws(XMLFault) -> Bool {
        let end = try uncolonizedName(text, at: start + 2, of: "a processing instruction")
        let name = text.bytes(from: start + 2, to: end)
        if name.count == 3, XMLKeyword.xml.isPrefixInAnyCase(of: name.word) {
            let message =
                name.isEqual(to: .xml)
                ? "the XML declaration is allowed only at the beginning of a document"
                : "the processing-instruction target “\(name.string)” is reserved"
            throw fault(message, at: start, reached: end)
        }
        let target = XMLName(XMLSlice(store, offset: start + 2, count: end - start - 2), prefixLength: 0)
        guard XMLCharacters.isWhitespace(text[end]) || text[end] == UInt8(ascii: "?") else {
            let found = text.described(at: end)
            throw fault("expected white space or “?>” after “<?\(name.string)”, but found \(found)", at: end)
        }
        if text[end] == UInt8(ascii: "?"), text[end + 1] != UInt8(ascii: ">") {
            throw fault("expected “?>” after “<?\(name.string)”", at: end, reached: end + 1)
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

    /// Reads up to the end of a comment, a section or an instruction; line ends become line feeds (§2.11).
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
            case UInt8(ascii: "\r"): hasReturns = true
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
        let isNext = text[position + 1] == (delimiter == .instruction ? UInt8(ascii: ">") : delimiter.first)
        guard isNext, delimiter != .instruction else { return isNext ? position + 2 : nil }
        if text[position + 2] == UInt8(ascii: ">") { return position + 3 }
        guard delimiter == .comment else { return nil }
        throw fault("unexpected “--” in a comment", at: position, reached: position + 2)
    }

    private mutating func slice(from start: Int, to end: Int, hasReturns: Bool) throws(XMLFault) -> XMLSlice {
        guard end - start <= rules.textLimit else { throw textLimitFault(at: start, reached: end) }
        guard hasReturns else { return XMLSlice(store, offset: start, count: end - start) }
        let first = assembled.count
        try checkAssembled(end - start)
        var position = start
        while true {
            let stop = text.find(UInt8(ascii: "\r"), from: position)
            assembled.append(text.bytes(from: position, to: min(stop, end)))
            guard stop < end else { break }
            assembled.append(UInt8(ascii: "\n"))
            position = stop + (text[stop + 1] == UInt8(ascii: "\n") ? 2 : 1)
        }
        return assembledSlice(from: first)
    }
}

/// The delimiter at the end of a piece of markup whose content is not parsed.
enum XMLDelimiter {
    /// `-->`, and `--` cannot be elsewhere.
    case comment
    /// `]]>`.
    case section
    /// `?>`.
    case instruction

    /// The byte that it begins with.
    var first: UInt8 {
        switch self {
        case .comment: UInt8(ascii: "-")
        case .section: UInt8(ascii: "]")
        case .instruction: UInt8(ascii: "?")
        }
    }

    /// The name of the markup, for messages.
    var name: String {
        switch self {
        case .comment: "a comment"
        case .section: "a CDATA section"
        case .instruction: "a processing instruction"
        }
    }
}
