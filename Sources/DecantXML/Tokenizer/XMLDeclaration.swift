extension XMLScanner {
    /// Reads the XML declaration (production 23).
    mutating func declaration() throws(XMLFault) -> XMLDeclarationInfo {
        var info = XMLDeclarationInfo()
        var position = 5
        let version = try pseudoAttribute("version", at: &position)
        guard let version, Self.isVersion(version) else {
            throw fault("expected a version such as “1.0” at the beginning of the XML declaration", at: position)
        }
        if !version.isEqual(to: "1.0") { info.version = version.string }
        if let encoding = try pseudoAttribute("encoding", at: &position) {
            guard Self.isEncodingName(encoding) else {
                throw fault("“\(encoding.string)” is not the name of an encoding", at: position)
            }
            info.encoding = encoding.string
        }
        if let standalone = try pseudoAttribute("standalone", at: &position) {
            guard standalone.isEqual(to: "yes") || standalone.isEqual(to: "no") else {
                throw fault("expected “yes” or “no” as the value of “standalone”", at: position)
            }
            info.standalone = standalone.isEqual(to: "yes")
        }
        position = skipSpace(text, at: position)
        if let mismatch = text.mismatch("?>", at: position) {
            let found = text.described(at: mismatch)
            throw fault("expected “?>” at the end of the XML declaration, but found \(found)", at: mismatch)
        }
        try commit(position + 2)
        return info
    }

    /// Reads a part of the declaration with the white space before it, and moves past it; nil if another part comes
    /// next.
    private mutating func pseudoAttribute(_ name: StaticString, at position: inout Int) throws(XMLFault)
        -> UnsafeXMLBytes?
    {
        let start = skipSpace(text, at: position)
        if let mismatch = text.mismatch(name, at: start) {
            guard mismatch < text.count else { throw fault("the XML declaration is not closed", at: mismatch) }
            return nil
        }
        guard start > position else { throw fault("expected white space before “\(name)”", at: start) }
        var end = skipSpace(text, at: start + name.utf8CodeUnitCount)
        guard text[end] == UInt8(ascii: "=") else { throw fault("expected “=” after “\(name)”", at: end) }
        end = skipSpace(text, at: end + 1)
        let quote = text[end]
        guard XMLCharacters.isQuote(quote) else { throw fault("expected a quotation mark", at: end) }
        let first = end + 1
        end = text.valueEnd(from: first, quote: quote)
        guard text[end] == quote else { throw fault("the value of “\(name)” is not closed", at: end) }
        position = end + 1
        return text.bytes(from: first, to: end)
    }

    /// Returns whether a version is one that a processor of XML 1.0 reads (production 26, fifth edition).
    private static func isVersion(_ bytes: UnsafeXMLBytes) -> Bool {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "1"), bytes[1] == UInt8(ascii: ".") else { return false }
        return (2..<bytes.count).allSatisfy { XMLCharacters.isDigit(bytes[$0]) }
    }

    /// Production 81.
    private static func isEncodingName(_ bytes: UnsafeXMLBytes) -> Bool {
        guard bytes.count > 0, XMLCharacters.isLetter(bytes[0]) else { return false }
        return (0..<bytes.count).allSatisfy { XMLCharacters.isNameASCII(bytes[$0]) && bytes[$0] != UInt8(ascii: ":") }
    }
}

/// The XML declaration at the beginning of a document (XML 1.0 §2.8).
package struct XMLDeclarationInfo: Sendable, Hashable {
    /// The version, such as `1.0`.
    package var version = "1.0"
    /// The name of the encoding, as written.
    package var encoding: String?
    /// Whether no external declaration changes the document.
    package var standalone: Bool?
}
