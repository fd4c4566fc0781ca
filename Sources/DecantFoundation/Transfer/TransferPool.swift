#if canImport(FoundationNetworking)
import Dispatch
import Foundation
import FoundationNetworking

// On Linux, Foundation reads from the connection on a work queue, and adds an operation to the session's delegate queue
// for each chunk of up to 16 KiB. That queue is unbounded: while a fast server sends, hundreds of megabytes accumulate
// in it, and a cancellation waits behind them. `suspend()` does not help, since resuming sends the request again.
//
// Transfers therefore use sessions whose delegate queue runs each operation synchronously on the work queue. A chunk is
// collected or dropped before the next one is read. This also prevents a race: a task ends on its work queue, and
// `cancel()` waits for the same queue. On other sessions, when the two meet, Foundation looks up the task in a table
// after removing it, and stops the process.
//
// The price is that a report must never wait for the work queue: it must not call `cancel()` or create a task. Such
// sessions are therefore never handed out, and a caller's callbacks run on the queue of the caller's session.
//
// The work queue does not pause until a connection has nothing to read. With several connections to fast servers, that
// may never happen. Each of these sessions therefore has one transfer at a time, and a session is not reused after its
// transfer was canceled.

/// A delegate queue that runs operations synchronously on the thread that adds them.
///
/// It adds no state to its superclass.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}

/// A connection to a host: a session for one transfer at a time.
final class TransferConnection: Sendable {
    let session: URLSession
    let delegate: TransferDelegate

    /// The queues that start tasks.
    ///
    /// Their sessions are idle, so a start hardly waits.
    static let starts = (0..<16).map { DispatchQueue(label: "Decant.TransferConnection.start\($0)") }

    /// The queues that cancel tasks.
    ///
    /// A call to `cancel()` blocks a thread until a work queue has run, which needs another thread. Dispatch has at
    /// most 255 threads; if that many calls waited, no work queue could run. The number of queues is therefore limited,
    /// and a call that waits delays few others.
    static let cancellations = (0..<32).map { DispatchQueue(label: "Decant.TransferConnection.cancellation\($0)") }

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the session, without a cache.
    ///   - owner: The session whose delegate handles redirections and credentials.
    init(_ configuration: URLSessionConfiguration, owner: URLSession? = nil) {
        delegate = TransferDelegate(owner: owner)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: ImmediateQueue())
    }

    /// Closes the connection once its task has ended.
    func finish() {
        session.finishTasksAndInvalidate()
    }

    /// Cancels a task and closes the connection.
    ///
    /// `cancel()` waits for the work queue. It is called only after the work queue has had time for other operations,
    /// so a connection to a fast server does not block a thread meanwhile.
    func abandon(_ task: URLSessionTask) {
        delegate.run = nil
        session.getAllTasks { [self] _ in
            Self.cancellations.randomElement()?.async { [self] in
                task.cancel()
                finish()
            }
        }
    }
}

/// The idle connections and the transfers in progress of a session.
final class TransferPool: Sendable {
    private struct State {
        /// The idle connections, with the most recently used one last.
        var idle: [(host: String, connection: TransferConnection)] = []
        var runs: [ObjectIdentifier: TransferRun] = [:]
        var isOpen = true
    }

    /// The maximum number of idle connections for all hosts together.
    private static let capacity = 32

    private let configuration: URLSessionConfiguration
    /// The maximum number of idle connections per host.
    private let capacityPerHost: Int
    private let state = Lock(State())

    init(_ configuration: URLSessionConfiguration) {
        self.configuration = configuration
        capacityPerHost = max(1, min(configuration.httpMaximumConnectionsPerHost, Self.capacity))
    }

    deinit {
        for (_, connection) in state.withLock(\.idle) { connection.finish() }
    }

    /// Returns an idle connection for the host of the request, or creates one.
    func connection(for request: URLRequest) -> TransferConnection {
        let host = request.poolKey
        let connection = state.withLock { state -> TransferConnection? in
            guard let index = state.idle.lastIndex(where: { $0.host == host }) else { return nil }
            return state.idle.remove(at: index).connection
        }
        return connection ?? TransferConnection(configuration)
    }

    /// Keeps an idle connection for the next request to the host.
    func reuse(_ connection: TransferConnection, for request: URLRequest) {
        let host = request.poolKey
        let surplus = state.withLock { state -> TransferConnection? in
            guard state.isOpen, state.idle.count(where: { $0.host == host }) < capacityPerHost else {
                return connection
            }
            state.idle.append((host, connection))
            return state.idle.count > Self.capacity ? state.idle.removeFirst().connection : nil
        }
        surplus?.finish()
    }

    /// Adds a transfer in progress.
    ///
    /// Returns false if the pool is closed.
    func add(_ run: TransferRun) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.runs[ObjectIdentifier(run)] = run
            return true
        }
    }

    func remove(_ run: TransferRun) {
        _ = state.withLock { $0.runs.removeValue(forKey: ObjectIdentifier(run)) }
    }

    /// Closes idle connections immediately, and those of transfers in progress when they end.
    ///
    /// - Parameter cancelling: Whether to end transfers in progress immediately.
    func close(cancelling: Bool) {
        let (idle, runs) = state.withLock { state in
            defer { (state.idle, state.isOpen) = ([], false) }
            return (state.idle, cancelling ? Array(state.runs.values) : [])
        }
        for (_, connection) in idle { connection.finish() }
        for run in runs { run.interrupt() }
    }
}

/// A session that fetches values with the sessions of a pool, which has the same lifetime.
///
/// Its only state is constant.
final class ReusingSession: URLSession, @unchecked Sendable {
    let pool: TransferPool

    init(transferring configuration: URLSessionConfiguration) {
        pool = TransferPool(configuration)
        super.init(configuration: configuration, delegate: nil, delegateQueue: nil)
    }

    override func finishTasksAndInvalidate() {
        super.finishTasksAndInvalidate()
        pool.close(cancelling: false)
    }

    override func invalidateAndCancel() {
        super.invalidateAndCancel()
        pool.close(cancelling: true)
    }
}

extension URLRequest {
    /// The scheme, host, and port, which all requests on one connection share.
    fileprivate var poolKey: String {
        "\(url?.scheme ?? "")://\(url?.host ?? ""):\(url?.port.map(String.init) ?? "")".lowercased()
    }
}

extension URLSessionConfiguration {
    /// The configuration without a cache.
    ///
    /// With a cache, Foundation looks up the cached response first. A task that is canceled meanwhile still runs to its
    /// end, and the later cancellation stops the process.
    var withoutCache: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.urlCache = nil
        return copy
    }
}
#endif
