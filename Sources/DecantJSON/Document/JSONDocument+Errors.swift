package import DecantCore

extension JSONDocument {
    /// Makes an error about a node: with its path and its place in the text.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What is wrong, in one sentence without a full stop.
    ///   - index: The node.
    ///   - path: The way to what the error is about, if that is not the node itself.
    ///   - limit: The limit that was exceeded, if one was.
    ///   - hint: What may help, if anything is known.
    /// - Returns: The error, with its place.
    package func error(
        _ code: ResponseError.Code,
        _ message: String,
        at index: Int,
        path: [CodingPathComponent]? = nil,
        limit: Limits.Name? = nil,
        hint: String? = nil
    ) -> ResponseError {
        var error = ResponseError(code, message, path: path ?? self.path(to: index), limit: limit, hint: hint)
        locate(&error, at: index)
        return error
    }

    /// Fills the place of a node into an error.
    package func locate(_ error: inout ResponseError, at index: Int) {
        let offset = sourceOffset(of: index)
        error.locate(offset: offset, in: body, at: offset - body.start)
    }
}
