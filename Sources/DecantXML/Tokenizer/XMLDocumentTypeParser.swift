import DecantCore

// The parser advances the scanner's position. If the declaration turns out to be incomplete, the position is restored,
// and the declarations read so far are discarded.

/// A parser for a document type declaration and the declarations in it.
struct XMLDocumentTypeParser {
    private let declarations: XMLDeclarations

    /// Reads the document type declaration (production 28).
    static func read(_ entities: inout XMLEntities, at start: Int) throws(XMLParseError) -> XMLToken {
        let parser = XMLDocumentTypeParser(declarations: entities.beginDeclarations())
        try entities.scanner.takeOpening("<!DOCTYPE")
        let name = try entities.scanner.takeName()
        parser.declarations.documentType.name = entities.scanner.view(name.slice).string
        let hasSpace = entities.scanner.takeSpace()
        if hasSpace, entities.scanner.next != UInt8(ascii: "["), entities.scanner.next != UInt8(ascii: ">") {
            try parser.takeExternalSubset(&entities)
        }
        entities.scanner.takeSpace()
        if entities.scanner.take("[") {
            try parser.takeInternalSubset(&entities)
            entities.scanner.takeSpace()
        }
        try entities.scanner.take(">", "at the end of the document type declaration")
        let end = entities.scanner.position
        try entities.scanner.validate(upTo: end)
        entities.declaresAttributes = parser.declarations.attributes.changesTags
        let slice = XMLSlice(offset: start, count: min(end - start, XMLSlice.longest))
        return XMLToken(kind: .documentType, name: name, text: slice, offset: entities.scanner.offset(of: start))
    }

    /// Consumes the identifiers of the external subset, which is not read.
    private func takeExternalSubset(_ entities: inout XMLEntities) throws(XMLParseError) {
        let start = entities.scanner.position
        let identifiers = try entities.scanner.takeExternalID(publicIDAlone: false)
        declarations.documentType.publicID = identifiers.publicID
        declarations.documentType.systemID = identifiers.systemID
        declarations.mayHaveMore = true
        let message = "the external subset of the document type was not read"
        try entities.skipExternal(message, .note, at: start)
    }

    /// Consumes the internal subset (production 28b) and its closing bracket.
    private func takeInternalSubset(_ entities: inout XMLEntities) throws(XMLParseError) {
        while true {
            switch Unicode.Scalar(entities.scanner.next) {
            case " ", "\t", "\n", "\r": entities.scanner.position += 1
            case "%": try takeParameterReference(&entities)
            case "<": try takeMarkupDeclaration(&entities)
            case "]" where entities.isEmpty:
                entities.scanner.position += 1
                return
            case "\0" where entities.scanner.position == entities.scanner.text.count && !entities.isEmpty:
                entities.close()
            default:
                throw entities.scanner.expected("a declaration or “]” in the document type")
            }
        }
    }

    /// Consumes a markup declaration, a comment, or a processing instruction (production 29).
    private func takeMarkupDeclaration(_ entities: inout XMLEntities) throws(XMLParseError) {
        let start = entities.scanner.position
        defer { if !entities.scanner.rules.keepsAssembled { entities.scanner.assembled.truncate(to: 0) } }
        if entities.scanner.text[start + 1] == UInt8(ascii: "?") {
            _ = try entities.scanner.processingInstruction(at: start)
            return
        }
        guard entities.scanner.text[start + 1] == UInt8(ascii: "!") else {
            throw entities.scanner.error("expected a declaration", at: start, reached: start + 1)
        }
        switch Unicode.Scalar(entities.scanner.text[start + 2]) {
        case "-": _ = try entities.scanner.comment(at: start)
        case "E" where entities.scanner.text[start + 3] == UInt8(ascii: "L"):
            try takeElementDeclaration(&entities.scanner)
        case "E": try takeEntityDeclaration(&entities.scanner)
        case "A": try takeAttributeListDeclaration(&entities)
        case "N": try takeNotationDeclaration(&entities.scanner)
        case "[":
            throw entities.scanner.error(
                "a conditional section is allowed only in the external subset",
                at: start,
                reached: start + 2
            )
        default: throw entities.scanner.error("expected a declaration", at: start, reached: start + 2)
        }
    }

