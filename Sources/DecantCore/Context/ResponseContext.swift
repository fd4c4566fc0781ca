public import HTTPTypes

/// The head of a response, and the request it answers: all that is known besides the body.
public struct ResponseContext: Sendable, Hashable {
    /// The head, or nil for bytes that did not come by HTTP.
    public let head: HTTPResponse?

    /// The method of the request, if known; the answer to HEAD never has a body.
    public let method: HTTPRequest.Method?

    /// The URL of the request as text, if known.
    ///
    /// No check depends on it.
    public let url: String?

    /// The media type that the head, or the caller, declares for the body.
    public let contentType: DeclaredMediaType

    /// Whether the body is still in the content codings that the head names.
    public let codingState: CodingState

    /// Creates a context for a response that came by HTTP.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - method: The method of the request, if known.
    ///   - url: The URL of the request, if known.
    ///   - codings: The state of the content codings; by default the bytes, the length and the media type decide.
    public init(
        _ head: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        codings: CodingState = .byEvidence
    ) {
        self.head = head
        self.method = method
        self.url = url
        codingState = codings
        contentType = DeclaredMediaType(fieldValues: head.headerFields[values: .contentType])
    }

    /// Creates a context for bytes that did not come by HTTP, such as a file: there is no status to check.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the bytes, or nil if none is known; an unknown type is then not a failure.
    ///   - method: The method of the request, if one was sent.
    ///   - url: The source of the bytes, for the error.
    public init(mediaType: MediaType?, method: HTTPRequest.Method? = nil, url: String? = nil) {
        head = nil
        self.method = method
        self.url = url
        codingState = .undone
        contentType = mediaType.map { .declared($0, findings: []) } ?? .undeclared
    }

    /// Whether the response cannot have a body: 1xx, 204, 205, 304, and every answer to HEAD (RFC 9110 §6.4.1, §15.3.6).
    public var forbidsBody: Bool {
        if method == .head { return true }
        guard let code = head?.status.code else { return false }
        return code == 204 || code == 205 || code == 304 || (100..<200).contains(code)
    }
}

extension ResponseContext {
    /// The URL without what could be a secret: user information, query and fragment.
    package var redactedURL: String? {
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
