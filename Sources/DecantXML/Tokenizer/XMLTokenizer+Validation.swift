extension XMLTokenizer {
    /// Bytes are tested in blocks of this size, ahead of reading them.
    private static var block: Int { 16 << 10 }

    /// Tests that the document is UTF-8 and has only characters of XML up to a position.
    @inline(never)
    mutating func validate(upTo end: Int) throws(XMLFault) {
        while validated < end {
            let block = min(documentText.count, max(end, validated + Self.block))
            let first = documentText.firstInvalid(from: validated, to: block)
            guard first != validated || block == validated else { throw documentCharacterFault(at: first) }
            validated = first
        }
    }
}
