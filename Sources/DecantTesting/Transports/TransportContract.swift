public import DecantCore

/// The contract of all transports, as checks for the tests of an adapter: the outcome of a fetch for each response of a
/// server.
///
/// ```swift
/// @Test(arguments: TransportContract.rows)
/// func keepsTheContract(_ row: TransportRow) async {
///     let contract = TransportContract { row throws(ResponseError) in
///         try await client.response(for: row.url, as: row.serializer)
///     }
///     #expect(await contract.violation(of: row) == nil)
/// }
/// ```
///
/// A transport with streams also passes a closure that streams lines:
///
/// ```swift
/// TransportContract { row, line throws(ResponseError) in
///     let stream = try await client.stream(for: row.url, as: .lines.limits { $0 = row.limits })
///     for try await text in stream { line(text) }
/// } fetch: { row throws(ResponseError) in
///     try await client.response(for: row.url, as: row.serializer)
/// }
/// ```
///
/// A transport that cannot satisfy a row has a table of its own, without the row or with another expectation:
///
/// ```swift
/// let rows = TransportContract.rows.compactMap { (row) -> TransportRow? in
///     switch row.name {
///     case "redirect", "redirect-loop": nil  // The client follows no redirects.
///     case "low-status": row.expecting(.unacceptableStatus, bodyCount: 5)  // The client passes the head on.
///     default: row
///     }
/// }
/// ```
///
/// The server listens on 127.0.0.1. A transport that stops the process ends the whole test run: remove such rows, or
/// run them in a separate process.
public struct TransportContract: Sendable {
    /// A closure that fetches the URL of a row with the transport and the options of the row.
    public typealias Fetch =
        @Sendable (TransportRow) async throws(ResponseError) -> DecodedResponse<ResponseBytes>

    /// A closure that streams the lines of a URL with the transport and the limits of a row, and passes each line on.
    public typealias Lines =
        @Sendable (TransportRow, _ line: @Sendable (String) -> Void) async throws(ResponseError) -> Void

    private let fetch: Fetch
    private let lines: Lines?

    /// Creates the checks for a transport.
    ///
    /// - Parameters:
    ///   - lines: A closure that streams the lines of a URL with the transport. If it is nil, the rows for streams are
    ///     skipped.
    ///   - fetch: A closure that fetches with the transport.
    public init(lines: Lines? = nil, fetch: @escaping Fetch) {
        self.lines = lines
        self.fetch = fetch
    }

    /// Runs rows, one after another.
    ///
    /// - Returns: One sentence for each violation; empty if the transport fulfills the contract.
    public func violations(of rows: [TransportRow] = rows) async -> [String] {
        var violations: [String] = []
        for row in rows {
            if let violation = await violation(of: row) { violations.append(violation) }
        }
        return violations
    }

    /// Runs one row.
    ///
    /// - Returns: A sentence that describes the violation, or nil if the outcome is the expected one.
    public func violation(of row: TransportRow) async -> String? {
        if row.isStream, case .none = lines { return nil }
        do throws(ResponseError) {
            let arrival = Arrival()
            let server = try LoopbackServer { exchange in
                let keepsConnection = row.answer(exchange)
                guard let rest = row.rest else { return keepsConnection }
                for _ in 0..<2000 where !arrival.isSeen { exchange.pause(.milliseconds(5)) }
                return rest(exchange)
            }
            defer { server.stop() }
            for outcome in await outcomes(of: row, on: server, arrival: arrival) {
                if let mismatch = outcome.mismatch(to: row.expectation) { return "\(row.name) \(mismatch)" }
            }
            return nil
        } catch {
            return "\(row.name) has no server: \(error.message)"
        }
    }

    private func outcomes(
        of row: TransportRow,
        on server: LoopbackServer,
        arrival: Arrival
    ) async -> [TransportOutcome] {
        await withTaskGroup(of: TransportOutcome.self) { group in
            // Each task of a row with several transfers is canceled at its own point.
            for _ in 0..<row.count {
                group.addTask { await outcome(of: row, on: server, arrival: row.count == 1 ? arrival : Arrival()) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Fetches a row, and cancels the caller if the row requires it.
    private func outcome(
        of row: TransportRow,
        on server: LoopbackServer,
        arrival: Arrival
    ) async -> TransportOutcome {
        var started = row
        if started.url.isEmpty { started.url = server.origin + "/start" }
        if row.cancellation == .withinTheBody || row.rest != nil {
            started.progress = { _ in arrival.see() }
        }
        let task = Task { [started] in
            started.isStream ? await streamed(started) { arrival.see() } : await outcome(of: started)
        }
        guard let point = row.cancellation else { return await task.value }
        // If the row never reaches this point, its outcome differs from its expectation.
        let deadline = ContinuousClock.now + .seconds(40)
        while ContinuousClock.now < deadline {
            if point == .beforeTheHead ? !server.requests.isEmpty : arrival.isSeen { break }
            try? await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        let cancelled = ContinuousClock.now
        let result = await task.value
        // Thousands of times the usual duration; less would fail on a busy machine. The caller must not wait for the
        // server.
        return ContinuousClock.now - cancelled > .seconds(60) ? .late : result
    }

    private func outcome(of row: TransportRow) async -> TransportOutcome {
        do throws(ResponseError) {
            return .value(try await fetch(row).value)
        } catch {
            return .failure(error)
        }
    }

    private func streamed(_ row: TransportRow, arrival: @escaping @Sendable () -> Void) async
        -> TransportOutcome
    {
        let text = Lock<[String]>([])
        do throws(ResponseError) {
            try await lines?(row) { line in
                text.withLock { $0.append(line) }
                arrival()
            }
            return .value(ResponseBytes(text.withLock(\.self).joined(separator: "\n").utf8))
        } catch {
            return .failure(error)
        }
    }
}

/// Whether the caller has received a part of the body.
private final class Arrival: Sendable {
    private let flag = Lock(false)

    var isSeen: Bool { flag.withLock(\.self) }

    func see() {
        flag.withLock { $0 = true }
    }
}

/// The value or error of a transport.
private enum TransportOutcome: Sendable {
    case value(ResponseBytes)
    case failure(ResponseError)

    /// The caller resumed long after it was canceled.
    case late

    /// The difference from the expectation, or nil if the outcome matches.
    func mismatch(to expected: TransportRow.Expectation) -> String? {
        switch (self, expected) {
        case (.value(let body), .value(let bytes)):
            return body == bytes
                ? nil : "returns \(body.count.counted("wrong byte", "wrong bytes")) instead of \(bytes.count)"
        case (.value(let body), .failure(let code, _, _)): return "gives \(body.count) bytes instead of \(code)"
        case (.failure(let error), .value): return "gives \(error.code) instead of a value: \(error.message)"
        case (.failure(let error), .failure(let code, let message, let count)):
            if error.code != code { return "gives \(error.code) instead of \(code): \(error.message)" }
            if let message, !error.hasMessage(message) {
                return "has the message “\(error.message)” instead of “\(message)”"
            }
            if let count, error.bodyCount != count { return "keeps \(error.bodyCount) bytes instead of \(count)" }
            return nil
        case (.late, _): return "resumes its caller more than 60 seconds after the cancellation"
        }
    }
}

extension ResponseError {
    /// Returns whether the message is the expected one.
    ///
    /// A message about a timeout may also contain the duration.
    fileprivate func hasMessage(_ expected: String) -> Bool {
        message == expected || transferFault == .timedOut && message.hasPrefix(expected + " after ")
    }
}
