public import DecantCore
public import HTTPTypes

/// A response saved in a file: the output of `curl -i`, or the raw bytes of HTTP/1 that `curl --raw -i` writes.
///
/// A file can contain several heads: interim heads, redirects that were followed, a proxy's response to CONNECT, rounds
/// of authentication. The last one is used. If the heads delimit their bodies, a file can contain several responses,
/// and the last one is used. A chunked body is decoded. A violation of RFC 9112 with a clear meaning is a finding.
///
/// Offsets in the body start at its first byte, as in a body from any other source.
public struct SavedResponse: Sendable, Hashable {
    /// The head of the final response.
    public let head: HTTPResponse

    /// The body after transfer decoding.
    ///
    /// If the file contains an encoded body, for example in gzip, the content coding is kept. Serializers decode it.
    public let body: ResponseBytes

    /// The findings about the head and the framing of the body.
    ///
    /// A body that ends within its chunks is a failure.
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
    /// - Throws: `ResponseError` with the code `malformedHead`, `malformedBody` (for chunks), or `limitExceeded`. Its
    ///   position is relative to the beginning of the file.
    public init(_ bytes: some Sequence<UInt8>, limits: Limits = Limits()) throws(ResponseError) {
        let bytes = ResponseBytes(bytes)
        do throws(ResponseError) {
            var heads = try SavedHeads(bytes, at: 0, after: [], limits: limits)
            var content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            while content.end < bytes.count, HeadParser.startsHead(bytes, at: content.end) {
                let earlier = heads.skipped + [heads.last.status.code]
                heads = try SavedHeads(bytes, at: content.end, after: earlier, limits: limits)
                content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            }
            head = heads.last.received.response
            body = content.body
            findings = heads.findings + content.findings + content.surplus
        } catch {
            var error = error
            error.add(bytes, limits)
            throw error
        }
    }

    /// Returns whether bytes begin with “HTTP/”, and so may be a saved response.
    ///
    /// Bytes that begin with `ICY` and a status code also count, as do a byte-order mark or empty lines before a
    /// status line. A response in UTF-16 counts, although parsing it is an error.
    ///
    /// - Parameter bytes: A prefix of a file, or the whole file.
    public static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
        let beginning = ResponseBytes(bytes.prefix(4096))
        return beginning.starts(with: "HTTP/".utf8) || HeadParser.startsFile(beginning)
    }

    /// Returns the response as an entry of a capture, with the properties of its request.
    ///
    /// ```swift
    /// let saved = try SavedResponse(bytes)
    /// let user = try saved.entry(method: .get, url: "https://example.com/users").value(as: .json(User.self))
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method of the request, if known. A response to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    ///   - isDecoded: Whether the content codings are decoded. If nil, the body decides.
    public func entry(
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        isDecoded: Bool? = nil
    ) -> CaptureEntry {
        let context = ResponseContext(head, method: method, url: url, isDecoded: isDecoded)
        return CaptureEntry(index: 0, context: context, body: body, findings: findings)
    }
}

// MARK: - Decoding

extension SavedResponse {
    /// Decodes the response.
    ///
    /// - Parameters:
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - method: The method of the request, if known. A response to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    ///   - isDecoded: Whether the content codings are decoded. If nil, the body decides.
    /// - Throws: `ResponseError` if the response is rejected or cannot be decoded.
    public func value<Output: Sendable>(
        as serializer: any ResponseSerializer<Output>,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        isDecoded: Bool? = nil
    ) throws(ResponseError) -> Output {
        try entry(method: method, url: url, isDecoded: isDecoded).value(as: serializer)
    }

