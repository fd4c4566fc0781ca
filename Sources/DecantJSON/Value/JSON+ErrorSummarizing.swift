public import DecantCore

extension JSON: ErrorSummarizing {
    /// What a server says in the members that error bodies commonly have: the title and detail of RFC 9457, the description of
    /// OAuth (RFC 6749 §5.2), a message, an error, or an error's message; empty if there is none of them.
    public var errorSummary: String {
        let told = ["title", "detail", "error_description", "message", "error"].compactMap { self[$0]?.string }
        if let first = told.first { return told.count > 1 && told[1] != first ? "\(first): \(told[1])" : first }
        return self["error"]?["message"]?.string ?? ""
    }
}