    /// Consumes a reference to a parameter entity between declarations (production 28a).
    private func takeParameterReference(_ entities: inout XMLEntities) throws(XMLParseError) {
        let start = entities.scanner.position
        let end = try entities.scanner.uncolonizedName(entities.scanner.text, at: start + 1, of: "an entity")
        let name = entities.scanner.text.bytes(from: start + 1, to: end)
        guard entities.scanner.text[end] == UInt8(ascii: ";") else {
            throw entities.scanner.error("expected “;” after “%\(name.string)”", at: end)
        }
        entities.scanner.position = end + 1
        declarations.mayHaveMore = true
        guard let number = declarations.parameters.find(name), declarations.parameters[number].kind == .internal else {
            // The entity's declarations are unknown, so later declarations may not be the first of their names (§5.1).
            declarations.isIncomplete = !entities.isStandalone
            let message = "the parameter entity “\(name.string)” was not read"
            return try entities.skipExternal(message, .warning, at: start)
        }
        try entities.open(~number, from: start, elements: 0)
    }
}

// MARK: - Entities and notations

extension XMLDocumentTypeParser {
    /// Consumes the declaration of an entity (productions 70 to 76).
    func takeEntityDeclaration(_ scanner: inout XMLScanner) throws(XMLParseError) {
        try scanner.takeOpening("<!ENTITY")
        let isParameter = scanner.take("%")
        if isParameter { try scanner.takeSpace(after: "“%”") }
        let start = scanner.position
        let count = try scanner.takePlainName(of: "an entity").count
        let name = XMLSlice(scanner.store, offset: start, count: count)
        try scanner.takeSpace(after: "the name of the entity")
        var entity = XMLEntity(kind: .external)
        if XMLCharacters.isQuote(scanner.next) {
            entity = XMLEntity(kind: .internal, replacement: try takeEntityValue(&scanner))
        } else {
            _ = try scanner.takeExternalID(publicIDAlone: false)
            if try takeNotationOfEntity(&scanner, isParameter) { entity.kind = .unparsed }
        }
        scanner.takeSpace()
        try scanner.take(">", "at the end of the declaration of an entity")
        guard !declarations.isIncomplete else { return }
        if isParameter {
            declarations.parameters.add(entity, scanner.view(name))
        } else {
            declarations.general.add(entity, scanner.view(name))
        }
    }

    /// Consumes the notation of an unparsed entity (production 76), and returns false for another entity.
    private func takeNotationOfEntity(_ scanner: inout XMLScanner, _ isParameter: Bool) throws(XMLParseError) -> Bool {
        let hasSpace = scanner.takeSpace()
        guard !isParameter, try scanner.take(word: "NDATA") else { return false }
        guard hasSpace else { throw scanner.error("expected whitespace before “NDATA”", at: scanner.position) }
        try scanner.takeSpace(after: "“NDATA”")
        _ = try scanner.takePlainName(of: "a notation")
        return true
    }

    /// Consumes the value of an entity (production 9), and returns its replacement text (§4.5).
    private func takeEntityValue(_ scanner: inout XMLScanner) throws(XMLParseError) -> XMLSlice {
        let quote = scanner.next
        let first = scanner.assembled.count
        scanner.position += 1
        while scanner.next != quote {
            let start = scanner.position
            switch Unicode.Scalar(scanner.text[start]) {
            case "&": try takeReferenceInValue(&scanner, at: start)
            case "%":
                let message = "a parameter-entity reference is not allowed inside a declaration of the internal subset"
                throw scanner.error(message, at: start)
            case "\r" where scanner.store == .text:
                scanner.assembled.append(UInt8(ascii: "\n"))
                scanner.position += scanner.text[start + 1] == UInt8(ascii: "\n") ? 2 : 1
            case "\0": throw scanner.unclosedError(at: start)
            default:
                scanner.assembled.append(scanner.text[start])
                scanner.position += 1
            }
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitError(at: start)
            }
        }
        scanner.position += 1
        return scanner.declare(from: first)
    }

    /// Consumes a reference in the value of an entity; expands a character reference, and keeps an entity reference.
    private func takeReferenceInValue(_ scanner: inout XMLScanner, at start: Int) throws(XMLParseError) {
        if scanner.text[start + 1] == UInt8(ascii: "#") {
            let (scalar, end) = try scanner.character(scanner.text, at: start)
            scanner.assembled.append(scalar)
            scanner.position = end
        } else {
            let end = try scanner.entityNameEnd(scanner.text, at: start) + 1
            scanner.assembled.append(scanner.text.bytes(from: start, to: end))
            scanner.position = end
        }
    }

    /// Consumes the declaration of a notation (production 82).
    func takeNotationDeclaration(_ scanner: inout XMLScanner) throws(XMLParseError) {
        try scanner.takeOpening("<!NOTATION")
        let name = try scanner.takePlainName(of: "a notation")
        let known = declarations.notations.count
        let isNew = declarations.notations.number(of: name) == known
        let written = name.string
        try scanner.takeSpace(after: "the name of the notation")
        let (publicID, systemID) = try scanner.takeExternalID(publicIDAlone: true)
        scanner.takeSpace()
        try scanner.take(">", "at the end of the declaration of a notation")
        if isNew { declarations.documentType.notations.append((written, publicID, systemID)) }
    }
}

