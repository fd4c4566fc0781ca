import DecantCore
import DecantText

extension XMLScanner {
    /// Reads markup in content other than a tag: a comment, a CDATA section, or a processing instruction.
    @inline(never)
    mutating func markup(at start: Int) throws(XMLParseError) -> XMLToken {
        if text[start + 1] == UInt8(ascii: "?") { return try processingInstruction(at: start) }
        guard text[start + 1] == UInt8(ascii: "!") else {
            throw expected("a name after “<”", at: start + 1, from: start, hint: "write a literal “<” as “&lt;”")
        }
        guard text[start + 2] == UInt8(ascii: "[") else { return try comment(at: start) }
        if let position = text.mismatch("<![CDATA[", at: start) {
            throw error("expected “<![CDATA[”", at: start, reached: position)
        }
        return try finish(.cdata, try delimited(.section, from: start + 9, of: start), start)
    }

    /// Reads a comment (production 15).
    mutating func comment(at start: Int) throws(XMLParseError) -> XMLToken {
        if let position = text.mismatch("<!--", at: start) {
            guard let other = text.mismatch("<!DOCTYPE", at: start) else {
                throw error("the document type declaration is out of place", at: start)
            }
            throw error("expected “<!--”", at: start, reached: max(position, other))
        }
        return try finish(.comment, try delimited(.comment, from: start + 4, of: start), start)
    }

    /// Reads a processing instruction (production 16).
    mutating func processingInstruction(at start: Int) throws(XMLParseError) -> XMLToken {
        let end = try uncolonizedName(text, at: start + 2, of: "a processing instruction")
        let name = text.bytes(from: start + 2, to: end)
        if name.count == 3, name.string.lowercased() == "xml" {
            guard name.isEqual(to: .xml) else {
                let message = "the processing-instruction target “\(name.string)” is reserved"
                throw error(message, at: start, reached: end)
            }
            let message = "the XML declaration is allowed only at the beginning of a document"
            let isFirst = store == .text && window.start == 0
            let isAfterSpace = isFirst && (0..<start).allSatisfy { XMLCharacters.isWhitespace(text[$0]) }
            let hint = isAfterSpace ? Hint(nil, .quirk("leadingWhitespace")) : nil
            throw error(message, at: start, reached: end, hint: hint)
        }
        let target = XMLName(XMLSlice(store, offset: start + 2, count: end - start - 2), prefixLength: 0)
        guard XMLCharacters.isWhitespace(text[end]) || text[end] == UInt8(ascii: "?") else {
            throw expected("whitespace or “?>” after “<?\(name.string)”", at: end)
        }
        if text[end] == UInt8(ascii: "?"), text[end + 1] != UInt8(ascii: ">") {
            throw error("expected “?>” after “<?\(name.string)”", at: end, reached: end + 1)
        }
        let data = try delimited(.instruction, from: skipSpace(text, at: end), of: start)
        return try finish(.processingInstruction, data, start, name: target)
    }

    private mutating func finish(
        _ kind: XMLToken.Kind,
        _ content: (slice: XMLSlice, end: Int),
        _ start: Int,
        name: XMLName = .none
    ) throws(XMLParseError) -> XMLToken {
        let offset = offset(of: start)
        try commit(content.end)
        return XMLToken(kind: kind, name: name, text: content.slice, offset: offset)
    }

    /// Reads the content of a comment, CDATA section, or processing instruction, and normalizes line ends (§2.11).
    mutating func delimited(
        _ delimiter: XMLDelimiter,
        from start: Int,
        of whole: Int
    ) throws(XMLParseError) -> (slice: XMLSlice, end: Int) {
        var position = start
        var hasReturns = false
        while true {
            position = text.find(delimiter.first, from: position)
            switch text[position] {
            case UInt8(ascii: "\r"): hasReturns = true
            case 0:
                guard position >= text.count else { throw characterError(at: position) }
                throw error("\(delimiter.name) is not closed", at: whole, reached: position)
            case _ where text.mismatch(delimiter.text, at: position) == nil:
                let content = try slice(from: start, to: position, hasReturns: hasReturns && store == .text)
                return (content, position + delimiter.text.utf8CodeUnitCount)
            default:
                guard text[position] == UInt8(ascii: "-"), text[position + 1] == UInt8(ascii: "-") else { break }
                throw error("unexpected “--” in a comment", at: position, reached: position + 2)
            }
            position += 1
        }
    }

