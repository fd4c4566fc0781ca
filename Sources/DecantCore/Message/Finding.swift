/// A finding about a response: a failed check, a tolerated deviation, or a repair.
///
/// A finding of severity ``Severity/failure`` rejects the response. All others accompany the decoded value.
public struct Finding: Sendable, Hashable, Codable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The response is rejected.
        case failure

        /// The response was used although it deviates from the request or from a standard.
        case warning

        /// Additional information; the response is valid.
        case note
    }

    /// The kind of the finding.
    public var code: Code

    /// The severity of the finding.
    public var severity: Severity

    /// One sentence for people; its wording may change.
    public var message: String

    /// The byte offset in the body, if the finding has one.
    public var offset: Int?

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - code: The kind of the finding.
    ///   - severity: The severity of the finding.
    ///   - message: One sentence for people, without a final period.
    ///   - offset: The byte offset in the body, if the finding has one.
    public init(_ code: Code, _ severity: Severity, _ message: String, offset: Int? = nil) {
        self.code = code
        self.severity = severity
        self.message = message
        self.offset = offset
    }
}

extension Finding {
    /// A copy of the finding without an offset.
    var withoutOffset: Finding { Finding(code, severity, message) }

    /// Returns the finding about the bytes of a response that cannot have a body.
    package static func unexpectedBody(byteCount: Int) -> Finding {
        let message = "ignored \(byteCount.counted("byte")), because the response cannot have a body"
        return Finding(.unexpectedBody, .warning, message)
    }
}

extension [Finding] {
    /// Appends findings; the common empty case returns early, because appending an empty array is not free.
    mutating func add(_ others: [Finding]) {
        guard !others.isEmpty else { return }
        append(contentsOf: others)
    }
}

extension Finding {
    /// The kind of a finding, identified by a stable string.
    ///
    /// Future releases may add kinds.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, ExpressibleByStringLiteral {
        /// The string that appears in reports.
        public let rawValue: String

        /// Creates a kind from its string; custom validators may define custom kinds.
        ///
        /// - Parameter rawValue: The string that appears in reports. The spelling of an earlier release is replaced.
        public init(rawValue: String) {
            self.rawValue = rawValue == "mislabelledImage" ? "mislabeledImage" : rawValue
        }

        /// Creates a kind from a literal.
        ///
        /// - Parameter value: The string that appears in reports.
        public init(stringLiteral value: String) {
            self.init(rawValue: value)
        }
    }
}

extension Finding.Code {
    /// The status is not among the acceptable ones.
    public static let unacceptableStatus: Self = "unacceptableStatus"

    /// The body has no media type.
    public static let missingMediaType: Self = "missingMediaType"

    /// The media type cannot be parsed.
    public static let malformedMediaType: Self = "malformedMediaType"

    /// The media type is not among the acceptable ones.
    public static let unacceptableMediaType: Self = "unacceptableMediaType"

    /// The media type does not belong to the format, but the caller accepts it.
    public static let toleratedMediaType: Self = "toleratedMediaType"

    /// The media type is a well-known misspelling of an acceptable one.
    public static let aliasedMediaType: Self = "aliasedMediaType"

    /// The media type was understood although it deviates from RFC 9110 §8.3.1.
    public static let irregularMediaType: Self = "irregularMediaType"

    /// The response has more than one media type.
    public static let repeatedMediaType: Self = "repeatedMediaType"

    /// The media type was guessed, because none was declared.
    public static let guessedMediaType: Self = "guessedMediaType"

    /// Fewer bytes arrived than the head announced.
    public static let truncatedBody: Self = "truncatedBody"

    /// More bytes arrived than the head announced.
    public static let surplusBytes: Self = "surplusBytes"

    /// The announced length of the body cannot be parsed.
    public static let malformedContentLength: Self = "malformedContentLength"

    /// The body was ignored, because the response cannot have one.
    public static let unexpectedBody: Self = "unexpectedBody"

    /// A content coding was decoded, or its label does not match the bytes.
    public static let contentCoding: Self = "contentCoding"

