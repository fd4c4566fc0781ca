import DecantCore

/// What is wrong with a text at some place, in words.
struct JSONFault {
    var code = ResponseError.Code.malformedBody
    var message: String
    var hint: String?
    var limit: Limits.Name?

    /// Where the fault is, if it is not where the scanner stopped.
    var position: Int?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    init(exceeding limit: Limits.Name, _ message: String) {
        code = .limitExceeded
        self.message = message
        self.limit = limit
    }

    init(invalidText message: String) {
        code = .invalidText
        self.message = message
    }
}
