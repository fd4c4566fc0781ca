public import DecantCore
public import HTTPTypes

/// A response that was captured in a file, with its request.
///
/// Entries come from ``HAR`` files and from ``SavedResponse`` files. An entry decodes like a live response:
///
/// ```swift
/// for try await entry in HAR.entries(of: chunks) {
///     let user = try entry.value(as: .json(User.self))
/// }
/// ```
///
/// An entry that is irregular but understood has findings. Decoding reports them, too.
public struct CaptureEntry: Sendable {
    /// The zero-based index of the entry in its file.
    public let index: Int

    /// The head of the response, and the method and the URL of the request.
    ///
    /// If the capture has no response, the context has no head.
    public let context: ResponseContext

    /// The body as captured.
    ///
    /// The `isDecoded` of ``context`` states whether its content codings are decoded.
    public let body: ResponseBytes

    /// The deviations of the entry from its format, and the findings about the head and the body.
    ///
    /// A finding of severity `failure` rejects the response when it is decoded.
    public let findings: [Finding]

    /// The header fields of the request; empty if the capture does not have them.
    public var requestFields: HTTPFields { details.requestFields.fields }

    /// The URL of the request without credentials, or nil if unknown.
    ///
    /// The user is omitted, and `redacted` replaces the values that ``Credentials`` finds.
    public var urlWithoutCredentials: String? { context.url.map { Credentials.redacted(url: $0) } }

    /// The version of HTTP as written in the capture, such as `HTTP/1.1` or `h2`, or nil if unknown.
    public var httpVersion: String? { details.httpVersion }

    /// The time when the request started, as written in the capture (ISO 8601 in a HAR file), or nil if unknown.
    public var startedDateTime: String? { details.startedDateTime }

    /// The time from the start of the request to the end of the response, or nil if unknown.
    public var duration: Duration? { details.duration }

    /// Whether the response is a redirect that a client follows: a status of 300 to 399 with a `Location` (RFC 9110
    /// §15.4).
    public var isRedirect: Bool {
        guard let status = context.status?.code, (300..<400).contains(status) else { return false }
        return context.head?.headerFields[.location] != nil
    }

    /// What the writer of the file has hidden, as ``HAR/Writer`` states it, or nil if the file does not say so.
    public var hiding: HAR.Hiding? { details.hiding }

    private let details: Details

    /// Whether the body is text in UTF-8 regardless of the charset in the head.
    var isText: Bool { details.isText }

    /// The body of the request, or nil if the capture does not have it.
    var requestBody: ResponseBytes? { details.requestBody }

    /// The size that the capture states for a body that it omits.
    var omittedSize: Int? { details.omittedSize }

    /// The reason why the capture has no response.
    var failure: TransferFailure? { details.failure }

    init(
        index: Int,
        context: ResponseContext,
        body: ResponseBytes,
        findings: [Finding],
        details: Details = Details()
    ) {
        self.index = index
        self.context = context
        self.body = body
        self.findings = findings
        self.details = details
    }

    /// The parts of an entry that its source may not have.
    struct Details: Sendable {
        var requestFields = ReceivedFields()
        var httpVersion: String?
        var startedDateTime: String?
        var duration: Duration?

        /// The reason why the capture has no response.
        var failure: TransferFailure?

        /// Whether the body is UTF-8 regardless of the charset in the head, because the capture contains its text.
        var isText = false

        /// The body of the request, or nil if the capture does not have it.
        var requestBody: ResponseBytes?

        /// The size that the capture states for a body that it omits.
        var omittedSize: Int?

        /// What the writer of the file has hidden.
        var hiding: HAR.Hiding?
    }
}

extension CaptureEntry {
    /// Decodes the response.
    ///
    /// - Parameter serializer: The serializer of the response, with its validation and limits.
    /// - Throws: `ResponseError` if the response is rejected or cannot be decoded. If the capture has no response, the
    ///   code is `transportFailed`.
    public func value<Output: Sendable>(as serializer: any ResponseSerializer<Output>) throws(ResponseError) -> Output {
        try response(as: serializer).value
    }

    /// Decodes the response as ``value(as:)`` does, and keeps the head and all findings.
    ///
    /// - Parameter serializer: The serializer of the response, with its validation and limits.
    /// - Returns: The value, with the head and the findings, including those of the entry.
    /// - Throws: `ResponseError` if the response is rejected or cannot be decoded.
    public func response<Output>(
        as serializer: any ResponseSerializer<Output>
    ) throws(ResponseError) -> DecodedResponse<Output> {
        let limits = serializer.handling.limits
        var decoding = DecodingContext(context, limits: limits)
        if let failure = details.failure {
            decoding = DecodingContext(ReceivedResponse(failure, of: context, since: nil), limits: limits)
        }
        decoding.headFindings = context.forbidsBody ? findings.filter { $0.severity != .failure } : findings
        decoding.isUTF8 = details.isText
        return try serializer.response(of: body, in: decoding)
    }
}

extension Finding.Code {
    /// The code for an entry of a capture that deviates from its format, but whose meaning is clear.
    public static let irregularEntry: Self = "irregularEntry"

    /// The code for a body that a capture contains in another form than it declares, such as text labeled as base64.
    public static let mislabeledBody: Self = "mislabeledBody"
}
