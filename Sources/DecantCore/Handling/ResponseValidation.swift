internal import HTTPTypes

/// The acceptable statuses and media types of a response.
///
/// All checks always run, and each failure is reported. No check requires a URL.
package struct ResponseValidation: Sendable, Hashable, Codable {
    /// The acceptable statuses; nil accepts any.
    package var statuses: StatusCodes?

    /// The acceptable media types; nil accepts any media type, and responses without one.
    package var mediaTypes: [MediaTypePattern]?

    /// The media types of the format.
    ///
    /// If another media type is accepted, a finding is reported.
    package var formatMediaTypes: [MediaTypePattern]

    /// Creates a validation.
    ///
    /// - Parameters:
    ///   - statuses: The acceptable statuses; nil accepts any.
    ///   - mediaTypes: The media types of the format, which are the acceptable ones; nil accepts any.
    package init(statuses: StatusCodes? = .successful, mediaTypes: [MediaTypePattern]? = nil) {
        self.statuses = statuses
        self.mediaTypes = mediaTypes
        formatMediaTypes = mediaTypes ?? []
    }
}

extension ResponseValidation: StoredPart {
    /// Decodes a validation; missing members get their default values.
    ///
    /// - Throws: `DecodingError` if a member is malformed or has an unknown name.
    package init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: ResponseValidation())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: Any error that the encoder throws.
    package func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: ResponseValidation())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.optional(&statuses, "statuses", default: standard.statuses)
        try members.optional(&mediaTypes, "mediaTypes", default: standard.mediaTypes)
        try members.member(&formatMediaTypes, "formatMediaTypes", default: standard.formatMediaTypes)
    }
}

extension ResponseValidation {
    /// Returns the rank of a media type, for choosing among serializers.
    ///
    /// A higher rank is a better match. The rank is 0 if the media type does not match.
    package func rank(of type: DeclaredMediaType) -> Int {
        guard case .declared(let mediaType, _) = type else { return mediaTypes == nil ? 1 : 0 }
        guard let mediaTypes else { return 1 }
        return mediaTypes.compactMap { $0.specificity(for: mediaType) }.max().map { $0.rawValue + 1 } ?? 0
    }
}

extension ResponseValidation {
    /// Checks a response.
    ///
    /// All checks run, beginning with the status.
    ///
    /// - Parameters:
    ///   - context: The head of the response, and the request it answers.
    ///   - body: The bytes as received.
    /// - Returns: The findings. The response is acceptable if none is a ``Finding/Severity/failure``.
    package func findings(for context: ResponseContext, _ body: ResponseBytes) -> [Finding] {
        var findings = statusFindings(context)
        findings.add(lengthFindings(context, body))
        findings.add(mediaTypeFindings(context, body))
        return findings
    }

    /// Returns whether the declared media type of a body is acceptable.
    package func accepts(_ type: DeclaredMediaType) -> Bool {
        guard let mediaTypes else { return true }
        switch type {
        case .undeclared: return true
        case .missing, .malformed: return false
        case .declared(let mediaType, _): return mediaTypes.contains { $0.matches(mediaType) }
        }
    }

    private func statusFindings(_ context: ResponseContext) -> [Finding] {
        guard let statuses, let code = context.status, !statuses.contains(code) else { return [] }
        let list = Self.alternatives("\(statuses)".split(separator: ",").map(String.init))
        let expected = list.map { "status \($0)" } ?? "no status"
        let received = Self.phrases[code].map { "\(code) \($0)" } ?? "\(code)"
        return [Finding(.unacceptableStatus, .failure, "expected \(expected), but received \(received)")]
    }

    /// Checks the media type, unless the body is empty or ignored.
    private func mediaTypeFindings(_ context: ResponseContext, _ body: ResponseBytes) -> [Finding] {
        guard !body.isEmpty, !context.forbidsBody else { return [] }
        switch context.contentType {
        case .undeclared:
            return []
        case .missing:
            return [Finding(.missingMediaType, severity, "the body has no media type")]
        case .malformed(let text):
            return [Finding(.malformedMediaType, severity, "“\(text)” is not a media type")]
        case .declared(let mediaType, let findings):
            var findings = findings
            findings.add(acceptanceFindings(mediaType))
            return findings
        }
    }

    /// Joins words with commas and “or”; returns nil for an empty array.
    private static func alternatives(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        let others = words.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) or \(last)"
    }

    private var severity: Finding.Severity { mediaTypes == nil ? .warning : .failure }

    private func acceptanceFindings(_ mediaType: ResponseMediaType) -> [Finding] {
        let canonical = mediaType.canonical
        // Indices, because iterating over the patterns would copy each of them.
        if let mediaTypes, !mediaTypes.indices.contains(where: { mediaTypes[$0].matches(mediaType, canonical) }) {
            let list = Self.alternatives(mediaTypes.map(\.description))
            let isNear = mediaTypes.contains { $0.lacksParametersOnly(of: mediaType) }
            let lack = isNear ? " without these parameters" : ""
            let message = "expected \(list ?? "no media type"), but the media type is \(mediaType.essence)\(lack)"
            return [Finding(.unacceptableMediaType, .failure, message)]
        }
        let types = formatMediaTypes
        if !types.isEmpty, !types.indices.contains(where: { types[$0].matches(mediaType, canonical) }) {
            let message = "the media type \(mediaType.essence) is not one of this format, but was accepted"
            return [Finding(.toleratedMediaType, .warning, message)]
        }
        guard mediaType.isMisspelt else { return [] }
        let message = "the media type \(mediaType.essence) was read as \(canonical.essence)"
        return [Finding(.aliasedMediaType, .note, message)]
    }
}

extension ResponseValidation {
    /// The reason phrases of the statuses that are rejected by default (RFC 9110 §15), by code.
    ///
    /// The reason phrase sent by the server is not shown.
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

extension ResponseValidation {
    /// Compares the number of received bytes with the length in the head (RFC 9110 §8.6).
    ///
    /// The length counts encoded bytes. It is ignored if the head names a content coding, because the client may have
    /// decoded the body, and if the response cannot have a body.
    func lengthFindings(_ context: ResponseContext, _ body: ResponseBytes) -> [Finding] {
        if context.forbidsBody {
            guard !body.isEmpty else { return [] }
            return [
                Finding(
                    .unexpectedBody,
                    .warning,
                    "ignored \(body.count.counted("byte")), because the response cannot have a body"
                )
            ]
        }
        // With a content coding, the length may count other bytes than those received.
        switch context.contentEncodings.isEmpty ? context.announcedLength : .unknown {
        case .unknown: return []
        case .malformed(let text):
            return [
                Finding(.malformedContentLength, .warning, "expected a number in Content-Length, but found “\(text)”")
            ]
        case .conflicting(let text):
            return [
                Finding(.malformedContentLength, .failure, "the Content-Length values “\(text)” contradict each other")
            ]
        case .immense(let digits): return [truncation(of: body, to: digits)]
        case .bytes(let count) where count > body.count: return [truncation(of: body, to: "\(count)")]
        case .bytes(let count) where count < body.count:
            let message = "expected \(count.counted("byte")) by Content-Length, but received \(body.count)"
            return [Finding(.surplusBytes, .warning, message, offset: count)]
        case .bytes: return []
        }
    }

    private func truncation(of body: ResponseBytes, to length: String) -> Finding {
        Finding(
            .truncatedBody,
            .failure,
            "the body is truncated at \(body.count) of \(length) bytes",
            offset: body.count
        )
    }
}
