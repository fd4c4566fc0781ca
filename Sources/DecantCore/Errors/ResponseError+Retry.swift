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
