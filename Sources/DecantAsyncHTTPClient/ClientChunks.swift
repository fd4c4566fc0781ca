#if DecantAsyncHTTPClient
import AsyncHTTPClient
import Decant
import DecantCore
import NIOCore

/// The chunks of a body.
///
/// Errors of the client are converted to `TransferFailure`.
struct ClientChunks: AsyncSequence {
    private let body: HTTPClientResponse.Body
    private let silence: Duration?

    /// Creates the sequence.
    ///
    /// - Parameter silence: The maximum time that a reader waits for a chunk, or nil for no limit.
    init(of body: HTTPClientResponse.Body, silence: Duration?) {
        self.body = body
        self.silence = silence
    }

    func makeAsyncIterator() -> Iterator {
        guard let silence else { return .unlimited(body.makeAsyncIterator()) }
        return .relayed(ChunkRelay.Lease(ChunkRelay(of: body, silence: silence)))
    }

    /// An iterator with or without a limit on the time that it waits.
    enum Iterator: AsyncIteratorProtocol {
        case unlimited(HTTPClientResponse.Body.AsyncIterator)
        case relayed(ChunkRelay.Lease)

        mutating func next() async throws -> ByteBufferView? { try await next(isolation: #isolation) }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ByteBufferView? {
            switch self {
            case .relayed(let lease): return try await lease.relay.next()?.readableBytesView
            case .unlimited(var chunks):
                defer { self = .unlimited(chunks) }
                do {
                    return try await chunks.nextElement(isolation: actor)?.readableBytesView
                } catch {
                    throw TransferFailure(client: error, inBody: true)
                }
            }
        }
    }
}

/// Relays the chunks of a body to a reader, with a limit on the time that the reader waits.
///
/// The client's iterator stops waiting only when its task is canceled. One task therefore reads the body, at most one
/// chunk ahead of the reader, and another task ends the wait of the reader.
final class ChunkRelay: Sendable {
    /// An object that ends the transfer when it is released.
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
        /// The reader while it waits for a chunk, and the start of its wait.
        var reader: (waiter: Waiter, start: ContinuousClock.Instant)?
        /// The task that reads the body, while it waits for its chunk to be consumed.
        var source: Waiter?
        var tasks: [Task<Void, Never>] = []
    }

    private let body: HTTPClientResponse.Body
    private let silence: Duration
    private let state = Lock(State())

    init(of body: HTTPClientResponse.Body, silence: Duration) {
        self.body = body
        // A century is practically unlimited, and can be added to any instant.
        self.silence = min(silence, .seconds(100 * 365 * 86_400))
    }

    private func start() {
        state.withLock { $0.tasks = [Task { await readBody() }, Task { await watchReader() }] }
    }

    /// Returns the next chunk, or nil at the end.
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

    /// Ends the transfer unless it has ended.
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

    /// Passes a chunk to the reader, and waits until it is consumed.
    private func pass(_ chunk: ByteBuffer) async {
        await withCheckedContinuation { (source: Waiter) in
            let waiter = state.withLock { state -> Waiter? in
                guard state.end == nil else { return source }
                state.chunk = chunk
                state.source = source
                return state.reader.take()?.waiter
            }
            waiter?.resume()
        }
    }

    /// Ends the transfer once a reader has waited too long.
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
