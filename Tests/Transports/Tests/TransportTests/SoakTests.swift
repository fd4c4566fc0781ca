#if os(Linux)
import AsyncHTTPClient
import DecantTesting
import Foundation
import Testing

/// The kit's table in a loop leaves neither memory nor descriptors behind.
///
/// It runs for the seconds of `DECANT_SOAK` before a release, each client in a process. The second half must leave the
/// process as the first one did. Set `MALLOC_ARENA_MAX` to 1: freed memory in an arena of each thread looks like growth.
struct SoakTests {
    /// The descriptors of idle connections that a client keeps, and the pages that an allocator keeps.
    private static let tolerance = (descriptors: 10, bytes: 4 << 20)

    static var duration: Duration? {
        ProcessInfo.processInfo.environment["DECANT_SOAK"].flatMap { Int($0) }.map { .seconds($0) }
    }

    @Test(.enabled(if: duration != nil, "DECANT_SOAK is not set to a number of seconds"), arguments: Client.allCases)
    fileprivate func theKitInALoopLeavesNothing(_ client: Client) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [client = client as Client] in
            let (start, duration) = (ContinuousClock.now, try #require(Self.duration))
            try await Self.repeatKit(on: client, until: start + duration / 2)
            let before = try Self.usage()
            try await Self.repeatKit(on: client, until: start + duration)
            let after = try Self.usage()
            #expect(after.descriptors <= before.descriptors + Self.tolerance.descriptors)
            #expect(after.bytes <= before.bytes + Self.tolerance.bytes)
        }
        print(client, String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// Runs all rows, one after the other, as often as time permits.
    private static func repeatKit(on client: Client, until end: ContinuousClock.Instant) async throws {
        repeat {
            let violations =
                switch client {
                case .urlSession: await URLSessionTests.contract.violations(of: URLSessionTests.rows)
                case .asyncHTTPClient: try await violationsOfNewClient()
                }
            print(try usage(), violations)
            #expect(violations == [])
        } while .now < end
    }

    /// Runs all rows on a client for them alone.
    ///
    /// AsyncHTTPClient keeps a pool for each host and port until it is shut down, and each row has a port of its own.
    private static func violationsOfNewClient() async throws -> [String] {
        let client = AsyncHTTPClientTests.newClient()
        let contract = AsyncHTTPClientTests.contract(of: client, silence: .seconds(300))
        let violations = await contract.violations(of: TransportContract.rows)
        try await client.shutdown()
        return violations
    }

    /// Returns the number of open descriptors, and the resident memory.
    private static func usage() throws -> (descriptors: Int, bytes: Int) {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (descriptors, try #require(pages.dropFirst().first.flatMap { Int($0) }) * sysconf(Int32(_SC_PAGESIZE)))
    }
}

private enum Client: String, Codable, CaseIterable {
    case urlSession, asyncHTTPClient
}
#endif
