public import HTTPTypes

/// The reason that a response did not become a value: the one type of error that Decant throws.
///
/// It carries all that is known: the head, the body, every finding of the validation, the decoded error body, and where
/// in the body decoding stopped. Switch on ``code``; read ``message`` or print the error for a person. Texts may change
/// from release to release, codes do not.
///
/// A bad status is always the primary reason. What else went wrong accompanies it and never hides it.
public struct ResponseError: Error, Sendable {
    /// Boxed, since a large error makes every function that may throw it slower.
    private var box: Box

    /// The number of characters of a message that are kept: text from a body or a head may be of any length.
    private static let longestMessage = 500

    /// Creates an error.
    ///
    /// A serializer states what is wrong and where; the head, the body, the line, the column and the snippet are filled
    /// in for it.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: The fault, in one sentence for a person, without a full stop.
    ///   - offset: The offset in the body at which decoding stopped, in bytes; a negative one counts as 0.
    ///   - path: The path in the decoded value, from the top downwards.
    ///   - limit: The limit that was exceeded; the message should have its value, and gets its name.
    ///   - hint: A likely cause or remedy, in one sentence; by default, a way to raise the limit.
    ///   - underlying: The error of another library that caused this one.
    public init(
        _ code: Code,
        _ message: String,
        offset: Int? = nil,
        path: [CodingPathComponent] = [],
        limit: Limits.Name? = nil,
        hint: String? = nil,
        underlying: (any Error)? = nil
    ) {
        let site = offset.map { ErrorSite.body($0) }
        self.init(code, message, at: site, path: path, limit: limit, hint: hint, underlying: underlying)
    }

    /// Creates an error of a decoder that knows the bytes in which its offset counts.
    ///
    /// The parameters are those of the public initializer.
    package init(
        _ code: Code,
        _ message: String,
        at site: ErrorSite?,
        path: [CodingPathComponent] = [],
        limit: Limits.Name? = nil,
        hint: String? = nil,
        underlying: (any Error)? = nil
    ) {
        var details = Details(code: code, message: message.excerpt(Self.longestMessage))
        if let limit { details.message += " (limit \(limit.rawValue))" }
        details.location = site.map { ErrorLocation($0) } ?? .unknown
        details.path = path
        details.limit = limit
        details.hint = hint ?? limit.map(Limits.remedy)
        details.underlying = underlying
        box = Box(details)
    }

    /// The contents of the error; writing makes a copy.
    package var details: Details {
        get { box.details }
        set { box = Box(newValue) }
    }

    /// The kind of failure.
    public var code: Code { details.code }

    /// The fault, in one sentence for a person.
    public var message: String { details.message }

    /// The response head and the request, as far as they are known.
    public var context: ResponseContext? { details.context }

    /// The status of the response, if there was one.
    public var status: HTTPResponse.Status? { details.context?.head?.status }

    /// The fields of the head; empty if there was none.
    public var headerFields: HTTPFields { details.context?.head?.headerFields ?? [:] }

    /// The beginning of the body, capped at ``Limits/errorBodyBytes``; after its content codings were undone, if they were.
    public var body: ResponseBytes { details.body }

    /// The body before its content codings were undone, if they were, and the offset in it if that failed.
    public var codedBody: CodedBody? { details.coded }

    /// The number of bytes of the whole body.
    public var bodyCount: Int { details.bodyCount }

    /// All findings, failures first, in the order of the checks.
    public var findings: [Finding] { details.findings }

    /// The offset in ``body`` at which decoding stopped, in bytes; for a damaged content coding, the number of bytes decoded before it.
    public var offset: Int? { details.location.offset }

    /// The position in the text of the body at which decoding stopped.
    public var position: SourcePosition? { details.location.position }

    /// The path in the decoded value at which decoding stopped, from the top downwards.
    public var path: [CodingPathComponent] { details.path }

    /// The index of the item at which a stream stopped, counted from 0; nil if the error is not about an item.
    public var itemIndex: Int? { details.itemIndex }

    /// The line of the body at which decoding stopped, with the position marked.
    public var snippet: Snippet? { details.location.snippet }

    /// A likely cause or remedy.
    public var hint: String? { details.hint }

    /// The limit that was exceeded.
    public var limit: Limits.Name? { details.limit }

    /// The decoded body of a response with a bad status: the type named with `.failure(…)`, else the format's general value.
    public var errorBody: (any Sendable)? { details.errorBody }

    /// The error of decoding the body of a response with a bad status, if that failed.
    public var errorBodyFailure: ResponseError? { details.errorBodyFailure.first }

    /// The failures of a compound's serializers, in the order in which they were tried.
    public var attempts: [ResponseError] { details.attempts }

    /// The error of another library that caused this one.
    public var underlying: (any Error)? { details.underlying }

    /// Reads the decoded error body back by its type.
    ///
    /// - Parameter type: The type that was named in `.failure(…)`.
    /// - Returns: The value, or nil if there is none of this type.
    public func errorBody<Value>(as type: Value.Type) -> Value? {
        details.errorBody as? Value
    }
}

