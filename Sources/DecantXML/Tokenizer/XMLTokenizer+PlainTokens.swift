// Tokens for formats based on XML: one call returns a tag or text with all of its properties. Calls across modules are
// not inlined, and lending the tokenizer to another module would copy it.

package import DecantCore

extension XMLTokenizer {
    /// Returns the next tag or text, or nil at the end of the input.
    ///
    /// Comments, processing instructions, and the document type are skipped. If `skipsSpace` is true, text that is only
    /// whitespace is skipped as well.
    package mutating func nextPlain(skipsSpace: Bool) throws(ResponseError) -> XMLPlainToken? {
        if skipsSpace, phase == .content, let leaf = try leaf() { return leaf }
        while try advance() {
            let token = self.token
            switch token.kind {
            case .startElement: return plainToken(.start, token.name.slice)
            case .endElement: return plainToken(.end, token.name.slice)
            case .text, .cdata:
                if skipsSpace, scanner.isWhitespace(token.text) { continue }
                return plainToken(.text, token.text)
            default: continue
            }
        }
        return nil
    }

    private mutating func plainToken(_ kind: XMLPlainToken.Kind, _ slice: XMLSlice) -> XMLPlainToken {
        let word = scanner.view(slice).word
        return XMLPlainToken(offset: token.offset, slice: slice, nameCount: slice.count, kind: kind, nameWord: word)
    }

    /// Reads an element that contains only text as one token, which costs a third of three tokens.
    ///
    /// The element must have no attributes, a name of at most eight characters, and text without references. Returns
    /// nil if anything else comes next.
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
        else { return nil }
        let end = text.textEnd(from: first)
        guard text[end] == UInt8(ascii: "<"), text[end &+ 1] == UInt8(ascii: "/"),
            text[end &+ 2 &+ length] == UInt8(ascii: ">"),
            end &- first <= scanner.rules.textLimit
        else { return nil }
        let word = text.bytes(from: start &+ 1, to: first &- 1).word
        guard text.bytes(from: end &+ 2, to: end &+ 2 &+ length).word == word else { return nil }
        let next = end &+ 3 &+ length
        // The slow path reports malformed text.
        if _slowPath(next > scanner.validated), (try? scanner.validate(upTo: next)) == nil { return nil }
        scanner.position = next
        let slice = XMLSlice(offset: first, count: end &- first)
        let offset = scanner.offset(of: start)
        return XMLPlainToken(offset: offset, slice: slice, nameCount: length, kind: .leaf, nameWord: word)
    }
}

/// A tag, the text between two tags, or a whole element that contains only text.
package struct XMLPlainToken: BitwiseCopyable, Sendable {
    package let offset: Int
    /// The text of a text or leaf token, or the name of a tag.
    package let slice: XMLSlice
    /// The number of bytes of the name of a tag.
    package let nameCount: Int
    package let kind: Kind
    /// The first eight bytes of the name of a leaf or start tag, the first one in the lowest bits, padded with zeros.
    package let nameWord: UInt64

    @frozen
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        case start
        case end
        case text
        /// An element that contains only text, including its tags.
        case leaf
    }
}
