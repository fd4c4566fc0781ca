package import DecantCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransferFailure {
    /// Classifies an error of URLSession.
    ///
    /// - Parameter inBody: Whether the head was received before the error, which rules out the head as the cause.
    package init(client error: any Error, inBody: Bool) {
        if let error = error as? POSIXError, let fault = Self.fault(error.code) {
            self = .transport(error, fault)
            return
        }
        guard let error = error as? URLError else {
            self.init(error, inBody: inBody)
            return
        }
        guard error.code != .cancelled else {
            self = .cancelled(error)
            return
        }
        // Errors with a known code have the same message on every system, and in every language. On Linux, some codes
        // stand for several errors, which only the text distinguishes.
        let row = error.text.flatMap(LibcurlText.init)
        let fault = Self.fault(error.code) ?? row?.fault ?? Self.broadFault(error.code, inBody: inBody)
        let hint = (error.likelyCause ?? row?.hint).map { Hint($0) }
        self = .transport(error, fault, reason: fault?.description ?? error.reason, hint: hint)
    }

    private static func fault(_ code: URLError.Code) -> TransferFault? {
        switch code {
        case .timedOut: .timedOut
        case .cannotFindHost, .dnsLookupFailed: .hostNotFound
        case .cannotConnectToHost: .noConnection
        case .networkConnectionLost: .connectionLost
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: .noNetwork
        case .httpTooManyRedirects: .tooManyRedirections
        case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            .insecure
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            .untrusted
        case .cannotDecodeRawData, .cannotDecodeContentData: .malformedCoding
        default: nil
        }
    }

    /// Returns the error for a code that has other meanings on Linux.
    ///
    /// There, a malformed head may have the code of an unsupported scheme, and a missing head that of a bad response.
    private static func broadFault(_ code: URLError.Code, inBody: Bool) -> TransferFault? {
        switch code {
        case .unsupportedURL: .unsupportedScheme
        case .badServerResponse, .cannotParseResponse: inBody ? .malformedFraming : .malformedHead
        default: nil
        }
    }

    /// Returns the error for a code of the system, which URLSession on Apple systems passes on in some cases, such as
    /// `ECONNABORTED` for an app that was suspended.
    private static func fault(_ code: POSIXError.Code) -> TransferFault? {
        switch code {
        case .ECONNABORTED, .ECONNRESET, .ENOTCONN, .EPIPE: .connectionLost
        case .ENETDOWN: .noNetwork
        case .ETIMEDOUT: .timedOut
        default: nil
        }
    }
}

/// A text of libcurl or its TLS library, which Foundation on Linux passes on without a code.
private struct LibcurlText {
    let fault: TransferFault
    let hint: String?

    /// Finds the row for a text, or nil for other texts.
    init?(_ text: String) {
        guard let row = Self.rows.first(where: { text.hasPrefix($0.prefix) }) else { return nil }
        fault = row.fault
        hint = Self.hints[row.prefix]
    }

    /// The beginnings of the texts.
    ///
    /// None is a prefix of another one.
    private static let rows: [(prefix: String, fault: TransferFault)] = [
        ("Failed to connect to", .noConnection),
        ("Empty reply from server", .connectionLost),
        ("transfer closed with", .connectionLost),
        ("Recv failure: ", .connectionLost),
        ("Send failure: ", .connectionLost),
        ("OpenSSL SSL_read: ", .connectionLost),
        ("OpenSSL SSL_write: ", .connectionLost),
        ("OpenSSL SSL_connect: ", .insecure),
        ("OpenSSL/", .insecure),
        ("SSL certificate problem: ", .untrusted),
        ("SSL: no alternative certificate subject name matches", .untrusted),
        ("SSL: certificate subject name", .untrusted),
        ("Received HTTP/0.9", .malformedHead),
        ("Unsupported response code", .malformedHead),
        ("Unsupported HTTP version", .malformedHead),
        ("Nul byte in header", .malformedHead),
        ("Header without colon", .malformedHead),
        ("Failed writing header", .malformedHead),
        ("Invalid Content-Length", .malformedHead),
        ("Too large response headers", .oversizedFields),
        // The text for a field that is longer than libcurl's buffer.
        ("Out of memory", .oversizedFields),
        ("Illegal or missing hexadecimal sequence", .malformedFraming),
        ("Too long hexadecimal number", .malformedFraming),
        ("Malformed encoding found in chunked", .malformedFraming),
        ("Error while processing content unencoding", .malformedCoding),
        ("Unrecognized content encoding type", .malformedCoding),
    ]

    private static let hints = [
        "Error while processing content unencoding":
            "URLSession decodes content codings itself, and fails if the body is not in the coding that the head names: "
            + "AsyncHTTPClient with the product DecantAsyncHTTPClient reads a body without gzip; "
            + "with `Accept-Encoding: identity`, the server may send no coding",
        "Failed writing header":
            "URLSession on Linux refuses a head with a byte that is not UTF-8, or with a field name that is not a token",
        "Empty reply from server":
            "the server closed the connection before it sent a head; after a redirect, this is the redirect's target",
    ]
}

extension URLError {
    /// The text of the client, if it has one.
    fileprivate var text: String? { userInfo[NSLocalizedDescriptionKey] as? String }

    /// The reason for an error without a fault.
    ///
    /// The text may be in the user's language, so the code identifies the error, unless the code has no meaning.
    fileprivate var reason: String {
        guard let text = text?.excerpt(200) else { return "URLError \(errorCode)" }
        return code == .unknown ? text : "\(text) (URLError \(errorCode))"
    }

    /// The likely cause of an error, from its code.
    fileprivate var likelyCause: String? {
        switch code {
        case .appTransportSecurityRequiresSecureConnection:
            "App Transport Security rejects http: use https, "
                + "or add an exception for the host to NSAppTransportSecurity in Info.plist"
        case .clientCertificateRequired:
            "the host requires a client certificate, which the session's delegate can provide"
        case .clientCertificateRejected: "the host rejected the client certificate"
        default: nil
        }
    }
}
