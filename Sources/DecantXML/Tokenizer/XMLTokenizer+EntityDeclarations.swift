extension XMLTokenizer {
    /// Takes the declaration of an entity (productions 70 to 76).
    mutating func takeEntityDeclaration() throws(XMLFault) {
        try takeOpening("<!ENTITY")
        let isParameter = text[position] == UInt8(ascii: "%")
        if isParameter {
            position += 1
            try takeSpace(after: "“%”")
        }
        let name = try takePlainName(of: "an entity")
        let number = isNew(name, isParameter)
        try takeSpace(after: "the name of the entity")
        var entity = XMLEntity(kind: .external)
        if XMLCharacters.isQuote(text[position]) {
            entity = XMLEntity(kind: .internal, replacement: try takeEntityValue())
        } else {
            _ = try takeExternalID(publicIDAlone: false)
            if try takeNotationOfEntity(isParameter) { entity.kind = .unparsed }
        }
        takeSpace()
        try take(">", "at the end of the declaration of an entity")
        if let number { add(entity, number, isParameter) }
    }

    /// The number of a new entity; nil if it is declared already, or may be (§4.2 and §5.1).
    private func isNew(_ name: UnsafeXMLBytes, _ isParameter: Bool) -> Int? {
        guard let declarations, !declarations.isIncomplete || declaration?.standalone == true else { return nil }
        if isParameter {
            let known = declarations.parameters.count
            let number = declarations.parameterNames.number(of: name)
            return number == known ? number : nil
        }
        let known = declarations.entities.count
        let number = declarations.general.number(of: name)
        return number == known ? number : nil
    }

    private func add(_ entity: XMLEntity, _ number: Int, _ isParameter: Bool) {
        guard let declarations else { return }
        if isParameter { return declarations.parameters.append(entity) }
        declarations.entities.append(entity)
    }

    /// Takes the notation of an unparsed entity (production 76), if there is one.
    private mutating func takeNotationOfEntity(_ isParameter: Bool) throws(XMLFault) -> Bool {
        let hasSpace = takeSpace()
        guard !isParameter, try take(word: "NDATA") else { return false }
        guard hasSpace else { throw fault("expected white space before “NDATA”", at: position) }
        try takeSpace(after: "“NDATA”")
        _ = try takePlainName(of: "a notation")
        return true
    }

    /// Takes the value of an entity (production 9), and makes its replacement text (§4.5).
    private mutating func takeEntityValue() throws(XMLFault) -> XMLSlice {
        let quote = text[position]
        let first = assembled.count
        position += 1
        while text[position] != quote {
            let start = position
            switch Unicode.Scalar(text[start]) {
            case "&": try takeReferenceInValue(at: start)
            case "%":
                let message = "a parameter-entity reference is not allowed inside a declaration of the internal subset"
                throw fault(message, at: start)
            case "\r" where store == .text:
                assembled.append(UInt8(ascii: "\n"))
                position += text[start + 1] == UInt8(ascii: "\n") ? 2 : 1
            case "\0": throw unclosedFault(at: start)
            default:
                assembled.append(text[start])
                position += 1
            }
            guard assembled.count - first <= rules.textLimit else { throw textLimitFault(at: start) }
        }
        position += 1
        return declare(from: first)
    }

    /// Takes a reference in the value of an entity: a character is put in, an entity is left for later.
    private mutating func takeReferenceInValue(at start: Int) throws(XMLFault) {
        if text[start + 1] == UInt8(ascii: "#") {
            let (scalar, end) = try character(text, at: start)
            assembled.append(scalar)
            position = end
        } else {
            let end = try entityNameEnd(text, at: start) + 1
            assembled.append(text.bytes(from: start, to: end))
            position = end
        }
    }

    /// Takes the declaration of a notation (production 82).
    mutating func takeNotationDeclaration() throws(XMLFault) {
        try takeOpening("<!NOTATION")
        let name = try takePlainName(of: "a notation")
        let known = declarations?.notations.count
        let isNew = declarations?.notations.number(of: name) == known
        let written = name.string
        try takeSpace(after: "the name of the notation")
        let (publicID, systemID) = try takeExternalID(publicIDAlone: true)
        takeSpace()
        try take(">", "at the end of the declaration of a notation")
        let notation = XML.DocumentType.Notation(name: written, publicID: publicID, systemID: systemID)
        if isNew { declarations?.documentType.notations.append(notation) }
    }
}

// What the declarations of a document type are made of; all go along with `position`.

extension XMLTokenizer {
    /// Takes white space, if there is any.
    @discardableResult
    mutating func takeSpace() -> Bool {
        let start = position
        position = skipSpace(text, at: start)
        return position > start
    }

    /// Takes white space, of which there must be some.
    mutating func takeSpace(after what: String) throws(XMLFault) {
        guard takeSpace() else {
            throw fault("expected white space after \(what), but found \(text.described(at: position))", at: position)
        }
    }

    mutating func take(_ character: Unicode.Scalar, _ context: String) throws(XMLFault) {
        guard text[position] == UInt8(ascii: character) else {
            let found = text.described(at: position)
            throw fault("expected “\(character)” \(context), but found \(found)", at: position)
        }
        position += 1
    }

