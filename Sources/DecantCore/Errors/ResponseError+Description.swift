internal import HTTPTypes

extension ResponseError: CustomStringConvertible {
    /// The whole story, fit for a terminal or a log: bounded in length, free of control and bidirectional characters, without
    /// the query of the URL, and with no more of the body than a snippet.
    public var description: String {
        var lines = ["\(code): \(message)"]
        lines += responseLine.map { ["  response: \($0)"] } ?? []
        lines +=
            codedBody.map { ["  codings: \($0.codings.map(\.rawValue).joined(separator: ", ")), \(Self.bytes($0.count))"] }
            ?? []
        lines += placeLines
        lines += hint.map { ["  hint: \($0.excerpt(300))"] } ?? []
        lines += findingLines
        lines += errorBodyLines
        lines += attemptLines
        return lines.joined(separator: "\n")
    }

    private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

    private var responseLine: String? {
        guard let context else { return nil }
        let status = context.head.map { "\($0.status.code)" }
        let type = context.contentType.mediaType.map { $0.description.excerpt(100) }
        let answer = [status, type, Self.bytes(bodyCount)].compactMap(\.self).joined(separator: ", ")
        let request = [context.method?.rawValue, context.redactedURL].compactMap(\.self).joined(separator: " ")
        return request.isEmpty ? answer : "\(answer), to \(request.excerpt(300))"
    }

    private var placeLines: [String] {
        guard let position else { return placeLineWithoutLines }
        let place = "line \(position.line), column \(position.column) (byte \(position.offset))"
        let lines = [path.isEmpty ? "  at \(place)" : "  at \(pathText), \(place)"]
        return lines + (snippet.map(Self.lines) ?? [])
    }

    /// The place in bytes that are no text.
    private var placeLineWithoutLines: [String] {
        let byte = details.isBinary ? offset.map { "byte \($0)" } : nil
        let parts = [path.isEmpty ? nil : pathText, byte].compactMap(\.self)
        return parts.isEmpty ? [] : ["  at \(parts.joined(separator: ", "))"]
    }

    private var pathText: String { CodingPathComponent.text(of: path).excerpt(80) }

    private static func lines(_ snippet: Snippet) -> [String] {
        let number = "\(snippet.line)"
        let margin = String(repeating: " ", count: number.count)
        let indent = String(repeating: " ", count: snippet.caretColumn)
        return ["    \(number) | \(snippet.text)", "    \(margin) | \(indent)^"]
    }

    /// All but the finding that the message already tells.
    private var findingLines: [String] {
        findings.filter { $0.message != message }.prefix(8).map { "  \($0.severity): \($0.message.excerpt(200))" }
    }

    private var errorBodyLines: [String] {
        if let failure = errorBodyFailure { return ["  the error body could not be decoded: \(failure.message)"] }
        guard let errorBody else { return [] }
        guard let summary = (errorBody as? any ErrorSummarizing)?.errorSummary, !summary.isEmpty else {
            return ["  the error body was decoded as \(type(of: errorBody))"]
        }
        return ["  the server says: \(summary.excerpt(200))"]
    }

    private var attemptLines: [String] {
        attempts.prefix(8).enumerated().map { "  attempt \($0 + 1): \($1.code): \($1.message)" }
    }
}
