import Decant
import Foundation
import HTTPTypes

/// One line of a report, with a member for everything even where there is nothing to say.
struct ReportLine: Encodable {
    private enum CodingKeys: CodingKey {
        case input, status, contentType, bytes, serializer, verdict, digest, findings, error, milliseconds
    }

    private let outcome: Outcome
    private let withDigest: Bool

    init(_ outcome: Outcome, withDigest: Bool) {
        self.outcome = outcome
        self.withDigest = withDigest
    }

    /// The line without its end, harmless to a terminal.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self).escapedInJSON
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(outcome.input, forKey: .input)
        try container.encode(outcome.response?.context.head?.status.code, forKey: .status)
        try container.encode(contentType, forKey: .contentType)
        try container.encode(outcome.response?.body.count, forKey: .bytes)
        try container.encode(outcome.kind?.rawValue, forKey: .serializer)
        try container.encode(verdict, forKey: .verdict)
        if withDigest { try container.encode(digest, forKey: .digest) }
        try container.encode(outcome.findings, forKey: .findings)
        try container.encode(ReportedError(outcome.verdict), forKey: .error)
        try container.encode(milliseconds, forKey: .milliseconds)
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

    private var digest: String? {
        guard case .value(let value) = outcome.verdict else { return nil }
        return ValueDigest.text(of: value)
    }

    /// To the microsecond.
    private var milliseconds: Double {
        (outcome.duration / .microseconds(1)).rounded() / 1000
    }
}
