import DecantCore
import DecantDocument
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
    /// - Parameters:
    ///   - text: The text.
    ///   - transcoding: What knows where the text came from, if it was transcoded.
    /// - Returns: The error, with its place.
    func error(in text: ResponseBody, _ transcoding: Transcoding?) -> ResponseError {
        var error = self.error
        let offset = min(offset, text.count)
        let source = transcoding?.sourceOffset(offset) ?? text.start + offset
        error.locate(offset: source, in: text, at: offset)
        return error
    }
}
