package import Decant

// The messages of errors are passed on here, and shown; no code takes them apart.

extension Outcome.Verdict {
    /// The message of the error; nil without an error.
    package var errorMessage: String? {
        switch self {
        case .value, .empty: nil
        case .failure(let error): error.message
        case .unreadable(let message): message
        }
    }
}

extension UnreadableInput {
    /// Creates the reason from an error of the library, for an input without a response.
    package init(_ error: ResponseError) { self.init(message: error.message) }
}

extension Finding {
    /// Creates the warning about a malformed item that was skipped.
    init(skipping error: ResponseError) {
        self.init(.skippedItem, .warning, error.message, offset: error.offset)
    }
}
