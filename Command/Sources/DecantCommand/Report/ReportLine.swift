import Decant
import Foundation
import HTTPTypes

/// One line of a report, with a member for everything even where there is nothing to say, and one more for what a value of the
/// format has to say.
struct ReportLine: Encodable {
    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral text: String) { stringValue = text }
        init?(intValue: Int) { nil }
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
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(outcome.input, forKey: "input")
        try container.encode(outcome.response?.context.head?.status.code, forKey: "status")
        try container.encode(contentType, forKey: "contentType")
        try container.encode(outcome.response?.body.count, forKey: "bytes")
        try container.encode(outcome.kind?.rawValue, forKey: "serializer")
        try container.encode(verdict, forKey: "verdict")
        if withDigest { try container.encode(digest, forKey: "digest") }
        for (name, digest) in withDigest ? value?.furtherDigests ?? [:] : [:] {
            try container.encode(digest, forKey: Key(stringValue: name))
        }
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

    /// The digest; all of the value has been decoded before, so that nothing can be wrong with it any more.
    private var digest: String? {
        (try? value?.digest())?.hexadecimal
    }

    /// To the microsecond.
    private var milliseconds: Double {
        (outcome.duration / .microseconds(1)).rounded() / 1000
    }
}
