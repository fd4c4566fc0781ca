import Decant
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request in progress: collects the reports of URLSession, and resumes the caller exactly once.
///
/// A transfer ends when URLSession reports its end, when the body exceeds its limit, or when the caller is cancelled. In the last two
/// cases the caller resumes at once with what has come; whatever URLSession reports afterwards is dropped unread.
final class Transfer: TransferReceiver {
    private typealias Caller = CheckedContinuation<ReceivedResponse, Never>

    private struct State {
        /// The parts received so far, until the transfer has ended.
        var incoming: IncomingResponse?
        var response: URLResponse?
        var caller: Caller?
        /// The outcome of a transfer that ended before its caller waited for it.
        var outcome: ReceivedResponse?
        /// The progress that the handler has yet to be called with; the latest replaces those before.
        var unreported: TransferProgress?
    }

    private let request: URLRequest
    private let progress: (handler: ProgressHandler, queue: DispatchQueue)?
    private let state: Mutex<State>

    /// Creates a transfer that has not begun.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limits: The limits; the body's is enforced.
    ///   - start: The start of the transfer, if an observer wants its duration.
    ///   - progress: Called with the progress, on a queue of its own: on Linux URLSession must not be called from within its
    ///     reports (see ``ImmediateQueue``), which a handler may do.
    init(
        of request: URLRequest,
        limits: Limits,
        since start: ContinuousClock.Instant?,
        progress: ProgressHandler?
    ) {
        self.request = request
        self.progress = progress.map { ($0, DispatchQueue(label: "Decant.Transfer.progress")) }
        state = Mutex(State(incoming: IncomingResponse(limits: limits, since: start)))
    }

    /// Waits for the end.
    ///
    /// - Parameter start: Starts the transfer; not called if it has ended already, since its caller was cancelled.
    /// - Returns: The parts received until then.
    func outcome(start: () -> Void) async -> ReceivedResponse {
        await withCheckedContinuation { caller in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.caller = caller }
                return state.outcome.take()
            }
            if let outcome { caller.resume(returning: outcome) } else { start() }
        }
    }

    /// Takes a head.
    ///
    /// On Linux interim heads (1xx) come before the final one. The last one counts, and so do only the bytes after it.
    ///
    /// - Returns: Whether the head cannot be taken over; the caller has resumed then, and URLSession's task is to be cancelled.
    func receive(_ response: URLResponse) -> Bool {
        let failure = state.withLock { state in
            state.response = response
            return state.incoming?.receive(response, to: request)
        }
        return failure.map { end($0) } ?? false
    }

    /// Takes bytes.
    ///
    /// - Returns: Whether they exceed the limit; the caller has resumed then, and URLSession's task is to be cancelled.
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

    /// Ends the transfer as URLSession reports it, after all progress has been reported.
    ///
    /// - Parameters:
    ///   - response: The response that the task has in the end; without one the last that was reported counts.
    ///   - error: URLSession's error, if the transfer failed.
    func end(_ response: URLResponse?, _ error: (any Error)?) {
        let failure = error.map(TransferFailure.init(client:))
        guard let progress else { return _ = end(failure, response) }
        progress.queue.async { [self] in _ = end(failure, response) }
    }

    /// Ends the transfer because its caller was cancelled.
    ///
    /// - Returns: Whether it was in progress; URLSession's task is to be cancelled then.
    func cancel() -> Bool {
        end(.cancelled(nil))
    }

    /// The continuation is resumed outside the lock: that takes a lock of the runtime, which a thread may hold that waits
    /// for this one.
    private func end(_ failure: TransferFailure?, _ response: URLResponse? = nil) -> Bool {
        let ended: (caller: Caller?, outcome: ReceivedResponse)? = state.withLock { state in
            guard var incoming = state.incoming.take() else { return nil }
            var failure = failure
            // On Linux the head of a redirection that leads nowhere comes only now, without its body.
            if let response, response !== state.response, incoming.progress.receivedBytes == 0 {
                failure = incoming.receive(response, to: request) ?? failure
            }
            var outcome = incoming.finish(failure, of: ResponseContext(request))
            if failure == nil { outcome.noteRemovedCoding() }
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
