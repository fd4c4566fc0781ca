package import DecantCore
import DecantText

extension PropertyListDocument {
    /// Makes an error about a node: with its path and its place in the body.
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
        let offset = PropertyListNode(word: words[index]).offset
        if format == .binary {
            error.details.offset = body.start + offset
            error.details.isBinary = true
        } else {
            error.locate(offset: sourceOffset(ofText: offset), in: body, at: offset)
        }
        return error
    }

    /// Where in the body as received something of its text stands.
    func sourceOffset(ofText offset: Int) -> Int {
        transcoding?.text.sourceOffset(ofUTF8Offset: offset) ?? body.start + offset
    }

    /// Where in the body as received the content of a node begins.
    func sourceOffset(of index: Int) -> Int { sourceOffset(ofText: PropertyListNode(word: words[index]).offset) }
}
