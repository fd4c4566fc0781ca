internal import HTTPTypes

extension ResponseError {
    /// The message of the server in the body of an error response; nil if none is found.
    ///
    /// The message comes from the decoded error body, or else from the members of common JSON error bodies, from the
    /// title of an HTML page, or from the first line of plain text. Its characters and its length are the server's
    /// choice; ``description`` shortens it and makes it printable.
    public var serverMessage: String? {
        if let summary = errorBody.flatMap(Self.summary) { return summary }
        guard code == .unacceptableStatus, details.coded?.offset == nil else { return nil }
        let summary = ServerMessage.summary(of: body, mediaType: context?.mediaType)
        return summary.isEmpty ? nil : summary
    }

    /// Returns the summary of an error body; nil for collections and other values without text.
    private static func summary(of value: any Sendable) -> String? {
        let text: String?
        switch value {
        case let value as any ErrorSummarizing: text = value.errorSummary
        case let value as String: text = ServerMessage.summary(of: value)
        case is any Collection, is any Error: text = nil
        case let value as any CustomStringConvertible: text = value.description
        default: text = nil
        }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension ResponseError: CustomStringConvertible {
    /// A complete description for a terminal or a log.
    ///
    /// It has a limited length, no control or bidirectional characters, no query of the URL, and at most a snippet of
    /// the body.
    public var description: String {
        var lines = ["\(code): \(headline)"]
        lines += responseLine.map { ["  response: \($0)"] } ?? []
        lines +=
            codedBody.map {
                ["  codings: \($0.codings.map(\.rawValue).joined(separator: ", ")), \($0.count.counted("byte"))"]
            }
            ?? []
        lines += positionLines
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

    private var positionLines: [String] {
        guard let position else { return offsetLine }
        let location = "line \(position.line), column \(position.column) (byte \(position.offset))"
        let lines = [path.isEmpty ? "  at \(location)" : "  at \(pathText), \(location)"]
        return lines + (snippet.map(Self.lines) ?? [])
    }

    /// The lines with the path and the offset of an error that has no line.
    private var offsetLine: [String] {
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

    /// The lines for all findings, without the one in the message, and without media types if the status is bad.
    private var findingLines: [String] {
        findings.filter { $0.message != message && !($0.isAboutMediaType && code == .unacceptableStatus) }.prefix(8).map
        { "  \($0.severity): \($0.message.excerpt(200))" }
    }

    private var errorBodyLines: [String] {
        if let summary = serverMessage { return ["  the server says: \(summary.excerpt(200))"] }
        if let failure = errorBodyFailure {
            // The finding about a type that does not match has the same message.
            let isShown = failure.isAboutMediaType || findings.contains { $0.code == .undecodedErrorBody }
            return isShown ? [] : ["  the error body could not be decoded: \(failure.message)"]
        }
        return errorBody.map { ["  the error body was decoded as \(type(of: $0))"] } ?? []
    }
}

extension Finding {
    /// Whether the response was rejected, or its error body not decoded, for its media type.
    fileprivate var isAboutMediaType: Bool {
        switch code {
        case .unacceptableMediaType, .missingMediaType, .malformedMediaType: severity == .failure
        case .undecodedErrorBody: severity == .note
        default: false
        }
    }
}
