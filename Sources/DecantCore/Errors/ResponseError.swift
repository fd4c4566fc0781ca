public import HTTPTypes

/// The error type of Decant: the reason a response could not be decoded.
///
/// An error contains all available information: the head, the body, every finding of the validation, the decoded error
/// body, and the position where decoding stopped. Switch on ``code``, and show ``message`` or the whole description to
/// people. Texts may change between releases; codes do not.
/// A bad status is always the primary reason. Other errors accompany it and never hide it.
public struct ResponseError: Error, Sendable {
    /// The contents, boxed because a large error type slows down every throwing function.
    private var box: Box

    /// The maximum number of characters in a message, which may quote text of any length from a body or a head.
    private static let maxMessageLength = 500

    /// Creates an error.
    ///
    /// A serializer supplies the message and the offset. The head, the body, the line, the column, and the snippet are
    /// added later.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: A description of the error in one sentence, without a period at the end.
    ///   - offset: The byte offset in the body where decoding stopped; a negative one counts as 0.
    ///   - path: The path in the decoded value, from the top down.
    ///   - limit: The limit that was exceeded. The message should contain its value; its name is appended.
    ///   - hint: A likely cause, in one sentence.
    ///   - remedy: The change that would most likely help; by default, to raise the limit.
    ///   - underlying: The error of another library that caused this one.
    public init(
        _ code: Code,
        _ message: String,
        offset: Int? = nil,
        path: CodingPath = [],
        limit: Limits.Name? = nil,
        hint: String? = nil,
        remedy: Remedy? = nil,
        underlying: (any Error)? = nil
    ) {
        let site = offset.map { ErrorSite.body($0) }
        let advice = Hint(hint, remedy)
        let components = path.components
        self.init(code, message, at: site, path: components, limit: limit, hint: advice, underlying: underlying)
    }

    /// Creates an error at an offset in a binary format, which has no lines to show.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: A description of the error in one sentence, without a period at the end.
    ///   - byteOffset: The byte offset in the body where decoding stopped; a negative one counts as 0.
    ///   - limit: The limit that was exceeded. The message should contain its value; its name is appended.
    ///   - needed: The value of the limit that would suffice, or nil if it is unknown.
    ///   - remedy: The change that would most likely help; by default, to raise the limit.
    public init(
        _ code: Code,
        _ message: String,
        byteOffset: Int,
        limit: Limits.Name? = nil,
        needed: Int? = nil,
        remedy: Remedy? = nil
    ) {
        self.init(code, message, at: .bytes(byteOffset), limit: limit, hint: Hint(nil, remedy))
        if let needed { details.neededLimit = needed }
    }

    /// Creates an error from a decoder that knows the bytes its offset refers to.
    ///
    /// The parameters match the public initializer.
    package init(
        _ code: Code,
        _ message: String,
        at site: ErrorSite?,
        path: [CodingPathComponent] = [],
        limit: Limits.Name? = nil,
        hint: Hint? = nil,
        underlying: (any Error)? = nil
    ) {
        var details = Details(code: code, message: message.excerpt(Self.maxMessageLength))
        if let limit { details.message += " (limit \(limit.rawValue))" }
        details.location = site.map { ErrorLocation($0) } ?? .unknown
        details.path = path
        details.limit = limit
        details.hint = hint ?? Hint()
        details.underlying = underlying
        box = Box(details)
    }

    /// The contents of the error; setting them creates a copy.
    package var details: Details {
        get { box.details }
        set { box = Box(newValue) }
    }

    /// The kind of failure.
    public var code: Code { details.code }

    /// A description of the error in one sentence.
    public var message: String { details.message }

    /// The message, without the reasons in ``reportedAttempts``.
    var headline: String { details.headline ?? message }

    /// The response head and the request, if known.
    public var context: ResponseContext? { details.context }

    /// The status of the response, or nil without a head.
    public var status: HTTPResponse.Status? { details.context?.status }

    /// The header fields of the response; empty without a head.
    public var headerFields: HTTPFields { details.context?.head?.headerFields ?? [:] }

    /// The prefix of the body after content decoding, limited to ``Limits/errorBodyBytes``.
    public var body: ResponseBytes { details.body }

    /// The classified fault of a failed transfer, or nil if the transfer did not fail, or for another reason.
    public var transferFault: TransferFault? { details.fault }

    /// The reason of a failed transfer in words, without the received part: the description of the fault, or the text
    /// of the client or the system.
    ///
    /// A response with a bad status has a reason, too, if its body is incomplete.
    public var transferReason: String? { details.transferReason }

