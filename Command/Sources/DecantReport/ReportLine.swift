package import Decant
import HTTPTypes

/// One line of a report.
///
/// Every member is present even if it is null, followed by one member specific to the format. The schema in
/// `Documentation/report.schema.json` describes the line.
package struct ReportLine {
    /// The version of the schema; new members do not change it.
    private static let version = 1

    private let outcome: Outcome
    private let further: [String: JSON.Value]
    private let mask: CredentialMask

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - further: Additional members; `url` replaces the redacted URL.
    ///   - mask: Hides credentials in texts from a body.
    package init(
        _ outcome: Outcome,
        further: [String: JSON.Value] = [:],
        mask: CredentialMask = CredentialMask(isActive: false)
    ) {
        self.outcome = outcome
        self.further = further
        self.mask = mask
    }

    /// The line without its line feed, safe for a terminal.
    package var text: String { JSON.Value(sorted: members).text().escapedInJSON }

    private var members: [(String, JSON.Value)] {
        var members: [(String, JSON.Value)] = [
            ("version", .integer(Self.version)),
            ("input", .string(outcome.input)),
            ("status", JSON.Value(outcome.response?.context.status?.code)),
            ("contentType", JSON.Value(contentType)),
            ("bytes", JSON.Value(outcome.response?.body.count)),
            ("serializer", JSON.Value(outcome.kind?.rawValue)),
            ("verdict", .string(outcome.verdict.name)),
            ("findings", .array(outcome.findings.map(member))),
            ("error", error),
            ("milliseconds", .double(milliseconds)),
        ]
        if further["url"] == nil { members.append(("url", JSON.Value(url))) }
        members += further.map { ($0.key, $0.value) }
        if let facts = value?.facts {
            members.append((facts.name, JSON.Value(sorted: facts.members.map { ($0.key, $0.value) })))
        }
        return members
    }

    private var url: String? { outcome.response?.context.redactedURL.map(mask.url) }

    private func member(_ finding: Finding) -> JSON.Value {
        var members: [(String, JSON.Value)] = [
            ("code", .string(finding.code.rawValue)),
            ("severity", .string(finding.severity.rawValue)),
            ("message", .string(mask(finding.message))),
        ]
        if let offset = finding.offset { members.append(("offset", .integer(offset))) }
        return JSON.Value(sorted: members)
    }

    private var contentType: String? {
        let values = outcome.response?.context.head?.headerFields[values: .contentType] ?? []
        return values.isEmpty ? nil : mask(values.joined(separator: ", "))
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

// MARK: - Errors

extension ReportLine {
    private static let textLength = 2000

    private var error: JSON.Value {
        guard let message = mask.message(of: outcome.verdict), let code = outcome.verdict.errorCode else {
            return .null
        }
        var error: ResponseError?
        if case .failure(let failure) = outcome.verdict { error = failure }
        let position = error?.position
        let serverMessage = error?.serverMessage.map { mask($0).shortened(to: Self.textLength) }
        let seconds = error?.retryAfter?.components.seconds
        return JSON.Value(sorted: [
            ("code", .string(code)),
            ("message", .string(message)),
            ("offset", JSON.Value(error?.offset)),
            ("line", JSON.Value(position?.line)),
            ("column", JSON.Value(position?.column)),
            ("path", JSON.Value(error.flatMap(path))),
            ("limit", JSON.Value(error?.limit?.rawValue)),
            ("hint", JSON.Value(error.flatMap { OptionHint($0).text }.map { mask($0) })),
            ("remedies", .array(error?.remedies.map(Self.member) ?? [])),
            ("serverMessage", JSON.Value(serverMessage)),
            ("retryAfter", JSON.Value(seconds.map { Int(clamping: $0) })),
        ])
    }

    private static func member(_ remedy: Remedy) -> JSON.Value {
        var members: [(String, JSON.Value)] = [("kind", .string(remedy.kind.rawValue)), ("name", .string(remedy.name))]
        if let value = remedy.value { members.append(("value", .integer(value))) }
        return JSON.Value(sorted: members)
    }

    /// Returns the path, shortened if the names and the depth of a body make it too long to read.
    private func path(of error: ResponseError) -> String? {
        error.path.isEmpty ? nil : CodingPathComponent.text(of: error.path).shortened(to: Self.textLength)
    }
}

extension JSON.Value {
    /// Creates an object whose members are sorted by name.
    fileprivate init(sorted members: [(String, JSON.Value)]) {
        self = .object(members.sorted { $0.0 < $1.0 }.map { (key: $0.0, value: $0.1) })
    }

    /// Creates a string; nil is null.
    package init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    /// Creates an integer; nil is null.
    package init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }
}

extension String {
    /// Returns the text, with everything after a number of scalars replaced by an ellipsis.
    fileprivate func shortened(to count: Int) -> String {
        let start = String(unicodeScalars.prefix(count))
        return start.utf8.count == utf8.count ? self : start + "…"
    }
}