    /// A byte-order mark preceded the text.
    public static let byteOrderMark: Self = "byteOrderMark"

    /// A prefix against cross-site inclusion preceded the text.
    public static let xssiPrefix: Self = "xssiPrefix"

    /// A call of a function around JSON was removed.
    public static let jsonpCallback: Self = "jsonpCallback"

    /// Text before the document was removed.
    public static let textBeforeDocument: Self = "textBeforeDocument"

    /// Bytes that are invalid in the charset were replaced by U+FFFD.
    public static let replacedBytes: Self = "replacedBytes"

    /// The body of a rejected response does not match the type of `.failure(…)`, or its media type is not acceptable.
    public static let undecodedErrorBody: Self = "undecodedErrorBody"

    /// An element that could not be decoded was skipped, as the caller allows.
    public static let skippedElement: Self = "skippedElement"

    /// The code for a path of `.skippingBadElements(at:)` that led to no array, so nothing could be skipped there.
    public static let unusedPath: Self = "unusedPath"

    /// A key is absent, although a name in the body equals it before the conversion of names to keys.
    public static let unmatchedKey: Self = "unmatchedKey"

    /// A value was converted to the requested type, as the caller allows.
    public static let convertedValue: Self = "convertedValue"

    /// A date without a time zone was read as UTC, as the caller allows.
    public static let assumedTimeZone: Self = "assumedTimeZone"

    /// A lenient option that is off by default was needed.
    public static let quirk: Self = "quirk"

    /// The head deviates from RFC 9112, but its meaning is clear.
    public static let irregularHead: Self = "irregularHead"

    /// A custom check failed.
    public static let rejected: Self = "rejected"

    /// An earlier serializer of a compound failed before this value was found.
    public static let earlierAttempt: Self = "earlierAttempt"
}

/// An ordered log that keeps up to 100 findings of each kind and counts the others.
package struct FindingLog: Sendable, Hashable {
    /// The maximum number of findings to keep of each kind.
    package static let limit = 100

    private var kept: [Finding] = []
    /// The kinds in order of their first findings; with so few kinds, comparing is faster than hashing.
    private var tallies: [Tally] = []

    /// The number of findings, including omitted ones.
    package private(set) var count = 0

    private struct Tally: Sendable, Hashable {
        let code: Finding.Code
        var count: Int
    }

    /// Creates an empty log.
    package init() {}

    /// Counts a finding of a kind.
    ///
    /// - Returns: Whether the finding is kept. If so, create it and pass it to ``keep(_:)``.
    package mutating func admits(_ code: Finding.Code) -> Bool {
        count &+= 1
        for index in tallies.indices where tallies[index].code == code {
            tallies[index].count += 1
            return tallies[index].count <= Self.limit
        }
        tallies.append(Tally(code: code, count: 1))
        return true
    }

    /// Returns whether the log has reached the limit for a kind.
    package func isFull(of code: Finding.Code) -> Bool {
        tallies.contains { $0.code == code && $0.count >= Self.limit }
    }

    /// Appends an admitted finding.
    package mutating func keep(_ finding: Finding) { kept.append(finding) }

    /// Records a finding.
    package mutating func report(_ finding: Finding) {
        if admits(finding.code) { keep(finding) }
    }

    /// Records a finding of a kind, and creates it only if it is kept.
    package mutating func report(_ code: Finding.Code, _ make: () -> Finding) {
        if admits(code) { keep(make()) }
    }

    /// Removes the kept findings and returns them; they still count.
    package mutating func removeKept() -> [Finding] {
        defer { kept = [] }
        return kept
    }

    /// The findings in order, followed by a note for each kind with omitted findings.
    package var all: [Finding] {
        let more = tallies.filter { $0.count > Self.limit }.sorted { $0.code.rawValue < $1.code.rawValue }
        return kept
            + more.map { tally in
                let omitted = (tally.count - Self.limit).counted("more finding", "more findings")
                return Finding(tally.code, .note, "omitted \(omitted) of the kind \(tally.code.rawValue)")
            }
    }
}