    private mutating func slice(from start: Int, to end: Int, hasReturns: Bool) throws(XMLParseError) -> XMLSlice {
        guard end - start <= rules.textLimit else { throw textLimitError(at: start, reached: end) }
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

/// The closing delimiter of markup whose content is not parsed.
struct XMLDelimiter {
    let text: StaticString
    let first: UInt8
    /// The name of the markup.
    let name: String

    /// The content cannot contain `--`.
    static var comment: XMLDelimiter { XMLDelimiter(text: "-->", first: UInt8(ascii: "-"), name: "a comment") }
    static var section: XMLDelimiter { XMLDelimiter(text: "]]>", first: UInt8(ascii: "]"), name: "a CDATA section") }

    static var instruction: XMLDelimiter {
        XMLDelimiter(text: "?>", first: UInt8(ascii: "?"), name: "a processing instruction")
    }
}

// MARK: - The XML declaration

extension XMLScanner {
    /// Reads the XML declaration (production 23).
    mutating func declaration() throws(XMLParseError) -> XMLDeclarationInfo {
        var info = XMLDeclarationInfo()
        var position = 5
        let version = try pseudoAttribute("version", at: &position)
        guard let version, Self.isVersion(version) else {
            throw error("expected a version such as “1.0” at the beginning of the XML declaration", at: position)
        }
        if let encoding = try pseudoAttribute("encoding", at: &position) {
            guard Self.isEncodingName(encoding) else {
                throw error("“\(encoding.string)” is not the name of an encoding", at: position)
            }
            info.hasEncoding = true
        }
        if let standalone = try pseudoAttribute("standalone", at: &position) {
            guard standalone.isEqual(to: "yes") || standalone.isEqual(to: "no") else {
                throw error("expected “yes” or “no” as the value of “standalone”", at: position)
            }
            info.isStandalone = standalone.isEqual(to: "yes")
        }
        position = skipSpace(text, at: position)
        if let mismatch = text.mismatch("?>", at: position) {
            throw expected("“?>” at the end of the XML declaration", at: mismatch)
        }
        try commit(position + 2)
        return info
    }

    /// Reads a pseudo-attribute of the declaration and the whitespace before it, and moves `position` past it.
    ///
    /// Returns nil if another pseudo-attribute comes next.
    private mutating func pseudoAttribute(_ name: StaticString, at position: inout Int) throws(XMLParseError)
        -> UnsafeXMLBytes?
    {
        let start = skipSpace(text, at: position)
        if let mismatch = text.mismatch(name, at: start) {
            guard mismatch < text.count else { throw error("the XML declaration is not closed", at: mismatch) }
            return nil
        }
        guard start > position else { throw error("expected whitespace before “\(name)”", at: start) }
        var end = skipSpace(text, at: start + name.utf8CodeUnitCount)
        guard text[end] == UInt8(ascii: "=") else { throw error("expected “=” after “\(name)”", at: end) }
        end = skipSpace(text, at: end + 1)
        let quote = text[end]
        guard XMLCharacters.isQuote(quote) else { throw error("expected a quotation mark", at: end) }
        let first = end + 1
        end = text.valueEnd(from: first, quote: quote)
        guard text[end] == quote else { throw error("the value of “\(name)” is not closed", at: end) }
        position = end + 1
        return text.bytes(from: first, to: end)
    }

    /// Returns whether a processor of XML 1.0 accepts a version (production 26, fifth edition).
    private static func isVersion(_ bytes: UnsafeXMLBytes) -> Bool {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "1"), bytes[1] == UInt8(ascii: ".") else { return false }
        return (2..<bytes.count).allSatisfy { XMLCharacters.isDigit(bytes[$0]) }
    }

    /// Returns whether the bytes are the name of an encoding (production 81).
    private static func isEncodingName(_ bytes: UnsafeXMLBytes) -> Bool {
        guard bytes.count > 0, XMLCharacters.isNameStartASCII(bytes[0]), bytes[0] != UInt8(ascii: "_") else {
            return false
        }
        return (0..<bytes.count).allSatisfy { XMLCharacters.isNameASCII(bytes[$0]) && bytes[$0] != UInt8(ascii: ":") }
    }
}

// MARK: - Parts of declarations

// These functions consume text at `position`.

extension XMLScanner {
    mutating func consumeSpace(after what: String) throws(XMLParseError) {
        guard consumeSpace() else { throw expected("whitespace after \(what)") }
    }

