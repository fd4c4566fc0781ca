import DecantCore

extension XMLTokenizer {
    /// Reads a reference in content (production 67): adds the character, or goes on in the entity.
    mutating func reference(at start: Int) throws(XMLFault) {
        if let end = try characterOrPredefined(text, at: start) {
            position = end
            return
        }
        let name = text.bytes(from: start + 1, to: try entityNameEnd(text, at: start))
        position = start + name.count + 2
        guard let number = declarations?.general.find(name), let entity = declarations?.entities[number] else {
            try refuseUndeclared(name, at: start)
            let message = "the entity “\(name.string)” is not declared in the part of the document type that was read"
            return skip(message, .warning, start)
        }
        switch entity.kind {
        case .internal: try enter(number, from: start)
        case .external:
            let message = "the entity “\(name.string)” is outside of the document and was not read"
            guard options.externalReferences == .skip else { throw fault(message, at: start, reached: position - 1) }
            skip(message, .warning, start)
        case .unparsed:
            throw fault("the entity “\(name.string)” is unparsed and cannot be referred to in text", at: start)
        }
    }

    /// Reads a character reference (production 66) or a reference to one of the five predefined entities (§4.6).
    ///
    /// - Returns: The position behind it, or nil if it is another reference.
    @inline(__always)
    mutating func characterOrPredefined(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int? {
        if text[start &+ 1] == 0x23 { return try characterReference(text, at: start) }
        let word = text.word64(at: start &+ 1)
        let (character, length): (UInt8, Int)
        if word & 0xFF_FFFF == 0x3B_746C {
            (character, length) = (0x3C, 4)
        } else if word & 0xFF_FFFF == 0x3B_7467 {
            (character, length) = (0x3E, 4)
        } else if word & 0xFFFF_FFFF == 0x3B_706D_61 {
            (character, length) = (0x26, 5)
        } else if word & 0xFF_FFFF_FFFF == 0x3B_74_6F75_71 {
            (character, length) = (0x22, 6)
        } else if word & 0xFF_FFFF_FFFF == 0x3B_73_6F70_61 {
            (character, length) = (0x27, 6)
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
        let isHexadecimal = text[start + 2] == 0x78
        let first = start + (isHexadecimal ? 3 : 2)
        var position = first
        var value: UInt32 = 0
        while let digit = Self.digit(text[position], isHexadecimal) {
            // Larger numbers are no characters, and neither is this one.
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            position += 1
        }
        guard position > first, text[position] == 0x3B else {
            throw fault(
                "expected a digit or “;” in a character reference, but found \(text.described(at: position))",
                at: position
            )
        }
        guard XMLCharacters.isCharacter(value), let scalar = Unicode.Scalar(value) else {
            throw fault("a character reference stands for no character of XML", at: start, reached: position)
        }
        return (scalar, position + 1)
    }

    private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46 where isHexadecimal: UInt32(byte - 0x37)
        case 0x61...0x66 where isHexadecimal: UInt32(byte - 0x57)
        default: nil
        }
    }

    /// Reads the name in an entity reference and the semicolon behind it (production 68).
    ///
    /// - Returns: Where the name ends.
    func entityNameEnd(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
        guard let first = text.scalar(at: start + 1), XMLCharacters.isNameStart(first.value) else {
            let found = text.described(at: start + 1)
            let hint = "a “&” that stands for itself is written “&amp;”"
            throw fault("expected a name behind “&”, but found \(found)", at: start, reached: start + 1, hint: hint)
        }
        let end = try uncolonizedName(text, at: start + 1, of: "an entity")
        guard text[end] == 0x3B else {
            let name = text.bytes(from: start + 1, to: end).string
            let hint = "a “&” that stands for itself is written “&amp;”"
            throw fault("expected “;” behind “&\(name)”", at: end, hint: hint)
        }
        return end
    }
}
