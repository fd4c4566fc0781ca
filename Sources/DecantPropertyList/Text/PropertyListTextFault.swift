import DecantCore
import DecantText

/// What is wrong with the text of a property list, and where.
struct PropertyListTextFault: Error {
    let message: String

    /// Where in the text, in bytes.
    let offset: Int

    /// The limit that was exceeded, if that is what is wrong.
    let limit: Limits.Name?

    init(_ message: String, at offset: Int, limit: Limits.Name? = nil) {
        self.message = message
        self.offset = offset
        self.limit = limit
    }

    /// The error that explains the fault, without its place.
    var error: ResponseError { ResponseError(limit == nil ? .malformedBody : .limitExceeded, message, limit: limit) }

    /// The error that explains the fault.
    ///
    /// - Parameter text: The text.
    /// - Returns: The error, with its position.
    func error(in text: DecodedText) -> ResponseError {
        var error = self.error
        text.sourceText.locate(&error, at: min(offset, text.body.count))
        return error
    }
}
