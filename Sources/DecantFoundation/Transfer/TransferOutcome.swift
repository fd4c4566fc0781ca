import Decant
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The parts received when a transfer has ended, complete or not.
struct TransferOutcome: Sendable {
    /// The response, if its head was received.
    var response: URLResponse?

    /// The received bytes.
    var body = ResponseBody()

    /// The reason why the transfer is not complete, if it is not.
    var failure: TransferFailure?

    /// Validates and decodes a complete response; throws the error of an incomplete one.
    func decoded<Serializer: ResponseSerializer>(
        by serializer: Serializer,
        for request: URLRequest,
        since start: ContinuousClock.Instant?
    ) throws(ResponseError) -> DecodedResponse<Serializer.Output> {
        let (known, time) = (ResponseContext(request), start.map { ContinuousClock.now - $0 })
        return try serializer.observing(bodyCount: body.count, in: known, transferDuration: time) {
            () throws(ResponseError) in
            try decodedUnobserved(by: serializer, for: request)
        }
    }

    private func decodedUnobserved<Serializer: ResponseSerializer>(by serializer: Serializer, for request: URLRequest)
        throws(ResponseError) -> DecodedResponse<Serializer.Output>
    {
        guard let response else {
            let reason = "the client returned neither a response nor an error"
            let failure = failure ?? .transport(nil, reason: reason)
            return try serializer.failedTransfer(of: body, failure, in: ResponseContext(request))
        }
        let received = try ReceivedResponse(response, request: request)
        guard let failure else { return try decoded(received, by: serializer) }
        return try serializer.noting(received.findings).failedTransfer(of: body, failure, in: received.context)
    }

    private func decoded<Serializer: ResponseSerializer>(_ received: ReceivedResponse, by serializer: Serializer)
        throws(ResponseError) -> DecodedResponse<Serializer.Output>
    {
        let coded = TransferCoding(received.context)
        do throws(ResponseError) {
            return try received.decoded(body, by: serializer.noting(coded?.findings ?? []))
        } catch {
            var error = error
            let hint = coded?.hint(for: error)
            error.details.hint = error.details.isCut ? hint ?? error.hint : error.hint ?? hint
            throw error
        }
    }
}

extension ResponseContext {
    /// Creates the outcome of a transfer without a head.
    init(_ request: URLRequest) {
        self.init(mediaType: nil, method: request.method, url: request.url?.absoluteString)
    }
}

// MARK: - Errors of the client

extension TransferFailure {
    /// Classifies an error of URLSession.
    init(client error: any Error) {
        guard let error = error as? URLError else {
            self = .transport(error, reason: "\(error)".excerpt(200))
            return
        }
        guard error.code != .cancelled else {
            self = .cancelled(error)
            return
        }
        // In the same words on every system if the client has a code for it.
        // On Linux, the code of an unsupported scheme is also that of some malformed heads, which the text tells apart.
        let fault =
            Self.fault(error.code) ?? error.text.flatMap(Self.fault)
            ?? (error.code == .unsupportedURL ? .unsupportedScheme : nil)
        let reason = fault?.rawValue ?? (error.text ?? "URLError \(error.errorCode)").excerpt(200)
        self = .transport(error, reason: reason, hint: error.likelyCause)
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
    /// The fault that libcurl has words for, but Foundation on Linux no code.
    private static func fault(_ text: String) -> TransferFault? {
        words.first { text.hasPrefix($0.text) }?.fault
    }

    private static let words: [(text: String, fault: TransferFault)] = [
        ("Empty reply from server", .connectionLost),
        ("transfer closed with", .connectionLost),
        ("Recv failure: Connection reset", .connectionLost),
        ("Received HTTP/0.9", .malformedHead),
        ("Unsupported response code", .malformedHead),
        ("Illegal or missing hexadecimal sequence", .malformedFraming),
    ]
}

extension URLError {
    /// The client's own words, if it has any.
    fileprivate var text: String? { userInfo[NSLocalizedDescriptionKey] as? String }

    /// The likely cause of an error for which Foundation on Linux has no code, and libcurl only a vague text.
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

// MARK: - Content codings

/// The content coding that URLSession has removed from a body, and the announced length.
///
/// On Linux, libcurl takes the end of the coded bytes for the end of the body, also in the middle of a compressed stream. The
/// coded bytes, whose trailer would show it, are not available. Only a length that is too short for any stream is evidence.
private struct TransferCoding {
    /// The fewest bytes of a gzip stream: header, an empty block, trailer (RFC 1952 §2.3, RFC 1951 §3.2.6).
    private static let shortestGzip = 10 + 2 + 8

    private let coding: String
    private let announcedBytes: Int?

    /// Creates nil if the response has no content coding that URLSession removes silently, or can have no body.
    init?(_ context: ResponseContext) {
        #if canImport(FoundationNetworking)
        guard let fields = context.head?.headerFields, let coding = fields[.contentEncoding]?.lowercased(),
            coding != "identity", !context.forbidsBody
        else { return nil }
        self.coding = coding
        let length = fields[.transferEncoding] == nil ? fields[.contentLength] : nil
        announcedBytes = length.flatMap { Int($0) }
        #else
        return nil
        #endif
    }

    var findings: [Finding] {
        guard coding == "gzip" || coding == "x-gzip", let count = announcedBytes, count > 0, count < Self.shortestGzip
        else { return [] }
        let bytes = count.counted("byte")
        let message =
            "the body is truncated: gzip has at least \(Self.shortestGzip) bytes, but the head announces \(bytes)"
        return [Finding(.truncatedBody, .failure, message)]
    }

    /// A hint for an error at the end of the decoded bytes.
    func hint(for error: ResponseError) -> String? {
        let isAtEnd = error.code == .emptyBody || error.offset.map { $0 >= error.bodyCount } ?? false
        guard isAtEnd else { return nil }
        return
            "the body may be truncated: URLSession on Linux does not report an incomplete \(coding.excerpt(40)) body"
    }
}
