import Decant

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSession {
    /// Creates a session for fetching values.
    ///
    /// Any session can do that. On Linux one made here reuses its connections, while on others each fetch opens one of its own;
    /// on Apple systems there is no difference.
    ///
    /// - Parameter configuration: The configuration of the session. On Linux its cache is not used, since a transfer could not
    ///   be cancelled safely with it.
    /// - Returns: The session.
    public static func forResponses(configuration: URLSessionConfiguration = .default) -> URLSession {
        #if canImport(FoundationNetworking)
        ReusingSession(transferring: configuration.withoutCache)
        #else
        URLSession(configuration: configuration)
        #endif
    }

    /// Sends a request and collects the response, until the transfer ends, the body exceeds its limit, or the task is
    /// cancelled.
    func outcome(of request: URLRequest, limits: Limits, progress: ProgressHandler?) async -> TransferOutcome {
        guard !Task.isCancelled else { return TransferOutcome(failure: .cancelled(nil)) }
        let transfer = Transfer(limits: limits, progress: progress)
        let (task, delegate) = task(for: request)
        return await delegate.outcome(of: task, transfer)
    }

    /// Sends a request whose body is taken piece by piece, while the client may be ahead by a number of bytes.
    func pieces(of request: URLRequest, limits: Limits) -> StreamTransfer {
        let (task, delegate) = task(for: request)
        let transfer = StreamTransfer(limits: limits, task, delegate)
        transfer.start()
        return transfer
    }
}

#if canImport(FoundationNetworking)
// Foundation on Linux reads from the connection on a work queue, and adds an operation to the session's delegate queue for each
// piece of up to 16 KiB. Nothing bounds that queue: while a fast server sends, hundreds of megabytes wait in it, and a
// cancellation waits after them. `suspend()` is not a remedy, since resuming sends the request again.
//
// So transfers take place on sessions whose delegate queue runs an operation at once, on the work queue. A piece is collected
// or dropped before the next one is read. There is another advantage: a task ends on its work queue, on which `cancel()` waits
// for its turn, so that the two can no longer meet. On other sessions Foundation stops the process if they do, since it looks
// the task up in a table from which it was just removed.
//
// The price is that nothing may wait for the work queue within a report: no `cancel()`, no new task. Such sessions are
// therefore never handed out: a caller's own callbacks run on the queue of the caller's session.

/// A delegate queue that runs operations at once, on the thread that adds them.
///
/// It has no state beside that of its superclass.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}

/// A session that fetches values on another session, which lives as long as itself and so reuses its connections.
///
/// It has no state but constants.
private final class ReusingSession: URLSession, @unchecked Sendable {
    let transfers: URLSession
    let transferDelegate = TransferDelegate()

    init(transferring configuration: URLSessionConfiguration) {
        transfers = URLSession(immediate: configuration, delegate: transferDelegate)
        super.init(configuration: configuration, delegate: nil, delegateQueue: nil)
    }

    override func finishTasksAndInvalidate() {
        super.finishTasksAndInvalidate()
        transfers.finishTasksAndInvalidate()
    }

    override func invalidateAndCancel() {
        super.invalidateAndCancel()
        transfers.invalidateAndCancel()
    }
}

extension URLSession {
    fileprivate convenience init(immediate configuration: URLSessionConfiguration, delegate: TransferDelegate) {
        self.init(configuration: configuration, delegate: delegate, delegateQueue: ImmediateQueue())
    }

    /// Makes a task for a request, and finds the delegate of its session.
    ///
    /// Unless this session was made by ``forResponses(configuration:)``, the task gets a session of its own with the same
    /// configuration: it has the same cookies and credentials, but no cache, and its connection is not reused.
    private func task(for request: URLRequest) -> (URLSessionTask, TransferDelegate) {
        if let session = self as? ReusingSession {
            return (session.transfers.dataTask(with: request), session.transferDelegate)
        }
        let delegate = TransferDelegate(owner: self)
        let session = URLSession(immediate: configuration.withoutCache, delegate: delegate)
        defer { session.finishTasksAndInvalidate() }
        return (session.dataTask(with: request), delegate)
    }
}

extension URLSessionConfiguration {
    /// The configuration without a cache.
    ///
    /// With one, Foundation first asks the cache, and a task that is cancelled meanwhile still runs to its end; the
    /// cancellation comes after it and stops the process.
    fileprivate var withoutCache: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.urlCache = nil
        return copy
    }
}
#else
extension URLSession {
    /// Makes a task for a request, and its delegate.
    private func task(for request: URLRequest) -> (URLSessionTask, TransferDelegate) {
        let (task, delegate) = (dataTask(with: request), TransferDelegate())
        task.delegate = delegate
        return (task, delegate)
    }
}
#endif
