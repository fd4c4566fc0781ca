extension XMLTokenizer {
    /// Takes the declaration of an entity (productions 70 to 76).
    mutating func takeEntityDeclaration() throws(XMLFault) {
        try takeOpening("<!ENTITY")
        let isParameter = text[position] == 0x25
        if isParameter {
            position += 1
            try takeSpace(behind: "“%”")
        }
        let name = try takePlainName(of: "an entity")
        let number = isNew(name, isParameter)
        try takeSpace(behind: "the name of the entity")
        var entity = XMLEntity(kind: .external)
        if text[position] == 0x22 || text[position] == 0x27 {
            let replacement = try takeEntityValue()
            entity = XMLEntity(kind: .internal, start: replacement.start, end: replacement.start + replacement.count)
        } else {
            _ = try takeExternalID(publicIDAlone: false)
            if try takeNotationOfEntity(isParameter) { entity.kind = .unparsed }
        }
        takeSpace()
        try take(0x3E, "at the end of the declaration of an entity")
        if let number { add(entity, number, isParameter) }
    }

    /// Takes down the name of an entity.
    ///
    /// - Returns: Its number, or nil if it is declared already, or may be (§4.2 and §5.1).
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
        try takeSpace(behind: "“NDATA”")
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
            switch text[start] {
            case 0x26: try takeReferenceInValue(at: start)
            case 0x25:
                let message = "a parameter entity cannot be referred to inside of a declaration here"
                throw fault(message, at: start)
            case 0x0D where store == .text:
                assembled.append(0x0A)
                position += text[start + 1] == 0x0A ? 2 : 1
            case 0: throw unclosedFault(at: start)
            case let byte:
                assembled.append(byte)
                position += 1
            }
            guard assembled.count - first <= textLimit else { throw textLimitFault(at: start) }
        }
        position += 1
        return declare(from: first)
    }

    /// Takes a reference in the value of an entity: a character is put in, an entity is left for later.
    private mutating func takeReferenceInValue(at start: Int) throws(XMLFault) {
        if text[start + 1] == 0x23 {
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
        try takeSpace(behind: "the name of the notation")
        let (publicID, systemID) = try takeExternalID(publicIDAlone: true)
        takeSpace()
        try take(0x3E, "at the end of the declaration of a notation")
        let notation = XML.DocumentType.Notation(name: written, publicID: publicID, systemID: systemID)
        if isNew { declarations?.documentType.notations.append(notation) }
    }
}
