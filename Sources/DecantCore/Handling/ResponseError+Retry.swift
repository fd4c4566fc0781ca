#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif
internal import HTTPTypes

extension ResponseError {
    /// The delay before the request may be sent again, from the `Retry-After` field (RFC 9110 §10.2.3).
    ///
    /// A number of seconds is used unchanged. A date is relative to the `Date` field of the response or, without one,
    /// to the time the response was received. The delay is never negative and at most `Int64.max` seconds. It is nil if
    /// the field is missing or malformed.
    public var retryAfter: Duration? { details.retryAfter }

    /// Whether the cause is temporary and the same request may succeed later.
    ///
    /// True for the statuses 408, 425, 429, 502, 503, and 504, and for a transfer that failed before a response head
    /// was received because of a timeout, a failed or lost connection, or a missing network. False for an unknown host,
    /// an untrusted certificate, and any other error. The property does not consider the method of the request, which
    /// determines whether it may be sent twice (RFC 9110 §9.2.2).
    public var isTransient: Bool {
        if let status = context?.status?.code { return [408, 425, 429, 502, 503, 504].contains(status) }
        guard code == .transportFailed, let fault = details.fault else { return false }
        return [.timedOut, .noConnection, .connectionLost, .noNetwork].contains(fault)
    }
}

extension HTTPResponse {
    /// The delay requested by the `Retry-After` field (RFC 9110 §10.2.3), or nil if it is missing or malformed.
    var retryAfter: Duration? {
        guard let value = headerFields[.retryAfter].map({ $0.trimmed }), !value.isEmpty else { return nil }
        // `delay-seconds = 1*DIGIT`; a number that is too large saturates.
        if value.utf8.allSatisfy(\.isDigit) { return .seconds(Int64(value) ?? .max) }
        guard let date = Self.date(value) else { return nil }
        // Without a valid `Date` field, the date is relative to the time of receipt.
        let received = headerFields[.date].flatMap { Self.date($0) } ?? Int64(time(nil))
        let (difference, isTooFar) = date.subtractingReportingOverflow(received)
        return .seconds(isTooFar ? 0 : max(0, difference))
    }

    /// Returns an `HTTP-date` (RFC 9110 §5.6.7) in seconds since 1970.
    private static func date(_ text: String) -> Int64? {
        let secondsSince2001 = InternetDateParser.secondsSinceReferenceDate(message: text)
        return secondsSince2001.flatMap { Int64(exactly: $0.rounded()) }.map { $0 + 978_307_200 }
    }
}

extension String {
    /// The text without leading and trailing optional whitespace (RFC 9110 §5.6.3).
    fileprivate var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = self[...].drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}
