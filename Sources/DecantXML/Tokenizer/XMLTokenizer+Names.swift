extension XMLTokenizer {
    /// Reads a name (production 5), with namespaces a qualified one (Namespaces in XML production 7).
    @inline(__always)
    mutating func name(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> XMLNameEnd {
        let run = text.nameRun(at: start)
        let end = start &+ run.stop
        guard
            _fastPath(
                run.stop < 16 && text[end] < 0x80 && XMLCharacters.isNameStartASCII(text[start])
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
        for position in start..<end where text[position] == 0x3A {
            guard colon == 0, position > start else { throw qualifiedNameFault(text, from: start, to: end) }
            colon = position - start
        }
        guard colon > 0 else { return XMLNameEnd(start: start, end: end, colon: 0) }
        guard let first = text.scalar(at: start + colon + 1), XMLCharacters.isNameStart(first.value) else {
            throw qualifiedNameFault(text, from: start, to: end)
        }
        return XMLNameEnd(start: start, end: end, colon: colon)
    }

    /// Reads a name without a look at colons.
    func plainName(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
        guard let first = text.scalar(at: start), XMLCharacters.isNameStart(first.value) else {
            throw fault("expected a name, but found \(text.described(at: start))", at: start)
        }
        let end = text.endOfNameCharacters(from: start + first.length)
        guard end - start <= rules.nameLimit else { throw nameLimitFault(at: start) }
        return end
    }

    /// Reads a name that must not have a colon if namespaces are processed: of an entity, a notation, or the target of a
    /// processing instruction (Namespaces in XML §7).
    func uncolonizedName(_ text: UnsafeXMLText, at start: Int, of what: String) throws(XMLFault) -> Int {
        let end = try plainName(text, at: start)
        guard rules.processesNamespaces else { return end }
        for position in start..<end where text[position] == 0x3A {
            let name = text.bytes(from: start, to: end).string
            throw fault("the name “\(name)” of \(what) has a colon", at: start, reached: end)
        }
        return end
    }

    /// Skips white space (production 3).
    @inline(__always)
    func skipSpace(_ text: UnsafeXMLText, at start: Int) -> Int {
        var position = start
        while XMLCharacters.isSpace(text[position]) { position &+= 1 }
        return position
    }
}

/// The end of a name in the text that is read.
struct XMLNameEnd {
    var start: Int
    var end: Int
    /// The number of bytes of the prefix; 0 if there is none, or if namespaces are not processed.
    var colon: Int
    @inline(__always) var length: Int { end &- start }
}

/// The characters that XML 1.0 (fifth edition) allows in its various places.
enum XMLCharacters {
    /// `:`, letters and `_` as bits, from 0x00 and from 0x40 on.
    private static let nameStart: (low: UInt64, high: UInt64) = (1 << 0x3A, 0x07FF_FFFE_87FF_FFFE)
    /// The same with `-`, `.` and digits.
    private static let name: (low: UInt64, high: UInt64) = (0x07FF_6000_0000_0000, 0x07FF_FFFE_87FF_FFFE)

    /// Returns whether an ASCII character can begin a name (production 4).
    @inline(__always) static func isNameStartASCII(_ byte: UInt8) -> Bool { contains(nameStart, byte) }
    /// Returns whether an ASCII character can be in a name (production 4a).
    @inline(__always) static func isNameASCII(_ byte: UInt8) -> Bool { contains(name, byte) }

    @inline(__always)
    private static func contains(_ set: (low: UInt64, high: UInt64), _ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 0x40 ? set.low : set.high) &>> UInt64(byte & 0x3F) & 1 != 0
    }

    /// Returns whether a character is white space (production 3).
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Returns whether an ASCII character is allowed in XML (production 2).
    @inline(__always)
    static func isPlainASCII(_ byte: UInt8) -> Bool { byte < 0x80 && (byte >= 0x20 || isSpace(byte)) }

    /// Returns whether a character is allowed in XML (production 2).
    static func isCharacter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Returns whether a character can begin a name (production 4).
    static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x00...0x7F: isNameStartASCII(UInt8(truncatingIfNeeded: scalar))
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D: true
        case 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD: true
        case 0x10000...0xEFFFF: true
        default: false
        }
    }

    /// Returns whether a character can be in a name (production 4a).
    static func isName(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x00...0x7F: isNameASCII(UInt8(truncatingIfNeeded: scalar))
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }
}
