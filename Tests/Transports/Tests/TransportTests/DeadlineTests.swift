import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantTesting
import Foundation
import NIOCore
import Testing

/// A deadline does not hide the reason for a failed connection.
@Suite(.timeLimit(.minutes(10)))
struct DeadlineTests {
    private static let own = HTTPClient(configuration: HTTPClient.Configuration())

    private static func error(of url: String, on client: HTTPClient, _ timeout: Duration?) async -> ResponseError? {
        do throws(ResponseError) {
            _ = try await client.value(from: url, as: .data, timeout: timeout)
            return nil
        } catch {
            return error
        }
    }

    /// Both kinds of clients retry until the deadline.
    @Test(.enabled(if: SelfSignedCertificate.canBeMade))
    func namesTheCauseOfRetryingUntilTheDeadline() async throws {
        let certificate = try SelfSignedCertificate(name: "localhost")
        try await SecureServer.serve(certificate) { port in
            let hosts = [
                "https://localhost:\(port)/": "the certificate of the host is not trusted",
                "http://127.0.0.1:1/": "could not connect to 127.0.0.1:1",
                "http://name.invalid/": "the host was not found",
            ]
            let wrong = await withTaskGroup(of: String?.self) { group in
                for (url, reason) in hosts {
                    for (client, seconds) in [(HTTPClient.shared, 6), (.shared, 9), (Self.own, 6), (Self.own, 9)] {
                        group.addTask {
                            let error = await Self.error(of: url, on: client, .seconds(seconds))
                            let isRight =
                                error?.message == "the transfer failed: \(reason)"
                                && error?.hint?.hasPrefix("the client tried to connect for \(seconds) seconds; ")
                                    == true
                            return isRight ? nil : "\(url), \(seconds): \(error?.description ?? "a value")"
                        }
                    }
                }
                return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(wrong == [])
        }
    }

    @Test(arguments: [(1.5, "1.5 seconds"), (1, "1 second"), (2, "2 seconds"), (0, "0 seconds"), (-1, "0 seconds")])
    func reportsTheTimeUntilTheTimeout(_ seconds: Double, _ text: String) async throws {
        let server = try LoopbackServer { exchange in
            exchange.waitForTheEnd()
            return false
        }
        let error = await Self.error(of: server.origin, on: Self.own, .seconds(seconds))
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed: the request timed out after \(text)")
    }

    @Test func reportsTheTimeUntilTheClientsTimeout() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.read = .seconds(1)
        let client = HTTPClient(configuration: configuration)
        let server = try LoopbackServer { exchange in
            exchange.waitForTheEnd()
            return false
        }
        let error = await Self.error(of: server.origin, on: client, nil)
        #expect(error?.message.hasPrefix("the transfer failed: the request timed out after ") == true)
        try await client.shutdown()
    }

    @Test func endsABodyAtASharedDeadline() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\nhello")
            exchange.waitForTheEnd()
            return false
        }
        let deadline = NIODeadline.now() + .seconds(10)
        let errors = await withTaskGroup(of: ResponseError?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(throws: ResponseError.self) {
                        try await Self.own.value(from: server.origin, as: .data, deadline: deadline)
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(errors.count == 4)
        let prefix = "the transfer failed after 5 bytes of the body: the request timed out after "
        #expect(errors.allSatisfy { $0.message.hasPrefix(prefix) })
    }

    /// The largest timeout does not overflow the clock.
    @Test(arguments: [Duration.seconds(Int64.max), .seconds(3_000_000_000)])
    func acceptsATimeoutOfAnyLength(_ timeout: Duration) async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(await Self.error(of: server.origin, on: Self.own, timeout) == nil)
    }
}
