import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking

/// One request and its task on a session.
///
/// On Linux, `dataTask(with:)`, `resume()`, and `cancel()` wait for the work queue of the session, which reads without
/// a pause while a fast server sends. They are called on dedicated queues, never on a thread of Swift's pool.
final class TransferRun: Sendable {
    private enum State {
        case waiting
        case starting(TransferLine)
        case running(TransferLine, URLSessionTask)
        case cancelled
        case ended

        var isOver: Bool {
            switch self {
            case .waiting, .starting, .running: false
            case .cancelled, .ended: true
            }
        }

        var line: TransferLine? {
            switch self {
            case .starting(let line), .running(let line, _): line
            case .waiting, .cancelled, .ended: nil
            }
        }
    }

    let receiver: any TransferReceiver
    private let request: URLRequest
    private let session: URLSession
    private let state = Mutex(State.waiting)

    /// Creates a run that has not started.
    init(_ request: URLRequest, on session: URLSession, _ receiver: any TransferReceiver) {
        (self.request, self.session, self.receiver) = (request, session, receiver)
    }

    private var pool: TransferPool? { (session as? ReusingSession)?.pool }

    /// Starts the transfer unless it was canceled.
    func start() {
        let isOpen = pool?.add(self) ?? true
        guard isOpen else { return interrupt() }
        let line = pool?.line(for: request) ?? TransferLine(session.configuration.withoutCache, owner: session)
        let isStarting = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .starting(line)
            return true
        }
        guard isStarting else {
            pool?.remove(self)
            return release(line)
        }
        TransferLine.starts.randomElement()?.async { [self] in startTask(on: line) }
    }

    /// Cancels the task of a transfer that has ended for its caller.
    ///
    /// Later reports are dropped.
    func cancel() {
        pool?.remove(self)
        if case .running(let line, let task) = end(as: .cancelled) { line.abandon(task) }
    }

    /// Ends the transfer because its session was invalidated.
    func interrupt() {
        cancel()
        receiver.end(nil, URLError(.cancelled))
    }

    /// Ends the transfer, as reported by URLSession.
    func end(_ response: URLResponse?, _ error: (any Error)?) {
        guard let line = end(as: .ended).line else { return }
        pool?.remove(self)
        line.delegate.run = nil
        // Release the line first: the caller may fetch from the same host when it resumes.
        if error == nil { release(line) } else { line.finish() }
        receiver.end(response, error)
    }

    /// Ends the run unless it has ended, and returns the previous state.
    private func end(as end: State) -> State {
        state.withLock { state in
            defer { if !state.isOver { state = end } }
            return state
        }
    }

    private func startTask(on line: TransferLine) {
        guard case .starting = state.withLock(\.self) else { return release(line) }
        line.delegate.run = self
        let task = line.session.dataTask(with: request)
        task.resume()
        let isCancelled = state.withLock { state in
            if case .starting = state { state = .running(line, task) }
            if case .cancelled = state { return true }
            return false
        }
        if isCancelled { line.abandon(task) }
    }

    private func release(_ line: TransferLine) {
        if let pool { pool.reuse(line, for: request) } else { line.finish() }
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
