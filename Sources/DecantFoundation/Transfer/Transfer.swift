import Decant
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request in progress, which collects the reports of URLSession and resumes the caller exactly once.
///
/// A transfer ends when URLSession reports its end, when the body exceeds its limit, or when the caller is canceled. In
/// the last two cases, the caller resumes immediately with the parts received until then, and later reports of
/// URLSession are dropped.
final class Transfer: TransferReceiver {
    private typealias Caller = CheckedContinuation<ReceivedResponse, Never>

    private struct State {
        /// The parts received so far, until the transfer has ended.
        var incoming: IncomingResponse?
        var response: URLResponse?
        var caller: Caller?
        /// The outcome of a transfer that ended before its caller waited for it.
        var outcome: ReceivedResponse?
        /// The latest progress that has not been reported to the handler.
        var unreported: TransferProgress?
    }

    private let request: URLRequest
    private let progress: (handler: ProgressHandler, queue: DispatchQueue)?
    private let state: Lock<State>

    /// Creates a transfer in its initial state.
    ///
    /// - Parameters:
    ///   - limits: The limits; the body's is enforced.
    ///   - start: The start of the transfer, if an observer uses its duration.
    ///   - progress: A closure that is called with the progress, on a separate queue. On Linux, URLSession must not be
    ///     called from within its reports (see ``ImmediateQueue``), but a handler may call it.
    init(
        of request: URLRequest,
        limits: Limits,
        since start: ContinuousClock.Instant?,
        progress: ProgressHandler?
    ) {
        self.request = request
        self.progress = progress.map { ($0, DispatchQueue(label: "Decant.Transfer.progress")) }
        state = Lock(State(incoming: IncomingResponse(limits: limits, since: start)))
    }

    /// Waits for the end.
    ///
    /// - Parameter start: A closure that starts the transfer. It is not called if the caller was canceled before.
    /// - Returns: The parts received until the end.
    func outcome(start: () -> Void) async -> ReceivedResponse {
        await withCheckedContinuation { caller in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.caller = caller }
                return state.outcome.take()
            }
            if let outcome { caller.resume(returning: outcome) } else { start() }
        }
    }

    /// Stores a head.
    ///
    /// On Linux, interim heads (1xx) are reported before the final one. Each head replaces the previous one and
    /// discards the bytes received before it.
    ///
    /// - Returns: Whether the head is rejected. If so, the caller has resumed, and URLSession's task must be canceled.
    func receive(_ response: URLResponse) -> Bool {
        let failure = state.withLock { state in
            state.response = response
            return state.incoming?.receive(response, to: request)
        }
        return failure.map { end($0) } ?? false
    }

    /// Appends bytes to the body.
    ///
    /// - Returns: Whether the body exceeds its limit. If so, the caller has resumed, and URLSession's task must be
    ///   canceled.
    func receive(_ chunk: Data) -> Bool {
        let (step, isFirst) = state.withLock { state in
            let step = state.incoming?.receive(chunk.span)
            guard progress != nil, case .next? = step, let progress = state.incoming?.progress else {
                return (step, false)
            }
            defer { state.unreported = progress }
            return (step, state.unreported == nil)
        }
        if case .end(let failure)? = step { return end(failure) }
        if isFirst { reportLater() }
        return false
    }

    /// Ends the transfer, as reported by URLSession, after all progress has been reported.
    ///
    /// - Parameters:
    ///   - response: The response of the task at its end. If it is nil, the last reported response is used.
    ///   - error: URLSession's error, if the transfer failed.
    func end(_ response: URLResponse?, _ error: (any Error)?) {
        let inBody = state.withLock { $0.response != nil }
        let failure = error.map { TransferFailure(client: $0, inBody: inBody) }
        guard let progress else { return _ = end(failure, response) }
        progress.queue.async { [self] in _ = end(failure, response) }
    }

    /// Ends the transfer because its caller was canceled.
    ///
    /// - Returns: Whether the transfer was in progress. If so, URLSession's task must be canceled.
    func cancel() -> Bool {
        end(.cancelled(nil))
    }

    /// Ends the transfer unless it has ended.
    ///
    /// The continuation is resumed outside the lock. Resuming acquires a lock of the runtime, and a thread that holds
    /// it may be waiting for this one.
    private func end(_ failure: TransferFailure?, _ response: URLResponse? = nil) -> Bool {
        let ended: (caller: Caller?, outcome: ReceivedResponse)? = state.withLock { state in
            guard var incoming = state.incoming.take() else { return nil }
            var failure = failure
            // On Linux, the head of a redirection without a target is reported only at the end, without its body.
            if let response, response !== state.response, incoming.progress.receivedBytes == 0 {
                failure = incoming.receive(response, to: request) ?? failure
            }
            var outcome = incoming.finish(failure, of: ResponseContext(request))
            if failure == nil { outcome.explainRemovedCoding() }
            let caller = state.caller.take()
            if caller == nil { state.outcome = outcome }
            return (caller, outcome)
        }
        if let ended { ended.caller?.resume(returning: ended.outcome) }
        return ended != nil
    }

    private func reportLater() {
        progress?.queue.async { [self] in
            let progress = state.withLock { state in
                let progress = state.unreported.take()
                return state.incoming == nil ? nil : progress
            }
            if let progress { self.progress?.handler(progress) }
        }
    }
}

// MARK: - Content codings that URLSession decoded

#if canImport(FoundationNetworking)
/// The minimum size of a gzip stream: header, an empty block, trailer (RFC 1952 §2.3, RFC 1951 §3.2.6).
private let minGzipLength = 10 + 2 + 8
#endif

extension ReceivedResponse {
    /// Adds a hint if the body may be truncated within the content coding that URLSession decoded.
    ///
    /// On Linux, libcurl treats the end of the encoded bytes as the end of the body, even in the middle of a compressed
    /// stream. The encoded bytes are not available, so their trailer cannot be checked. The only evidence is a length
    /// that is too short for any gzip stream.
    mutating func explainRemovedCoding() {
        #if canImport(FoundationNetworking)
        let coding = context.contentEncodings.joined(separator: ", ").lowercased()
        guard !coding.isEmpty, coding != "identity", !context.forbidsBody else { return }
        hintAtEnd =
            "the body may be truncated: URLSession on Linux does not report an incomplete \(coding.excerpt(40)) body"
        guard coding == "gzip" || coding == "x-gzip", case .bytes(let count) = context.announcedLength, count > 0,
            count < minGzipLength
        else { return }
        let bytes = count.counted("byte")
        let message = "the body is truncated: gzip has at least \(minGzipLength) bytes, but the head announces \(bytes)"
        headFindings.append(Finding(.truncatedBody, .failure, message))
        #endif
    }
}