    /// Decodes the response as ``value(as:method:url:isDecoded:)`` does, and keeps the head and all findings.
    ///
    /// - Parameters:
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - method: The method of the request, if known. A response to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    ///   - isDecoded: Whether the content codings are decoded. If nil, the body decides.
    /// - Returns: The value, with the head and the findings, including those of the parser.
    /// - Throws: `ResponseError` if the response is rejected or cannot be decoded.
    public func response<Output>(
        as serializer: any ResponseSerializer<Output>,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        isDecoded: Bool? = nil
    ) throws(ResponseError) -> DecodedResponse<Output> {
        try entry(method: method, url: url, isDecoded: isDecoded).response(as: serializer)
    }
}

// MARK: - Findings

extension Finding.Code {
    /// The code for heads that were skipped before the last one of a saved response.
    public static let skippedHeads: Self = "skippedHeads"

    /// The code for a body of a saved response that was decoded from chunks.
    public static let chunkedBody: Self = "chunkedBody"

    /// The code for a transfer coding that was already decoded, cannot be decoded, or is misused.
    public static let transferCoding: Self = "transferCoding"
}

// MARK: - Heads

/// The heads at the beginning of a saved response.
///
/// Only the last one is used.
struct SavedHeads {
    /// The last head.
    let last: SavedHead

    /// The findings about the skipped heads and about the last one.
    let findings: [Finding]

    /// The statuses of the skipped heads.
    let skipped: [Int]

    /// Reads heads up to the first body.
    ///
    /// - Parameters:
    ///   - start: The position of the first head.
    ///   - earlier: The statuses of the heads before `start`.
    ///   - limits: The limits of a head, of its lines, and of the number of heads.
    /// - Throws: `ResponseError` for a malformed head, a head that is too long, and too many heads.
    init(_ bytes: ResponseBytes, at start: Int, after earlier: [Int], limits: Limits) throws(ResponseError) {
        var parser = HeadParser(bytes, at: start, limits: limits)
        let prefix = parser.skipPrefix()
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
        findings = prefix + Self.findings(skipped: skipped) + head.findings
    }

    /// Returns whether another head follows instead of a body.
    private static func isFollowed(_ head: SavedHead, in bytes: ResponseBytes) throws(ResponseError) -> Bool {
        let next = HeadParser.startsHead(bytes, at: head.end)
        if head.isInterim {
            guard next else {
                let message = "expected another head after the interim response \(head.status.code)"
                throw ResponseError(.malformedHead, message, offset: head.end)
            }
            return true
        }
        return next && !mayHaveHeadAsBody(head, in: bytes)
    }

    /// Returns whether the head after this one may be its body, as in the response to TRACE.
    ///
    /// curl prints the heads of redirects and of rounds of authentication without the bodies that they announce. A
    /// successful response to CONNECT announces no body (RFC 9110 §9.3.6).
    private static func mayHaveHeadAsBody(_ head: SavedHead, in bytes: ResponseBytes) -> Bool {
        if case .bytes(bytes.count - head.end) = ContentLength(fieldValues: head.fields.values(of: "content-length")) {
            return true
        }
        guard head.status.kind == .successful, !head.hasNoFraming else { return false }
        return head.fields.isMessage || head.fields.contains("content-length")
            || head.fields.contains("transfer-encoding")
    }

    private static func check(_ skipped: [Int], next: Int, _ limits: Limits) throws(ResponseError) {
        guard skipped.count > limits.interimHeads else { return }
        let message = "more than \(limits.interimHeads.counted("head")) before the final response"
        throw ResponseError(.limitExceeded, message, offset: next, limit: .interimHeads)
    }

    private static func findings(skipped: [Int]) -> [Finding] {
        guard !skipped.isEmpty else { return [] }
        let list = skipped.map(String.init).joined(separator: ", ")
        return [Finding(.skippedHeads, .note, "skipped the heads of earlier responses: \(list)")]
    }
}

/// The limit of saved responses.
extension Limits {
    /// The maximum number of interim (1xx) and intermediate heads before the final one of a saved response: 16.
    public var interimHeads: Int {
        get { self[.interimHeads] }
        set { self[.interimHeads] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.interimHeads`.
    public static let interimHeads = Limits.Name("interimHeads", default: 16)
}
