import DecantCore

extension ResponseError {
    /// The error with its place taken for one in bytes that are no text.
    var binary: ResponseError {
        var error = self
        error.details.isBinary = true
        return error
    }
}
