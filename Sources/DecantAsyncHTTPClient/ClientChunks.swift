#if DecantAsyncHTTPClient
import AsyncHTTPClient
import Decant
import DecantCore
import NIOCore
import Synchronization

/// The chunks of a body, with the client's errors in the words of all clients.
struct ClientChunks: AsyncSequence {
    private let body: HTTPClientResponse.Body
    private let silence: Duration?

    /// Creates the sequence.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - silence: The longest time that a reader waits for a chunk, if there is one.
    init(of body: HTTPClientResponse.Body, silence: Duration?) {
        (self.body, self.silence) = (body, silence)
    }

    func makeAsyncIterator() -> Iterator {
        guard let silence else { return Iterator(chunks: body.makeAsyncIterator(), lease: nil) }
        return Iterator(chunks: nil, lease: ChunkRelay.Lease(ChunkRelay(of: body, silence: silence)))
    }

    /// One of the two is set.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: HTTPClientResponse.Body.AsyncIterator?
        fileprivate let lease: ChunkRelay.Lease?

        mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ByteBufferView? {
            if let lease { return try await lease.relay.next()?.readableBytesView }
            do {
                return try await chunks?.next(isolation: actor)?.readableBytesView
            } catch {
                throw TransferFailure(client: error, inBody: true)
            }
        }
    }
}

/// Hands the chunks of a body over to a reader that does not wait forever.
///
/// The client's iterator ends its waiting only when its task is canceled. So a task of its own reads the body, at most one chunk
/// ahead of the reader, and another one ends a reader's waiting.
final class ChunkRelay: Sendable {
    /// Ends the transfer when it is released.
    final class Lease: Sendable {
        let relay: ChunkRelay

        init(_ relay: ChunkRelay) {
            self.relay = relay
            relay.start()
        }

        deinit { relay.end(with: .cancelled(nil)) }
    }

    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var chunk: ByteBuffer?
        var end: Result<Void, TransferFailure>?
        /// The reader while it waits for a chunk, and the start of its waiting.
        var reader: (waiter: Waiter, start: ContinuousClock.Instant)?
        /// The task that reads the body, while it waits until its chunk is taken.
        var source: Waiter?
        var tasks: [Task<Void, Never>] = []
    }

    private let body: HTTPClientResponse.Body
    private let silence: Duration
    private let state = Mutex(State())

    init(of body: HTTPClientResponse.Body, silence: Duration) {
        self.body = body
        // A century is as good as forever, and a time that can be added to any other.
        self.silence = min(silence, .seconds(100 * 365 * 86_400))
    }

    private func start() {
        state.withLock { $0.tasks = [Task { await readBody() }, Task { await watchReader() }] }
    }

    /// Takes the next chunk; nil at the end.
    func next() async throws -> ByteBuffer? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let isReady = state.withLock { state in
                    guard state.chunk == nil, state.end == nil else { return true }
                    state.reader = (waiter, .now)
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            end(with: .cancelled(nil))
        }
        let (chunk, result, source) = state.withLock { ($0.chunk.take(), $0.end, $0.source.take()) }
        source?.resume()
        if chunk == nil { try result?.get() }
        return chunk
    }

    /// Ends the transfer, unless it has ended.
    private func end(with failure: TransferFailure?) {
        let (waiters, tasks) = state.withLock { state -> ([Waiter?], [Task<Void, Never>]) in
            guard state.end == nil else { return ([], []) }
            state.end = failure.map { .failure($0) } ?? .success(())
            return ([state.reader.take()?.waiter, state.source.take()], state.tasks)
        }
        for waiter in waiters { waiter?.resume() }
        for task in tasks { task.cancel() }
    }

    private func readBody() async {
        do {
            for try await chunk in body {
                await pass(chunk)
                guard state.withLock({ $0.end == nil }) else { return }
            }
            end(with: nil)
        } catch {
            end(with: TransferFailure(client: error, inBody: true))
        }
    }

    /// Passes a chunk on, and waits until it is taken.
    private func pass(_ chunk: ByteBuffer) async {
        await withCheckedContinuation { (source: Waiter) in
            let waiter = state.withLock { state -> Waiter? in
                guard state.end == nil else { return source }
                (state.chunk, state.source) = (chunk, source)
                return state.reader.take()?.waiter
            }
            waiter?.resume()
        }
    }

    /// Ends the transfer once a reader has waited for too long.
    private func watchReader() async {
        while !Task.isCancelled {
            let now = ContinuousClock.now
            let end = (state.withLock { $0.reader?.start } ?? now) + silence
            guard end <= now else {
                try? await Task.sleep(until: end, clock: .continuous)
                continue
            }
            let reason = "\(TransferFault.timedOut.description) after \(silence.inSeconds) of silence"
            self.end(with: .transport(nil, .timedOut, reason: reason))
        }
    }
}
#endif
