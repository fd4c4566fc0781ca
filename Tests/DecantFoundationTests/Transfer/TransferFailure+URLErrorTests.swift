import DecantCore
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The errors of URLSession that their codes identify, on every system.
@Suite struct TransferFailureURLErrorTests {
    private static let codes: [(code: URLError.Code, fault: TransferFault)] = [
        (.timedOut, .timedOut),
        (.cannotFindHost, .hostNotFound),
        (.dnsLookupFailed, .hostNotFound),
        (.cannotConnectToHost, .noConnection),
        (.networkConnectionLost, .connectionLost),
        (.notConnectedToInternet, .noNetwork),
        (.internationalRoamingOff, .noNetwork),
        (.callIsActive, .noNetwork),
        (.dataNotAllowed, .noNetwork),
        (.httpTooManyRedirects, .tooManyRedirections),
        (.unsupportedURL, .unsupportedScheme),
        (.secureConnectionFailed, .insecure),
        (.appTransportSecurityRequiresSecureConnection, .insecure),
        (.clientCertificateRequired, .insecure),
        (.clientCertificateRejected, .insecure),
        (.serverCertificateUntrusted, .untrusted),
        (.serverCertificateHasBadDate, .untrusted),
        (.serverCertificateHasUnknownRoot, .untrusted),
        (.serverCertificateNotYetValid, .untrusted),
        (.badServerResponse, .malformedHead),
        (.cannotParseResponse, .malformedHead),
        (.cannotDecodeRawData, .malformedCoding),
        (.cannotDecodeContentData, .malformedCoding),
    ]

    @Test(arguments: codes) func hasTheSameTextInEveryLanguage(_ row: (code: URLError.Code, fault: TransferFault)) {
        let error = URLError(row.code, userInfo: [NSLocalizedDescriptionKey: "Une erreur est survenue."])
        let failure = TransferFailure(client: error, inBody: false)
        #expect(failure.fault == row.fault)
        #expect(failure.reason == row.fault.description)
    }

    @Test(
        "Blames the framing of a body whose head was received",
        arguments: [URLError.Code.badServerResponse, .cannotParseResponse]
    )
    func blamesTheFramingOfABodyWhoseHeadWas(_ code: URLError.Code) {
        #expect(TransferFailure(client: URLError(code), inBody: true).fault == .malformedFraming)
    }

    private static let hints: [(code: URLError.Code, hint: String?)] = [
        (
            .appTransportSecurityRequiresSecureConnection,
            "App Transport Security rejects http: use https, "
                + "or add an exception for the host to NSAppTransportSecurity in Info.plist"
        ),
        (
            .clientCertificateRequired,
            "the host requires a client certificate, which the session's delegate can provide"
        ),
        (.clientCertificateRejected, "the host rejected the client certificate"),
        (.secureConnectionFailed, nil),
        (.timedOut, nil),
    ]

    @Test(arguments: hints) func hintsAtTheCause(_ row: (code: URLError.Code, hint: String?)) {
        #expect(TransferFailure(client: URLError(row.code), inBody: false).hint == row.hint)
    }

    @Test func addsTheCodeToATextInTheLanguageOfTheUser() {
        let error = URLError(.zeroByteResource, userInfo: [NSLocalizedDescriptionKey: "La ressource est vide."])
        #expect(TransferFailure(client: error, inBody: false).reason == "La ressource est vide. (URLError -1014)")
        #expect(TransferFailure(client: URLError(.zeroByteResource), inBody: false).reason == "URLError -1014")
    }

    private static let systemCodes: [(code: POSIXError.Code, fault: TransferFault?)] = [
        (.ECONNABORTED, .connectionLost), (.ECONNRESET, .connectionLost), (.ENOTCONN, .connectionLost),
        (.EPIPE, .connectionLost), (.ENETDOWN, .noNetwork), (.ETIMEDOUT, .timedOut), (.EINVAL, nil),
    ]

    @Test(arguments: systemCodes) func namesAnErrorOfTheSystem(_ row: (code: POSIXError.Code, fault: TransferFault?)) {
        let failure = TransferFailure(client: POSIXError(row.code), inBody: true)
        #expect(failure.fault == row.fault)
        if let fault = row.fault { #expect(failure.reason == fault.description) }
    }

    @Test func aCanceledTaskIsNotAFailureOfTheTransport() {
        guard case .cancelled(let error) = TransferFailure(client: URLError(.cancelled), inBody: true) else {
            return #expect(Bool(false))
        }
        #expect((error as? URLError)?.code == .cancelled)
    }
}

extension TransferFailure {
    fileprivate var reason: String? {
        guard case .transport(_, _, let reason, _) = self else { return nil }
        return reason
    }

