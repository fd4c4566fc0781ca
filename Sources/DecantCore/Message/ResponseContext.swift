public import HTTPTypes

/// The head of a response and its request: everything except the body.
///
/// Copying costs one reference.
public struct ResponseContext: Sendable {
    /// Immutable shared storage; the fields that describe the body are extracted once.
    private final class Parts: Sendable {
        let source: HeadSource
        let method: HTTPRequest.Method?
        let url: String?
        let contentType: DeclaredMediaType
        let isDecoded: Bool?
        let status: HTTPResponse.Status?
        let forbidsBody: Bool
        let codings: [String]
        let announcedLength: ContentLength
        let ignoresLength: Bool

        init(
            _ source: HeadSource,
            _ status: HTTPResponse.Status?,
            _ fields: BodyFields,
            method: HTTPRequest.Method?,
            url: String?,
            isDecoded: Bool?,
            ignoresLength: Bool = false
        ) {
            self.source = source
            self.status = status
            self.method = method
            self.url = url
            self.isDecoded = isDecoded
            contentType = fields.contentType
            codings = fields.codings
            forbidsBody = method == .head || status.map { Self.forbidsBody($0.code) } ?? false
            announcedLength = ignoresLength ? .unknown : fields.announcedLength
            self.ignoresLength = ignoresLength
        }

        private static func forbidsBody(_ code: Int) -> Bool {
            code == 204 || code == 205 || code == 304 || (100..<200).contains(code)
        }
    }

    /// The stored form of the head.
    private enum HeadSource: Sendable {
        case none
        case complete(HTTPResponse)
        case received(ReceivedHead)
    }

    /// The contents of the fields that describe the body.
    private struct BodyFields {
        let contentType: DeclaredMediaType
        let announcedLength: ContentLength
        let codings: [String]

        init(mediaType: ResponseMediaType?) {
            contentType = mediaType.map { .declared(InterpretedMediaType($0)) } ?? .undeclared
            announcedLength = .unknown
            codings = []
        }

        init(_ list: borrowing HTTPFields) {
            var lines = BodyFieldLines()
            for index in list.indices { lines.add(list[index].name.canonicalName, list[index].value) }
            self.init(lines)
        }

        init(_ fields: borrowing ReceivedFields) {
            let list = fields.list.span
            var lines = BodyFieldLines()
            for index in list.indices { lines.add(list[index].name, list[index].value) }
            self.init(lines)
        }

        private init(_ lines: borrowing BodyFieldLines) {
            contentType = DeclaredMediaType(lines.types)
            // A transfer coding overrides the length (RFC 9112 §6.3, rule 3).
            announcedLength = lines.isTransferCoded ? .unknown : ContentLength(lines.lengths)
            codings = lines.codings
        }
    }

    /// The values of the fields that describe the body.
    private struct BodyFieldLines {
        var types = FieldValues()
        var lengths = FieldValues()
        var codings: [String] = []
        var isTransferCoded = false

        /// Adds a field if it describes the body; the case of its name is ignored.
        mutating func add(_ name: String, _ value: @autoclosure () -> String) {
            // Comparing the numbers of bytes first rules out most names.
            switch name.utf8.count {
            case 12 where Self.equal(name, "content-type"): types.append(value())
            case 14 where Self.equal(name, "content-length"): lengths.append(value())
            case 16 where Self.equal(name, "content-encoding"): codings.append(value())
            case 17 where Self.equal(name, "transfer-encoding"): isTransferCoded = true
            default: break
            }
        }

        private static func equal(_ name: String, _ lowercased: String) -> Bool {
            name == lowercased || name.lowercased() == lowercased
        }
    }

    private let parts: Parts

    /// The head, or nil for bytes that were not received over HTTP.
    ///
    /// For a response from a client, the head may be recreated on every access; store it if you read several fields.
    public var head: HTTPResponse? {
        switch parts.source {
        case .none: nil
        case .complete(let head): head
        case .received(let head): head.response
        }
    }

    /// The method of the request, if known; a response to HEAD never has a body.
    public var method: HTTPRequest.Method? { parts.method }

    /// The URL of the request as text, if known.
    ///
    /// No check depends on it.
    public var url: String? { parts.url }

    /// The media type that the head, or the caller, declares for the body, or nil if it is missing or malformed.
    ///
    /// Several `Content-Type` field lines, and lists within a line, are combined by Fetch §3.7 (“extract a MIME type”).
    public var mediaType: ResponseMediaType? { parts.contentType.mediaType }

    /// The charset that the media type names, without apostrophes around it.
    package var charsetLabel: String? {
        guard case .declared(let type) = parts.contentType else { return nil }
        return type.charsetLabel
    }

    /// Whether the media type names UTF-8 in its usual spellings, or no charset.
    var declaresPlainUTF8: Bool {
        guard case .declared(let type) = parts.contentType else { return true }
        return type.isPlainUTF8
    }

    /// The declared media type of the body, or the reason it is missing.
    package var contentType: DeclaredMediaType { parts.contentType }

