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

/// The end of a name in the text that is read.
struct XMLNameEnd {
    var start: Int
    var end: Int
    /// The number of bytes of the prefix; 0 if there is none, or if namespaces are not processed.
    var colon: Int
    var length: Int { end &- start }
}
