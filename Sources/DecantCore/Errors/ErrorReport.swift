internal import HTTPTypes

/// The contents of an error in the order in which people read them.
///
/// Every text of an error is a rendering of its report: ``ResponseError/description``, the lines of the command, and the
/// report of the command. Change a member to render an error in other words:
///
/// ```swift
/// func description(of error: ResponseError) -> String {
///     var report = error.report
///     report.subject = "file"
///     report.hint = report.remedies.first.map { "set \($0.name)" }
///     return report.description
/// }
/// ```
public struct ErrorReport: Sendable {
    /// The kind of failure.
    public var code: ResponseError.Code

    /// The description of the error in one sentence, without the reasons in ``attempts``.
    public var headline: String

    /// The word for what was decoded.
    public var subject = "response"

    /// The response head and the request; nil shows no facts of a response.
    public var context: ResponseContext?

    /// The number of bytes of the body after content decoding.
    public var bodyCount: Int

    /// The content codings of the body, in the order they were applied.
    public var codings: [ContentCoding]

    /// The number of bytes before content decoding, or nil if the body was not decoded.
    public var codedBodyCount: Int?

    /// The path in the decoded value; empty for the top.
    public var path: CodingPath

    /// The position in the text of the body.
    public var position: SourcePosition?

    /// The offset in a body without lines.
    public var offset: Int?

    /// The line of the body at ``position``, or the part of it around the position; printable.
    public var snippet: String?

    /// The number of characters of ``snippet`` before the position; a negative one counts as 0.
    public var snippetCaret: Int

    /// A likely cause, without a remedy.
    public var explanation: String?

    /// The changes that would make the response acceptable, the most likely first.
    public var remedies: [Remedy]

    /// The cause and the first remedy in words; by default in the terms of Swift.
    public var hint: String?

    /// The findings, failures first, without the one that the headline states.
    public var findings: [Finding]

    /// The message of the server.
    public var serverMessage: String?

    /// A sentence on the decoded error body, if the server has no message.
    public var errorBody: String?

    /// The errors of the serializers in a compound, one text for each reason, with the numbers of the serializers.
    public var attempts: [String]
}

/// The lines of a description. They are indented and printable, and have a limited length.
extension ErrorReport {
    /// The code and the headline.
    public var headlineText: String { "\(code): \(headline)" }

    /// The facts of the response, its codings, and the path and position of the error.
    public var factLines: [String] { [responseText, codingsText, locationText].compactMap(\.self).map { "  \($0)" } }

    /// The line of the body with its number, and a line with a mark below the position; empty without a snippet.
    public var snippetLines: [String] {
        guard let snippet, let line = position?.line else { return [] }
        return Snippet(text: snippet, caret: max(snippetCaret, 0), line: line).lines.map { "    \($0)" }
    }

    /// The line of the hint, or nil without one.
    public var hintLine: String? { hint.map { "  hint: \($0.excerpt(300))" } }

    /// The lines of the first findings, in their order.
    public var findingLines: [String] {
        findings.prefix(8).map { "  \($0.severity): \($0.message.excerpt(200))" }
    }

    /// The message of the server, or a sentence on the error body, and the first reasons of a compound.
    public var closingLines: [String] {
        let message = serverMessage.map { "the server says: \($0.excerpt(200))" } ?? errorBody
        return ([message].compactMap(\.self) + attempts.prefix(8)).map { "  \($0)" }
    }

    private var responseText: String? {
        guard let context else { return nil }
        let status = context.statusCode.map { "\($0)" }
        let type = context.mediaType.map { $0.description.excerpt(100) }
        let answer = [status, type, bodyCount.counted("byte")].compactMap(\.self).joined(separator: ", ")
        let request = [context.method?.rawValue, context.redactedURL].compactMap(\.self).joined(separator: " ")
        return "\(subject): \(answer)" + (request.isEmpty ? "" : ", to \(request.excerpt(300))")
    }

