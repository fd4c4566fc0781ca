package import DecantCore
import DecantText

extension JSONDocument {
    /// Makes an error about a node: with its path and its place in the text.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What is wrong, in one sentence without a full stop.
    ///   - index: The node.
    ///   - path: The way to what the error is about, if that is not the node itself.
    ///   - hint: What could be the cause or the remedy.
    /// - Returns: The error, with its place.
    package func error(
        _ code: ResponseError.Code,
        _ message: String,
        at index: Int,
        path: [CodingPathComponent]? = nil,
        hint: String? = nil
    ) -> ResponseError {
        var error = ResponseError(code, message, path: path ?? self.path(to: index), hint: hint)
        locate(&error, at: textOffset(of: index))
        return error
    }

    /// Fills a place of the text into an error: offset in the body as received, line, column and snippet.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - textOffset: The place.
    ///   - line: The line of the place, if it is known.
    package func locate(_ error: inout ResponseError, at textOffset: Int, line: Int? = nil) {
        error.locate(offset: sourceOffset(ofText: textOffset), in: body, at: textOffset, line: line)
    }

    /// Where in the text a node begins; for a string, the quotation mark.
    package func textOffset(of index: Int) -> Int {
        let node = nodes[index]
        return node.kind.isString ? node.offset - 1 : node.offset
    }

    /// Where in the body as received a node begins; for a string, the quotation mark.
    package func sourceOffset(of index: Int) -> Int { sourceOffset(ofText: textOffset(of: index)) }

    /// Where in the text a node stands.
    package func position(of index: Int) -> SourcePosition {
        let locator = TextLocator(body, at: textOffset(of: index))
        return SourcePosition(offset: sourceOffset(of: index), line: locator.line, column: locator.column)
    }

    private func sourceOffset(ofText offset: Int) -> Int {
        transcoding?.text.sourceOffset(ofUTF8Offset: offset) ?? body.start + offset
    }
}
