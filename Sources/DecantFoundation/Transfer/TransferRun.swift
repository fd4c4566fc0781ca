import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking

/// One request and its task on a session.
///
/// On Linux, `dataTask(with:)`, `resume()`, and `cancel()` wait for the work queue of the session, which reads without
/// a pause while a fast server sends. They are called on dedicated queues, never on a thread of Swift's pool.
final class TransferRun: Sendable {
    private enum State {
        case waiting
        case starting(TransferConnection)
        case running(TransferConnection, URLSessionTask)
        case cancelled
        case ended

        var isOver: Bool {
            switch self {
            case .waiting, .starting, .running: false
            case .cancelled, .ended: true
            }
        }

        var connection: TransferConnection? {
            switch self {
            case .starting(let connection), .running(let connection, _): connection
            case .waiting, .cancelled, .ended: nil
            }
        }
    }

    let receiver: any TransferReceiver
    private let request: URLRequest
    private let session: URLSession
    private let state = Lock(State.waiting)

    /// Creates a run that has not started.
    init(_ request: URLRequest, on session: URLSession, _ receiver: any TransferReceiver) {
        self.request = request.withEffectiveTimeout
        self.session = session
        self.receiver = receiver
    }

    private var pool: TransferPool? { (session as? ReusingSession)?.pool }

    /// Starts the transfer unless it was canceled.
    func start() {
        let isOpen = pool?.add(self) ?? true
        guard isOpen else { return interrupt() }
        let connection =
            pool?.connection(for: request) ?? TransferConnection(session.configuration.withoutCache, owner: session)
        let isStarting = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .starting(connection)
            return true
        }
        guard isStarting else {
            pool?.remove(self)
            return release(connection)
        }
        TransferConnection.starts.randomElement()?.async { [self] in startTask(on: connection) }
    }

    /// Cancels the task of a transfer that has ended for its caller.
    ///
    /// Later reports are dropped.
    func cancel() {
        pool?.remove(self)
        if case .running(let connection, let task) = end(as: .cancelled) { connection.abandon(task) }
    }

    /// Ends the transfer because its session was invalidated.
    func interrupt() {
        cancel()
        receiver.end(nil, URLError(.cancelled))
    }

    /// Ends the transfer, as reported by URLSession.
    func end(_ response: URLResponse?, _ error: (any Error)?) {
        guard let connection = end(as: .ended).connection else { return }
        pool?.remove(self)
        connection.delegate.run = nil
        // Release the connection first: the caller may fetch from the same host when it resumes.
        if error == nil { release(connection) } else { connection.finish() }
        receiver.end(response, error)
    }

    /// Ends the run unless it has ended, and returns the previous state.
    private func end(as end: State) -> State {
        state.withLock { state in
            defer { if !state.isOver { state = end } }
            return state
        }
    }

    private func startTask(on connection: TransferConnection) {
        guard case .starting = state.withLock(\.self) else { return release(connection) }
        connection.delegate.run = self
        let task = connection.session.dataTask(with: request)
        task.resume()
        let isCancelled = state.withLock { state in
            if case .starting = state { state = .running(connection, task) }
            if case .cancelled = state { return true }
            return false
        }
        if isCancelled { connection.abandon(task) }
    }

    private func release(_ connection: TransferConnection) {
        if let pool { pool.reuse(connection, for: request) } else { connection.finish() }
    }
}
extension URLRequest {
    /// The time interval of requests that set none, for which the configuration of the session applies.
    private static let defaultTimeout: TimeInterval = 60

    /// The longest time interval, a year.
    private static let maxTimeout: TimeInterval = 365 * 86_400

    /// The request with a time interval that takes effect.
    ///
    /// On Linux, Foundation applies the time interval only if the property was set after the request was created. It
    /// drops fractions of a second, and stops the process if the number of milliseconds exceeds `Int`.
    fileprivate var withEffectiveTimeout: URLRequest {
        guard timeoutInterval > 0, timeoutInterval != Self.defaultTimeout else { return self }
        var request = self
        request.timeoutInterval = min(Self.maxTimeout, timeoutInterval.rounded(.up))
        return request
    }
}
#else
/// One request and its task on a session.
final class TransferRun: Sendable {
    let receiver: any TransferReceiver
    private let task: URLSessionTask
    private let delegate = TransferDelegate()

    init(_ request: URLRequest, on session: URLSession, _ receiver: any TransferReceiver) {
        self.receiver = receiver
        task = session.dataTask(with: request)
        task.delegate = delegate
    }

    func start() {
        delegate.run = self
        task.resume()
    }

    /// Cancels the task of a transfer that has ended for its caller.
    ///
    /// Later reports are dropped.
    func cancel() {
        delegate.run = nil
        task.cancel()
    }

    /// Ends the transfer, as reported by URLSession.
    func end(_ response: URLResponse?, _ error: (any Error)?) {
        delegate.run = nil
        receiver.end(response, error)
    }
}
#endif
