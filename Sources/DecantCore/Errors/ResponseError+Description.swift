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

extension String {
    /// The text with every character that could command a terminal, or turn the direction of writing, made visible.
    ///
    /// Control characters become their pictures (U+2400 to U+2421); bidirectional controls, line and paragraph separators,
    /// and other invisible formatting become `\u{…}`.
    package var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x00...0x1F: text.append(Unicode.Scalar(0x2400 + scalar.value) ?? "�")
            case 0x7F: text.append("\u{2421}")
            default:
                if scalar.isHazardous {
                    text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
                } else {
                    text.append(scalar)
                }
            }
        }
        return String(text)
    }

    /// The beginning of the text, fit to print; counted in scalars, since one character can have any number of them.
    package func excerpt(_ length: Int) -> String {
        let start = String(unicodeScalars.prefix(length))
        return start.utf8.count == utf8.count ? start.printable : start.printable + "…"
    }
}

extension Int {
    /// The number and a noun in the form that agrees with it: "1 byte", "2 bytes".
    ///
    /// - Parameters:
    ///   - singular: The noun for 1.
    ///   - plural: The noun for all other numbers; the singular with an "s" if it is nil.
    /// - Returns: The text.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(singular)" : "\(self) \(plural ?? singular + "s")"
    }
}

extension Unicode.Scalar {
    /// Whether printing the scalar could do more than show a character.
    package var isHazardous: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Fillers and other characters that take no space or are empty, but not the variation selectors of emoji.
        default: properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
        }
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