// MARK: - Elements and attributes

extension XMLDocumentTypeParser {
    /// Consumes an attribute-list declaration (production 52).
    func takeAttributeListDeclaration(_ entities: inout XMLEntities) throws(XMLParseError) {
        try entities.scanner.takeOpening("<!ATTLIST")
        let name = try entities.scanner.takeName().slice
        let element =
            !declarations.isIncomplete ? declarations.attributes.number(ofElement: entities.scanner.view(name)) : nil
        while true {
            let hasSpace = entities.scanner.takeSpace()
            if entities.scanner.next == UInt8(ascii: ">") { break }
            guard hasSpace else { throw entities.scanner.expected("whitespace or “>” in an attribute list") }
            try takeAttributeDefinition(&entities, of: element)
        }
        entities.scanner.position += 1
    }

    /// Consumes the definition of one attribute (production 53).
    private func takeAttributeDefinition(_ entities: inout XMLEntities, of element: Int?) throws(XMLParseError) {
        let start = entities.scanner.assembled.count
        var name = try entities.scanner.takeName()
        // The text that contains the name may be dropped or moved before the name is needed.
        entities.scanner.assembled.append(entities.scanner.view(name.slice))
        name.slice = entities.scanner.declare(from: start)
        try entities.scanner.takeSpace(after: "the name of an attribute")
        let isTokenized = try takeAttributeType(&entities.scanner)
        try entities.scanner.takeSpace(after: "the type of an attribute")
        let value = try takeDefault(&entities, isTokenized)
        guard let element else { return }
        let attribute = XMLDeclaredAttribute(name: name, isTokenized: isTokenized, value: value)
        declarations.attributes.add(attribute, entities.scanner.view(name.slice), to: element)
    }

    /// Consumes the type of an attribute (productions 54 to 59), and returns whether its values are tokenized.
    private func takeAttributeType(_ scanner: inout XMLScanner) throws(XMLParseError) -> Bool {
        if scanner.next == UInt8(ascii: "(") {
            try takeEnumeration(&scanner, ofNotations: false)
            return true
        }
        if try scanner.take(word: "CDATA") { return false }
        if try scanner.take(word: "NOTATION") {
            try scanner.takeSpace(after: "“NOTATION”")
            try takeEnumeration(&scanner, ofNotations: true)
            return true
        }
        for word: StaticString in ["IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN"] {
            if try takeType(&scanner, word) { return true }
        }
        throw scanner.expected("the type of an attribute")
    }

    /// Consumes the name of a type, and returns false if another one comes next.
    ///
    /// Unlike with `take(word:)`, a partial match is decided at the end of the input, because a shorter name may match.
    private func takeType(_ scanner: inout XMLScanner, _ word: StaticString) throws(XMLParseError) -> Bool {
        guard let mismatch = scanner.text.mismatch(word, at: scanner.position) else {
            scanner.position += word.utf8CodeUnitCount
            return true
        }
        guard mismatch == scanner.text.count, mismatch > scanner.position, !scanner.isFinal else { return false }
        throw scanner.error("expected “\(word)”", at: scanner.position, reached: mismatch)
    }

    /// Consumes an enumeration of notations or of name tokens (productions 58 and 59).
    private func takeEnumeration(_ scanner: inout XMLScanner, ofNotations: Bool) throws(XMLParseError) {
        try scanner.take("(", "before the values of an attribute")
        repeat {
            scanner.takeSpace()
            if ofNotations { _ = try scanner.takePlainName(of: "a notation") } else { try scanner.takeToken() }
            scanner.takeSpace()
        } while scanner.take("|")
        try scanner.take(")", "after the values of an attribute")
    }

