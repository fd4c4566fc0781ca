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

    /// A lenient option that is off by default was needed.
    public static let quirk: Self = "quirk"

    /// The head deviates from RFC 9112, but its meaning is clear.
    public static let irregularHead: Self = "irregularHead"

    /// A custom check failed.
    public static let rejected: Self = "rejected"

    /// An earlier serializer of a compound failed before this value was found.
    public static let earlierAttempt: Self = "earlierAttempt"
}
