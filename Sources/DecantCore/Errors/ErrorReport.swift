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
///     return report.lines.map(\.text).joined(separator: "\n")
/// }
/// ```
public struct ErrorReport: Sendable {
    /// The kind of failure.
    public var code: ResponseError.Code

    /// The description of the error in one sentence, without the reasons in ``attempts``.
    public var headline: String

    /// The word for what was decoded.
    public var subject = "response"

    /// The facts of the response; nil without a context.
    public var response: Response?

    /// The path in the decoded value; empty for the top.
    public var path: CodingPath

    /// The position in the text of the body.
    public var position: SourcePosition?

    /// The offset in a body without lines.
    public var offset: Int?

    /// The line of the body, with the position marked.
    public var snippet: Snippet?

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

    /// The errors of the serializers in a compound, one for each reason.
    public var attempts: [Attempt]

    /// The facts of a response.
    public struct Response: Sendable {
        /// The status code; nil without a head.
        public var status: Int?

        /// The media type.
        public var mediaType: ResponseMediaType?

        /// The number of bytes of the body after content decoding.
        public var bytes: Int

        /// The method of the request.
        public var method: String?

        /// The URL of the request, without its query.
        public var url: String?

        /// The content codings of the body, outermost first.
        public var codings: [ContentCoding]

        /// The number of bytes before content decoding.
        public var codedBytes: Int?
    }

    /// The serializers of a compound that failed for the same reason.
    public struct Attempt: Sendable {
        /// The one-based numbers of the serializers.
        public var numbers: [Int]

        /// The kind of failure.
        public var code: ResponseError.Code

        /// A description of the failure in one sentence.
        public var message: String
    }
}

extension ErrorReport {
    /// A line of a rendered report.
    public struct Line: Sendable, Hashable {
        /// The kind of a line, for its style.
        public enum Kind: Sendable, Hashable {
            /// The code and the headline.
            case headline

            /// The facts of the response, or of its codings.
            case response

            /// The path and the position.
            case location

            /// A line of the body, or the line with the mark below it.
            case snippet

            /// A likely cause and a remedy.
            case hint

            /// A finding.
            case finding(Finding.Severity)

            /// The message of the server, or a sentence on the error body.
            case errorBody

            /// The reason of some serializers of a compound.
            case attempt
        }

        /// The kind of the line.
        public let kind: Kind

        /// The text, indented; printable, and of a limited length.
        public let text: String
    }

    /// The lines of a description for a terminal or a log.
    ///
    /// They have a limited length, no control or bidirectional characters, no query of the URL, and at most a snippet of
    /// the body.
    public var lines: [Line] {
        var lines = [Line(kind: .headline, text: "\(code): \(headline)")]
        func add(_ kind: Line.Kind, _ text: String?) {
            if let text { lines.append(Line(kind: kind, text: "  \(text)")) }
        }
        add(.response, response.map { "\(subject): \($0.text)" })
        add(.response, response?.codingsText)
        add(.location, locationText)
        for line in snippet?.lines ?? [] { add(.snippet, "  \(line)") }
        add(.hint, hint.map { "hint: \($0.excerpt(300))" })
        for finding in findings.prefix(8) {
            add(.finding(finding.severity), "\(finding.severity): \(finding.message.excerpt(200))")
        }
        add(.errorBody, serverMessage.map { "the server says: \($0.excerpt(200))" } ?? errorBody)
        for attempt in attempts.prefix(8) { add(.attempt, attempt.text) }
        return lines
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

extension ErrorReport.Response {
    fileprivate var text: String {
        let type = mediaType.map { $0.description.excerpt(100) }
        let answer = [status.map { "\($0)" }, type, bytes.counted("byte")].compactMap(\.self).joined(separator: ", ")
        let request = [method, url].compactMap(\.self).joined(separator: " ")
        return request.isEmpty ? answer : "\(answer), to \(request.excerpt(300))"
    }

    fileprivate var codingsText: String? {
        codedBytes.map { "codings: \(codings.map(\.rawValue).joined(separator: ", ")), \($0.counted("byte"))" }
    }
}

extension ErrorReport.Attempt {
    fileprivate var text: String { "\(label): \(code): \(message)" }

    private var label: String {
        guard numbers.count > 1, let last = numbers.last else { return "attempt \(numbers.first ?? 1)" }
        guard numbers.count <= 8 else { return "\(numbers.count) attempts" }
        return "attempts \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
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
            response: context.map { reportedResponse($0) },
            path: path,
            position: position,
            offset: byteOffset,
            snippet: snippet,
            explanation: details.hint.explanation,
            remedies: remedies,
            hint: hint,
            findings: findings.filter { finding in
                finding.message != message && !(finding.isAboutMediaType && code == .unacceptableStatus)
            },
            serverMessage: serverMessage,
            errorBody: errorBodyText,
            attempts: reportedAttempts
        )
    }

    private func reportedResponse(_ context: ResponseContext) -> ErrorReport.Response {
        ErrorReport.Response(
            status: context.head?.status.code,
            mediaType: context.mediaType,
            bytes: bodyCount,
            method: context.method?.rawValue,
            url: context.redactedURL,
            codings: codedBody?.codings ?? [],
            codedBytes: codedBody?.count
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
    /// A complete description for a terminal or a log: the lines of its ``report``.
    public var description: String { report.lines.map(\.text).joined(separator: "\n") }
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
