public import DecantCore
public import HTTPTypes

/// A response saved in a file: the output of `curl -i`, or the raw bytes of HTTP/1 as `curl --raw -i` writes them.
///
/// Of several heads in a row (interim ones, redirects that were followed, a proxy's answer to CONNECT, rounds of
/// authentication) the last is taken, and of several responses in a row the last too, provided that their heads delimit
/// their bodies. A body that is still chunked is decoded. A departure from RFC 9112 with a clear meaning is a finding.
///
/// Offsets in the body count from its own first byte, as in a body from any other source.
public struct SavedResponse: Sendable, Hashable {
    /// The head of the final response.
    public let head: HTTPResponse

    /// The body after transfer decoding; a content coding such as gzip is still there if it was saved.
    ///
    /// Serializers undo it.
    public let body: ResponseBytes

    /// The findings about the head and the framing of the body; a body that is cut in its chunks is a failure.
    public let findings: [Finding]

    /// Parses a saved response.
    ///
    /// ```swift
    /// let saved = try SavedResponse(try Data(contentsOf: URL(filePath: "users.http")))
    /// print(saved.head.status, saved.body.count)
    /// for finding in saved.findings { print(finding.message) }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The whole file. A `ResponseBytes` is not copied.
    ///   - limits: The limits of a head, of its lines, and of the number of heads.
    /// - Throws: `ResponseError` with the code `malformedHead`,
    ///   `malformedBody` (the chunks), or `limitExceeded`; its position is
    ///   counted from the beginning of the file.
    public init(_ bytes: some Sequence<UInt8>, limits: Limits = Limits()) throws(ResponseError) {
        let bytes = ResponseBytes(bytes)
        do throws(ResponseError) {
            var heads = try SavedHeads(bytes, at: 0, after: [], limits: limits)
            var content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            while content.end < bytes.count, HeadParser.beginsHead(bytes, at: content.end) {
                let earlier = heads.skipped + [heads.last.status.code]
                heads = try SavedHeads(bytes, at: content.end, after: earlier, limits: limits)
                content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            }
            head = HTTPResponse(status: heads.last.status, headerFields: heads.last.fields)
            body = content.body
            findings = heads.findings + content.findings + content.surplus
        } catch {
            var error = error
            error.add(bytes, limits)
            throw error
        }
    }

    /// Returns whether bytes begin with “HTTP/”, as a saved response does.
    ///
    /// - Parameter bytes: The beginning of a file, or all of it.
    /// - Returns: True if the file is to be parsed as a saved response.
    public static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: "HTTP/".utf8)
    }

    /// Returns the head together with the request, as a serializer takes them.
    ///
    /// ```swift
    /// let saved = try SavedResponse(bytes)
    /// let context = saved.context(method: .get, url: "https://example.com/users")
    /// let user = try JSONResponseSerializer(User.self).value(of: saved.body, for: context)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method of the request, if known; the response to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    ///   - codings: The state of the content codings; by default the body shows whether it is still encoded.
    /// - Returns: The context of the response.
    public func context(
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        codings: CodingState = .byEvidence
    ) -> ResponseContext {
        ResponseContext(head, method: method, url: url, codings: codings)
    }
}

// MARK: - Decoding

extension SavedResponse {
    /// Decodes the response.
    ///
    /// - Parameters:
    ///   - serializer: The serializer.
    ///   - method: The method of the request, if known; the response to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    ///   - codings: The state of the content codings; by default the body shows whether it is still encoded.
    /// - Returns: The value.
    /// - Throws: `ResponseError` with everything that is known.
    public func value<Output>(
        as serializer: some ResponseSerializer<Output>,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        codings: CodingState = .byEvidence
    ) throws(ResponseError) -> Output {
        try response(as: serializer, method: method, url: url, codings: codings).value
    }

    /// Decodes the response as ``value(as:method:url:codings:)`` does, and keeps the head and all findings, those of the parser included.
    ///
    /// - Parameters:
    ///   - serializer: The serializer.
    ///   - method: The method of the request, if known; the response to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    ///   - codings: The state of the content codings; by default the body shows whether it is still encoded.
    /// - Returns: The value, with the head and all findings.
    /// - Throws: `ResponseError` with everything that is known.
    public func response<Output>(
        as serializer: some ResponseSerializer<Output>,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        codings: CodingState = .byEvidence
    ) throws(ResponseError) -> DecodedResponse<Output> {
        let (noticed, saved) = (findings, body)
        let context = context(method: method, url: url, codings: codings)
        let noting = serializer.validating { context, body in
            let findings = context.forbidsBody ? noticed.filter { $0.severity != .failure } : noticed
            // Their offsets count in the saved body, which is not the decoded one if its codings were undone.
            return findings.isEmpty || body == saved ? findings : findings.map(\.withoutOffset)
        }
        return try noting.response(of: saved, for: context)
    }
}

// MARK: - Findings

extension Finding {
    /// The finding about the body as a whole.
    fileprivate var withoutOffset: Finding { Finding(code, severity, message) }
}

extension Finding.Code {
    /// Heads before the last of a saved response were skipped.
    public static let skippedHeads: Self = "skippedHeads"