    private var codingsText: String? {
        guard context != nil, let codedBodyCount else { return nil }
        return "codings: \(codings.map(\.rawValue).joined(separator: ", ")), \(codedBodyCount.counted("byte"))"
    }

    private var locationText: String? {
        var parts = path.isEmpty ? [] : [path.description.excerpt(80)]
        if let position {
            parts.append("line \(position.line), column \(position.column) (byte \(position.offset))")
        } else if let offset {
            parts.append("byte \(offset)")
        }
        return parts.isEmpty ? nil : "at \(parts.joined(separator: ", "))"
    }
}

extension ErrorReport: CustomStringConvertible {
    /// The description for a terminal or a log.
    ///
    /// It has a limited length, no control or bidirectional characters, no query of the URL, and at most a snippet of
    /// the body.
    public var description: String {
        let hints = [hintLine].compactMap(\.self)
        let lines = [headlineText] + factLines + snippetLines + hints + findingLines + closingLines
        return lines.joined(separator: "\n")
    }
}

extension Snippet {
    fileprivate var lines: [String] {
        let number = "\(line)"
        let margin = String(repeating: " ", count: number.count)
        let indent = String(repeating: " ", count: caretColumn)
        return ["\(number) | \(text)", "\(margin) | \(indent)^"]
    }
}

extension ResponseError {
    /// The contents of the error for people, computed on each call.
    public var report: ErrorReport {
        ErrorReport(
            code: code,
            headline: headline,
            context: context,
            bodyCount: bodyCount,
            codings: codings,
            codedBodyCount: codedBodyCount,
            path: path,
            position: position,
            offset: byteOffset,
            snippet: snippet?.text,
            snippetCaret: snippet?.caret ?? 0,
            explanation: details.hint.explanation,
            remedies: remedies,
            hint: hint,
            findings: findings.filter { finding in
                finding.message != message && !(finding.isAboutMediaType && code == .unacceptableStatus)
            },
            serverMessage: serverMessage,
            errorBody: errorBodyText,
            attempts: attempts.isEmpty ? [] : reportedAttempts
        )
    }

    /// The offset of an error in bytes without lines.
    private var byteOffset: Int? {
        guard case .bytes(let offset) = details.location else { return nil }
        return offset
    }

    private var errorBodyText: String? {
        if let failure = errorBodyFailure {
            // The finding about a type that does not match has the same message.
            let isShown = failure.isAboutMediaType || findings.contains { $0.code == .undecodedErrorBody }
            return isShown ? nil : "the error body could not be decoded: \(failure.message)"
        }
        return errorBody.map { "the error body was decoded as \(type(of: $0))" }
    }
}

extension ResponseError: CustomStringConvertible {
    /// A complete description for a terminal or a log, which is the description of its ``report``.
    public var description: String { report.description }
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

// MARK: - The message of the server

extension ResponseError {
    /// The message of the server in the body of an error response, in an item of a stream that is an error, or in a JSON
    /// error with an unacceptable media type; nil if none is found.
    ///
    /// The message comes from the decoded error body, or else from the members of common JSON error bodies, from the
    /// title of an HTML page, or from the first line of plain text. Its characters and its length are the server's
    /// choice; ``description`` shortens it and makes it printable.
    public var serverMessage: String? {
        if let summary = errorBody.flatMap(Self.summary) { return summary }
        if let message = details.serverMessage { return message }
        let isJSON = code == .unacceptableMediaType && context?.mediaType?.isJSON == true
        guard code == .unacceptableStatus || isJSON, details.coded?.offset == nil else { return nil }
        let summary =
            isJSON ? ServerMessage.fault(in: body) : ServerMessage.summary(of: body, mediaType: context?.mediaType)
        return summary.isEmpty ? nil : summary
    }

    /// Returns the summary of an error body, or nil for collections and other values without text.
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
