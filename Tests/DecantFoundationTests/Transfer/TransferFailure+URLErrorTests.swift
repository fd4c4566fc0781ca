#if canImport(FoundationNetworking)
import DecantCore
import DecantFoundation
import DecantTesting
import Foundation
import FoundationNetworking
import Testing

/// The text for errors that have no code in Foundation on Linux.
///
/// Each text comes from libcurl.
@Suite(.timeLimit(.minutes(10)))
struct TransferFailureURLErrorTests {
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
        ("Invalid Content-Length: value", .malformedHead),
        ("Too large response headers: 307209 > 307200", .oversizedFields),
        ("Out of memory", .oversizedFields),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformedFraming),
        ("Too long hexadecimal number in chunked-encoding", .malformedFraming),
        ("Malformed encoding found in chunked-encoding", .malformedFraming),
    ]

    @Test(arguments: texts) func namesTheErrorThatOnlyTheTextIdentifies(_ row: (text: String, fault: TransferFault)) {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: row.text])
        let failure = TransferFailure(client: error)
        #expect(failure.fault == row.fault)
        guard case .transport(_, _, let reason, _) = failure else { return #expect(Bool(false)) }
        #expect(reason == row.fault.description)
    }

    @Test func quotesAnUnknownText() {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: "something else"])
        let failure = TransferFailure(client: error)
        #expect(failure.fault == nil)
        guard case .transport(_, _, "something else", nil) = failure else { return #expect(Bool(false)) }
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
