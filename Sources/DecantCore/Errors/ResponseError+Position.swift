extension ResponseError {
    /// Fills in line, column and snippet from the offset, unless that has been done where the text was known better, or the
    /// body is no text.
    ///
    /// - Parameter body: The bytes as received; taken for UTF-8.
    package mutating func locate(in body: ResponseBody) {
        guard let offset = details.offset, details.position == nil, !details.isBinary else { return }
        guard offset <= body.count else { return }
        locate(offset: offset, in: body, at: offset)
    }

    /// Fills in line, column and snippet.
    ///
    /// - Parameters:
    ///   - offset: The place in the body as received, in bytes.
    ///   - text: The text of the body in UTF-8; the body itself, or what it was transcoded to.
    ///   - textOffset: The place in `text`, in bytes.
    ///   - line: The line of the place, if whoever read the text has counted its line feeds and met no carriage return.
    package mutating func locate(offset: Int, in text: ResponseBody, at textOffset: Int, line: Int? = nil) {
        let locator = TextLocator(text, at: textOffset, line: line)
        details.offset = offset
        details.position = SourcePosition(offset: offset, line: locator.line, column: locator.column)
        details.snippet = locator.snippet
    }
}
