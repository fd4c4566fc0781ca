internal import HTTPTypes

extension ResponseValidation {
    /// Checks a response.
    ///
    /// Every check is run; the status comes first.
    ///
    /// - Parameters:
    ///   - context: The head of the response, and the request it answers.
    ///   - body: The bytes as received.
    /// - Returns: What was noticed. The response is acceptable if none is a ``Finding/Severity/failure``.
    public func findings(for context: ResponseContext, _ body: ResponseBody) -> [Finding] {
        statusFindings(context) + lengthFindings(context, body) + mediaTypeFindings(context, body)
    }

    /// Whether the media type of a body is acceptable.
    ///
    /// - Parameter type: What the response declares.
    /// - Returns: Whether it is.
    public func accepts(_ type: DeclaredMediaType) -> Bool {
        guard let mediaTypes else { return true }
        switch type {
        case .undeclared: return true
        case .missing, .malformed: return false
        case .declared(let mediaType, _): return mediaTypes.contains { $0.matches(mediaType) }
        }
    }

    private func statusFindings(_ context: ResponseContext) -> [Finding] {
        guard let statuses, let code = context.head?.status.code, !statuses.contains(code) else { return [] }
        let expected = statuses.ranges.isEmpty ? "no status" : "status \(statuses)"
        let received = Self.phrases[code].map { "\(code) \($0)" } ?? "\(code)"
        return [Finding(.unacceptableStatus, .failure, "expected \(expected), but received \(received)")]
    }

    /// An empty body has no type to be wrong about.
    private func mediaTypeFindings(_ context: ResponseContext, _ body: ResponseBody) -> [Finding] {
        guard !body.isEmpty, !context.forbidsBody else { return [] }
        switch context.contentType {
        case .undeclared:
            return []
        case .missing:
            return [Finding(.missingMediaType, severity, "the body has no media type")]
        case .malformed(let text):
            return [Finding(.malformedMediaType, severity, "“\(text)” is not a media type")]
        case .declared(let mediaType, let findings):
            return findings + acceptanceFindings(mediaType)
        }
    }

    /// Joins words by commas and "or"; nil if there are none.
    private static func alternatives(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        let others = words.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) or \(last)"
    }

    private var severity: Finding.Severity { mediaTypes == nil ? .warning : .failure }

    private func acceptanceFindings(_ mediaType: MediaType) -> [Finding] {
        if let mediaTypes, !mediaTypes.contains(where: { $0.matches(mediaType) }) {
            let list = Self.alternatives(mediaTypes.map(\.description))
            let message = "expected \(list ?? "no media type"), but the media type is \(mediaType.essence)"
            return [Finding(.unacceptableMediaType, .failure, message)]
        }
        if !formatMediaTypes.isEmpty, !formatMediaTypes.contains(where: { $0.matches(mediaType) }) {
            let message = "the media type \(mediaType.essence) is not one of this format, but it is accepted"
            return [Finding(.toleratedMediaType, .warning, message)]
        }
        guard mediaType.isMisspelt else { return [] }
        let message = "the media type \(mediaType.essence) means \(mediaType.canonical.essence)"
        return [Finding(.aliasedMediaType, .note, message)]
    }
}

extension ResponseValidation {
    /// The reason phrases of the statuses that are refused by default (RFC 9110 §15), by code; what a server writes in their place
    /// is not shown.
    private static let phrases: [Int: String] = {
        let statuses: [HTTPResponse.Status] = [
            .multipleChoices, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect,
            .permanentRedirect,
            .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
            .proxyAuthenticationRequired,
            .requestTimeout, .conflict, .gone, .lengthRequired, .preconditionFailed, .contentTooLarge, .uriTooLong,
            .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed, .misdirectedRequest, .unprocessableContent,
            .tooEarly, .upgradeRequired, .preconditionRequired, .tooManyRequests, .requestHeaderFieldsTooLarge,
            .unavailableForLegalReasons, .internalServerError, .notImplemented, .badGateway, .serviceUnavailable,
            .gatewayTimeout, .httpVersionNotSupported, .networkAuthenticationRequired,
        ]
        return Dictionary(uniqueKeysWithValues: statuses.map { ($0.code, $0.reasonPhrase) })
    }()
}
