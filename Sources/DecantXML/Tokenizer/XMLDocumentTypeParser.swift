import DecantCore

// The parser advances the scanner's position. If the declaration turns out to be incomplete, the position is restored,
// and the declarations read so far are discarded.

/// A parser for a document type declaration and the declarations in it.
struct XMLDocumentTypeParser {
    private let declarations: XMLDeclarations

    /// Reads the document type declaration (production 28).
    static func read(_ entities: inout XMLEntities, at start: Int) throws(XMLParseError) -> XMLToken {
        let parser = XMLDocumentTypeParser(declarations: entities.startDeclarations())
        try entities.scanner.consumeOpening("<!DOCTYPE")
        let name = try entities.scanner.parseName()
        parser.declarations.documentType.name = entities.scanner.view(name.slice).string
        let hasSpace = entities.scanner.consumeSpace()
        if hasSpace, entities.scanner.next != UInt8(ascii: "["), entities.scanner.next != UInt8(ascii: ">") {
            try parser.parseExternalSubset(&entities)
        }
        entities.scanner.consumeSpace()
        if entities.scanner.consume("[") {
            try parser.parseInternalSubset(&entities)
            entities.scanner.consumeSpace()
        }
        try entities.scanner.consume(">", "at the end of the document type declaration")
        let end = entities.scanner.position
        try entities.scanner.validate(upTo: end)
        entities.declaresAttributes = parser.declarations.attributes.changesTags
        let slice = XMLSlice(offset: start, count: min(end - start, XMLSlice.maxCount))
        return XMLToken(kind: .documentType, name: name, text: slice, offset: entities.scanner.offset(of: start))
    }

    /// Consumes the identifiers of the external subset, which is not read.
    private func parseExternalSubset(_ entities: inout XMLEntities) throws(XMLParseError) {
        let start = entities.scanner.position
        let identifiers = try entities.scanner.parseExternalID(publicIDAlone: false)
        declarations.documentType.publicID = identifiers.publicID
        declarations.documentType.systemID = identifiers.systemID
        declarations.mayHaveMore = true
        let message = "the external subset of the document type was not read"
        try entities.skipExternal(message, .note, at: start)
    }

