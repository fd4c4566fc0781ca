import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The session on which a request is sent, and the delegate that hears about its bytes.
///
/// On Apple systems the caller's session is used as it is, since a task can have a delegate of its own.
///
/// On Linux only the delegate of a session hears about bytes, and `data(for:delegate:)`, which seems to offer another way, can
/// wait for ever when it is cancelled at the moment at which it ends. So unless the caller's session was made by
/// ``Foundation/URLSession/forResponses(configuration:)``, a session with the same configuration is made for this one request:
/// it has the same cookies and credentials, but no cache, and connections are not used again.
struct TransferLane {
    private let session: URLSession
    private let isPrivate: Bool

    /// Who hears about the bytes.
    let delegate: TransferDelegate

    /// Cancels a task of the lane.
    func cancel(_ task: URLSessionTask) {
        session.delegateQueue.addOperation { delegate.cancel(task) }
    }

    #if canImport(FoundationNetworking)
    /// Finds the lane for a request on a session.
    init(_ session: URLSession) {
        if let delegate = session.delegate as? TransferDelegate {
            (self.session, self.delegate, isPrivate) = (session, delegate, false)
        } else {
            delegate = TransferDelegate(successor: session.delegate as? any URLSessionTaskDelegate)
            self.session = URLSession(
                configuration: session.configuration.forTransfers,
                delegate: delegate,
                delegateQueue: nil
            )
            isPrivate = true
        }
    }

    /// Makes a task for a request; a private session ends with it.
    func task(for request: URLRequest) -> URLSessionTask {
        defer { if isPrivate { session.finishTasksAndInvalidate() } }
        return session.dataTask(with: request)
    }
    #else
    /// Finds the lane for a request on a session.
    init(_ session: URLSession) {
        (self.session, delegate, isPrivate) = (session, TransferDelegate(), false)
    }

    /// Makes a task for a request.
    func task(for request: URLRequest) -> URLSessionTask {
        let task = session.dataTask(with: request)
        task.delegate = delegate
        return task
    }
    #endif
}
