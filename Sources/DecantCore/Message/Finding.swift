/// A finding about a response: a failed check, a deviation that was tolerated, or a repair that was made.
///
/// Findings of the severity ``Severity/failure`` refuse the response. All others accompany the decoded value.
public struct Finding: Sendable, Hashable, Codable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The response is refused.
        case failure

        /// The response was used, although it deviates from the request or from a standard.
        case warning

        /// A fact that may be of interest; nothing is wrong.
        case note
    }

    /// The kind of the finding.
    public var code: Code

    /// The severity of the finding.
    public var severity: Severity

    /// One sentence for a person; its wording may change.
    public var message: String

    /// The offset in the body, in bytes, if the finding has one.
    public var offset: Int?

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - code: The kind of the finding.
    ///   - severity: The severity of the finding.
    ///   - message: One sentence for a person, without a full stop.
    ///   - offset: The offset in the body, in bytes, if the finding has one.
    public init(_ code: Code, _ severity: Severity, _ message: String, offset: Int? = nil) {
        self.code = code
        self.severity = severity
        self.message = message
        self.offset = offset
    }
}

extension [Finding] {
    /// Adds findings, of which there are none as a rule: to append nothing takes a while, too.
    mutating func add(_ others: [Finding]) {
        guard !others.isEmpty else { return }
        append(contentsOf: others)
    }
}

extension Finding {
    /// The kind of a finding: a stable word to compare with; more may be added.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, ExpressibleByStringLiteral {
        /// The word as it appears in reports.
        public let rawValue: String

        /// Creates a kind from its word; a validator of your own may use a word of its own.
        ///
        /// - Parameter rawValue: The word as it appears in reports.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a kind from a literal.
        ///
        /// - Parameter value: The word as it appears in reports.
        public init(stringLiteral value: String) {
            self.init(rawValue: value)
        }
    }
}

extension Finding.Code {
    /// The configuration was written by another release, and has a value that this one does not know.
    public static let unknownOption: Self = "unknownOption"

    /// The status is not among the acceptable ones.
    public static let unacceptableStatus: Self = "unacceptableStatus"

    /// The body has no media type.
    public static let missingMediaType: Self = "missingMediaType"

    /// The media type cannot be parsed.
    public static let malformedMediaType: Self = "malformedMediaType"

    /// The media type is not among the acceptable ones.
    public static let unacceptableMediaType: Self = "unacceptableMediaType"

    /// The media type is not one the format is labelled with, but the caller accepts it.
    public static let toleratedMediaType: Self = "toleratedMediaType"

    /// The media type is a well-known wrong spelling of an acceptable one.
    public static let aliasedMediaType: Self = "aliasedMediaType"

    /// The media type was understood although it departs from RFC 9110 §8.3.1.
    public static let irregularMediaType: Self = "irregularMediaType"

    /// The response has more than one media type.
    public static let repeatedMediaType: Self = "repeatedMediaType"

    /// The media type was guessed, since none was given.
    public static let guessedMediaType: Self = "guessedMediaType"

    /// Fewer bytes arrived than the head announced.
    public static let truncatedBody: Self = "truncatedBody"

    /// More bytes arrived than the head announced.
    public static let surplusBytes: Self = "surplusBytes"

    /// The announced length of the body cannot be understood.
    public static let malformedContentLength: Self = "malformedContentLength"

    /// A response that cannot have a body had one, which was ignored.
    public static let unexpectedBody: Self = "unexpectedBody"

    /// A content coding was undone, or the label of one departs from the bytes.
    public static let contentCoding: Self = "contentCoding"

    /// A byte-order mark preceded the text.
    public static let byteOrderMark: Self = "byteOrderMark"

    /// A prefix against cross-site inclusion preceded the text.
    public static let xssiPrefix: Self = "xssiPrefix"

    /// Bytes that the charset does not have were replaced by U+FFFD.
    public static let replacedBytes: Self = "replacedBytes"

    /// An element that could not be decoded was skipped, as the caller allows.
    public static let skippedElement: Self = "skippedElement"

    /// A leniency that is off by default was needed.
    public static let quirk: Self = "quirk"

    /// The head departs from RFC 9112, but its meaning is clear.
    public static let irregularHead: Self = "irregularHead"

    /// A check of the caller's own failed.
    public static let rejected: Self = "rejected"

    /// An earlier serializer of a compound failed before this value was found.
    public static let earlierAttempt: Self = "earlierAttempt"
}
