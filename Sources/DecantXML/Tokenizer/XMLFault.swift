import DecantCore

/// What is wrong with a document, before it is known where that is in lines and columns.
struct XMLFault: Error {
    /// The kind of failure.
    var code: ResponseError.Code

    /// What is wrong, in one sentence without a full stop.
    var message: String

    /// Where, in bytes from the beginning of what is held of the text.
    var offset: Int

    /// How far the text was looked at; if that is its end, and more of it is to come, then nothing is decided.
    var reached: Int

    /// The limit that was exceeded, if that is it.
    var limit: Limits.Name?

    /// What could be the cause or the remedy.
    var hint: String?

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - offset: Where.
    ///   - reached: How far the text was looked at, if that is further on.
    ///   - code: The kind of failure.
    ///   - limit: The limit that was exceeded, if that is it.
    ///   - hint: What could be the cause or the remedy.
    init(
        _ message: String,
        at offset: Int,
        reached: Int? = nil,
        code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil,
        hint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.offset = offset
        self.reached = reached ?? offset
        self.limit = limit
        self.hint = hint
    }
}