    /// Consumes the default of an attribute (production 60).
    private func takeDefault(_ entities: inout XMLEntities, _ isTokenized: Bool) throws(XMLParseError) -> XMLSlice? {
        if entities.scanner.next == UInt8(ascii: "#") {
            if try entities.scanner.take(word: "#REQUIRED") { return nil }
            if try entities.scanner.take(word: "#IMPLIED") { return nil }
            guard try entities.scanner.take(word: "#FIXED") else {
                throw entities.scanner.error(
                    "expected “#REQUIRED”, “#IMPLIED” or “#FIXED”",
                    at: entities.scanner.position,
                    reached: entities.scanner.position + 2
                )
            }
            try entities.scanner.takeSpace(after: "“#FIXED”")
        }
        let quote = entities.scanner.next
        guard XMLCharacters.isQuote(quote) else {
            throw entities.scanner.expected("the default of an attribute")
        }
        let first = entities.scanner.assembled.count
        let start = entities.scanner.position + 1
        let stop = entities.scanner.text.valueEnd(from: start, quote: quote)
        (_, entities.scanner.position) = try entities.longValue(from: start, stop: stop, quote: quote)
        if isTokenized { entities.scanner.foldSpaces(from: first) { $0 == UInt8(ascii: " ") } }
        return entities.scanner.declare(from: first)
    }

    /// Consumes the declaration of an element (production 45); the content of elements is not validated against it.
    func takeElementDeclaration(_ scanner: inout XMLScanner) throws(XMLParseError) {
        try scanner.takeOpening("<!ELEMENT")
        _ = try scanner.takeName()
        try scanner.takeSpace(after: "the name of the element")
        if scanner.take("(") {
            scanner.takeSpace()
            if scanner.next == UInt8(ascii: "#") {
                try takeMixedContent(&scanner)
            } else {
                try takeContentModel(&scanner)
            }
        } else if try !scanner.take(word: "EMPTY"), try !scanner.take(word: "ANY") {
            throw scanner.expected("“EMPTY”, “ANY” or “(”")
        }
        scanner.takeSpace()
        try scanner.take(">", "at the end of the declaration of an element")
    }

    /// Consumes a mixed-content model (production 51) after its parenthesis.
    private func takeMixedContent(_ scanner: inout XMLScanner) throws(XMLParseError) {
        guard try scanner.take(word: "#PCDATA") else {
            throw scanner.error("expected “#PCDATA”", at: scanner.position, reached: scanner.position + 1)
        }
        var hasNames = false
        scanner.takeSpace()
        while scanner.take("|") {
            scanner.takeSpace()
            _ = try scanner.takeName()
            scanner.takeSpace()
            hasNames = true
        }
        try scanner.take(")", "at the end of a mixed-content model")
        if hasNames {
            try scanner.take("*", "after a mixed-content model with element names")
        } else {
            _ = scanner.take("*")
        }
    }

    /// Consumes a content model of elements (productions 47 to 50) after its first parenthesis.
    ///
    /// An explicit stack replaces recursion.
    private func takeContentModel(_ scanner: inout XMLScanner) throws(XMLParseError) {
        // The separators of the open groups; 0 before the first separator of a group.
        var separators: [UInt8] = [0]
        while true {
            scanner.takeSpace()
            if scanner.take("(") {
                separators.append(0)
                continue
            }
            _ = try scanner.takeName()
            takeOccurrence(&scanner)
            scanner.takeSpace()
            while scanner.take(")") {
                takeOccurrence(&scanner)
                separators.removeLast()
                guard !separators.isEmpty else { return }
                scanner.takeSpace()
            }
            try takeSeparator(&scanner, &separators[separators.count - 1])
        }
    }

    private func takeOccurrence(_ scanner: inout XMLScanner) {
        _ = scanner.take("?") || scanner.take("*") || scanner.take("+")
    }

    private func takeSeparator(_ scanner: inout XMLScanner, _ separator: inout UInt8) throws(XMLParseError) {
        let byte = scanner.next
        guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ","), separator == 0 || separator == byte else {
            let wanted = separator == 0 ? "“,”, “|” or “)”" : "“\(Unicode.Scalar(separator))” or “)”"
            throw scanner.expected("\(wanted) in a content model")
        }
        separator = byte
        scanner.position += 1
    }
}
