public import HTTPTypes

/// The head of a response and its request: everything except the body.
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

    /// Creates a context for a response received by HTTP.
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

    /// The values of the `Content-Encoding` fields, if they are about a body that is still to be decoded; else none.
    func codings(of body: ResponseBody) -> [String] {
        guard codingState != .undone, !forbidsBody, !body.isEmpty, let head else { return [] }
        return head.headerFields[values: .contentEncoding]
    }
}

extension ResponseContext {
    /// The URL without parts that could be secret: user information, query and fragment.
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

/// The media type that a response declares for its body, or the lack of one.
///
/// Several field lines, and lists within one, are combined as Fetch §3.7 (“extract a MIME type”) does it.
public enum DeclaredMediaType: Sendable, Hashable {
    /// The bytes did not come by HTTP, and their type is not known.
    case undeclared

    /// The head has no media type.
    case missing

    /// The head has a media type that cannot be parsed.
    case malformed(String)

    /// The head has a media type.
    case declared(MediaType, findings: [Finding])

    /// The media type, if there is one that can be parsed.
    public var mediaType: MediaType? {
        guard case .declared(let mediaType, _) = self else { return nil }
        return mediaType
    }
}

extension DeclaredMediaType {
    /// Combines the values of all `Content-Type` field lines, in order, as Fetch §3.7 (“extract a MIME type”) does.
    ///
    /// - Parameter fieldValues: The value of each field line; lists within one are taken apart.
    public init(fieldValues: [String]) {
        if fieldValues.count == 1, let plain = MediaTypeParser.plain(fieldValues[0]), plain.type != "*" {
            self = .declared(plain, findings: [])
            return
        }
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
            combination.findings.append(
                Finding(
                    .repeatedMediaType,
                    .warning,
                    "the response has \(values.count) media types; \(mediaType) was used"
                )
            )
        }
        self = .declared(mediaType, findings: combination.findings)
    }

    /// Fetch §2.2.2, “get, decode, and split”: commas separate, except inside quotation marks.
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

    /// The state of “extract a MIME type”: the last usable type wins, and a charset lasts while the essence does.
    private struct Combination {
        var mediaType: MediaType?
        var findings: [Finding] = []
        private var charset: String?

        mutating func add(_ value: String) {
            guard let (parsed, departures) = MediaTypeParser.parse(value), parsed.essence != "*/*" else { return }
            findings += departures.map { Finding(.irregularMediaType, .note, "Content-Type: \($0)") }
            if parsed.essence != mediaType?.essence {
                charset = parsed.charset
                mediaType = parsed
            } else if let charset, parsed.charset == nil {
                let parameter = MediaType.Parameter(name: "charset", value: charset)
                mediaType = MediaType(
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
