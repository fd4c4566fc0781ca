#if os(Linux)
import DecantTesting
import Foundation
import Testing

/// The kit's table in a loop leaves neither memory nor descriptors behind.
///
/// It runs for the seconds of `DECANT_SOAK` before a release. The second half must leave the process as the first one did.
struct SoakTests {
    /// The descriptors of idle connections that a client keeps, and the pages that an allocator keeps.
    private static let tolerance = (descriptors: 10, bytes: 4 << 20)

    static var duration: Duration? {
        ProcessInfo.processInfo.environment["DECANT_SOAK"].flatMap { Int($0) }.map { .seconds($0) }
    }

    @Test(.enabled(if: duration != nil, "DECANT_SOAK is not set to a number of seconds"))
    func theKitInALoopLeavesNothing() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let (start, duration) = (ContinuousClock.now, try #require(Self.duration))
            try await Self.repeatKit(until: start + duration / 2)
            let before = try Self.usage()
            try await Self.repeatKit(until: start + duration)
            let after = try Self.usage()
            #expect(after.descriptors <= before.descriptors + Self.tolerance.descriptors)
            #expect(after.bytes <= before.bytes + Self.tolerance.bytes)
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// Runs all rows on both clients, one after the other, as often as time permits.
    private static func repeatKit(until end: ContinuousClock.Instant) async throws {
        repeat {
            var violations: [String] = []
            for row in URLSessionTests.rows {
                if let violation = await URLSessionTests.contract.violation(of: row) { violations.append(violation) }
            }
            violations += await AsyncHTTPClientTests.contract.violations(of: TransportContract.rows)
            print(try usage(), violations)
            #expect(violations == [])
        } while .now < end
    }

    /// Returns the number of open descriptors, and the resident memory.
    private static func usage() throws -> (descriptors: Int, bytes: Int) {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (descriptors, try #require(pages.dropFirst().first.flatMap { Int($0) }) * sysconf(Int32(_SC_PAGESIZE)))
    }
}
#endif
