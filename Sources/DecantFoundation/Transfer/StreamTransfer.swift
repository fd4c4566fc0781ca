public import Decant
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// URLSession has no back-pressure. On Linux, Foundation continues to read while a delegate waits, and suspending a task
// sends its request again. On other systems, suspending is only advisory. Received bytes are therefore buffered up to a
// budget; beyond that, the transfer ends with an error.

/// One request whose body is consumed chunk by chunk.
final class StreamTransfer: TransferReceiver {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var response: URLResponse?
        /// The buffered chunks.
        ///
        /// Those before `first` have been consumed.
        var chunks: [Data] = []
        var first = 0
        var waitingBytes = 0
        var hasEnded = false
        var failure: (any Error)?
        var waiter: Waiter?
        /// The run of a transfer in progress, which refers to this transfer.
        var run: TransferRun?
    }

    private let budget: Int
    private let state = Lock(State())

    init(limits: Limits) { budget = limits.waitingBytes }

    func start(_ run: TransferRun) {
        change { $0.run = run }
        run.start()
    }

    /// Cancels the transfer if it is in progress.
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
            state.chunks = []
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
                    "URLSession has no back-pressure: read faster, "
                    + "or use `HTTPClient.stream(for:as:)` of the product DecantAsyncHTTPClient"
                let remedy = Remedy.limit(.waitingBytes, current: budget, needed: nil)
                state.failure = ResponseError(
                    .limitExceeded,
                    message,
                    limit: .waitingBytes,
                    hint: hint,
                    remedy: remedy
                )
                state.hasEnded = true
                state.run = nil
                return true
            }
            state.chunks.append(chunk)
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

    /// Changes the state and wakes the reader.
    ///
    /// Resumes outside the lock, since resuming acquires a lock of the runtime.
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
    /// Waits for the final head.
    ///
    /// - Returns: The head, or nil if the transfer ended before one arrived.
    func head() async -> URLResponse? {
        await wait { state in
            guard let response = state.response as? HTTPURLResponse else { return state.response != nil }
            return response.statusCode >= 200
        }
        return state.withLock { $0.response }
    }

    /// The reason why the transfer ended early, or nil if it is complete or in progress.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Waits for the next chunk, or nil at the end.
    func next() async throws -> Data? {
        await wait { $0.first < $0.chunks.count }
        guard !Task.isCancelled else { throw CancellationError() }
        return try state.withLock { state -> Result<Data?, any Error> in
            guard state.first < state.chunks.count else { return state.failure.map { .failure($0) } ?? .success(nil) }
            let chunk = state.chunks[state.first]
            state.first += 1
            state.waitingBytes -= chunk.count
            if state.first == state.chunks.count || state.first >= 256 {
                state.chunks.removeFirst(state.first)
                state.first = 0
            }
            return .success(chunk)
        }.get()
    }
}

/// The chunks of a transfer.
///
/// Releasing the iterator cancels the transfer.
struct TransferChunks: AsyncSequence {
    typealias Element = Data
    let transfer: StreamTransfer

    func makeAsyncIterator() -> Iterator { Iterator(lease: Lease(transfer)) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease

        mutating func next() async throws -> Data? {
            do {
                return try await lease.transfer.next()
            } catch {
                throw TransferFailure(client: error, inBody: true)
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
    /// The maximum number of unread bytes of a stream that are buffered, since URLSession has no back-pressure: 8 MiB.
    public var waitingBytes: Int {
        get { self[.waitingBytes] }
        set { self[.waitingBytes] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.waitingBytes`.
    public static let waitingBytes = Limits.Name("waitingBytes", default: 8 << 20)
}
