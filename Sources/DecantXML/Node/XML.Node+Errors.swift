package import DecantCore

extension XML.Node {
    /// Makes an error about the node: with its place in the text.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What is wrong, in one sentence without a full stop.
    ///   - path: Where in the decoded value it is.
    ///   - hint: What could be the cause or the remedy.
    /// - Returns: The error.
    package func error(
        _ code: ResponseError.Code,
        _ message: String,
        path: [CodingPathComponent] = [],
        hint: String? = nil
    ) -> ResponseError {
        var error = ResponseError(code, message, path: path, hint: hint)
        let offset = record.offset
        storage.source.locate(&error, at: offset)
        return error
    }
}