    /// The status, or nil for bytes that were not received over HTTP.
    ///
    /// Unlike ``head``, it is available without a conversion.
    public var status: HTTPResponse.Status? { parts.status }

    /// Whether the client has decoded the content codings that the head names, or nil if it is unknown.
    ///
    /// True of URLSession, false of a socket. If it is unknown, as with saved responses, the first bytes, the length, and
    /// the media type decide.
    public var isDecoded: Bool? { parts.isDecoded }

    /// Creates a context for a response received over HTTP.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - method: The method of the request, if known.
    ///   - url: The URL of the request, if known.
    ///   - isDecoded: Whether the client has decoded the content codings. If nil, the bytes, the length, and the media
    ///     type decide.
    public init(
        _ head: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        isDecoded: Bool? = nil
    ) {
        let fields = BodyFields(head.headerFields)
        parts = Parts(.complete(head), head.status, fields, method: method, url: url, isDecoded: isDecoded)
    }

    /// Creates a context for bytes that were not received over HTTP, such as a file; no status is checked.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the bytes, or nil if unknown. An unknown type is not a failure.
    ///   - method: The method of the request, if one was sent.
    ///   - url: The source of the bytes, for errors.
    public init(mediaType: ResponseMediaType?, method: HTTPRequest.Method? = nil, url: String? = nil) {
        let fields = BodyFields(mediaType: mediaType)
        parts = Parts(.none, nil, fields, method: method, url: url, isDecoded: true)
    }

    /// Creates a context for a response from a client, or from a capture.
    ///
    /// - Parameter ignoresLength: Whether the length in the head does not apply to the body, because a capture contains
    ///   the body in another form than it was transferred.
    package init(
        _ head: ReceivedHead,
        method: HTTPRequest.Method?,
        url: String?,
        isDecoded: Bool? = nil,
        ignoresLength: Bool = false
    ) {
        parts = Parts(
            .received(head),
            head.status,
            BodyFields(head.fields),
            method: method,
            url: url,
            isDecoded: isDecoded,
            ignoresLength: ignoresLength
        )
    }

    /// Whether the response cannot have a body: 1xx, 204, 205, 304, and every response to HEAD (RFC 9110 §6.4.1,
    /// §15.3.6).
    public var forbidsBody: Bool { parts.forbidsBody }

    /// The code of the status, or nil for bytes that were not received over HTTP.
    var statusCode: Int? { parts.status?.code }
}

extension ResponseContext {
    /// The findings about the received head.
    package var headFindings: [Finding] {
        if case .received(let head) = parts.source { head.findings } else { [] }
    }

    /// The values of the `Content-Encoding` fields.
    package var contentEncodings: [String] { parts.codings }

    /// The length that the head announces for the body, before content decoding.
    package var announcedLength: ContentLength { parts.announcedLength }

    /// Returns whether a body has the length that the head announces, if any, and no content coding.
    func announcesPlainly(_ count: Int) -> Bool {
        guard parts.codings.isEmpty, !parts.forbidsBody else { return false }
        switch parts.announcedLength {
        case .unknown: return true
        case .bytes(let announced): return announced == count
        case .malformed, .conflicting, .immense: return false
        }
    }

    /// Returns the values of the `Content-Encoding` fields; empty if the body needs no content decoding.
    func codings(of body: ResponseBytes) -> [String] {
        guard !contentEncodings.isEmpty, isDecoded != true, !forbidsBody, !body.isEmpty else { return [] }
        return contentEncodings
    }
}

extension ResponseContext: Hashable {
    /// Returns whether two contexts have the same head, request, media type, and state of codings.
    public static func == (left: ResponseContext, right: ResponseContext) -> Bool {
        left.head == right.head && left.method == right.method && left.url == right.url
            && left.contentType == right.contentType && left.isDecoded == right.isDecoded
    }

    /// Hashes the head, the request, the media type, and the state of codings.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(method)
        hasher.combine(url)
        hasher.combine(contentType)
        hasher.combine(isDecoded)
    }
}

extension ResponseContext {
    /// The context with the redacted URL.
    var redacted: ResponseContext {
        switch parts.source {
        case .none: ResponseContext(mediaType: mediaType, method: method, url: redactedURL)
        case .complete(let head): ResponseContext(head, method: method, url: redactedURL, isDecoded: isDecoded)
        case .received(let head):
            ResponseContext(
                head,
                method: method,
                url: redactedURL,
                isDecoded: isDecoded,
                ignoresLength: parts.ignoresLength
            )
        }
    }

    /// The URL for logs, without its potentially secret parts: user information, query, and fragment.
    ///
    /// An ellipsis replaces the query and the fragment.
    public var redactedURL: String? {
        guard let url else { return nil }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let ending = path.endIndex == url.endIndex ? "" : "…"
        guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return path + ending }
        let authority = path.index(colon, offsetBy: 3)
        let end = path[authority...].firstIndex(of: "/") ?? path.endIndex
        guard let at = path[authority..<end].lastIndex(of: "@") else { return path + ending }
        return path[..<authority] + path[path.index(after: at)...] + ending
    }
}
