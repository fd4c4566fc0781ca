import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request in progress, which is called with URLSession's reports about its task.
protocol TransferReceiver: Sendable {
    /// Takes a head; interim ones come before the final one.
    func receive(_ response: URLResponse)

    /// Takes bytes.
    ///
    /// - Returns: Whether they exceed a limit, so that the task is to be cancelled.
    func receive(_ chunk: Data) -> Bool

    /// Ends the transfer as URLSession reports it.
    func end(_ response: URLResponse?, _ error: (any Error)?)
}

/// Passes the reports of URLSession about its tasks on to their transfers.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    /// The transfers in progress, by the identifiers of their tasks.
    private let transfers = Mutex<[Int: any TransferReceiver]>([:])

    /// The session whose delegate decides about redirections and credentials; nil if there is no such delegate.
    private let owner: URLSession?

    /// The queue on which tasks are cancelled.
    private let cancellations = DispatchQueue(label: "Decant.TransferDelegate.cancellations")

    /// Creates a delegate.
    ///
    /// - Parameter owner: The session whose delegate decides about redirections and credentials, if it is not the one that
    ///   this delegate belongs to.
    init(owner: URLSession? = nil) {
        self.owner = owner?.delegate is any URLSessionTaskDelegate ? owner : nil
    }

    /// Runs a task, which has not been resumed yet, until its transfer ends.
    func outcome(of task: URLSessionTask, _ transfer: Transfer) async -> TransferOutcome {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
        return await withTaskCancellationHandler {
            await transfer.outcome { task.resume() }
        } onCancel: {
            if transfer.cancel() { forget(task) }
        }
    }

    /// Starts a task, which has not been resumed yet.
    func start(_ task: URLSessionTask, _ transfer: any TransferReceiver) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
        task.resume()
    }

    /// Cancels a task whose transfer has ended; its later reports are dropped.
    ///
    /// Not on the thread of the caller: on Linux `cancel()` waits for the work queue of the session, on which this delegate is
    /// called.
    func forget(_ task: URLSessionTask) {
        _ = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        cancellations.async { task.cancel() }
    }

    private func transfer(of task: URLSessionTask) -> (any TransferReceiver)? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if transfer(of: dataTask)?.receive(data) == true { forget(dataTask) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.end(task.response, error)
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
        let transfer = transfer(of: task)
        forget(task)
        transfer?.end(task.response, nil)
    }

    /// Calls with the delegate of the caller's session, on its queue, or with nil on some other one: a delegate may call the
    /// session back, which must not happen within its report.
    private func askOwner(_ question: @escaping @Sendable ((any URLSessionTaskDelegate)?) -> Void) {
        guard let owner else { return DispatchQueue.global().async { question(nil) } }
        owner.delegateQueue.addOperation { question(owner.delegate as? any URLSessionTaskDelegate) }
    }
}
#endif
