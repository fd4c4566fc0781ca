// The tokens for formats that are written in XML: one call for each tag or text, with all of its properties. A call
// across modules is not put in line, and lending the tokenizer to another module would copy it.

package import DecantCore

extension XMLTokenizer {
    /// Finds the next tag or text, with `skipsSpace` none of white space only; comments, instructions and the document
    /// type are skipped.
    package mutating func nextPlain(skipsSpace: Bool) throws(ResponseError) -> XMLPlainToken? {
        if skipsSpace, phase == .content, let leaf = try leaf() { return leaf }
        while try advance() {
            let token = self.token
            switch token.kind {
            case .startElement:
                return XMLPlainToken(
                    token.name.slice,
                    .start,
                    at: token.offset,
                    word: scanner.view(token.name.slice).word
                )
            case .endElement: return XMLPlainToken(token.name.slice, .end, at: token.offset)
            case .text, .cdata:
                if skipsSpace, isSpace(token.text) { continue }
                return XMLPlainToken(token.text, .text, at: token.offset)
            default: continue
            }
        }
        return nil
    }

    private func isSpace(_ slice: XMLSlice) -> Bool {
        let bytes = scanner.view(slice)
        for index in 0..<bytes.count where !XMLCharacters.isWhitespace(bytes[index]) { return false }
        return true
    }

    /// Takes an element without attributes, with a name of at most eight letters and text without references, as one
    /// token, which costs a third of three; nil if something else comes next.
    @inline(__always)
    private mutating func leaf() throws(ResponseError) -> XMLPlainToken? {
        guard scanner.store == .text, scanner.isFinal, !tags.endsEmptyElement, !entities.declaresAttributes,
            tags.elements.count < scanner.rules.depthLimit
        else { return nil }
        let text = scanner.text
        var start = scanner.position
        while XMLCharacters.isWhitespace(text[start]) { start &+= 1 }
        guard text[start] == UInt8(ascii: "<"), start &- scanner.position <= scanner.rules.textLimit else { return nil }
        scanner.position = start
        let length = text.nameRun(at: start &+ 1).stop
        let first = start &+ 2 &+ length
        guard length &- 1 < 8, text[first &- 1] == UInt8(ascii: ">"), XMLCharacters.isNameStartASCII(text[start &+ 1])
        else {
            return nil
        }
        let end = text.textEnd(from: first)
        guard text[end] == UInt8(ascii: "<"), text[end &+ 1] == UInt8(ascii: "/"),
            text[end &+ 2 &+ length] == UInt8(ascii: ">"),
            end &- first <= scanner.rules.textLimit
        else {
            return nil
        }
        let word = text.bytes(from: start &+ 1, to: first &- 1).word
        guard text.bytes(from: end &+ 2, to: end &+ 2 &+ length).word == word else { return nil }
        let next = end &+ 3 &+ length
        // Malformed text is reported when it is read the ordinary way.
        if _slowPath(next > scanner.validated), (try? scanner.validate(upTo: next)) == nil { return nil }
        scanner.position = next
        let slice = XMLSlice(offset: first, count: end &- first)
        return XMLPlainToken(slice, .leaf, at: scanner.offset(of: start), word: word, nameCount: length)
    }
}

/// A tag, text between two of them, or a whole element of text only.
package struct XMLPlainToken: BitwiseCopyable, Sendable {
    /// The offset in the text of the document.
    package let offset: Int
    /// The text; for a tag without it, the name.
    package let slice: XMLSlice
    /// The number of bytes of the name of a tag.
    package let nameCount: Int
    package let kind: Kind
    /// The first eight bytes of the name of an element or a start tag, the first one in the lowest bits, filled up with
    /// zeros.
    package let nameWord: UInt64

    /// The kind of a token.
    @frozen
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// The start tag of an element.
        case start
        /// The end of an element.
        case end
        case text
        /// An element of text only, with its tags.
        case leaf
    }
}

extension XMLPlainToken {
    init(_ slice: XMLSlice, _ kind: Kind, at offset: Int, word: UInt64 = 0, nameCount: Int? = nil) {
        self.offset = offset
        self.slice = slice
        self.kind = kind
        self.nameCount = nameCount ?? slice.count
        nameWord = word
    }
}
