#if canImport(FoundationNetworking)
import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

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
//
// The work queue has no pause until a connection has nothing to read. With several connections to fast servers that moment may
// never come. So each of these sessions has one transfer at a time, and a session whose transfer was cancelled is not used again.

/// A delegate queue that runs operations at once, on the thread that adds them.
///
/// It has no state beside that of its superclass.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}

/// A session for one transfer at a time.
final class TransferLine: Sendable {
    let session: URLSession
    let delegate: TransferDelegate

    /// The queues on which tasks start; their sessions are idle, so that they hardly wait.
    static let starts = (0..<16).map { DispatchQueue(label: "Decant.TransferLine.start\($0)") }

    /// The queues on which tasks are cancelled.
    ///
    /// A call waits on one thread for a work queue, which needs another. Dispatch has at most 255 threads: if as many calls
    /// waited, no work queue could run. So the number of queues is limited, and a call that waits delays only few others.
    static let cancellations = (0..<32).map { DispatchQueue(label: "Decant.TransferLine.cancellation\($0)") }

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the session, without a cache.
    ///   - owner: The session whose delegate decides about redirections and credentials.
    init(_ configuration: URLSessionConfiguration, owner: URLSession? = nil) {
        delegate = TransferDelegate(owner: owner)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: ImmediateQueue())
    }

    /// Closes the connection.
    func finish() {
        session.finishTasksAndInvalidate()
    }

    /// Cancels a task, and closes the connection.
    ///
    /// `cancel()` waits for the work queue. It is called once the work queue has had time for something else, so that
    /// lines with a fast server do not block a thread meanwhile.
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

/// The idle lines of a session, whose connections are reused, and the transfers in progress.
final class TransferPool: Sendable {
    private struct State {
        /// The idle lines, the one that was used last at the end.
        var idle: [(host: String, line: TransferLine)] = []
        var runs: [ObjectIdentifier: TransferRun] = [:]
        var isOpen = true
    }

    /// The most idle lines of all hosts.
    private static let capacity = 32

    private let configuration: URLSessionConfiguration
    /// The most idle lines of one host.
    private let capacityPerHost: Int
    private let state = Mutex(State())

    init(_ configuration: URLSessionConfiguration) {
        self.configuration = configuration
        capacityPerHost = max(1, min(configuration.httpMaximumConnectionsPerHost, Self.capacity))
    }

    deinit {
        for (_, line) in state.withLock(\.idle) { line.finish() }
    }

    /// Takes an idle line that has been used for the host, or creates one.
    func line(for request: URLRequest) -> TransferLine {
        let host = request.poolKey
        let line = state.withLock { state -> TransferLine? in
            guard let index = state.idle.lastIndex(where: { $0.host == host }) else { return nil }
            return state.idle.remove(at: index).line
        }
        return line ?? TransferLine(configuration)
    }

    /// Keeps an idle line for the next request to the host.
    func reuse(_ line: TransferLine, for request: URLRequest) {
        let host = request.poolKey
        let surplus = state.withLock { state -> TransferLine? in
            guard state.isOpen, state.idle.count(where: { $0.host == host }) < capacityPerHost else { return line }
            state.idle.append((host, line))
            return state.idle.count > Self.capacity ? state.idle.removeFirst().line : nil
        }
        surplus?.finish()
    }

    /// Adds a transfer in progress, unless the pool is closed.
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

    /// Closes idle connections, and those of transfers in progress at their end.
    ///
    /// - Parameter cancelling: Whether transfers in progress end at once.
    func close(cancelling: Bool) {
        let (idle, runs) = state.withLock { state in
            defer { (state.idle, state.isOpen) = ([], false) }
            return (state.idle, cancelling ? Array(state.runs.values) : [])
        }
        for (_, line) in idle { line.finish() }
        for run in runs { run.interrupt() }
    }
}

/// A session that fetches values on the sessions of a pool, which lives as long as itself.
///
/// It has no state but constants.
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
    /// The scheme, host, and port, which requests on one connection have in common.
    fileprivate var poolKey: String {
        "\(url?.scheme ?? "")://\(url?.host ?? ""):\(url?.port.map(String.init) ?? "")".lowercased()
    }
}

extension URLSessionConfiguration {
    /// The configuration without a cache.
    ///
    /// With one, Foundation first asks the cache, and a task that is cancelled meanwhile still runs to its end; the
    /// cancellation comes after it and stops the process.
    var withoutCache: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.urlCache = nil
        return copy
    }
}
#endif
