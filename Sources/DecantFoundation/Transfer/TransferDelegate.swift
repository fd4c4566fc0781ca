import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The thin shell around ``Transfer``: hears from URLSession about any number of transfers, and tells who waits for them.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    /// Who else is asked about redirections and credentials.
    private let successor: (any URLSessionTaskDelegate)?
    private let transfers = Mutex(TransferTable())

    /// Creates a delegate.
    ///
    /// - Parameter successor: Who is asked about redirections and credentials, where URLSession asks nobody else.
    init(successor: (any URLSessionTaskDelegate)? = nil) {
        self.successor = successor
    }

    /// Enters a task that has not been resumed yet.
    func add(_ task: URLSessionTask, _ transfer: Transfer, progress: ProgressHandler?) {
        transfers.withLock { $0.add(task.taskIdentifier, transfer, progress: progress) }
    }

    /// Resumes a task that was entered, and waits until it is over.
    ///
    /// Nobody is resumed inside the lock: that takes a lock of the runtime, which others may hold that wait for this one.
    func outcome(of task: URLSessionTask) async -> TransferOutcome {
        await withCheckedContinuation { continuation in
            if let outcome = transfers.withLock({ $0.wait(task.taskIdentifier, continuation) }) {
                continuation.resume(returning: outcome)
            } else {
                task.resume()
            }
        }
    }

    /// Cancels a task that was entered, once, unless it has ended; to be called on the session's queue for delegates.
    ///
    /// On Linux a `cancel()` at the moment at which the task ends, or a second one, could stop the process: Foundation looks
    /// the task up in a table from which it was just removed. On that queue a task cannot end meanwhile.
    func cancel(_ task: URLSessionTask) {
        let isFirst = transfers.withLock { $0.cancel(task.taskIdentifier) }
        if isFirst { task.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transfers.withLock { $0.receive(dataTask.taskIdentifier, response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let received = transfers.withLock { $0.receive(dataTask.taskIdentifier, data) }
        switch received.action {
        case .report(let progress): received.progress?(progress)
        case .stop: cancel(dataTask)
        case .ignore: break
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (continuation, outcome) = transfers.withLock { $0.end(task.taskIdentifier, task.response, error) }
        if let outcome { continuation?.resume(returning: outcome) }
    }
}

#if canImport(FoundationNetworking)
// Foundation on Linux has no delegate for one task that hears about bytes, so the delegate belongs to a session of its own
// and asks that of the caller's session. Elsewhere URLSession itself does that for what a task's delegate does not implement.
extension TransferDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let successor else { return completionHandler(request) }
        successor.urlSession(
            session,
            task: task,
            willPerformHTTPRedirection: response,
            newRequest: request,
            completionHandler: completionHandler
        )
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let successor else { return completionHandler(.performDefaultHandling, nil) }
        successor.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }
}
#endif
