#if DecantAsyncHTTPClient
import AsyncHTTPClient
import DecantCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension TransferFailure {
    /// Classifies an error of AsyncHTTPClient or of its dependencies.
    init(client error: any Error) {
        switch error {
        case is CancellationError: self = .cancelled(error)
        case let own as HTTPClientError where own == .cancelled || own == .requestStreamCancelled:
            self = .cancelled(error)
        case is ResponseError: self.init(error)
        default:
            let fault = Self.fault(error)
            let reason = fault?.rawValue ?? "\(error)".excerpt(200)
            self = .transport(error, reason: reason, hint: Self.hint(error))
        }
    }

    private static func fault(_ error: any Error) -> TransferFault? {
        switch error {
        case let error as HTTPClientError: fault(error)
        case let error as HTTPParserError: fault(error)
        case let error as NIOConnectionError: fault(error)
        case let error as IOError: fault(error)
        case let error as ChannelError: fault(error)
        case let error as NIOSSLError: fault(error)
        case let error as NIOSSLExtraError:
            [.failedToValidateHostname, .serverHostnameImpossibleToMatch].contains(error) ? .untrusted : .insecure
        case is BoringSSLError: .insecure
        default: nil
        }
    }

    private static func fault(_ error: HTTPClientError) -> TransferFault? {
        switch error {
        case .readTimeout, .writeTimeout, .connectTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
            .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            .timedOut
        case .remoteConnectionClosed, .uncleanShutdown: .connectionLost
        case .redirectLimitReached, .redirectCycleDetected: .tooManyRedirections
        default: nil
        }
    }

    private static func fault(_ error: HTTPParserError) -> TransferFault {
        switch error {
        case .invalidEOFState, .closedConnection: .connectionLost
        case .invalidChunkSize: .malformedFraming
        default: .malformedHead
        }
    }

    /// A name that has no address is another fault than an address that does not answer.
    private static func fault(_ error: NIOConnectionError) -> TransferFault {
        guard !error.connectionErrors.isEmpty else { return .hostNotFound }
        let faults = error.connectionErrors.compactMap { fault($0.error) }
        return faults.contains(.timedOut) ? .timedOut : .noConnection
    }

    private static func fault(_ error: IOError) -> TransferFault {
        switch error.errnoCode {
        case ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED: .connectionLost
        case ETIMEDOUT: .timedOut
        default: .noConnection
        }
    }

    private static func fault(_ error: ChannelError) -> TransferFault? {
        switch error {
        case .connectTimeout: .timedOut
        case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed: .connectionLost
        default: nil
        }
    }

    /// The words of the library below are the only sign of a certificate that is not trusted.
    private static func fault(_ error: NIOSSLError) -> TransferFault {
        switch error {
        case .uncleanShutdown: .connectionLost
        default: "\(error)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrusted : .insecure
        }
    }

    /// The likely cause of an error with a vague text.
    private static func hint(_ error: any Error) -> String? {
        "\(error)".contains("DecompressionError")
            ? "the client decodes content codings itself; with `decompression: .disabled`, Decant decodes them" : nil
    }
}
#endif
