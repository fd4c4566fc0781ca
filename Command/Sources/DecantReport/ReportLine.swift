import Decant
import Foundation
import HTTPTypes

/// One line of a report.
///
/// Every member is present even if it is null, followed by one member specific to the format.
package struct ReportLine: Encodable {
    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral text: String) { stringValue = text }
        init?(intValue: Int) { nil }
    }

    private let outcome: Outcome
    private let further: [String: any Encodable]

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of an input.
    ///   - further: Additional members.
    package init(_ outcome: Outcome, further: [String: any Encodable] = [:]) {
        self.outcome = outcome
        self.further = further
    }

    /// The line without its line feed, safe for a terminal.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self).escapedInJSON
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(outcome.input, forKey: "input")
        try container.encode(outcome.response?.context.head?.status.code, forKey: "status")
        try container.encode(contentType, forKey: "contentType")
        try container.encode(outcome.response?.body.count, forKey: "bytes")
        try container.encode(outcome.kind?.rawValue, forKey: "serializer")
        try container.encode(verdict, forKey: "verdict")
        for (name, member) in further { try container.encode(member, forKey: Key(stringValue: name)) }
        try container.encode(outcome.findings, forKey: "findings")
        try container.encode(ReportedError(outcome.verdict), forKey: "error")
        try container.encode(milliseconds, forKey: "milliseconds")
        guard let facts = value?.facts else { return }
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: facts.name))
        for (name, fact) in facts.members { try nested.encode(fact, forKey: Key(stringValue: name)) }
    }

    private var contentType: String? {
        let values = outcome.response?.context.head?.headerFields[values: .contentType] ?? []
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    private var verdict: String {
        switch outcome.verdict {
        case .value: "value"
        case .empty: "empty"
        case .failure, .unreadable: "failure"
        }
    }

    private var value: (any DecodedValue)? {
        guard case .value(let value) = outcome.verdict else { return nil }
        return value
    }

    /// The milliseconds, rounded to the microsecond.
    private var milliseconds: Double {
        (outcome.duration / .microseconds(1)).rounded() / 1000
    }
}

/// The error of a report line.
package struct ReportedError: Encodable {
    private enum CodingKeys: CodingKey {
        case code, message, offset, line, column, path, limit, hint
    }

    private let code: String
    private let message: String
    private let error: ResponseError?

    /// Extracts the error of a verdict; nil for other verdicts.
    package init?(_ verdict: Outcome.Verdict) {
        switch verdict {
        case .value, .empty: return nil
        case .failure(let error):
            code = error.code.description
            message = error.message
            self.error = error
        case .unreadable(let message):
            code = "unreadableInput"
            self.message = message
            error = nil
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(error?.offset, forKey: .offset)
        try container.encode(error?.position?.line, forKey: .line)
        try container.encode(error?.position?.column, forKey: .column)
        try container.encode(path, forKey: .path)
        try container.encode(error?.limit?.rawValue, forKey: .limit)
        try container.encode(error?.hint, forKey: .hint)
    }

    /// The path, shortened if the names and the depth of a body make it too long to read.
    private var path: String? {
        guard let path = error?.path, !path.isEmpty else { return nil }
        let text = CodingPathComponent.text(of: path)
        let start = String(text.unicodeScalars.prefix(Self.pathLength))
        return start.utf8.count == text.utf8.count ? text : start + "…"
    }

    private static let pathLength = 2000
}