    mutating func consume(_ character: Unicode.Scalar, _ context: String) throws(XMLParseError) {
        guard consume(character) else { throw expected("“\(character)” \(context)") }
    }

    /// Consumes a character, and returns false if another one comes next.
    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Consumes a word, and returns false if another word comes next.
    mutating func consume(word: StaticString) throws(XMLParseError) -> Bool {
        guard let mismatch = text.mismatch(word, at: position) else {
            position += word.utf8CodeUnitCount
            return true
        }
        // A partial match is not decided until the whole word has arrived.
        guard mismatch < text.count || mismatch == position else {
            throw error("expected “\(word)”", at: position, reached: mismatch)
        }
        return false
    }

    /// Consumes the opening of a declaration and the whitespace after it.
    mutating func consumeOpening(_ word: StaticString) throws(XMLParseError) {
        guard try consume(word: word) else {
            let mismatch = text.mismatch(word, at: position)
            throw error("expected “\(word)”", at: position, reached: mismatch)
        }
        try consumeSpace(after: "“\(word)”")
    }

    mutating func parseName() throws(XMLParseError) -> XMLName {
        let name = try name(text, at: position)
        position = name.end
        return XMLName(XMLSlice(store, offset: name.start, count: name.length), prefixLength: name.colon)
    }

    mutating func parseNCName(of what: String) throws(XMLParseError) -> UnsafeXMLBytes {
        let start = position
        position = try uncolonizedName(text, at: start, of: what)
        return text.bytes(from: start, to: position)
    }

    /// Consumes a name token (production 7).
    mutating func parseNameToken() throws(XMLParseError) {
        let end = text.endOfNameCharacters(from: position)
        guard end > position else { throw expected("a name token") }
        guard end - position <= rules.nameLimit else { throw nameLimitError(at: position) }
        position = end
    }

    /// Consumes an external identifier (production 75) or, for notations, also a public identifier alone (production
    /// 83).
    mutating func parseExternalID(publicIDAlone: Bool) throws(XMLParseError) -> (publicID: String?, systemID: String?) {
        if try consume(word: "SYSTEM") {
            try consumeSpace(after: "“SYSTEM”")
            return (nil, try parseLiteral())
        }
        guard try consume(word: "PUBLIC") else { throw expected("“SYSTEM” or “PUBLIC”") }
        try consumeSpace(after: "“PUBLIC”")
        let publicID = try parsePublicID()
        let hasSpace = consumeSpace()
        let isAlone = !XMLCharacters.isQuote(text[position])
        if publicIDAlone, isAlone { return (publicID, nil) }
        guard hasSpace || isAlone else {
            throw error("expected whitespace between the public and the system identifier", at: position)
        }
        return (publicID, try parseLiteral())
    }

    /// Consumes a quoted literal (production 11).
    private mutating func parseLiteral() throws(XMLParseError) -> String {
        let quote = text[position]
        guard XMLCharacters.isQuote(quote) else { throw expected("a quotation mark") }
        let start = position + 1
        var end = text.find(quote, from: start)
        while text[end] == UInt8(ascii: "\r") { end = text.find(quote, from: end + 1) }
        guard text[end] == quote else { throw unclosedError(at: end) }
        guard end - start <= rules.textLimit else { throw textLimitError(at: start, reached: end) }
        position = end + 1
        return text.bytes(from: start, to: end).string
    }

    /// Consumes a public identifier (productions 12 and 13), and normalizes its whitespace (§4.2.2).
    private mutating func parsePublicID() throws(XMLParseError) -> String {
        let start = position + 1
        let literal = try parseLiteral()
        for (offset, byte) in literal.utf8.enumerated() where !Self.isPublicIDCharacter(byte) {
            let message = "a public identifier cannot contain \(text.described(at: start + offset))"
            throw error(message, at: start + offset, reached: position)
        }
        let slice = XMLSlice(store, offset: start, count: literal.utf8.count)
        return view(folded(slice, XMLCharacters.isWhitespace)).string
    }

