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
    /// Any session can fetch values. On Linux, a session created by this method reuses its connections; with other
    /// sessions, each fetch opens a new connection. On Apple systems, there is no difference.
    ///
    /// On Linux, each fetch in progress has a separate connection, and their number is not limited. The session keeps
    /// up to `httpMaximumConnectionsPerHost` idle connections per host, and 32 in all.
    ///
    /// - Parameter configuration: The configuration of the session. On Linux its cache is not used, because a transfer
    ///   with a cache cannot be canceled safely.
    public static func forResponses(configuration: URLSessionConfiguration = .default) -> URLSession {
        #if canImport(FoundationNetworking)
        ReusingSession(transferring: configuration.withoutCache)
        #else
        URLSession(configuration: configuration)
        #endif
    }

    /// Sends a request and collects the response until the transfer ends, the body exceeds its limit, or the task is
    /// canceled.
    ///
    /// On Linux, unless this session was created by ``forResponses(configuration:)``, the transfer uses a separate
    /// session with the same configuration: cookies and credentials are shared, the cache is not used, and the
    /// connection is not reused.
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

    /// Sends a request and waits for its head; the body is then consumed chunk by chunk.
    ///
    /// - Returns: The chunks, and the head or the failure.
    func chunks(of request: URLRequest, limits: Limits) async -> (TransferChunks, head: ReceivedResponse) {
        let transfer = StreamTransfer(limits: limits)
        if !Task.isCancelled { transfer.start(TransferRun(request, on: self, transfer)) }
        let response = Task.isCancelled ? nil : await transfer.head()
        var incoming = IncomingResponse(limits: limits)
        var failure = response.flatMap { incoming.receive($0, to: request) }
        if Task.isCancelled {
            failure = .cancelled(nil)
        } else if response == nil {
            failure = transfer.failure.map { TransferFailure(client: $0, inBody: false) }
        }
        if response == nil || failure != nil { transfer.cancel() }
        return (TransferChunks(transfer: transfer), incoming.finish(failure, of: ResponseContext(request)))
    }
}