    fileprivate var hint: String? {
        guard case .transport(_, _, _, let hint) = self else { return nil }
        return hint?.text
    }
}

#if canImport(FoundationNetworking)
/// The text for errors that have no code in Foundation on Linux.
///
/// Each text comes from libcurl.
@Suite(.timeLimit(.minutes(10)))
struct TransferFailureTextTests {
    private static let texts: [(text: String, fault: TransferFault)] = [
        ("Failed to connect to 255.255.255.255 port 80 after 0 ms: Couldn't connect to server", .noConnection),
        ("Empty reply from server", .connectionLost),
        ("transfer closed with 45 bytes remaining to read", .connectionLost),
        ("transfer closed with outstanding read data remaining", .connectionLost),
        ("Recv failure: Connection reset by peer", .connectionLost),
        ("Send failure: Broken pipe", .connectionLost),
        (
            "OpenSSL SSL_read: OpenSSL/3.0.19: error:0A000126:SSL routines::unexpected eof while reading",
            .connectionLost
        ),
        ("OpenSSL SSL_write: SSL_ERROR_SYSCALL, errno 104", .connectionLost),
        ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to localhost:44963 ", .insecure),
        ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .insecure),
        ("OpenSSL/3.0.19: error:0A000410:SSL routines::sslv3 alert handshake failure", .insecure),
        ("SSL certificate problem: self-signed certificate", .untrusted),
        ("SSL: no alternative certificate subject name matches target host name 'localhost'", .untrusted),
        ("SSL: certificate subject name 'a' does not match target host name 'b'", .untrusted),
        ("Received HTTP/0.9 when not allowed", .malformedHead),
        ("Unsupported response code in HTTP response", .malformedHead),
        ("Unsupported HTTP version (9.1) in response", .malformedHead),
        ("Nul byte in header", .malformedHead),
        ("Header without colon", .malformedHead),
        ("Failed writing header", .malformedHead),
        ("Invalid Content-Length: value", .malformedHead),
        ("Too large response headers: 307209 > 307200", .oversizedFields),
        ("Out of memory", .oversizedFields),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformedFraming),
        ("Too long hexadecimal number in chunked-encoding", .malformedFraming),
        ("Malformed encoding found in chunked-encoding", .malformedFraming),
        ("Error while processing content unencoding: incorrect header check", .malformedCoding),
        ("Unrecognized content encoding type. libcurl understands deflate, gzip content encodings.", .malformedCoding),
    ]

    @Test(arguments: texts) func namesTheErrorThatOnlyTheTextIdentifies(_ row: (text: String, fault: TransferFault)) {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: row.text])
        let failure = TransferFailure(client: error, inBody: false)
        #expect(failure.fault == row.fault)
        #expect(failure.reason == row.fault.description)
    }

    @Test(arguments: ["incorrect header check", "invalid block type", "invalid stored block lengths", "unknown"])
    func namesTheRemediesForAMislabeledBody(_ reason: String) {
        let text = "Error while processing content unencoding: \(reason)"
        let failure = TransferFailure(
            client: URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text]),
            inBody: true
        )
        #expect(failure.hint?.contains("`Accept-Encoding: identity`") == true)
        #expect(failure.hint?.contains("AsyncHTTPClient with the product DecantAsyncHTTPClient") == true)
    }

    @Test func quotesAnUnknownText() {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: "something else"])
        let failure = TransferFailure(client: error, inBody: false)
        #expect(failure.fault == nil && failure.reason == "something else" && failure.hint == nil)
    }

    @Test("Distinguishes a missing head from a bad response") func distinguishesAMissingHeadFromABad() {
        let error = URLError(.badServerResponse, userInfo: [NSLocalizedDescriptionKey: "Empty reply from server"])
        #expect(TransferFailure(client: error, inBody: false).fault == .connectionLost)
    }

    /// The body is text, although its head says that it is coded.
    @Test(
        "Names another client for text with the label of a coding",
        arguments: ["gzip", "x-gzip", "deflate", "gzip, gzip"]
    )
    func namesAnotherClientForTextWithTheLabel(_ coding: String) async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 10\r\n\r\nplain text"
        )
        let url = try #require(URL(string: server.origin))
        let error = await #expect(throws: ResponseError.self) {
            try await URLSession.shared.value(from: url, as: .string)
        }
        #expect(error?.hint?.contains("DecantAsyncHTTPClient") == true, "\(error?.description ?? "")")
    }

    private static let answers: [(answer: String, fault: TransferFault)] = [
        ("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 200_000))\r\n\r\n", .oversizedFields),
        ("HTTP/1.1 200 OK\r\n\(String(repeating: "A: aaaaaaaaaaaaaa\r\n", count: 20_000))\r\n", .oversizedFields),
        ("HTTP/9.1 200 OK\r\nContent-Length: 0\r\n\r\n", .malformedHead),
        ("HTTP/1.1 200 OK\r\nA: a\0b\r\nContent-Length: 0\r\n\r\n", .malformedHead),
        ("HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 0\r\n\r\n", .malformedHead),
        ("HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nok", .malformedHead),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n", .malformedFraming),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n", .malformedFraming),
        ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\nplain text", .malformedCoding),
        ("HTTP/1.1 200 OK\r\nContent-Encoding: compress\r\nContent-Length: 5\r\n\r\nhello", .malformedCoding),
    ]

    // Indices, because a failure would show whole answers.
    @Test(arguments: answers.indices) func namesTheErrorInAResponse(index: Int) async throws {
        let row = Self.answers[index]
        let server = try LoopbackServer(row.answer)
        let url = try #require(URL(string: server.origin))
        let error = await #expect(throws: ResponseError.self) {
            try await URLSession.shared.value(from: url, as: .data)
        }
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix(row.fault.description) == true)
    }
}
#endif