    /// Takes a word, if it comes next.
    mutating func take(word: StaticString) throws(XMLFault) -> Bool {
        guard let mismatch = text.mismatch(word, at: position) else {
            position += word.utf8CodeUnitCount
            return true
        }
        // Its presence is unknown until all of it has arrived.
        guard mismatch < text.count || mismatch == position else {
            throw fault("expected “\(word)”", at: position, reached: mismatch)
        }
        return false
    }

    /// Takes the words that a declaration begins with, and the white space after them.
    mutating func takeOpening(_ word: StaticString) throws(XMLFault) {
        guard try take(word: word) else {
            let mismatch = text.mismatch(word, at: position)
            throw fault("expected “\(word)”", at: position, reached: mismatch)
        }
        try takeSpace(after: "“\(word)”")
    }

    /// Takes the name of an element or attribute.
    mutating func takeName() throws(XMLFault) -> XMLName {
        let name = try name(text, at: position)
        position = name.end
        return XMLName(XMLSlice(store, offset: name.start, count: name.length), prefixLength: name.colon)
    }

    /// Takes a name without a colon.
    mutating func takePlainName(of what: String) throws(XMLFault) -> UnsafeXMLBytes {
        let start = position
        position = try uncolonizedName(text, at: start, of: what)
        return text.bytes(from: start, to: position)
    }

    /// Takes a name token (production 7).
    mutating func takeToken() throws(XMLFault) {
        let end = text.endOfNameCharacters(from: position)
        guard end > position else {
            throw fault("expected a name token, but found \(text.described(at: position))", at: position)
        }
        guard end - position <= rules.nameLimit else { throw nameLimitFault(at: position) }
        position = end
    }

    /// Takes an external identifier (production 75), for notations also a public identifier alone (production 83).
    mutating func takeExternalID(publicIDAlone: Bool) throws(XMLFault) -> (publicID: String?, systemID: String?) {
        if try take(word: "SYSTEM") {
            try takeSpace(after: "“SYSTEM”")
            return (nil, try takeLiteral())
        }
        guard try take(word: "PUBLIC") else {
            let found = text.described(at: position)
            throw fault("expected “SYSTEM” or “PUBLIC”, but found \(found)", at: position)
        }
        try takeSpace(after: "“PUBLIC”")
        let publicID = try takePublicID()
        let hasSpace = takeSpace()
        let isAlone = !XMLCharacters.isQuote(text[position])
        if publicIDAlone, isAlone { return (publicID, nil) }
        guard hasSpace || isAlone else {
            throw fault("expected white space between the public and the system identifier", at: position)
        }
        return (publicID, try takeLiteral())
    }

    /// Takes a text in quotation marks (production 11).
    private mutating func takeLiteral() throws(XMLFault) -> String {
        let quote = text[position]
        guard XMLCharacters.isQuote(quote) else {
            throw fault("expected a quotation mark, but found \(text.described(at: position))", at: position)
        }
        let start = position + 1
        var end = text.find(quote, from: start)
        while text[end] == UInt8(ascii: "\r") { end = text.find(quote, from: end + 1) }
        guard text[end] == quote else { throw unclosedFault(at: end) }
        guard end - start <= rules.textLimit else { throw textLimitFault(at: start, reached: end) }
        position = end + 1
        return text.bytes(from: start, to: end).string
    }

    /// Takes a public identifier (productions 12 and 13); white space in it is made even (§4.2.2).
    private mutating func takePublicID() throws(XMLFault) -> String {
        let start = position + 1
        let literal = try takeLiteral()
        var offset = start
        for byte in literal.utf8 {
            guard Self.isPublicIDCharacter(byte) else {
                throw fault(
                    "a public identifier cannot contain \(text.described(at: offset))",
                    at: offset,
                    reached: position
                )
            }
            offset += 1
        }
        // Most have nothing but single blanks already, and taking a string apart costs as much as reading a small document.
        guard literal.utf8.hasLineEndOrDoubleSpace else { return literal }
        return literal.split { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.joined(separator: " ")
    }

    /// Returns whether a public identifier may contain a byte (production 13).
    private static func isPublicIDCharacter(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case " ", "\r", "\n", "a"..."z", "A"..."Z", "0"..."9": true
        case "-", "'", "(", ")", "+", ",", ".", "/", ":", "=", "?", ";", "!", "*", "#", "@", "$", "_", "%": true
        default: false
        }
    }

    func unclosedFault(at position: Int) -> XMLFault {
        guard position >= text.count else { return characterFault(at: position) }
        return fault("the document ends inside a quoted value", at: position)
    }

    /// Moves the assembled bytes from an offset on into the store of declarations, where a zero follows them.
    mutating func declare(from start: Int) -> XMLSlice {
        let count = assembled.count - start
        let first = declared.count
        if count > 0 { declared.append(assembled.bytes(from: start, count: count)) }
        assembled.truncate(to: start)
        declared.append(0)
        declared.terminate()
        // The list may be somewhere else now.
        if store == .declared { text = declared.text(to: text.count) }
        return XMLSlice(.declared, offset: first, count: count)
    }
}

extension String.UTF8View {
    /// Whether white space would have to be normalised (XML 1.0 §4.2.2).
    fileprivate var hasLineEndOrDoubleSpace: Bool {
        let space = UInt8(ascii: " ")
        var previous = space
        for byte in self {
            if byte < space || byte == space && previous == space { return true }
            previous = byte
        }
        return previous == space
    }
}
