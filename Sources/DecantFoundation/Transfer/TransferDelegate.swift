import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request in progress, which receives URLSession's reports about its task.
protocol TransferReceiver: Sendable {
    /// Stores a head.
    ///
    /// Interim heads come before the final one.
    ///
    /// - Returns: Whether the head is rejected, so the task must be canceled.
    func receive(_ response: URLResponse) -> Bool

    /// Appends bytes to the body.
    ///
    /// - Returns: Whether the bytes exceed a limit, so the task must be canceled.
    func receive(_ chunk: Data) -> Bool

    /// Ends the transfer, as reported by URLSession.
    func end(_ response: URLResponse?, _ error: (any Error)?)
}

/// A delegate that forwards the reports of URLSession to one transfer at a time.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let current = Lock<TransferRun?>(nil)

    /// The session whose delegate handles redirections and credentials, or nil if it has no such delegate.
    private let owner: URLSession?

    /// Creates a delegate.
    ///
    /// - Parameter owner: The session whose delegate handles redirections and credentials, if it is not the session
    ///   that this delegate belongs to.
    init(owner: URLSession? = nil) {
        self.owner = owner?.delegate is any URLSessionTaskDelegate ? owner : nil
    }

    /// The transfer in progress.
    ///
    /// Without one, reports are dropped.
    var run: TransferRun? {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let run, run.receiver.receive(response) { run.cancel() }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let run else { return }
        if run.receiver.receive(data) { run.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        run?.end(task.response, error)
    }
}

#if canImport(FoundationNetworking)
// On Linux, Foundation has no per-task delegate that receives bytes. This delegate therefore belongs to a separate
// session, and forwards these calls to the delegate of the caller's session. On other systems, URLSession itself
// forwards the methods that a task's delegate does not implement.
extension TransferDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        askOwner { delegate in
            guard let delegate else { return completionHandler(request) }
            delegate.urlSession(
                session,
                task: task,
                willPerformHTTPRedirection: response,
                newRequest: request,
                completionHandler: completionHandler
            )
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        askOwner { [self] delegate in
            let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
                [self] answer, credential in
                let credential = answer == .performDefaultHandling ? challenge.proposedCredential : credential
                let isRefusal = [.performDefaultHandling, .useCredential].contains(answer) && credential == nil
                if isRefusal { finish(task) } else { completionHandler(answer, credential) }
            }
            guard let delegate else { return answer(.performDefaultHandling, nil) }
            delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: answer)
        }
    }

    /// Ends the transfer of a task with its response, which is complete.
    ///
    /// The challenge comes after the body. Without credentials, Foundation does nothing more, and the task never ends.
    private func finish(_ task: URLSessionTask) {
        guard let run else { return }
        run.cancel()
        run.receiver.end(task.response, nil)
    }

    /// Calls the closure with the delegate of the caller's session, on its queue, or with nil on a global queue.
    ///
    /// A delegate may call the session, which must not happen within a report.
    private func askOwner(_ question: @escaping @Sendable ((any URLSessionTaskDelegate)?) -> Void) {
        guard let owner else { return DispatchQueue.global().async { question(nil) } }
        owner.delegateQueue.addOperation { question(owner.delegate as? any URLSessionTaskDelegate) }
    }
}
#endif
