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
