import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request in progress, which is called with URLSession's reports about its task.
protocol TransferReceiver: Sendable {
    /// Takes a head; interim ones come before the final one.
    ///
    /// - Returns: Whether it is not one of HTTP, so that the task is to be cancelled.
    func receive(_ response: URLResponse) -> Bool

    /// Takes bytes.
    ///
    /// - Returns: Whether they exceed a limit, so that the task is to be cancelled.
    func receive(_ chunk: Data) -> Bool

    /// Ends the transfer as URLSession reports it.
    func end(_ response: URLResponse?, _ error: (any Error)?)
}

/// Passes the reports of URLSession on to one transfer at a time.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let current = Mutex<TransferRun?>(nil)

    /// The session whose delegate decides about redirections and credentials; nil if there is no such delegate.
    private let owner: URLSession?

    /// Creates a delegate.
    ///
    /// - Parameter owner: The session whose delegate decides about redirections and credentials, if it is not the one that
    ///   this delegate belongs to.
    init(owner: URLSession? = nil) {
        self.owner = owner?.delegate is any URLSessionTaskDelegate ? owner : nil
    }

    /// The transfer in progress; reports are dropped without one.
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
// Foundation on Linux has no delegate for one task that receives bytes, so this delegate belongs to a session of its own and
// asks that of the caller's session. Elsewhere URLSession itself does that for what a task's delegate does not implement.
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

    /// Ends the transfer of a task with the response that it has, which is a whole one.
    ///
    /// A challenge comes after the body. If there are no credentials, Foundation does nothing more, and the task never ends.
    private func finish(_ task: URLSessionTask) {
        guard let run else { return }
        run.cancel()
        run.receiver.end(task.response, nil)
    }

    /// Calls with the delegate of the caller's session, on its queue, or with nil on some other one: a delegate may call the
    /// session back, which must not happen within its report.
    private func askOwner(_ question: @escaping @Sendable ((any URLSessionTaskDelegate)?) -> Void) {
        guard let owner else { return DispatchQueue.global().async { question(nil) } }
        owner.delegateQueue.addOperation { question(owner.delegate as? any URLSessionTaskDelegate) }
    }
}
#endif