    /// The prefix of the body before content decoding, limited to ``Limits/errorBodyBytes``, or nil if the body was not
    /// decoded.
    public var codedBody: ResponseBytes? { details.coded?.body }

    /// The number of bytes of the whole body before content decoding, or nil if it was not decoded.
    public var codedBodyCount: Int? { details.coded?.count }

    /// The byte offset in ``codedBody`` where content decoding stopped, if the outermost coding failed.
    public var codedOffset: Int? { details.coded?.offset }

    /// The content codings that were decoded, in the order they were applied.
    public var codings: [ContentCoding] { details.coded?.codings ?? [] }

    /// The number of bytes of the whole body.
    public var bodyCount: Int { details.bodyCount }

    /// All findings, failures first, in the order of the checks.
    public var findings: [Finding] { details.findings }

    /// The byte offset in ``body`` where decoding stopped.
    ///
    /// If a content coding is malformed, this is the number of bytes decoded before the error.
    public var offset: Int? { details.location.offset }

    /// The position in the text of the body where decoding stopped.
    public var position: SourcePosition? { details.location.position }

    /// The path in the decoded value where decoding stopped, from the top down.
    public var path: CodingPath { CodingPath(details.path) }

    /// The zero-based index of the stream item that caused the error, or nil if no item caused it.
    public var itemIndex: Int? { details.itemIndex }

    /// The line of the body where decoding stopped, with the position marked.
    ///
    /// The ``description`` shows it.
    package var snippet: Snippet? { details.location.snippet }

    /// The limit that was exceeded.
    public var limit: Limits.Name? { details.limit }

    /// The decoded body of a response with a bad status.
    ///
    /// The type is the one passed to `.failure(…)`, or else the general value type of the format.
    public var errorBody: (any Sendable)? { details.errorBody }

    /// The error that occurred while decoding the body of a response with a bad status.
    public var errorBodyFailure: ResponseError? { details.errorBodyFailure.first }

    /// The errors of the serializers in a compound, in the order they were tried.
    public var attempts: [ResponseError] { details.attempts }

    /// The error of another library that caused this one.
    public var underlying: (any Error)? { details.underlying }

    /// Returns the decoded error body as a type, or nil if it has another type.
    ///
    /// If the body does not match the type passed to `.failure(…)`, a finding with the code
    /// ``Finding/Code/undecodedErrorBody`` says why, and ``errorBodyFailure`` is the error.
    ///
    /// - Parameter type: The type passed to `.failure(…)`.
    public func errorBody<Value>(as type: Value.Type) -> Value? {
        details.errorBody as? Value
    }
}

extension ResponseError {
    /// Creates an error from one that custom code threw; a ``ResponseError`` is used unchanged.
    package init(caused message: String, by error: any Error) {
        if let error = error as? ResponseError {
            self = error
        } else if error is CancellationError {
            self.init(.cancelled, "the task was canceled", underlying: error)
        } else if let error = error as? DecodingError {
            let (code, context) = error.reported
            let path = CodingPath(context.codingPath.map { CodingPathComponent($0) })
            self.init(code, context.debugDescription, path: path, underlying: error.cause)
        } else {
            self.init(.dataCorrupted, "\(message): \(error)", underlying: error)
        }
    }

    private final class Box: Sendable {
        let details: Details

        init(_ details: Details) {
            self.details = details
        }
    }
}

extension ResponseError {
    /// The contents of an error, filled in between the throwing code and the caller that has the whole response.
    package struct Details: Sendable {
        package var code: Code
        package var message: String
        /// The message without the reasons of the attempts, if it has them.
        var headline: String?
        package var context: ResponseContext?
        package var body = ResponseBytes()
        package var bodyCount = 0
        var coded: CodedBody?
        /// The offset in the encoded body, until that body is known.
        package var codedOffset: Int?
        package var findings: [Finding] = []
        var location = ErrorLocation.unknown
        /// Whether decoding stopped at the end of the text.
        package var isCut = false
        package var path: [CodingPathComponent] = []
        /// The reason that a scalar cannot be converted, until the decoder has completed the message.
        var mismatch: ScalarMismatch?
        /// The index of the stream item that caused the error.
        package var itemIndex: Int?
        package var hint = Hint()
        /// The classified fault of the transfer.
        package var fault: TransferFault?
        /// The reason of the failed transfer in words.
        package var transferReason: String?
        /// The delay that the server requests; dates are resolved when the response is received.
        var retryAfter: Duration?
        package var limit: Limits.Name?
        /// The value of the limit, once it is known.
        var limitValue: Int?
        /// The value of the limit that would suffice, if it is known.
        var neededLimit: Int?
        package var errorBody: (any Sendable)?
        /// The message of the server in an item of a stream.
        package var serverMessage: String?
        /// Whether a stream's item has no value at the path of its serializer.
        package var lacksPart = false
        /// Whether a stream's item is the error of the stream.
        package var endsStream = false
        /// At most one error; an array, because a struct cannot contain itself.
        package var errorBodyFailure: [ResponseError] = []
        package var attempts: [ResponseError] = []
        package var underlying: (any Error)?
    }
}

