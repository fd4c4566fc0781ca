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
    /// The time to wait before the request is sent again, as the server asks for it in `Retry-After` (RFC 9110 §10.2.3).
    ///
    /// A number of seconds is used as it is. A date is relative to the `Date` field of the response or, without one, to the time at
    /// which the response was received. The time is never negative; at most it is the number of seconds that `Int64` holds. It is nil
    /// if the server does not ask, or asks in a malformed way.
    public var retryAfter: Duration? { details.retryAfter }

    /// Whether the cause is temporary, so that the same request may succeed later.
    ///
    /// It is for the statuses 408, 425, 429, 502, 503, and 504, and for a transfer that failed before the head of a response was
    /// received: the time was up, or there was no connection to the host or it was lost. It says nothing about the method of the request,
    /// and so whether the request may be sent twice (RFC 9110 §9.2.2).
    public var isTransient: Bool {
        if let status = context?.status { return [408, 425, 429, 502, 503, 504].contains(status) }
        guard code == .transportFailed, let fault = details.fault else { return false }
        return [.timedOut, .noConnection, .connectionLost, .noNetwork].contains(fault)
    }
}

/// The time that a `Retry-After` field asks to wait (RFC 9110 §10.2.3).
struct RetryAfter {
    /// The number of seconds; at least 0.
    let seconds: Int64

    /// Reads the field; nil if there is none, or if it is malformed.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - now: The time of receipt, in seconds since 1970; called only for a date without a `Date` field beside it.
    init?(_ head: HTTPResponse, now: () -> Int64 = { Int64(time(nil)) }) {
        let fields = head.headerFields
        guard let value = fields[.retryAfter].map({ $0.trimmed }), !value.isEmpty else { return nil }
        // `delay-seconds = 1*DIGIT`; a number that is too large saturates.
        if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            seconds = Int64(value) ?? .max
            return
        }
        guard let date = Self.date(value) else { return nil }
        let (difference, isTooFar) = date.subtractingReportingOverflow(fields[.date].flatMap { Self.date($0) } ?? now())
        seconds = isTooFar ? 0 : max(0, difference)
    }

    /// An `HTTP-date` (RFC 9110 §5.6.7) in seconds since 1970.
    private static func date(_ text: String) -> Int64? {
        let secondsSince2001 = InternetDateParser.secondsSinceReferenceDate(message: text)
        return secondsSince2001.flatMap { Int64(exactly: $0.rounded()) }.map { $0 + 978_307_200 }
    }
}

extension String {
    /// The text without the white space of a field around it (RFC 9110 §5.6.3).
    fileprivate var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = self[...].drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}
