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
        let codingState: CodingState
        let status: HTTPResponse.Status?
        let codings: [String]
        let announcedLength: ContentLength
        let ignoresLength: Bool

        init(
            _ source: HeadSource,
            _ method: HTTPRequest.Method?,
            _ url: String?,
            _ codingState: CodingState,
            mediaType: ResponseMediaType? = nil,
            ignoresLength: Bool = false
        ) {
            (self.source, self.method, self.url, self.codingState) = (source, method, url, codingState)
            self.ignoresLength = ignoresLength
            var fields = BodyFields()
            switch source {
            case .none:
                status = nil
                contentType = mediaType.map { .declared($0, findings: []) } ?? .undeclared
            case .complete(let head):
                status = head.status
                let list = head.headerFields
                for index in list.indices { fields.add(list[index].name.canonicalName, list[index].value) }
                contentType = DeclaredMediaType(fields.types)
            case .received(let head):
                status = head.status
                let list = head.fields.list.span
                for index in list.indices { fields.add(list[index].name, list[index].value) }
                contentType = DeclaredMediaType(fields.types)
            }
            codings = fields.codings
            // A transfer coding overrides the length (RFC 9112 §6.3, rule 3).
            announcedLength =
                ignoresLength || fields.isTransferCoded ? .unknown : ContentLength(fields.lengths)
        }
    }

    /// The stored form of the head.
    private enum HeadSource: Sendable {
        case none
        case complete(HTTPResponse)
        case received(ReceivedHead)
    }

    /// The values of the fields that describe the body.
    private struct BodyFields {
        var types = FieldValues()
        var lengths = FieldValues()
        var codings: [String] = []
        var isTransferCoded = false

        mutating func add(_ name: String, _ value: @autoclosure () -> String) {
            switch name.utf8.count {
            case 12 where Self.equal(name, "Content-Type", "content-type"): types.append(value())
            case 14 where Self.equal(name, "Content-Length", "content-length"): lengths.append(value())
            case 16 where Self.equal(name, "Content-Encoding", "content-encoding"): codings.append(value())
            case 17 where Self.equal(name, "Transfer-Encoding", "transfer-encoding"): isTransferCoded = true
            default: break
            }
        }

        /// Returns whether a name matches, ignoring case; the usual spellings of HTTP/1.1 and HTTP/2 take a fast path.
        private static func equal(_ name: String, _ usual: String, _ lowercased: String) -> Bool {
            name == usual || name == lowercased || name.lowercased() == lowercased
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

    /// The media type that the head, or the caller, declares for the body; nil if it is missing or malformed.
    ///
    /// Several `Content-Type` field lines, and lists within a line, are combined by Fetch §3.7 (“extract a MIME type”).
    public var mediaType: ResponseMediaType? { parts.contentType.mediaType }

    /// The declared media type of the body, or the reason it is missing.
    package var contentType: DeclaredMediaType { parts.contentType }

    /// The status; nil for bytes that were not received over HTTP.
    ///
    /// Unlike ``head``, it is available without a conversion.
    public var status: HTTPResponse.Status? { parts.status }

    /// The state of the content codings that the head names.
    public var codingState: CodingState { parts.codingState }

    /// Creates a context for a response received over HTTP.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - method: The method of the request, if known.
    ///   - url: The URL of the request, if known.
    ///   - codings: The state of the content codings. By default, the bytes, the length, and the media type decide.
    public init(
        _ head: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        codings: CodingState = .byEvidence
    ) {
        parts = Parts(.complete(head), method, url, codings)
    }

    /// Creates a context for bytes that were not received over HTTP, such as a file; no status is checked.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the bytes; nil if unknown. An unknown type is not a failure.
    ///   - method: The method of the request, if one was sent.
    ///   - url: The source of the bytes, for errors.
    public init(mediaType: ResponseMediaType?, method: HTTPRequest.Method? = nil, url: String? = nil) {
        parts = Parts(.none, method, url, .decoded, mediaType: mediaType)
    }

    /// Creates a context for a response from a client, or from a capture.
    ///
    /// - Parameter ignoresLength: Whether the length in the head does not apply to the body, because a capture contains
    ///   the body in another form than it was transferred.
    package init(
        _ head: ReceivedHead,
        method: HTTPRequest.Method?,
        url: String?,
        codings: CodingState = .byEvidence,
        ignoresLength: Bool = false
    ) {
        parts = Parts(.received(head), method, url, codings, ignoresLength: ignoresLength)
    }

    /// Whether the response cannot have a body: 1xx, 204, 205, 304, and every response to HEAD (RFC 9110 §6.4.1,
    /// §15.3.6).
    public var forbidsBody: Bool {
        if method == .head { return true }
        guard let code = status?.code else { return false }
        return code == 204 || code == 205 || code == 304 || (100..<200).contains(code)
    }
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

    /// Returns the values of the `Content-Encoding` fields; empty if the body needs no content decoding.
    func codings(of body: ResponseBytes) -> [String] {
        guard !contentEncodings.isEmpty, codingState != .decoded, !forbidsBody, !body.isEmpty else { return [] }
        return contentEncodings
    }
}

extension ResponseContext: Hashable {
    /// Returns whether two contexts have the same head, request, media type, and state of codings.
    public static func == (left: ResponseContext, right: ResponseContext) -> Bool {
        left.head == right.head && left.method == right.method && left.url == right.url
            && left.contentType == right.contentType && left.codingState == right.codingState
    }

    /// Hashes the head, the request, the media type, and the state of codings.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(method)
        hasher.combine(url)
        hasher.combine(contentType)
        hasher.combine(codingState)
    }
}

