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
    private typealias Caller = CheckedContinuation<TransferOutcome, Never>

    /// The parts received so far; only the state of a transfer in progress has them.
    private struct Incoming: Sendable {
        var response: URLResponse?
        var expectedBytes: Int?
        var body: ResponseBodyCollector

        var progress: TransferProgress {
            TransferProgress(receivedBytes: body.count, expectedBytes: expectedBytes)
        }
    }

    private struct State: Sendable {
        var incoming: Incoming?
        var caller: Caller?
        /// The outcome of a transfer that ended before its caller waited for it.
        var outcome: TransferOutcome?
        /// The progress that the handler has yet to be called with; the latest replaces those before.
        var unreported: TransferProgress?
    }

    private let limits: Limits
    private let progress: (handler: ProgressHandler, queue: DispatchQueue)?
    private let state: Mutex<State>

    /// Creates a transfer of which nothing has come.
    ///
    /// - Parameters:
    ///   - limits: The limits, of which that of the body's bytes is enforced.
    ///   - progress: Called with the progress, on a queue of its own: on Linux URLSession must not be called from within its
    ///     reports (see ``ImmediateQueue``), which a handler may do.
    init(limits: Limits, progress: ProgressHandler?) {
        self.limits = limits
        self.progress = progress.map { ($0, DispatchQueue(label: "Decant.Transfer.progress")) }
        state = Mutex(State(incoming: Incoming(body: ResponseBodyCollector(limits: limits))))
    }

    /// Waits for the end.
    ///
    /// - Parameter start: Starts the transfer; not called if it has ended already, since its caller was cancelled.
    /// - Returns: The parts received until then.
    func outcome(start: () -> Void) async -> TransferOutcome {
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
    func receive(_ response: URLResponse) {
        let length = response.announcedLength
        state.withLock { state in
            guard state.incoming != nil else { return }
            let body = ResponseBodyCollector(limits: limits, expectedCount: length)
            state.incoming = Incoming(response: response, expectedBytes: length, body: body)
        }
    }

    /// Takes bytes.
    ///
    /// - Returns: Whether they exceed the limit; the caller has resumed then, and URLSession's task is to be cancelled.
    func receive(_ chunk: Data) -> Bool {
        do throws(ResponseError) {
            let isFirst = try state.withLock { state throws(ResponseError) in
                try state.incoming?.body.append(chunk)
                guard progress != nil, let incoming = state.incoming else { return false }
                defer { state.unreported = incoming.progress }
                return state.unreported == nil
            }
            if isFirst { reportLater() }
            return false
        } catch {
            return end(.refused(error))
        }
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
        let ended: (caller: Caller?, outcome: TransferOutcome)? = state.withLock { state in
            guard var incoming = state.incoming.take() else { return nil }
            // Moved out, so that it is alone in referring to its memory, which then becomes that of the body.
            var collector = ResponseBodyCollector(limits: limits)
            swap(&collector, &incoming.body)
            let outcome = TransferOutcome(
                response: response ?? incoming.response,
                body: collector.finish(),
                failure: failure
            )
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

extension URLResponse {
    /// The length of the body; nil if none is announced, or if the client removes a content coding, whose length it is.
    fileprivate var announcedLength: Int? {
        let coding = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding")
        return coding == nil && expectedContentLength >= 0 ? Int(clamping: expectedContentLength) : nil
    }
}
