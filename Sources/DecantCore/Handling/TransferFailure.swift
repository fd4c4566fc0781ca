internal import HTTPTypes

/// The reason why a transfer is not complete, whatever the client.
package enum TransferFailure: Error {
    /// The body exceeds a limit, or the client threw an error of this library.
    case refused(ResponseError)

    /// The task of the caller was cancelled, or the client was shut down.
    case cancelled((any Error)?)

    /// The client gave up, for a reason that may have a name, in words, with the likely cause if there is one.
    case transport((any Error)?, TransferFault? = nil, reason: String, hint: String? = nil)

    /// The name of the reason, if it has one.
    package var fault: TransferFault? {
        guard case .transport(_, let fault, _, _) = self else { return nil }
        return fault
    }

    /// Classifies an error of a client, by default one that a sequence of pieces threw.
    ///
    /// A `ResponseError` with the code `transportFailed` gives the reason by its message; one with another code is kept.
    package init(_ error: any Error, inBody: Bool = true) {
        switch error {
        case let failure as TransferFailure: self = failure
        case let fault as TransferFault: self = .transport(nil, fault)
        case let error as ResponseError where error.code == .transportFailed:
            let cause = error.underlying ?? error
            self = .transport(cause, error.details.fault, reason: error.message, hint: error.hint)
        case let error as ResponseError where error.code == .cancelled: self = .cancelled(error.underlying)
        case let error as ResponseError: self = .refused(error)
        case is CancellationError: self = .cancelled(error)
        case let error as any TransferError: self = error.transferFailure(inBody: inBody) ?? Self(quoting: error)
        default: self = Self(quoting: error)
        }
    }

    private init(quoting error: any Error) {
        self = .transport(error, reason: "\(error)".excerpt(200))
    }

    /// A failure that has a name.
    package static func transport(_ error: (any Error)?, _ fault: TransferFault) -> TransferFailure {
        .transport(error, fault, reason: fault.description)
    }
}

/// An error of a client's library that classifies itself, so that a sequence of pieces may throw it.
///
/// The modules of the adapters conform the types; Core does not know them.
package protocol TransferError: Error {
    /// Classifies the error.
    ///
    /// - Parameter inBody: Whether the head was received, so that it cannot be at fault.
    /// - Returns: The failure; nil if the description of the error is the best reason.
    func transferFailure(inBody: Bool) -> TransferFailure?
}

extension ResponseContext {
    /// Whether no part of a response was received.
    var isUnknown: Bool { head == nil && contentType == .undeclared }

    /// The reason of a failed transfer, with the host and the port if these are what is wrong.
    ///
    /// URLSession on Linux connects for `ftp` as well, but has no response of HTTP then.
    package func naming(_ fault: TransferFault?, _ reason: String) -> String {
        guard fault == .noConnection, let hostAndPort else { return reason }
        if url?.lowercased().hasPrefix("ftp:") == true { return TransferFault.unsupportedScheme.description }
        return "could not connect to \(hostAndPort.excerpt(100))"
    }

    /// The host and the port of the URL, without user information; the port is that of the scheme if the URL has none.
    private var hostAndPort: String? {
        guard let url = redactedURL, let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
            return nil
        }
        let authority = url[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "…" }
        guard !authority.isEmpty else { return nil }
        // The colons of an IPv6 address are within brackets (RFC 3986 §3.2.2).
        let hasPort = authority[(authority.lastIndex(of: "]") ?? authority.startIndex)...].contains(":")
        let port = ["http": ":80", "https": ":443"][url[..<colon].lowercased()] ?? ""
        return authority + (hasPort ? "" : port)
    }
}

extension ResponseError {
    /// Creates the error of an incomplete transfer, given the reason to refuse the received part, if there is one.
    ///
    /// A bad status stays the primary reason, then a body that is shorter than announced; the client's error is the cause.
    init(
        _ failure: TransferFailure,
        in context: ResponseContext,
        receivedBytes: Int,
        refusal: ResponseError?
    ) {
        switch failure {
        case .refused(let error):
            // A bad status stays the primary reason, also of a body that exceeds a limit.
            let isSecondary = error.code == .limitExceeded && refusal?.code == .unacceptableStatus
            self = isSecondary ? refusal ?? error : error
        case .cancelled(let cause): self.init(.cancelled, "the task was cancelled", underlying: cause)
        case .transport(let cause, let fault, let reason, let hint):
            let reason = context.naming(fault, reason)
            if let refusal, refusal.code == .unacceptableStatus || refusal.code == .truncatedBody {
                self = refusal
                details.hint = details.hint ?? "the transfer failed: \(reason)"
            } else {
                let bytes = receivedBytes.counted("byte")
                let place = receivedBytes > 0 ? " after \(bytes) of the body" : ""
                self.init(.transportFailed, "the transfer failed\(place): \(reason)")
                details.findings = refusal?.findings ?? []
                details.hint = hint
            }
            details.underlying = cause
            details.fault = fault
        }
    }
}
