#if DecantAsyncHTTPClient
package import AsyncHTTPClient
package import DecantCore
import DecantNIO
import NIOCore
package import NIOPosix
package import NIOSSL

extension TransferFailure {
    /// Classifies an error of AsyncHTTPClient or of its dependencies.
    init(client error: any Error, inBody: Bool) {
        self = DecompressionFailure(error)?.failure ?? TransferFailure(error, inBody: inBody)
    }

    /// Whether no connection was established, so the client has retried.
    var isConnectionFailure: Bool {
        guard case .transport(let error, let fault, _, _) = self else { return false }
        switch fault {
        case .hostNotFound, .noConnection, .untrusted, .insecure: return true
        default: return error is NIOConnectionError
        }
    }
}

extension HTTPClientError: TransferError {
    /// Classifies an error of the client.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        switch self {
        case .cancelled, .requestStreamCancelled: .cancelled(self)
        case .readTimeout, .writeTimeout, .connectTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
            .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            .transport(self, .timedOut)
        case .remoteConnectionClosed, .uncleanShutdown: .transport(self, .connectionLost)
        case .redirectLimitReached, .redirectCycleDetected: .transport(self, .tooManyRedirections)
        // The error of an unsupported scheme contains the scheme, so only its description is compared.
        case let other where other.shortDescription == Self.unsupportedScheme("").shortDescription:
            .transport(self, .unsupportedScheme)
        default: nil
        }
    }
}

extension NIOConnectionError: TransferError {
    /// Classifies a connection error: either the host name has no address, or an address does not respond.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        guard !connectionErrors.isEmpty else { return .transport(self, .hostNotFound) }
        let isLate = connectionErrors.contains { TransferFailure($0.error, inBody: false).fault == .timedOut }
        return .transport(self, isLate ? .timedOut : .noConnection)
    }
}

extension NIOSSLError: TransferError {
    /// Classifies a TLS error.
    ///
    /// Only the text of the underlying library identifies an untrusted certificate.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        if case .uncleanShutdown = self { return .transport(self, .connectionLost) }
        return .transport(self, "\(self)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrusted : .insecure)
    }
}

extension NIOSSLExtraError: TransferError {
    /// Classifies a TLS error by whether it concerns the host name.
    package func transferFailure(inBody: Bool) -> TransferFailure? {
        let isNameMismatch = [.failedToValidateHostname, .serverHostnameImpossibleToMatch].contains(self)
        return .transport(self, isNameMismatch ? .untrusted : .insecure)
    }
}

extension BoringSSLError: TransferError {
    /// Classifies an error of a handshake.
    package func transferFailure(inBody: Bool) -> TransferFailure? { .transport(self, .insecure) }
}

/// An error of the client's own decompression.
///
/// NIOHTTPCompression belongs to a package that only AsyncHTTPClient depends on, so its errors are identified by their
/// names.
private struct DecompressionFailure {
    private static let reasons = [
        "limit": "the body expands beyond the client's limit of decompression",
        "inflationError": "the compressed body is malformed",
        "initializationError": "the client could not start to decompress the body",
        "truncatedData": "the compressed body is truncated",
        "invalidTrailingData": "the body has data after its compressed part",
    ]

    /// The names of errors about the bytes themselves.
    private static let malformed: Set<String> = ["inflationError", "truncatedData", "invalidTrailingData"]

    let failure: TransferFailure

    /// Returns nil for other errors.
    init?(_ error: any Error) {
        guard String(reflecting: type(of: error)).hasPrefix("NIOHTTPCompression.") else { return nil }
        let name = "\(error)".prefix { $0 != "(" }
        failure = .transport(
            error,
            Self.malformed.contains(String(name)) ? .malformedCoding : nil,
            reason: Self.reasons[String(name)]
                ?? "the client could not decompress the body: \("\(error)".excerpt(100))",
            hint: "the client decodes content codings itself; with `decompression: .disabled`, Decant decodes them"
        )
    }
}
#endif
