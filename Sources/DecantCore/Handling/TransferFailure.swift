internal import HTTPTypes

/// The reason a transfer is incomplete, independent of the client.
package enum TransferFailure: Error {
    /// The body exceeds a limit, or the client threw a `ResponseError`.
    case rejected(ResponseError)

    /// The caller's task was canceled, or the client was shut down.
    case cancelled((any Error)?)

    /// The client failed, with its error, the classified fault, the reason in words, and a hint at the likely cause.
    case transport((any Error)?, TransferFault? = nil, reason: String, hint: Hint? = nil)

    /// The failure of a transfer that ended without a head.
    static let nothing = transport(nil, reason: "the client returned neither a response nor an error")

    /// The classified fault of the transport, if known.
    package var fault: TransferFault? {
        guard case .transport(_, let fault, _, _) = self else { return nil }
        return fault
    }

    /// Classifies an error of a client.
    ///
    /// A `ResponseError` with the code `transportFailed` keeps its fault and its reason, or else its message. An error
    /// with the code `cancelled` becomes ``cancelled(_:)``. Other response errors are kept.
    ///
    /// - Parameter inBody: Whether the error was thrown after the head was received, as by a sequence of chunks.
    package init(_ error: any Error, inBody: Bool = true) {
        switch error {
        case let failure as TransferFailure: self = failure
        case let fault as TransferFault: self = .transport(nil, fault)
        case let error as ResponseError where error.code == .transportFailed:
            let (cause, reason) = (error.underlying ?? error, error.transferReason ?? error.message)
            self = .transport(cause, error.transferFault, reason: reason, hint: error.details.hint)
        case let error as ResponseError where error.code == .cancelled: self = .cancelled(error.underlying)
        case let error as ResponseError: self = .rejected(error)
        case is CancellationError: self = .cancelled(error)
        case let error as any TransferError: self = error.transferFailure(inBody: inBody) ?? Self(quoting: error)
        default: self = Self(quoting: error)
        }
    }

    private init(quoting error: any Error) {
        self = .transport(error, reason: "\(error)".excerpt(200))
    }

    /// Creates a failure with a classified fault, whose description is the reason.
    package static func transport(_ error: (any Error)?, _ fault: TransferFault) -> TransferFailure {
        .transport(error, fault, reason: fault.description)
    }
}

/// An error of a client library that classifies itself.
///
/// A sequence of chunks may throw it. The adapter modules conform the error types, which Core does not know.
package protocol TransferError: Error {
    /// Classifies the error.
    ///
    /// - Parameter inBody: Whether the head was received before the error, which rules out the head as the cause.
    /// - Returns: The failure; nil uses the description of the error as the reason.
    func transferFailure(inBody: Bool) -> TransferFailure?
}

extension ResponseContext {
    /// Whether no part of a response was received.
    var isUnknown: Bool { head == nil && contentType == .undeclared }

    /// Returns the reason for a failed transfer, with the host and the port if the connection failed.
    ///
    /// URLSession on Linux also connects for `ftp`, but without an HTTP response, so the scheme is reported as
    /// unsupported.
    func naming(_ fault: TransferFault?, _ reason: String) -> String {
        guard fault == .noConnection, let hostAndPort else { return reason }
        if url?.lowercased().hasPrefix("ftp:") == true { return TransferFault.unsupportedScheme.description }
        return "could not connect to \(hostAndPort.excerpt(100))"
    }

    /// The host and the port of the URL, without user information; the port defaults to the port of the scheme.
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
    /// Creates the error of an incomplete transfer.
    ///
    /// A bad status stays the primary reason, followed by a body that is shorter than announced. The error of the
    /// client is the cause.
    ///
    /// - Parameter rejection: The reason to reject the received part, or nil if it is acceptable.
    init(
        _ failure: TransferFailure,
        in context: ResponseContext,
        receivedBytes: Int,
        rejection: ResponseError?
    ) {
        switch failure {
        case .rejected(let error):
            // A bad status takes precedence over a body that exceeds a limit.
            let isSecondary = error.code == .limitExceeded && rejection?.code == .unacceptableStatus
            self = isSecondary ? rejection ?? error : error
        case .cancelled(let cause): self.init(.cancelled, "the task was canceled", underlying: cause)
        case .transport(let cause, let fault, let reason, let hint):
            let reason = context.naming(fault, reason)
            if let rejection, rejection.code == .unacceptableStatus || rejection.code == .truncatedBody {
                self = rejection
                if details.hint.isEmpty { details.hint = "the transfer failed: \(reason)" }
            } else {
                let bytes = receivedBytes.counted("byte")
                let progress = receivedBytes > 0 ? " after \(bytes) of the body" : ""
                self.init(.transportFailed, "the transfer failed\(progress): \(reason)")
                details.findings = rejection?.findings ?? []
                details.hint = hint ?? Hint()
            }
            details.underlying = cause
            details.fault = fault
            details.transferReason = reason
        }
    }
}
