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
    /// Any session can do that. On Linux one made here uses its connections again, while on others each fetch opens one of its
    /// own; on Apple systems there is no difference.
    ///
    /// - Parameter configuration: How requests are sent. On Linux its cache is not used, since a transfer could not be cancelled
    ///   safely with it.
    /// - Returns: The session.
    public static func forResponses(configuration: URLSessionConfiguration = .default) -> URLSession {
        URLSession(configuration: configuration.forTransfers, delegate: TransferDelegate(), delegateQueue: nil)
    }

    /// Sends a request and collects what comes; the transfer is stopped when the task is cancelled or a limit is exceeded.
    func outcome(of request: URLRequest, limits: Limits, progress: ProgressHandler?) async -> TransferOutcome {
        guard !Task.isCancelled else { return TransferOutcome(failure: .cancelled(nil)) }
        let lane = TransferLane(self)
        let task = lane.task(for: request)
        lane.delegate.add(task, Transfer(limits: limits), progress: progress)
        return await withTaskCancellationHandler {
            await lane.delegate.outcome(of: task)
        } onCancel: {
            lane.cancel(task)
        }
    }
}
