internal import HTTPTypes

extension ResponseError: CustomStringConvertible {
    /// The whole story, fit for a terminal or a log: bounded in length, free of control and bidirectional characters, without
    /// the query of the URL, and with no more of the body than a snippet.
    public var description: String {
        var lines = ["\(code): \(headline)"]
        lines += responseLine.map { ["  response: \($0)"] } ?? []
        lines +=
            codedBody.map {
                ["  codings: \($0.codings.map(\.rawValue).joined(separator: ", ")), \($0.count.counted("byte"))"]
            }
            ?? []
        lines += placeLines
        lines += hint.map { ["  hint: \($0.excerpt(300))"] } ?? []
        lines += findingLines
        lines += errorBodyLines
        lines += attemptLines
        return lines.joined(separator: "\n")
    }

    private var responseLine: String? {
        guard let context else { return nil }
        let status = context.head.map { "\($0.status.code)" }
        let type = context.mediaType.map { $0.description.excerpt(100) }
        let answer = [status, type, bodyCount.counted("byte")].compactMap(\.self).joined(separator: ", ")
        let request = [context.method?.rawValue, context.redactedURL].compactMap(\.self).joined(separator: " ")
        return request.isEmpty ? answer : "\(answer), to \(request.excerpt(300))"
    }

    private var placeLines: [String] {
        guard let position else { return placeLineWithoutLines }
        let place = "line \(position.line), column \(position.column) (byte \(position.offset))"
        let lines = [path.isEmpty ? "  at \(place)" : "  at \(pathText), \(place)"]
        return lines + (snippet.map(Self.lines) ?? [])
    }

    /// The path and the offset of an error without a line.
    private var placeLineWithoutLines: [String] {
        var parts = path.isEmpty ? [] : [pathText]
        if case .bytes(let offset) = details.location { parts.append("byte \(offset)") }
        return parts.isEmpty ? [] : ["  at \(parts.joined(separator: ", "))"]
    }

    private var pathText: String { CodingPathComponent.text(of: path).excerpt(80) }

    private static func lines(_ snippet: Snippet) -> [String] {
        let number = "\(snippet.line)"
        let margin = String(repeating: " ", count: number.count)
        let indent = String(repeating: " ", count: snippet.caretColumn)
        return ["    \(number) | \(snippet.text)", "    \(margin) | \(indent)^"]
    }

    /// The lines for all findings but the one that the message repeats, and a wrong media type beside a bad status.
    private var findingLines: [String] {
        findings.filter { $0.message != message && !($0.isAboutMediaType && code == .unacceptableStatus) }.prefix(8).map
        { "  \($0.severity): \($0.message.excerpt(200))" }
    }

    private var errorBodyLines: [String] {
        if let summary = serverMessage { return ["  the server says: \(summary.excerpt(200))"] }
        if let failure = errorBodyFailure {
            return failure.isAboutMediaType ? [] : ["  the error body could not be decoded: \(failure.message)"]
        }
        return errorBody.map { ["  the error body was decoded as \(type(of: $0))"] } ?? []
    }

    /// The message of the decoded error body, or the one that its bytes show.
    private var serverMessage: String? {
        if let summary = errorBody.flatMap(Self.summary) { return summary }
        guard code == .unacceptableStatus, details.coded?.offset == nil else { return nil }
        let summary = ServerMessage.summary(of: body, mediaType: context?.mediaType)
        return summary.isEmpty ? nil : summary
    }

    /// The text of a value that has one; a collection has none.
    private static func summary(of value: any Sendable) -> String? {
        let text: String?
        switch value {
        case let value as any ErrorSummarizing: text = value.errorSummary
        case let value as String: text = value.split(whereSeparator: \.isNewline).first { !$0.isBlank }.map(String.init)
        case is any Collection, is any Error: text = nil
        case let value as any CustomStringConvertible: text = value.description
        default: text = nil
        }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension Finding {
    /// Whether the response was rejected for its media type.
    fileprivate var isAboutMediaType: Bool {
        severity == .failure && [.unacceptableMediaType, .missingMediaType, .malformedMediaType].contains(code)
    }
}