    /// Consumes the internal subset (production 28b) and its closing bracket.
    private func parseInternalSubset(_ entities: inout XMLEntities) throws(XMLParseError) {
        while true {
            switch Unicode.Scalar(entities.scanner.next) {
            case " ", "\t", "\n", "\r": entities.scanner.position += 1
            case "%": try parseParameterReference(&entities)
            case "<": try parseMarkupDeclaration(&entities)
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
    private func parseMarkupDeclaration(_ entities: inout XMLEntities) throws(XMLParseError) {
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
            try parseElementDeclaration(&entities.scanner)
        case "E": try parseEntityDeclaration(&entities.scanner)
        case "A": try parseAttributeListDeclaration(&entities)
        case "N": try parseNotationDeclaration(&entities.scanner)
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
    private func parseParameterReference(_ entities: inout XMLEntities) throws(XMLParseError) {
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
    func parseEntityDeclaration(_ scanner: inout XMLScanner) throws(XMLParseError) {
        try scanner.consumeOpening("<!ENTITY")
        let isParameter = scanner.consume("%")
        if isParameter { try scanner.consumeSpace(after: "“%”") }
        let start = scanner.position
        let count = try scanner.parseNCName(of: "an entity").count
        let name = XMLSlice(scanner.store, offset: start, count: count)
        try scanner.consumeSpace(after: "the name of the entity")
        var entity = XMLEntity(kind: .external)
        if XMLCharacters.isQuote(scanner.next) {
            entity = XMLEntity(kind: .internal, replacement: try parseEntityValue(&scanner))
        } else {
            _ = try scanner.parseExternalID(publicIDAlone: false)
            if try parseNotationData(&scanner, isParameter) { entity.kind = .unparsed }
        }
        scanner.consumeSpace()
        try scanner.consume(">", "at the end of the declaration of an entity")
        guard !declarations.isIncomplete else { return }
        if isParameter {
            declarations.parameters.add(entity, scanner.view(name))
        } else {
            declarations.general.add(entity, scanner.view(name))
        }
    }

    /// Consumes the notation of an unparsed entity (production 76), and returns false for another entity.
    private func parseNotationData(_ scanner: inout XMLScanner, _ isParameter: Bool) throws(XMLParseError) -> Bool {
        let hasSpace = scanner.consumeSpace()
        guard !isParameter, try scanner.consume(word: "NDATA") else { return false }
        guard hasSpace else { throw scanner.error("expected whitespace before “NDATA”", at: scanner.position) }
        try scanner.consumeSpace(after: "“NDATA”")
        _ = try scanner.parseNCName(of: "a notation")
        return true
    }

    /// Consumes the value of an entity (production 9), and returns its replacement text (§4.5).
    private func parseEntityValue(_ scanner: inout XMLScanner) throws(XMLParseError) -> XMLSlice {
        let quote = scanner.next
        let first = scanner.assembled.count
        scanner.position += 1
        while scanner.next != quote {
            let start = scanner.position
            switch Unicode.Scalar(scanner.text[start]) {
            case "&": try parseReferenceInValue(&scanner, at: start)
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
    private func parseReferenceInValue(_ scanner: inout XMLScanner, at start: Int) throws(XMLParseError) {
        if scanner.rules.quirks.contains(.controlCharacters), let end = try scanner.droppedReferenceEnd(at: start) {
            // The reference is dropped, and counted, where the entity is referenced.
            scanner.assembled.append(scanner.text.bytes(from: start, to: end))
            scanner.position = end
        } else if scanner.text[start + 1] == UInt8(ascii: "#") {
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
    func parseNotationDeclaration(_ scanner: inout XMLScanner) throws(XMLParseError) {
        try scanner.consumeOpening("<!NOTATION")
        let name = try scanner.parseNCName(of: "a notation")
        let known = declarations.notations.count
        let isNew = declarations.notations.number(of: name) == known
        let written = name.string
        try scanner.consumeSpace(after: "the name of the notation")
        let (publicID, systemID) = try scanner.parseExternalID(publicIDAlone: true)
        scanner.consumeSpace()
        try scanner.consume(">", "at the end of the declaration of a notation")
        if isNew { declarations.documentType.notations.append((written, publicID, systemID)) }
    }
}

// MARK: - Elements and attributes

extension XMLDocumentTypeParser {
    /// Consumes an attribute-list declaration (production 52).
    func parseAttributeListDeclaration(_ entities: inout XMLEntities) throws(XMLParseError) {
        try entities.scanner.consumeOpening("<!ATTLIST")
        let name = try entities.scanner.parseName().slice
        let element =
            !declarations.isIncomplete ? declarations.attributes.number(ofElement: entities.scanner.view(name)) : nil
        while true {
            let hasSpace = entities.scanner.consumeSpace()
            if entities.scanner.next == UInt8(ascii: ">") { break }
            guard hasSpace else { throw entities.scanner.expected("whitespace or “>” in an attribute list") }
            try parseAttributeDefinition(&entities, of: element)
        }
        entities.scanner.position += 1
    }

    /// Consumes the definition of one attribute (production 53).
    private func parseAttributeDefinition(_ entities: inout XMLEntities, of element: Int?) throws(XMLParseError) {
        let start = entities.scanner.assembled.count
        var name = try entities.scanner.parseName()
        // The text that contains the name may be dropped or moved before the name is needed.
        entities.scanner.assembled.append(entities.scanner.view(name.slice))
        name.slice = entities.scanner.declare(from: start)
        try entities.scanner.consumeSpace(after: "the name of an attribute")
        let isTokenized = try parseAttributeType(&entities.scanner)
        try entities.scanner.consumeSpace(after: "the type of an attribute")
        let value = try parseDefault(&entities, isTokenized)
        guard let element else { return }
        let attribute = XMLDeclaredAttribute(name: name, isTokenized: isTokenized, value: value)
        declarations.attributes.add(attribute, entities.scanner.view(name.slice), to: element)
    }

    /// Consumes the type of an attribute (productions 54 to 59), and returns whether its values are tokenized.
    private func parseAttributeType(_ scanner: inout XMLScanner) throws(XMLParseError) -> Bool {
        if scanner.next == UInt8(ascii: "(") {
            try parseEnumeration(&scanner, ofNotations: false)
            return true
        }
        if try scanner.consume(word: "CDATA") { return false }
        if try scanner.consume(word: "NOTATION") {
            try scanner.consumeSpace(after: "“NOTATION”")
            try parseEnumeration(&scanner, ofNotations: true)
            return true
        }
        for word: StaticString in ["IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN"] {
            if try consumeType(&scanner, word) { return true }
        }
        throw scanner.expected("the type of an attribute")
    }

    /// Consumes the name of a type, and returns false if another one comes next.
    ///
    /// Unlike with `consume(word:)`, a partial match is decided at the end of the input, because a shorter name may match.
    private func consumeType(_ scanner: inout XMLScanner, _ word: StaticString) throws(XMLParseError) -> Bool {
        guard let mismatch = scanner.text.mismatch(word, at: scanner.position) else {
            scanner.position += word.utf8CodeUnitCount
            return true
        }
        guard mismatch == scanner.text.count, mismatch > scanner.position, !scanner.isFinal else { return false }
        throw scanner.error("expected “\(word)”", at: scanner.position, reached: mismatch)
    }

    /// Consumes an enumeration of notations or of name tokens (productions 58 and 59).
    private func parseEnumeration(_ scanner: inout XMLScanner, ofNotations: Bool) throws(XMLParseError) {
        try scanner.consume("(", "before the values of an attribute")
        repeat {
            scanner.consumeSpace()
            if ofNotations { _ = try scanner.parseNCName(of: "a notation") } else { try scanner.parseNameToken() }
            scanner.consumeSpace()
        } while scanner.consume("|")
        try scanner.consume(")", "after the values of an attribute")
    }

    /// Consumes the default of an attribute (production 60).
    private func parseDefault(_ entities: inout XMLEntities, _ isTokenized: Bool) throws(XMLParseError) -> XMLSlice? {
        if entities.scanner.next == UInt8(ascii: "#") {
            if try entities.scanner.consume(word: "#REQUIRED") { return nil }
            if try entities.scanner.consume(word: "#IMPLIED") { return nil }
            guard try entities.scanner.consume(word: "#FIXED") else {
                throw entities.scanner.error(
                    "expected “#REQUIRED”, “#IMPLIED” or “#FIXED”",
                    at: entities.scanner.position,
                    reached: entities.scanner.position + 2
                )
            }
            try entities.scanner.consumeSpace(after: "“#FIXED”")
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
    func parseElementDeclaration(_ scanner: inout XMLScanner) throws(XMLParseError) {
        try scanner.consumeOpening("<!ELEMENT")
        _ = try scanner.parseName()
        try scanner.consumeSpace(after: "the name of the element")
        if scanner.consume("(") {
            scanner.consumeSpace()
            if scanner.next == UInt8(ascii: "#") {
                try parseMixedContent(&scanner)
            } else {
                try parseContentModel(&scanner)
            }
        } else if try !scanner.consume(word: "EMPTY"), try !scanner.consume(word: "ANY") {
            throw scanner.expected("“EMPTY”, “ANY” or “(”")
        }
        scanner.consumeSpace()
        try scanner.consume(">", "at the end of the declaration of an element")
    }

    /// Consumes a mixed-content model (production 51) after its parenthesis.
    private func parseMixedContent(_ scanner: inout XMLScanner) throws(XMLParseError) {
        guard try scanner.consume(word: "#PCDATA") else {
            throw scanner.error("expected “#PCDATA”", at: scanner.position, reached: scanner.position + 1)
        }
        var hasNames = false
        scanner.consumeSpace()
        while scanner.consume("|") {
            scanner.consumeSpace()
            _ = try scanner.parseName()
            scanner.consumeSpace()
            hasNames = true
        }
        try scanner.consume(")", "at the end of a mixed-content model")
        if hasNames {
            try scanner.consume("*", "after a mixed-content model with element names")
        } else {
            _ = scanner.consume("*")
        }
    }

    /// Consumes a content model of elements (productions 47 to 50) after its first parenthesis.
    ///
    /// An explicit stack replaces recursion.
    private func parseContentModel(_ scanner: inout XMLScanner) throws(XMLParseError) {
        // The separators of the open groups; 0 before the first separator of a group.
        var separators: [UInt8] = [0]
        while true {
            scanner.consumeSpace()
            if scanner.consume("(") {
                separators.append(0)
                continue
            }
            _ = try scanner.parseName()
            consumeOccurrence(&scanner)
            scanner.consumeSpace()
            while scanner.consume(")") {
                consumeOccurrence(&scanner)
                separators.removeLast()
                guard !separators.isEmpty else { return }
                scanner.consumeSpace()
            }
            try consumeSeparator(&scanner, &separators[separators.count - 1])
        }
    }

    private func consumeOccurrence(_ scanner: inout XMLScanner) {
        _ = scanner.consume("?") || scanner.consume("*") || scanner.consume("+")
    }

    private func consumeSeparator(_ scanner: inout XMLScanner, _ separator: inout UInt8) throws(XMLParseError) {
        let byte = scanner.next
        guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ","), separator == 0 || separator == byte else {
            let wanted = separator == 0 ? "“,”, “|” or “)”" : "“\(Unicode.Scalar(separator))” or “)”"
            throw scanner.expected("\(wanted) in a content model")
        }
        separator = byte
        scanner.position += 1
    }
}
