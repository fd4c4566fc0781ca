import DecantCore

extension XMLTokenizer {
    /// Reads a reference in content (production 67): adds the character, or continues in the entity.
    mutating func reference(at start: Int) throws(XMLFault) {
        if let end = try characterOrPredefined(text, at: start) {
            position = end
            return
        }
        let name = text.bytes(from: start + 1, to: try entityNameEnd(text, at: start))
        position = start + name.count + 2
        guard let number = declarations?.general.find(name), let entity = declarations?.entities[number] else {
            try refuseUndeclared(name, at: start)
            let message = "the entity “\(name.string)” is not declared in the internal document type"
            return skip(message, .warning, start)
        }
        switch entity.kind {
        case .internal: try enter(number, from: start)
        case .external:
            let message = "the external entity “\(name.string)” was not read"
            guard !rules.refusesExternalReferences else { throw fault(message, at: start, reached: position - 1) }
            skip(message, .warning, start)
        case .unparsed:
            throw fault("the entity “\(name.string)” is unparsed and cannot be referred to in text", at: start)
        }
    }

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
    func character(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> (scalar: Unicode.Scalar, end: Int) {
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
    func entityNameEnd(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
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

    /// Continues in the replacement text of an entity that is referred to at a position.
    mutating func enter(_ number: Int, from start: Int) throws(XMLFault) {
        guard let declarations else { return }
        let entity = declarations.entities[number]
        try count(entity, declarations.general.name(number), depth: expansion.depth, at: start)
        declarations.entities[number].isOpen = true
        expansion.open(
            XMLEntitySource(
                entity: number,
                isParameter: false,
                position: position,
                end: text.count,
                store: store
            ),
            at: window.start + start,
            elements: elements.count
        )
        store = .declared
        text = declared.text(to: entity.end)
        position = entity.start
    }

    /// Returns to the reference to the innermost entity.
    mutating func endEntity() throws(XMLFault) {
        guard let source = expansion.innermost, let declarations else { return }
        guard elements.count == expansion.elementFloor else {
            let name = view(elements[elements.count - 1].name.slice).string
            let entity = declarations.general.name(source.entity).string
            throw fault("the element “\(name)” begins in the entity “\(entity)” and does not end in it", at: position)
        }
        declarations.entities[source.entity].isOpen = false
        _ = expansion.close()
        store = source.store
        text = store == .text ? documentText : declared.text(to: source.end)
        position = source.position
    }

    /// Counts a reference to an entity, before its replacement text is read.
    mutating func count(_ entity: XMLEntity, _ name: UnsafeXMLBytes, depth: Int, at start: Int) throws(XMLFault) {
        guard !entity.isOpen else { throw fault("the entity “\(name.string)” refers to itself", at: start) }
        if let excess = expansion.excess(atDepth: depth) { throw fault(excess, at: start) }
        willChange()
        if let excess = expansion.countReference(bytes: entity.end - entity.start, at: window.start + start) {
            throw fault(excess, at: start)
        }
    }

    /// Throws if an entity should have been declared (XML 1.0 §4.1, Entity Declared).
    func refuseUndeclared(_ name: UnsafeXMLBytes, at start: Int) throws(XMLFault) {
        guard let declarations, declarations.mayHaveMore, declaration?.standalone != true else {
            throw fault("the entity “\(name.string)” is not declared", at: start)
        }
    }

    /// Reports that a reference was ignored.
    mutating func skip(_ message: String, _ severity: Finding.Severity, _ start: Int) {
        willChange()
        guard findings.count < Self.mostFindings, !findings.contains(where: { $0.message == message }) else { return }
        let offset = expansion.offset(of: window.start + start)
        findings.append(Finding(.externalReference, severity, message, offset: sourceOffset(of: offset)))
    }

    private static var mostFindings: Int { 16 }
}
