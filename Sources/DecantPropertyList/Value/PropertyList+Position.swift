public import DecantCore

extension PropertyList {
    /// Where in the body as received the content of the value begins, in bytes.
    public var offset: Int { document.sourceOffset(of: index) }

    /// Where the value stands in the text it was read from, or nil in a binary list.
    ///
    /// Lines are counted from the beginning of the text each time.
    public var position: SourcePosition? {
        guard format != .binary else { return nil }
        let locator = TextLocator(document.body, at: PropertyListNode(word: document.words[index]).offset)
        return SourcePosition(offset: offset, line: locator.line, column: locator.column)
    }

    /// The way from the top of the list down to the value.
    public var path: [CodingPathComponent] { document.path(to: index) }
}
