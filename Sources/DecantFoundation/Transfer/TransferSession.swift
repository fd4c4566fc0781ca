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
    /// On Linux each fetch in progress has its own connection, however many there are. Of those that are idle, the session keeps
    /// up to `httpMaximumConnectionsPerHost` for each host, and 32 in all.
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
    ///
    /// On Linux, unless this session was made by ``forResponses(configuration:)``, the transfer gets a session of its own with
    /// the same configuration: it has the same cookies and credentials, but no cache, and its connection is not reused.
    func outcome(of request: URLRequest, _ handling: ResponseHandling, progress: ProgressHandler?) async
        -> ReceivedResponse
    {
        let start = handling.currentObserver == nil ? nil : ContinuousClock.now
        guard !Task.isCancelled else {
            return ReceivedResponse(.cancelled(nil), of: ResponseContext(request), since: start)
        }
        let transfer = Transfer(of: request, limits: handling.limits, since: start, progress: progress)
        let run = TransferRun(request, on: self, transfer)
        return await withTaskCancellationHandler {
            await transfer.outcome { run.start() }
        } onCancel: {
            if transfer.cancel() { run.cancel() }
        }
    }

    /// Sends a request whose body is taken chunk by chunk, and waits for its head.
    ///
    /// - Returns: The chunks, and the head, or the reason why there is none.
    func chunks(of request: URLRequest, limits: Limits) async -> (TransferChunks, head: ReceivedResponse) {
        let transfer = StreamTransfer(limits: limits)
        if !Task.isCancelled { transfer.start(TransferRun(request, on: self, transfer)) }
        let response = Task.isCancelled ? nil : await transfer.head()
        var incoming = IncomingResponse(limits: limits)
        var failure = response.flatMap { incoming.receive($0, to: request) }
        if Task.isCancelled {
            failure = .cancelled(nil)
        } else if response == nil {
            failure = transfer.failure.map(TransferFailure.init(client:))
        }
        if response == nil || failure != nil { transfer.cancel() }
        return (TransferChunks(transfer: transfer), incoming.finish(failure, of: ResponseContext(request)))
    }
}