extension ResponseContext {
    /// The context with the redacted URL.
    var redacted: ResponseContext {
        switch parts.source {
        case .none: ResponseContext(mediaType: mediaType, method: method, url: redactedURL)
        case .complete(let head): ResponseContext(head, method: method, url: redactedURL, codings: codingState)
        case .received(let head):
            ResponseContext(
                head,
                method: method,
                url: redactedURL,
                codings: codingState,
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

/// The media type that a response declares for its body, or the reason it is missing.
///
/// Several field lines, and lists within a line, are combined by Fetch §3.7 (“extract a MIME type”).
package enum DeclaredMediaType: Sendable, Hashable {
    /// The bytes were not received over HTTP, and their type is unknown.
    case undeclared

    /// The head has no media type.
    case missing

    /// The head has a malformed media type.
    case malformed(String)

    /// The media type, with findings about the field.
    case declared(ResponseMediaType, findings: [Finding])

    /// The media type; nil if it is missing or malformed.
    package var mediaType: ResponseMediaType? {
        guard case .declared(let mediaType, _) = self else { return nil }
        return mediaType
    }
}

extension ResponseMediaType {
    /// Combines the values of all `Content-Type` field lines of a message, in order; fails if none of them can be
    /// parsed.
    ///
    /// The values are combined by Fetch §3.7 (“extract a MIME type”).
    ///
    /// - Parameter fieldValues: The value of each field line. Lists within a line are split.
    public init?(fieldValues: [String]) {
        guard let mediaType = DeclaredMediaType(fieldValues: fieldValues).mediaType else { return nil }
        self = mediaType
    }
}

extension DeclaredMediaType {
    /// Combines the values of all `Content-Type` field lines, in order, by Fetch §3.7 (“extract a MIME type”).
    ///
    /// - Parameter fieldValues: The value of each field line. Lists within a line are split.
    package init(fieldValues: [String]) {
        self.init(FieldValues(fieldValues))
    }

    /// Combines the values of all `Content-Type` field lines.
    init(_ values: FieldValues) {
        if let value = values.only, let plain = MediaTypeParser.plain(value), plain.type != "*" {
            self = .declared(plain, findings: [])
            return
        }
        let fieldValues = values.all
        let values = Self.elements(of: fieldValues.joined(separator: ","))
        guard fieldValues.contains(where: { !$0.unicodeScalars.allSatisfy(\.isHTTPWhiteSpace) }) else {
            self = .missing
            return
        }
        var combination = Combination()
        for value in values { combination.add(value) }
        guard let mediaType = combination.mediaType else {
            self = .malformed(fieldValues.joined(separator: ", "))
            return
        }
        if values.count > 1 {
            combination.log.report(
                Finding(
                    .repeatedMediaType,
                    .warning,
                    "the response has \(values.count) media types; \(mediaType) was used"
                )
            )
        }
        self = .declared(mediaType, findings: combination.log.all)
    }

    /// Splits text at the commas outside quotation marks (Fetch §2.2.2, “get, decode, and split”).
    private static func elements(of text: String) -> [String] {
        var elements: [String] = []
        var element = String.UnicodeScalarView()
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == ",", !isQuoted {
                elements.append(String(element))
                element = String.UnicodeScalarView()
                continue
            }
            element.append(scalar)
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
        }
        return elements + [String(element)]
    }

    /// The state of “extract a MIME type”.
    ///
    /// The last usable media type wins. It inherits the charset of its predecessors while the essence stays the same.
    private struct Combination {
        var mediaType: ResponseMediaType?
        var log = FindingLog()
        private var charset: String?

        mutating func add(_ value: String) {
            guard let (parsed, departures) = MediaTypeParser.parse(value), parsed.essence != "*/*" else { return }
            for departure in departures {
                log.report(.irregularMediaType) { Finding(.irregularMediaType, .note, "Content-Type: \(departure)") }
            }
            if parsed.essence != mediaType?.essence {
                charset = parsed.charset
                mediaType = parsed
            } else if let charset, parsed.charset == nil {
                let parameter = KeyedValue(key: "charset", value: charset)
                mediaType = ResponseMediaType(
                    type: parsed.type,
                    subtype: parsed.subtype,
                    parameters: parsed.parameters + [parameter]
                )
            } else {
                charset = parsed.charset
                mediaType = parsed
            }
        }
    }
}
