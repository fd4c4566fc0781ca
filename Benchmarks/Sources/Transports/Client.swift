import DecantFoundation
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client that fetches a body and gives up.
enum Client: String {
    /// `value(from:as:)` on a session of `forResponses()`.
    case decant

    /// URLSession with a delegate that cancels the task after more than 1 MiB.
    case plain

    private static let limit = 1 << 20
    private static let delay = Duration.milliseconds(20)

    /// Fetches until the scenario ends the transfer.
    ///
    /// - Returns: The seconds until the caller resumed: since the start at the limit, since the cancellation otherwise.
    func run(_ scenario: Scenario, _ url: URL) async -> Double {
        switch self {
        case .decant: await Self.runDecant(scenario, url)
        case .plain: await Self.runPlain(scenario, url)
        }
    }

    private static func runDecant(_ scenario: Scenario, _ url: URL) async -> Double {
        var limits = Limits.unlimited
        if scenario == .limit { limits.bodyBytes = limit }
        let serializer = JSONResponseSerializer([Int].self).limits(limits)
        let session = URLSession.forResponses(configuration: .ephemeral)
        var start = ContinuousClock.now
        let fetch = Task { try await session.value(from: url, as: serializer) }
        if scenario == .cancellation {
            try? await Task.sleep(for: delay)
            start = .now
            fetch.cancel()
        }
        let code = (await fetch.result.failure as? ResponseError)?.code
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard code == (scenario == .limit ? .limitExceeded : .cancelled) else { exit(3) }
        return seconds
    }

    private static func runPlain(_ scenario: Scenario, _ url: URL) async -> Double {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let delegate = PlainDelegate(limit: scenario == .limit ? limit : nil) { end.finish() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        var start = ContinuousClock.now
        let task = session.dataTask(with: url)
        task.resume()
        if scenario == .cancellation {
            try? await Task.sleep(for: delay)
            start = .now
            task.cancel()
        }
        for await _ in ends {}
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// Collects the bytes of a body, up to a limit.
private final class PlainDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var body = Data()
        var isStopped = false
    }

    private let limit: Int?
    private let state = Mutex(State())
    private let onEnd: @Sendable () -> Void

    init(limit: Int?, onEnd: @escaping @Sendable () -> Void) {
        (self.limit, self.onEnd) = (limit, onEnd)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isExceeded = state.withLock { state in
            guard !state.isStopped else { return false }
            if let limit { state.isStopped = state.body.count + data.count > limit }
            if !state.isStopped { state.body.append(data) }
            return state.isStopped
        }
        if isExceeded { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        onEnd()
    }
}
