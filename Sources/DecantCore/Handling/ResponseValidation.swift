internal import HTTPTypes

/// The acceptable statuses and media types of a response.
///
/// All checks always run, and each failure is reported. No check requires a URL.
package struct ResponseValidation: Sendable, Hashable {
    /// The acceptable statuses; nil accepts any.
    package var statuses: StatusCodes?

    /// The acceptable media types; nil accepts any media type, and responses without one.
    package var mediaTypes: [MediaTypePattern]?

    /// The media types of the format.
    ///
    /// If another media type is accepted, a finding is reported.
    var formatMediaTypes: [MediaTypePattern]

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
    package static var storedMembers: [StoredMember<Self>] {
        [
            .value("statuses", \.statuses),
            .value("mediaTypes", \.mediaTypes),
            .value("formatMediaTypes", \.formatMediaTypes),
        ]
    }
}

extension ResponseValidation {
    /// Returns the rank of a media type, for choosing among serializers.
    ///
    /// A higher rank is a better match. The rank is 0 if the media type does not match.
    func rank(of type: DeclaredMediaType) -> Int {
        guard case .declared(let mediaType) = type else { return mediaTypes == nil ? 1 : 0 }
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
    ///   - byteCount: The number of bytes received, or nil if the body has not arrived.
    /// - Returns: The findings. The response is acceptable if none is a ``Finding/Severity/failure``.
    package func findings(for context: ResponseContext, byteCount: Int?) -> [Finding] {
        var findings = statusFindings(context)
        findings.add(lengthFindings(context, byteCount))
        if byteCount != 0, !context.forbidsBody { findings.add(mediaTypeFindings(context)) }
        return findings
    }

    /// Returns whether the declared media type of a body is acceptable.
    package func accepts(_ type: DeclaredMediaType) -> Bool {
        guard let mediaTypes else { return true }
        switch type {
        case .undeclared: return true
        case .missing, .malformed: return false
        case .declared(let type): return Self.match(mediaTypes, type)
        }
    }

    private func statusFindings(_ context: ResponseContext) -> [Finding] {
        guard let statuses, let code = context.status?.code, !statuses.contains(code) else { return [] }
        let list = Self.alternatives("\(statuses)".split(separator: ",").map(String.init))
        let received = "received " + (Self.phrases[code].map { "\(code) \($0)" } ?? "\(code)")
        let message = list.map { "expected status \($0), but \(received)" } ?? "no status is acceptable; \(received)"
        return [Finding(.unacceptableStatus, .failure, message)]
    }

    /// Checks the media type, which an empty or ignored body does not need.
    private func mediaTypeFindings(_ context: ResponseContext) -> [Finding] {
        switch context.contentType {
        case .undeclared:
            return []
        case .missing:
            return [Finding(.missingMediaType, severity, "the body has no media type")]
        case .malformed(let text):
            return [Finding(.malformedMediaType, severity, "“\(text)” is not a media type")]
        case .declared(let type):
            var findings = type.findings
            findings.add(acceptanceFindings(type))
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

    private func acceptanceFindings(_ type: InterpretedMediaType) -> [Finding] {
        let mediaType = type.mediaType
        if let mediaTypes, !Self.match(mediaTypes, type) {
            let list = Self.alternatives(mediaTypes.map(\.description))
            let isNear = mediaTypes.contains { $0.lacksParametersOnly(of: type) }
            let lack = isNear ? " without these parameters" : ""
            let message = "expected \(list ?? "no media type"), but the media type is \(mediaType.essence)\(lack)"
            return [Finding(.unacceptableMediaType, .failure, message)]
        }
        guard matchesFormat(type) else {
            let message = "the media type \(mediaType.essence) is not one of this format, but was accepted"
            return [Finding(.toleratedMediaType, .warning, message)]
        }
        guard type.isMisspelt else { return [] }
        let message = "the media type \(mediaType.essence) was read as \(type.canonical.essence)"
        return [Finding(.aliasedMediaType, .note, message)]
    }

    /// Returns whether an accepted media type is one of the format, or the format has no media types.
    private func matchesFormat(_ type: InterpretedMediaType) -> Bool {
        formatMediaTypes.isEmpty || mediaTypes == formatMediaTypes || Self.match(formatMediaTypes, type)
    }

    /// Returns whether one of several patterns matches a media type.
    private static func match(_ patterns: [MediaTypePattern], _ type: InterpretedMediaType) -> Bool {
        // By index, because iterating over the array would copy each pattern.
        for index in patterns.indices where patterns[index].isEssence(of: type) || patterns[index].matches(type) {
            return true
        }
        return false
    }
}

extension ResponseValidation {
    /// Returns whether a response is evidently acceptable, and ``findings(for:_:)`` is empty.
    ///
    /// It compares what most responses have, and returns false for all others, for which only the findings decide.
    func isPlainlyAcceptable(_ body: ResponseBytes, _ context: ResponseContext) -> Bool {
        guard context.announcesPlainly(body.count) else { return false }
        if let statuses, let code = context.statusCode, !statuses.contains(code) { return false }
        switch context.contentType {
        case .undeclared: return true
        case .missing, .malformed: return false
        case .declared(let type):
            guard type.findings.isEmpty, !type.isMisspelt, matchesFormat(type) else { return false }
            return mediaTypes.map { Self.match($0, type) } ?? true
        }
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
    ///
    /// - Parameter received: The number of bytes received, or nil if the body has not arrived.
    func lengthFindings(_ context: ResponseContext, _ received: Int?) -> [Finding] {
        if context.forbidsBody {
            guard let received, received > 0 else { return [] }
            return [.unexpectedBody(byteCount: received)]
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
        case .immense(let digits): return received.map { [truncation(at: $0, of: digits)] } ?? []
        case .bytes(let count):
            guard let received, received != count else { return [] }
            if received < count { return [truncation(at: received, of: "\(count)")] }
            let message = "expected \(count.counted("byte")) by Content-Length, but received \(received)"
            return [Finding(.surplusBytes, .warning, message, offset: count)]
        }
    }

    private func truncation(at count: Int, of length: String) -> Finding {
        Finding(.truncatedBody, .failure, "the body is truncated at \(count) of \(length) bytes", offset: count)
    }
}

/// A set of HTTP status codes.
///
/// ```swift
/// let statuses = StatusCodes(200..<300).union([304])
/// print(statuses.contains(304), statuses)  // true 200-299,304
/// ```
///
/// Create a set from a range, `StatusCodes(200..<300)`, an array literal, `[200, 204]`, or text,
/// `StatusCodes("200-299,304")`.
public struct StatusCodes: Sendable, Hashable {
    /// The codes as disjoint, nonadjacent ranges within 0 to 999, in ascending order.
    public private(set) var ranges: [ClosedRange<Int>]

    /// The statuses from 200 to 299 (RFC 9110 §15.3).
    public static let successful = StatusCodes(200..<300)

    /// Creates the set of all codes in a range.
    ///
    /// - Parameter range: The codes. Codes outside 0 to 999 are ignored; an empty range creates an empty set.
    public init(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<1000)
        ranges = range.isEmpty ? [] : [range.lowerBound...(range.upperBound - 1)]
    }

    /// Creates the set of all codes in a range.
    ///
    /// - Parameter range: The codes. Codes outside 0 to 999 are ignored.
    public init(_ range: ClosedRange<Int>) {
        let lower = max(0, range.lowerBound)
        let upper = min(999, range.upperBound)
        ranges = lower <= upper ? [lower...upper] : []
    }

    /// Creates a set of codes.
    ///
    /// - Parameter codes: The codes, in any order. Codes outside 0 to 999 are ignored.
    public init(_ codes: some Sequence<Int>) {
        ranges = Self.normalized(codes.filter { (0..<1000).contains($0) }.map { $0...$0 })
    }

    private init(normalizing ranges: [ClosedRange<Int>]) {
        self.ranges = Self.normalized(ranges)
    }

    /// Returns whether a status code is in the set.
    public func contains(_ code: Int) -> Bool {
        ranges.contains { $0.contains(code) }
    }

    /// Returns the codes that are in either set.
    public func union(_ other: StatusCodes) -> StatusCodes {
        StatusCodes(normalizing: ranges + other.ranges)
    }

    private static func normalized(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        var result: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = result.last, range.lowerBound - 1 <= last.upperBound else {
                result.append(range)
                continue
            }
            result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
        return result
    }
}

extension StatusCodes: ExpressibleByArrayLiteral {
    /// Creates a set of codes.
    ///
    /// - Parameter codes: The codes, in any order. Codes outside 0 to 999 are ignored.
    public init(arrayLiteral codes: Int...) {
        self.init(codes)
    }
}

extension StatusCodes: LosslessStringConvertible {
    /// Parses a list of codes and ranges, such as `200-299,304`; returns nil if the text is malformed.
    ///
    /// - Parameter text: Codes from 0 to 999, and ranges with a hyphen, separated by commas.
    public init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.code)
            guard let lower = bounds.first ?? nil, let upper = bounds.last ?? nil else { return nil }
            guard bounds.count <= 2, lower <= upper else { return nil }
            ranges.append(lower...upper)
        }
        self.init(normalizing: ranges)
    }

    /// The set as a list of codes and ranges, such as `200-299,304`.
    public var description: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }

    private static func code(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        return Int(text)
    }
}

extension StatusCodes: Codable {
    /// Decodes the set from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a list of codes.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("list of statuses") { $0.isEmpty ? StatusCodes([]) : StatusCodes($0) }
    }

    /// Encodes the set as its text.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
