import Decant
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ResponseError {
    /// Makes the error of a transfer that the client gave up.
    ///
    /// A bad status stays the primary reason, then a body that is shorter than announced; the client's error is the cause.
    ///
    /// - Parameters:
    ///   - cause: The client's error.
    ///   - receivedBytes: The bytes of the body that came.
    ///   - refusal: What is wrong with the part of the response that came.
    init(transport cause: any Error, receivedBytes: Int, refusal: ResponseError?) {
        let reason = Self.reason(cause)
        if let refusal, refusal.code == .unacceptableStatus || refusal.code == .truncatedBody {
            self = refusal
            details.hint = details.hint ?? "the transfer failed: \(reason)"
        } else {
            let place = receivedBytes > 0 ? " after \(receivedBytes) bytes of the body" : ""
            self.init(.transportFailed, "the transfer failed\(place): \(reason)")
            details.findings = refusal?.findings ?? []
        }
        details.underlying = cause
    }

    /// What happened, in the same words on every system where the client says it by a code.
    private static func reason(_ cause: any Error) -> String {
        guard let error = cause as? URLError else { return "\(cause)".excerpt(200) }
        return phrase(error.code) ?? error.clientText.excerpt(200)
    }

    private static func phrase(_ code: URLError.Code) -> String? {
        switch code {
        case .timedOut: "no answer came in time"
        case .cannotFindHost, .dnsLookupFailed: "the host was not found"
        case .cannotConnectToHost: "no connection to the host"
        case .networkConnectionLost: "the connection was lost"
        case .notConnectedToInternet: "there is no network"
        case .httpTooManyRedirects: "there are too many redirections"
        case .secureConnectionFailed: "no secure connection to the host"
        case .serverCertificateUntrusted, .serverCertificateHasBadDate: "the certificate of the host is not trusted"
        default: nil
        }
    }
}

extension URLError {
    /// What the client says about the error, else its code.
    fileprivate var clientText: String {
        let text = userInfo[NSLocalizedDescriptionKey] as? String
        return text ?? "URLError \(errorCode)"
    }
}