    /// Returns whether a public identifier may contain a byte (production 13).
    private static func isPublicIDCharacter(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case " ", "\r", "\n", "a"..."z", "A"..."Z", "0"..."9": true
        case "-", "'", "(", ")", "+", ",", ".", "/", ":", "=", "?", ";", "!", "*", "#", "@", "$", "_", "%": true
        default: false
        }
    }

    func unclosedError(at position: Int) -> XMLParseError {
        guard position >= text.count else { return characterError(at: position) }
        return error("the document ends inside a quoted value", at: position)
    }
}

// MARK: - References

extension XMLScanner {
    /// Reads a character reference (production 66) or a reference to a predefined entity (§4.6).
    ///
    /// Appends the character to the assembled text, and returns the position after the reference. Returns nil for a
    /// reference to another entity.
    @inline(__always)
    mutating func characterOrPredefined(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> Int? {
        if text[start &+ 1] == UInt8(ascii: "#") {
            let (scalar, end) = try character(text, at: start)
            assembled.append(scalar)
            return end
        }
        let word = text.word64(at: start &+ 1)
        let (character, length): (UInt8, Int)
        if XMLKeyword.lessThan.isPrefix(of: word) {
            (character, length) = (UInt8(ascii: "<"), 4)
        } else if XMLKeyword.greaterThan.isPrefix(of: word) {
            (character, length) = (UInt8(ascii: ">"), 4)
        } else if XMLKeyword.ampersand.isPrefix(of: word) {
            (character, length) = (UInt8(ascii: "&"), 5)
        } else if XMLKeyword.quote.isPrefix(of: word) {
            (character, length) = (UInt8(ascii: "\""), 6)
        } else if XMLKeyword.apostrophe.isPrefix(of: word) {
            (character, length) = (UInt8(ascii: "'"), 6)
        } else {
            return nil
        }
        assembled.append(character)
        return start &+ length
    }

    /// Returns the end of a reference to a character that the quirk for control characters drops, or nil for another
    /// reference.
    mutating func droppedReferenceEnd(at start: Int) throws(XMLParseError) -> Int? {
        guard text[start + 1] == UInt8(ascii: "#") else { return nil }
        let (value, end) = try number(text, at: start)
        return XMLControls.contains(value) ? end : nil
    }

    /// Reads a character reference (production 66).
    mutating func character(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> (
        scalar: Unicode.Scalar, end: Int
    ) {
        let (value, end) = try number(text, at: start)
        guard let scalar = Unicode.Scalar(value), XMLCharacters.isCharacter(scalar) else {
            let message = "a character reference refers to a character that XML does not allow"
            let hint = XMLControls.contains(value) ? Hint(nil, .quirk("controlCharacters")) : nil
            throw error(message, at: start, reached: end - 1, hint: hint)
        }
        return (scalar, end)
    }

    /// Reads the number in a character reference, and returns it with the position after the reference.
    private mutating func number(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> (
        value: UInt32, end: Int
    ) {
        let isHexadecimal = text[start + 2] == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 3 : 2)
        var position = first
        var value: UInt32 = 0
        while let digit = Self.digit(text[position], isHexadecimal) {
            // Saturate: 0x110000 and larger numbers are not characters.
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            position += 1
        }
        guard position > first, text[position] == UInt8(ascii: ";") else {
            throw expected("a digit or “;” in a character reference", text, at: position)
        }
        return (value, position + 1)
    }

    private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        switch Unicode.Scalar(byte) {
        case "0"..."9": UInt32(byte - UInt8(ascii: "0"))
        case "A"..."F" where isHexadecimal: UInt32(byte - UInt8(ascii: "A") + 10)
        case "a"..."f" where isHexadecimal: UInt32(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    /// Reads the name in an entity reference and the semicolon after it (production 68), and returns the end of the
    /// name.
    mutating func entityNameEnd(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> Int {
        let hint: Hint = "write a literal “&” as “&amp;”"
        guard let first = text.scalar(at: start + 1), XMLCharacters.isNameStart(first.scalar) else {
            throw expected("a name after “&”", text, at: start + 1, from: start, hint: hint)
        }
        let end = try uncolonizedName(text, at: start + 1, of: "an entity")
        guard text[end] == UInt8(ascii: ";") else {
            let name = text.bytes(from: start + 1, to: end).string
            throw expected("“;” after “&\(name)”", text, at: end, hint: hint)
        }
        return end
    }
}
