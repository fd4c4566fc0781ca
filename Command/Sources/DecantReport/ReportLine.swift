import Decant
import Foundation
import HTTPTypes

/// One line of a report.
///
/// Every member is present even if it is null, followed by one member specific to the format. The schema in
/// `Documentation/report.schema.json` describes the line.
package struct ReportLine: Encodable {
    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral text: String) { stringValue = text }
        init?(intValue: Int) { nil }
    }

    /// The version of the schema; new members do not change it.
    private static let version = 1

    private let outcome: Outcome
    private let further: [String: any Encodable]
    private let mask: CredentialMask

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of an input.
    ///   - further: Additional members; `url` replaces the redacted URL.
    ///   - mask: Hides credentials in texts from a body.
    package init(
        _ outcome: Outcome,
        further: [String: any Encodable] = [:],
        mask: CredentialMask = CredentialMask(isActive: false)
    ) {
        self.outcome = outcome
        self.further = further
        self.mask = mask
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
        try container.encode(Self.version, forKey: "version")
        try container.encode(outcome.input, forKey: "input")
        if further["url"] == nil { try container.encode(url, forKey: "url") }
        try container.encode(outcome.response?.context.status?.code, forKey: "status")
        try container.encode(contentType, forKey: "contentType")
        try container.encode(outcome.response?.body.count, forKey: "bytes")
        try container.encode(outcome.kind?.rawValue, forKey: "serializer")
        try container.encode(verdict, forKey: "verdict")
        for (name, member) in further { try container.encode(member, forKey: Key(stringValue: name)) }
        try container.encode(findings, forKey: "findings")
        try container.encode(ReportedError(outcome.verdict, mask), forKey: "error")
        try container.encode(milliseconds, forKey: "milliseconds")
        guard let facts = value?.facts else { return }
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: facts.name))
        for (name, fact) in facts.members { try nested.encode(fact, forKey: Key(stringValue: name)) }
    }

    private var url: String? { outcome.response?.context.redactedURL.map(mask.url) }

    private var findings: [Finding] {
        guard mask.isActive else { return outcome.findings }
        return outcome.findings.map { Finding($0.code, $0.severity, mask($0.message), offset: $0.offset) }
    }

    private var contentType: String? {
        let values = outcome.response?.context.head?.headerFields[values: .contentType] ?? []
        return values.isEmpty ? nil : mask(values.joined(separator: ", "))
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
        case code, message, offset, line, column, path, limit, hint, remedies, serverMessage, retryAfter
    }

    private let code: String
    private let message: String
    private let error: ResponseError?
    private let hint: String?
    private let mask: CredentialMask

    /// Extracts the error of a verdict; nil for other verdicts.
    ///
    /// - Parameter mask: Hides credentials in texts from the body.
    package init?(_ verdict: Outcome.Verdict, _ mask: CredentialMask = CredentialMask(isActive: false)) {
        guard let message = mask.message(of: verdict) else { return nil }
        (self.message, self.mask) = (message, mask)
        if case .failure(let error) = verdict {
            self.error = error
            code = error.code.description
            hint = OptionHint(error).text
        } else {
            error = nil
            code = "unreadableInput"
            hint = nil
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
        try container.encode(hint.map { mask($0) }, forKey: .hint)
        try container.encode(error?.remedies ?? [], forKey: .remedies)
        try container.encode(
            error?.serverMessage.map { mask($0).shortened(to: Self.textLength) },
            forKey: .serverMessage
        )
        try container.encode(error?.retryAfter?.components.seconds, forKey: .retryAfter)
    }

    /// The path, shortened if the names and the depth of a body make it too long to read.
    private var path: String? {
        guard let path = error?.path, !path.isEmpty else { return nil }
        return CodingPathComponent.text(of: path).shortened(to: Self.textLength)
    }

    private static let textLength = 2000
}

extension String {
    /// Returns the text, with everything after a number of scalars replaced by an ellipsis.
    fileprivate func shortened(to count: Int) -> String {
        let start = String(unicodeScalars.prefix(count))
        return start.utf8.count == utf8.count ? self : start + "…"
    }
}
