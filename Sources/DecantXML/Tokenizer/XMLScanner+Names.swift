extension XMLScanner {
    /// Reads a name (production 5), with namespaces a qualified one (Namespaces in XML production 7).
    @inline(__always)
    mutating func name(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> XMLNameEnd {
        let run = text.nameRun(at: start)
        let end = start &+ run.stop
        guard
            _fastPath(
                run.stop < 16 && UTF8.isASCII(text[end]) && XMLCharacters.isNameStartASCII(text[start])
                    && run.stop <= rules.nameLimit
            )
        else { return try longName(text, at: start) }
        if run.colon == 0 || !rules.processesNamespaces { return XMLNameEnd(start: start, end: end, colon: 0) }
        guard _fastPath(run.colon > 0 && XMLCharacters.isNameStartASCII(text[start &+ run.colon &+ 1])) else {
            return try longName(text, at: start)
        }
        return XMLNameEnd(start: start, end: end, colon: run.colon)
    }

    /// Reads a name of any length and any characters, or throws its fault.
    @inline(never)
    mutating func longName(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> XMLNameEnd {
        let end = try plainName(text, at: start)
        guard rules.processesNamespaces else { return XMLNameEnd(start: start, end: end, colon: 0) }
        var colon = 0
        for position in start..<end where text[position] == UInt8(ascii: ":") {
            guard colon == 0, position > start else { throw qualifiedNameFault(text, from: start, to: end) }
            colon = position - start
        }
        guard colon > 0 else { return XMLNameEnd(start: start, end: end, colon: 0) }
        guard let first = text.scalar(at: start + colon + 1), XMLCharacters.isNameStart(first.scalar) else {
            throw qualifiedNameFault(text, from: start, to: end)
        }
        return XMLNameEnd(start: start, end: end, colon: colon)
    }

    /// Reads a name without a look at colons.
    mutating func plainName(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
        guard let first = text.scalar(at: start), XMLCharacters.isNameStart(first.scalar) else {
            throw fault("expected a name, but found \(text.described(at: start))", at: start)
        }
        let end = text.endOfNameCharacters(from: start + first.length)
        guard end - start <= rules.nameLimit else { throw nameLimitFault(at: start) }
        return end
    }

    /// Reads a name that must not have a colon if namespaces are processed: of an entity, a notation, or the target of a
    /// processing instruction (Namespaces in XML §7).
    mutating func uncolonizedName(_ text: UnsafeXMLText, at start: Int, of what: String) throws(XMLFault) -> Int {
        let end = try plainName(text, at: start)
        guard rules.processesNamespaces else { return end }
        for position in start..<end where text[position] == UInt8(ascii: ":") {
            let name = text.bytes(from: start, to: end).string
            throw fault("the name “\(name)” of \(what) has a colon", at: start, reached: end)
        }
        return end
    }

    /// Skips white space (production 3).
    @inline(__always)
    func skipSpace(_ text: UnsafeXMLText, at start: Int) -> Int {
        var position = start
        while XMLCharacters.isWhitespace(text[position]) { position &+= 1 }
        return position
    }
}

// MARK: - References

extension XMLScanner {
    /// Reads a character reference (production 66) or a reference to a predefined entity (§4.6), and returns the
    /// position after it; nil for another reference.
    @inline(__always)
    mutating func characterOrPredefined(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int? {
        if text[start &+ 1] == UInt8(ascii: "#") { return try characterReference(text, at: start) }
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

    /// Reads a character reference and adds the character in UTF-8.
    private mutating func characterReference(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
        let (scalar, end) = try character(text, at: start)
        assembled.append(scalar)
        return end
    }

    /// Reads a character reference (production 66).
    mutating func character(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> (scalar: Unicode.Scalar, end: Int)
    {
        let isHexadecimal = text[start + 2] == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 3 : 2)
        var position = first
        var value: UInt32 = 0
        while let digit = Self.digit(text[position], isHexadecimal) {
            // Larger numbers are not characters, and neither is this one.
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            position += 1
        }
        guard position > first, text[position] == UInt8(ascii: ";") else {
            throw fault(
                "expected a digit or “;” in a character reference, but found \(text.described(at: position))",
                at: position
            )
        }
        guard let scalar = Unicode.Scalar(value), XMLCharacters.isCharacter(scalar) else {
            throw fault(
                "a character reference refers to a character that XML does not allow",
                at: start,
                reached: position
            )
        }
        return (scalar, position + 1)
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
    mutating func entityNameEnd(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
        guard let first = text.scalar(at: start + 1), XMLCharacters.isNameStart(first.scalar) else {
            let found = text.described(at: start + 1)
            let hint = "write a literal “&” as “&amp;”"
            throw fault("expected a name after “&”, but found \(found)", at: start, reached: start + 1, hint: hint)
        }
        let end = try uncolonizedName(text, at: start + 1, of: "an entity")
        guard text[end] == UInt8(ascii: ";") else {
            let name = text.bytes(from: start + 1, to: end).string
            let hint = "write a literal “&” as “&amp;”"
            throw fault("expected “;” after “&\(name)”, but found \(text.described(at: end))", at: end, hint: hint)
        }
        return end
    }
}

/// The end of a name in the text that is read.
struct XMLNameEnd {
    var start: Int
    var end: Int
    /// The number of bytes of the prefix; 0 if there is none, or if namespaces are not processed.
    var colon: Int
    var length: Int { end &- start }
}