    /// The body of a saved response was decoded from its chunks.
    public static let chunkedBody: Self = "chunkedBody"

    /// The head declares a transfer coding that was already removed from the body, cannot be removed, or is misused.
    public static let transferCoding: Self = "transferCoding"
}

// MARK: - Heads

/// The heads at the beginning of a saved response, of which the last counts.
struct SavedHeads {
    /// The head that counts.
    let last: SavedHead

    /// The findings about the heads before the last, and about the last itself.
    let findings: [Finding]

    /// The statuses of the heads before it.
    let skipped: [Int]

    /// Reads heads up to the first body.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - start: The position of the first head.
    ///   - earlier: The statuses of the heads before `start`.
    ///   - limits: The limits of a head, of its lines, and of the number of heads.
    /// - Throws: `ResponseError` for a malformed head, a head that is too long, and too many heads.
    init(_ bytes: ResponseBytes, at start: Int, after earlier: [Int], limits: Limits) throws(ResponseError) {
        var parser = HeadParser(bytes, at: start, limits: limits)
        let emptyLines = parser.skipEmptyLines()
        var head = try parser.head()
        var skipped = earlier
        try Self.check(skipped, next: start, limits)
        while try Self.isFollowed(head, in: bytes) {
            skipped.append(head.status.code)
            try Self.check(skipped, next: head.end, limits)
            parser = HeadParser(bytes, at: head.end, limits: limits)
            head = try parser.head()
        }
        last = head
        self.skipped = skipped
        findings = Self.findings(skipped: skipped, emptyLines: emptyLines) + head.findings
    }

    /// Returns whether another head follows a head directly, in the position of its body.
    private static func isFollowed(_ head: SavedHead, in bytes: ResponseBytes) throws(ResponseError) -> Bool {
        let next = HeadParser.beginsHead(bytes, at: head.end)
        if head.isInterim {
            guard next else {
                let message = "expected another head after the interim response \(head.status.code)"
                throw ResponseError(.malformedHead, message, offset: head.end)
            }
            return true
        }
        return next && !mayHaveHeadAsBody(head, in: bytes)
    }

    /// Returns whether a head after this one may be the body that the server sent, such as the response to TRACE.
    ///
    /// curl prints the heads of redirects and of rounds of authentication without the bodies that they announce. The
    /// answer to CONNECT, which is a success, announces none (RFC 9110 §9.3.6).
    private static func mayHaveHeadAsBody(_ head: SavedHead, in bytes: ResponseBytes) -> Bool {
        if case .bytes(bytes.count - head.end) = ContentLength(fieldValues: head.fields[values: .contentLength]) {
            return true
        }
        guard head.status.kind == .successful, !head.hasNoFraming else { return false }
        let isMessage = ResponseMediaType(parsing: head.fields[.contentType] ?? "")?.type == "message"
        return isMessage || head.fields[.contentLength] != nil || head.fields[.transferEncoding] != nil
    }

    private static func check(_ skipped: [Int], next: Int, _ limits: Limits) throws(ResponseError) {
        guard skipped.count > limits.interimHeads else { return }
        let message = "more than \(limits.interimHeads.counted("head")) before the final response"
        throw ResponseError(.limitExceeded, message, offset: next, limit: .interimHeads)
    }

    private static func findings(skipped: [Int], emptyLines: Int) -> [Finding] {
        var findings: [Finding] = []
        if emptyLines > 0 {
            findings.append(
                Finding(.irregularHead, .warning, "\(emptyLines.counted("empty line")) before the status line")
            )
        }
        if !skipped.isEmpty {
            let list = skipped.map(String.init).joined(separator: ", ")
            findings.append(Finding(.skippedHeads, .note, "skipped the heads of earlier responses: \(list)"))
        }
        return findings
    }
}

/// The limits of the heads of a saved response.
extension Limits {
    /// Bytes of the whole head of a saved response: 256 KiB.
    ///
    /// curl stops at 300 KB.
    public var headBytes: Int {
        get { self[.headBytes] }
        set { self[.headBytes] = newValue }
    }

    /// Bytes of one field line in a saved head: 64 KiB.
    ///
    /// curl stops at 100 KB, SwiftNIO at 80 KiB.
    public var fieldBytes: Int {
        get { self[.fieldBytes] }
        set { self[.fieldBytes] = newValue }
    }

    /// Field lines in a saved head: 1,000.
    ///
    /// curl stops at 5,000.
    public var fieldCount: Int {
        get { self[.fieldCount] }
        set { self[.fieldCount] = newValue }
    }

    /// Interim (1xx) and intermediate heads before the final one of a saved response: 16.
    public var interimHeads: Int {
        get { self[.interimHeads] }
        set { self[.interimHeads] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.headBytes`.
    public static let headBytes = Limits.Name("headBytes", default: 256 << 10)

    /// Names `Limits.fieldBytes`.
    public static let fieldBytes = Limits.Name("fieldBytes", default: 64 << 10)

    /// Names `Limits.fieldCount`.
    public static let fieldCount = Limits.Name("fieldCount", default: 1000)

    /// Names `Limits.interimHeads`.
    public static let interimHeads = Limits.Name("interimHeads", default: 16)
}
