public import DecantCore
internal import Synchronization

/// The contract of a transport: the outcome of a fetch for each answer of a server, as checks for the tests of an adapter.
///
/// ```swift
/// @Test(arguments: TransportContract.rows)
/// func keepsTheContract(_ row: TransportRow) async {
///     let contract = TransportContract { request throws(ResponseError) in
///         try await client.decodedResponse(for: request.url, as: request.serializer)
///     }
///     #expect(await contract.violation(of: row) == nil)
/// }
/// ```
///
/// The server listens on 127.0.0.1. A transport that stops the process fails the whole test run: state such rows as exceptions,
/// or run them in a process of their own.
public struct TransportContract: Sendable {
    /// Fetches the URL of a request by the transport, as the request states.
    public typealias Fetch =
        @Sendable (TransportRequest) async throws(ResponseError) -> DecodedResponse<ResponseBody>

    /// Fetches by the transport.
    public let fetch: Fetch

    /// The rows that the transport does not keep, by their names.
    public let exceptions: [String: TransportException]

    /// Creates the checks for a transport.
    ///
    /// - Parameters:
    ///   - exceptions: The rows that the transport does not keep, by their names.
    ///   - fetch: Fetches by the transport.
    public init(exceptions: [String: TransportException] = [:], fetch: @escaping Fetch) {
        (self.exceptions, self.fetch) = (exceptions, fetch)
    }

    /// Runs all rows, one after the other.
    ///
    /// - Returns: One sentence for each broken row; empty if the contract is kept.
    public func violations() async -> [String] {
        var violations: [String] = []
        for row in Self.rows {
            if let violation = await violation(of: row) { violations.append(violation) }
        }
        return violations
    }

    /// Runs one row.
    ///
    /// - Parameter row: The row.
    /// - Returns: A sentence if it is broken; nil if it is kept, also by its exception.
    public func violation(of row: TransportRow) async -> String? {
        var expected = row.expectation
        switch exceptions[row.name]?.outcome {
        case .notOffered, .stopsProcess: return nil
        case .becomes(let other): expected = other
        case nil: break
        }
        do throws(LoopbackServerError) {
            let server = try LoopbackServer(answer: row.answer)
            defer { server.stop() }
            let outcome = await outcome(of: row, on: server)
            return outcome.mismatch(to: expected).map { "\(row.name) \($0)" }
        } catch {
            return "\(row.name) has no server, because the system has no port or thread for it"
        }
    }

    /// Fetches a row, and cancels the caller if the row requires it.
    private func outcome(of row: TransportRow, on server: LoopbackServer) async -> TransportOutcome {
        var request = row.request
        request.url = server.origin + "/start"
        let arrival = Mutex(false)
        if row.cancellation == .withinTheBody {
            request.progress = { _ in arrival.withLock { $0 = true } }
        }
        let task = Task { [request] in await outcome(of: request) }
        if let point = row.cancellation {
            // A row that never gets there is ended by its expectation.
            for _ in 0..<2000 {
                if point == .beforeTheHead ? !server.requests.isEmpty : arrival.withLock(\.self) { break }
                try? await Task.sleep(for: .milliseconds(5))
            }
            task.cancel()
        }
        return await task.value
    }

    private func outcome(of request: TransportRequest) async -> TransportOutcome {
        do throws(ResponseError) {
            return .value(try await fetch(request).value)
        } catch {
            return .failure(error)
        }
    }
}

/// A value or an error of a transport.
private enum TransportOutcome: Sendable {
    case value(ResponseBody)
    case failure(ResponseError)

    /// The difference from the expectation, if there is one.
    func mismatch(to expected: TransportRow.Expectation) -> String? {
        switch (self, expected) {
        case (.value(let body), .value(let bytes)):
            return body.bytes == bytes
                ? nil : "returns \(body.count.counted("wrong byte", "wrong bytes")) instead of \(bytes.count)"
        case (.value(let body), .failure(let code, _, _)): return "gives \(body.count) bytes instead of \(code)"
        case (.failure(let error), .value): return "gives \(error.code) instead of a value: \(error.message)"
        case (.failure(let error), .failure(let code, let message, let count)):
            if error.code != code { return "gives \(error.code) instead of \(code): \(error.message)" }
            if let message, error.message != message {
                return "has the message “\(error.message)” instead of “\(message)”"
            }
            if let count, error.bodyCount != count { return "keeps \(error.bodyCount) bytes instead of \(count)" }
            return nil
        }
    }
}
