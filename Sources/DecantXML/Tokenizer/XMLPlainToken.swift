/// A tag, text between two of them, or a whole element of text only.
package struct XMLPlainToken: BitwiseCopyable, Sendable {
    /// Where it begins in the text of the document.
    package let offset: Int

    /// The text; for a tag without it, the name.
    package let slice: XMLSlice

    /// How many bytes the name of a tag has.
    package let nameCount: Int

    /// What it is.
    package let kind: Kind

    /// The first eight bytes of the name of an element or a start tag, the first one in the lowest bits; zeros behind those that are there.
    package let nameWord: UInt64
}

extension XMLPlainToken {
    /// What a token can be.
    @frozen
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// The start tag of an element.
        case start

        /// The end of an element.
        case end

        /// Text.
        case text

        /// An element of text only, with its tags.
        case leaf
    }
}

extension XMLPlainToken {
    @inline(__always)
    init(_ slice: XMLSlice, _ kind: Kind, at offset: Int, word: UInt64 = 0, nameCount: Int? = nil) {
        self.offset = offset
        self.slice = slice
        self.kind = kind
        self.nameCount = nameCount ?? slice.count
        nameWord = word
    }
}