extension ResponseError {
    /// Creates the error for findings, or returns nil if none is a failure; a bad status takes precedence.
    package init?(rejectedBy findings: [Finding]) {
        let failures = findings.filter { $0.severity == .failure }
        let primary = failures.first { $0.code == .unacceptableStatus } ?? failures.first
        guard let primary else { return nil }
        self.init(Self.code(for: primary.code), primary.message, offset: primary.offset)
        details.findings = failures + findings.filter { $0.severity != .failure }
    }

    private static func code(for finding: Finding.Code) -> Code {
        switch finding {
        case .unacceptableStatus: .unacceptableStatus
        case .missingMediaType: .missingMediaType
        case .malformedMediaType: .malformedMediaType
        case .unacceptableMediaType: .unacceptableMediaType
        case .truncatedBody: .truncatedBody
        case .malformedContentLength: .malformedHead
        case .replacedBytes: .malformedBody
        default: .rejected
        }
    }
}

extension ResponseError {
    /// The kind of an error, to switch on; releases may add kinds.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable identifier of the kind, as it appears in reports.
        public let rawValue: String

        /// Creates a kind from its identifier; custom serializers may define their own kinds.
        ///
        /// - Parameter rawValue: The identifier as it appears in reports.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The stable identifier of the kind.
        public var description: String { rawValue }
    }
}

extension ResponseError.Code {
    /// The status is not among the acceptable ones.
    public static let unacceptableStatus = Self(rawValue: "unacceptableStatus")

    /// The response has no media type, and not every type is acceptable.
    public static let missingMediaType = Self(rawValue: "missingMediaType")

    /// The media type cannot be parsed.
    public static let malformedMediaType = Self(rawValue: "malformedMediaType")

    /// The media type is not among the acceptable ones.
    public static let unacceptableMediaType = Self(rawValue: "unacceptableMediaType")

    /// The body has fewer bytes than announced by the head or by a header of the format.
    public static let truncatedBody = Self(rawValue: "truncatedBody")

    /// A custom check failed.
    public static let rejected = Self(rawValue: "rejected")

    /// The body is empty, and the requested type has no value for that.
    public static let emptyBody = Self(rawValue: "emptyBody")

    /// A limit was exceeded; ``ResponseError/limit`` names it.
    public static let limitExceeded = Self(rawValue: "limitExceeded")

    /// The text contains bytes that are invalid in its charset.
    public static let invalidText = Self(rawValue: "invalidText")

    /// The body breaks the grammar of its format.
    public static let malformedBody = Self(rawValue: "malformedBody")

    /// A value has another type than requested, or does not fit into it.
    public static let typeMismatch = Self(rawValue: "typeMismatch")

    /// A value is null where the type requires one.
    public static let valueNotFound = Self(rawValue: "valueNotFound")

    /// A requested member is missing.
    public static let keyNotFound = Self(rawValue: "keyNotFound")

    /// A value has the right type but was rejected, for example by `init(from:)` of a `Decodable` type.
    public static let dataCorrupted = Self(rawValue: "dataCorrupted")

    /// A Foundation type was requested, but the program does not import `DecantFoundation`.
    public static let missingImport = Self(rawValue: "missingImport")

    /// The format of the body is known, but this build cannot decode it.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")

    /// No serializer of a compound could decode the response; ``ResponseError/attempts`` contains their errors.
    public static let noneSucceeded = Self(rawValue: "noneSucceeded")

    /// The head of a saved response is malformed, or a head contradicts itself.
    public static let malformedHead = Self(rawValue: "malformedHead")

    /// The client could not get a response.
    public static let transportFailed = Self(rawValue: "transportFailed")

    /// The task was canceled.
    public static let cancelled = Self(rawValue: "cancelled")
}
