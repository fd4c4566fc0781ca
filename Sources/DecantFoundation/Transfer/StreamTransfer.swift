public import Decant
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Foundation on Linux cannot be slowed down: it does not stop reading while a delegate waits, and suspending a task sends its request
// again. So what has come waits in memory, up to a budget, and beyond that the transfer ends with an error. Elsewhere the same
// holds, since suspending is only advice.

/// One request whose body is taken piece by piece.
final class StreamTransfer: TransferReceiver {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var response: URLResponse?
        /// The pieces that wait, those before `first` taken.
        var pieces: [Data] = []
        var first = 0
        var waitingBytes = 0
        var hasEnded = false
        var failure: (any Error)?
        var waiter: Waiter?
        /// The run of a transfer in progress, which refers to this transfer.
        var run: TransferRun?
    }

    private let budget: Int
    private let state = Mutex(State())

    init(limits: Limits) { budget = limits.waitingBytes }

    func start(_ run: TransferRun) {
        change { $0.run = run }
        run.start()
    }

    /// Cancels the transfer, if it is in progress.
    func cancel() {
        let run = change { state in
            state.hasEnded = true
            return state.run.take()
        }
        run?.cancel()
    }

    func receive(_ response: URLResponse) -> Bool {
        change { state in
            state.response = response
            state.pieces = []
            state.waitingBytes = 0
        }
        return false
    }

    func receive(_ chunk: Data) -> Bool {
        change { state in
            guard !state.hasEnded else { return false }
            guard chunk.count <= budget - min(budget, state.waitingBytes) else {
                let message = "more than \(budget.counted("byte")) arrived before being read"
                let hint =
                    "URLSession has no back-pressure: read faster, raise the limit with .limits { $0.waitingBytes = … }, "
                    + "or use `HTTPClient.stream(for:as:)` of the product DecantAsyncHTTPClient"
                state.failure = ResponseError(.limitExceeded, message, limit: .waitingBytes, hint: hint)
                state.hasEnded = true
                state.run = nil
                return true
            }
            state.pieces.append(chunk)
            state.waitingBytes += chunk.count
            return false
        }
    }

    func end(_ response: URLResponse?, _ error: (any Error)?) {
        change { state in
            guard !state.hasEnded else { return }
            state.response = state.response ?? response
            state.failure = error
            state.hasEnded = true
            state.run = nil
        }
    }

    /// Changes the state, and wakes the reader; outside the lock, since resuming takes one of the runtime.
    @discardableResult
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, waiter) = state.withLock { state in (body(&state), state.waiter.take()) }
        waiter?.resume()
        return result
    }

    /// Waits until the state meets a condition.
    private func wait(until isThere: (State) -> Bool) async {
        while true {
            let isDone = state.withLock { isThere($0) || $0.hasEnded }
            if isDone { return }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    let isLate = state.withLock { state in
                        if isThere(state) || state.hasEnded { return true }
                        state.waiter = waiter
                        return false
                    }
                    if isLate { waiter.resume() }
                }
            } onCancel: {
                cancel()
            }
        }
    }
}

extension StreamTransfer {
    /// Waits for the head.
    ///
    /// - Returns: The final head; nil if none came.
    func head() async -> URLResponse? {
        await wait { state in
            guard let response = state.response as? HTTPURLResponse else { return state.response != nil }
            return response.statusCode >= 200
        }
        return state.withLock { $0.response }
    }

    /// The reason that the transfer ended incomplete, if it did.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Waits for the next piece; nil at the end.
    func next() async throws -> Data? {
        await wait { $0.first < $0.pieces.count }
        guard !Task.isCancelled else { throw CancellationError() }
        return try state.withLock { state in
            guard state.first < state.pieces.count else {
                if let failure = state.failure { throw failure }
                return nil
            }
            let piece = state.pieces[state.first]
            state.first += 1
            state.waitingBytes -= piece.count
            if state.first == state.pieces.count || state.first >= 256 {
                state.pieces.removeFirst(state.first)
                state.first = 0
            }
            return piece
        }
    }
}

/// The pieces of a transfer, which is cancelled when the iterator is released.
struct TransferChunks: AsyncSequence {
    typealias Element = Data
    let transfer: StreamTransfer

    func makeAsyncIterator() -> Iterator { Iterator(lease: Lease(transfer)) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        mutating func next() async throws -> Data? {
            do {
                return try await lease.transfer.next()
            } catch let error as URLError {
                throw TransferFailure(client: error)
            }
        }
    }

    fileprivate final class Lease: Sendable {
        let transfer: StreamTransfer

        init(_ transfer: StreamTransfer) { self.transfer = transfer }

        deinit { transfer.cancel() }
    }
}

extension Limits {
    /// Bytes of a stream that URLSession, which cannot be slowed down, has received and that were not read yet: 8 MiB.
    public var waitingBytes: Int {
        get { self[.waitingBytes] }
        set { self[.waitingBytes] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.waitingBytes`.
    public static let waitingBytes = Limits.Name("waitingBytes", default: 8 << 20)
}
