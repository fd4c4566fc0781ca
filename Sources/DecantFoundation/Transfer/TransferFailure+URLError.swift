package import DecantCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransferFailure {
    /// Classifies an error of URLSession.
    package init(client error: any Error) {
        guard let error = error as? URLError else {
            self.init(error)
            return
        }
        guard error.code != .cancelled else {
            self = .cancelled(error)
            return
        }
        // Errors with a known code have the same message on every system. On Linux, some malformed heads have the code
        // of an unsupported scheme; only the text distinguishes them.
        let fault =
            Self.fault(error.code) ?? error.text.flatMap(Self.fault)
            ?? (error.code == .unsupportedURL ? .unsupportedScheme : nil)
        let reason = fault?.description ?? (error.text ?? "URLError \(error.errorCode)").excerpt(200)
        self = .transport(error, fault, reason: reason, hint: error.likelyCause)
    }

    private static func fault(_ code: URLError.Code) -> TransferFault? {
        switch code {
        case .timedOut: .timedOut
        case .cannotFindHost, .dnsLookupFailed: .hostNotFound
        case .cannotConnectToHost: .noConnection
        case .networkConnectionLost: .connectionLost
        case .notConnectedToInternet: .noNetwork
        case .httpTooManyRedirects: .tooManyRedirections
        case .secureConnectionFailed: .insecure
        case .serverCertificateUntrusted, .serverCertificateHasBadDate: .untrusted
        default: nil
        }
    }
}

extension TransferFailure {
    /// Returns the error for a text of libcurl, where Foundation on Linux has no code.
    private static func fault(_ text: String) -> TransferFault? {
        words.first { text.hasPrefix($0.text) }?.fault
    }

    /// Prefixes of the texts of libcurl and its TLS library.
    ///
    /// None is a prefix of another one.
    private static let words: [(text: String, fault: TransferFault)] = [
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
        ("Invalid Content-Length", .malformedHead),
        ("Too large response headers", .oversizedFields),
        // The text for a field that is longer than libcurl's buffer.
        ("Out of memory", .oversizedFields),
        ("Illegal or missing hexadecimal sequence", .malformedFraming),
        ("Too long hexadecimal number", .malformedFraming),
        ("Malformed encoding found in chunked", .malformedFraming),
    ]
}

extension URLError {
    /// The text of the client, if it has one.
    fileprivate var text: String? { userInfo[NSLocalizedDescriptionKey] as? String }

    /// The likely cause of an error for which Foundation on Linux has no code and libcurl only a vague text.
    fileprivate var likelyCause: String? {
        switch text {
        case "Failed writing header":
            "URLSession on Linux refuses a head with a byte that is not UTF-8, or with a field name that is not a token"
        case "Empty reply from server":
            "the server closed the connection before it sent a head; after a redirect, this is the redirect's target"
        default: nil
        }
    }
}