extension ResponseError {
    /// Makes the error for one that a function of the caller's threw, unless that is one already.
    init(caused message: String, by error: any Error) {
        if let error = error as? ResponseError {
            self = error
        } else if error is CancellationError {
            self.init(.cancelled, "the task was cancelled", underlying: error)
        } else if let error = error as? DecodingError {
            let (code, context) = error.reported
            let path = context.codingPath.map { CodingPathComponent($0) }
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
    /// The contents of an error, filled in step by step from the throwing code up to the caller that has the whole response.
    package struct Details: Sendable {
        package var code: Code
        package var message: String
        package var context: ResponseContext?
        package var body = ResponseBytes()
        package var bodyCount = 0
        package var coded: CodedBody?
        /// The offset in the coded body, until the coded body is known.
        var codedOffset: Int?
        package var findings: [Finding] = []
        var location = ErrorLocation.unknown
        /// Whether decoding stopped because the text ended.
        package var isCut = false
        package var path: [CodingPathComponent] = []
        /// The index of the item of a stream that the error is about.
        package var itemIndex: Int?
        package var hint: String?
        /// The reason for which the transfer failed, if it has a name.
        package var fault: TransferFault?
        /// The time that the server asks to wait; dates are resolved when the response has been received.
        var retryAfter: Duration?
        package var limit: Limits.Name?
        package var errorBody: (any Sendable)?
        /// At most one; an array, since a struct cannot contain itself.
        package var errorBodyFailure: [ResponseError] = []
        package var attempts: [ResponseError] = []
        package var underlying: (any Error)?
    }
}

extension ResponseError {
    /// Makes the error for findings of which at least one is a failure; a bad status is the primary one.
    package init?(refusing findings: [Finding]) {
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
        default: .rejected
        }
    }
}

/// One step from the top of a decoded value down to a part of it.
public enum CodingPathComponent: Sendable, Hashable {
    /// The member with this name.
    case key(String)

    /// The element at this index, from 0.
    case index(Int)
}

extension CodingPathComponent {
    /// Creates a component from a key of Swift's coding.
    ///
    /// - Parameter key: A coding key; one with an integer value counts as an index.
    public init(_ key: some CodingKey) {
        if let index = key.intValue { self = .index(index) } else { self = .key(key.stringValue) }
    }

    /// Writes a path as `users[2].name`.
    ///
    /// - Parameter path: The steps from the top downwards.
    /// - Returns: The path as text; the empty string for the top itself.
    public static func text(of path: [CodingPathComponent]) -> String {
        var text = ""
        for component in path {
            switch component {
            case .key(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

extension ResponseError {
    /// The kind of a failure, to switch on; more may be added.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable word for the kind, as it appears in reports.
        public let rawValue: String

        /// Creates a kind from its word; a serializer of your own may use a word of its own.
        ///
        /// - Parameter rawValue: The word as it appears in reports.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The stable word for the kind.
        public var description: String { rawValue }
    }
}

extension ResponseError.Code {
    /// The status is not among the acceptable ones.
    public static let unacceptableStatus = Self(rawValue: "unacceptableStatus")

    /// The body has no media type, and not every type is acceptable.
    public static let missingMediaType = Self(rawValue: "missingMediaType")

    /// The media type cannot be parsed.
    public static let malformedMediaType = Self(rawValue: "malformedMediaType")

    /// The media type is not among the acceptable ones.
    public static let unacceptableMediaType = Self(rawValue: "unacceptableMediaType")

    /// Fewer bytes arrived than the head, or the format's own beginning, announced.
    public static let truncatedBody = Self(rawValue: "truncatedBody")

    /// A check of the caller's own failed.
    public static let rejected = Self(rawValue: "rejected")

    /// The body is empty, and the requested type has no value for that.
    public static let emptyBody = Self(rawValue: "emptyBody")

    /// A limit was exceeded; ``ResponseError/limit`` names it.
    public static let limitExceeded = Self(rawValue: "limitExceeded")

    /// The text has bytes that its charset does not have.
    public static let invalidText = Self(rawValue: "invalidText")

    /// The body breaks the grammar of its format.
    public static let malformedBody = Self(rawValue: "malformedBody")

    /// A value is of another type than the requested one, or does not fit into it.
    public static let typeMismatch = Self(rawValue: "typeMismatch")

    /// A value is null where the type requires one.
    public static let valueNotFound = Self(rawValue: "valueNotFound")

    /// A requested member is missing.
    public static let keyNotFound = Self(rawValue: "keyNotFound")

    /// A value has the right type but cannot be used, as a `Decodable` type's own code decided.
    public static let dataCorrupted = Self(rawValue: "dataCorrupted")

    /// A Foundation type was requested, but the program does not import `DecantFoundation`.
    public static let missingImport = Self(rawValue: "missingImport")

    /// The format of the body is known, but this build cannot decode it.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")

    /// No serializer of a compound could decode the response; ``ResponseError/attempts`` has their reasons.
    public static let noneSucceeded = Self(rawValue: "noneSucceeded")

    /// The head of a saved response cannot be read, or a head contradicts itself.
    public static let malformedHead = Self(rawValue: "malformedHead")

    /// The client could not get a response.
    public static let transportFailed = Self(rawValue: "transportFailed")

    /// The task was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
}
