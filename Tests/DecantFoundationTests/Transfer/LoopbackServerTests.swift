import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests with a body to a server of tests.
@Suite(.timeLimit(.minutes(10)))
struct LoopbackServerTests {
    private let session = URLSession.forResponses(configuration: .ephemeral)

    /// A server that sends the number of bytes of each body, and their last byte.
    private func echo() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            let text = "\(exchange.body.count) \(exchange.body.last ?? 0)"
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
            return exchange.send(head + text)
        }
    }

    @Test("Receives the bodies of requests on one connection") func receivesTheBodiesOfRequests() async throws {
        let server = try echo()
        // With more than a MiB, libcurl waits for an interim response.
        for count in [0, 1, 5000, 3 << 20, 7, 16 << 20, 1] {
            var request = try server.request("/", method: "POST")
            request.httpBody = Data(repeating: 65, count: count)
            let text = try await session.value(for: request, as: .string)
            #expect(text == "\(count) \(count == 0 ? 0 : 65)")
        }
        #expect(try await session.value(from: server.url(), as: .string) == "0 0")
        #expect(server.requests.count == 8)
    }

    @Test func receivesTheBytesOfTheBody() async throws {
        let body = Array("{\"é\":\"\r\n\r\n\0\"}".utf8) + [0xFF]
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 \(exchange.body == body ? 204 : 400) X\r\n\r\n")
        }
        var request = try server.request("/", method: "PUT")
        request.httpBody = Data(body)
        _ = try await session.value(for: request, as: .data)
    }

    @Test func rejectsABodyOverItsLimit() async throws {
        let server = try echo()
        var request = try server.request("/", method: "POST")
        request.httpBody = Data(repeating: 65, count: 16 << 20 + 1)
        let error = await #expect(throws: ResponseError.self) { try await session.value(for: request, as: .data) }
        #expect(error?.context?.status?.code == 413, "\(error?.description ?? "")")
        for _ in 0..<3000 where server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.openConnections == 0)
    }
}
