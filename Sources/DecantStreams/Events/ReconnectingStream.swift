public import DecantCore

/// The events of a server that are read on one connection after another, as by an `EventSource` of WHATWG HTML §9.2.
///
/// Clients create it, with `events(for:as:)`. A connection begins when an iterator requests its first event. Each
/// iterator has connections of its own, and at most one at a time.
///
/// The iterator connects again when a response ends, when a connection cannot be made, is lost, or times out, and after
/// the statuses 408, 425, 429, 500, 502, 503, and 504. It waits as its ``ReconnectionPolicy`` says, and sends the ID of
/// the last event that was read as `Last-Event-ID`. A server that ignores it sends events again.
///
/// The standard ends a stream at every status but 200. That would leave a program without events whenever a proxy
/// answers for a server that restarts, so statuses that `ResponseError.isTransient` names, and 500, are failures that a
/// later connection may not have. Without `maxFailures`, an observer is the only one to see them: it is called for each
/// connection.
///
/// Three things end the stream without an error: the status 204, or another one that cannot have a body; the event of
/// `.until(_:isRequired:)`; and `break`. It ends with an error at another status, at another media type, at a limit, at
/// an event that cannot be decoded, and when the task is canceled.
public struct ReconnectingStream<Element: Sendable>: AsyncSequence, Sendable {
    /// The type of the error that ends the events.
    public typealias Failure = ResponseError

    /// A closure that connects, with the last event ID, or nil if no connection was successful yet.
    package typealias Connect =
        @concurrent @Sendable (_ lastEventID: String?) async throws(ResponseError) -> sending ResponseStream<Element>

    let policy: ReconnectionPolicy
    let connect: Connect
    var timing = ReconnectionTiming()

    /// Creates the events of a closure that connects.
    package init(_ policy: ReconnectionPolicy, connect: @escaping Connect) {
        self.policy = policy
        self.connect = connect
    }

    /// Creates the events of requests that a closure of the program creates.
    package init<Request: Sendable>(
        _ policy: ReconnectionPolicy,
        _ request: @escaping @Sendable () async throws -> Request,
        connect:
            @escaping @Sendable (Request, _ lastEventID: String?) async throws(ResponseError)
            -> sending ResponseStream<Element>
    ) {
        self.init(policy) { (lastEventID) throws(ResponseError) in
            let next: Request
            do {
                next = try await request()
            } catch {
                if Task.isCancelled { throw ResponseError(.cancelled, "the task was canceled", underlying: error) }
                throw ResponseError(caused: "the request could not be created", by: error)
            }
            return try await connect(next, lastEventID)
        }
    }

    /// Creates an iterator, which connects when its first event is requested.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

/// The clock and the random numbers of reconnections, which tests replace.
struct ReconnectionTiming: Sendable {
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    var random: @Sendable () -> Double = { .random(in: 0...1) }
}

extension ReconnectingStream {
    /// An iterator over the events of one connection after another.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            /// The next connection is to be made after a delay.
            case waiting(Duration)
            case reading(ResponseStream<Element>)
            case ended(ResponseError?)
        }

        private let source: ReconnectingStream
        private var state = State.waiting(.zero)
        private var failures = 0
        private var lastEventID: String?
        private var retry: Duration?

        fileprivate init(_ source: ReconnectingStream) { self.source = source }

        /// Waits for the next event and returns it, or nil at the end.
        ///
        /// - Throws: `ResponseError`. Every later call throws the same error.
        public mutating func next() async throws(ResponseError) -> Element? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next event on an actor and returns it, or nil at the end.
        ///
        /// - Parameter actor: The actor that decodes the event.
        /// - Throws: `ResponseError`. Every later call throws the same error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> Element? {
            while true {
                if case .ended(let error) = state {
                    if let error { throw error }
                    return nil
                }
                do throws(ResponseError) {
                    switch state {
                    case .ended: break
                    case .waiting(let delay):
                        try await source.wait(delay)
                        state = .reading(try await source.connect(lastEventID))
                    case .reading(var stream):
                        if let element = try await stream.next(isolation: actor) {
                            failures = 0
                            return element
                        }
                        endConnection(of: stream)
                    }
                } catch {
                    try fail(error)
                }
            }
        }
    }
}

extension ReconnectingStream {
    fileprivate func wait(_ delay: Duration) async throws(ResponseError) {
        do {
            try Task.checkCancellation()
            if delay > .zero { try await timing.sleep(delay) }
        } catch {
            throw ResponseError(.cancelled, "the task was canceled", underlying: error)
        }
    }
}

extension ReconnectingStream.Iterator {
    /// Prepares the next connection after a response that ended regularly, unless the server or the program ended the
    /// stream.
    private mutating func endConnection(of stream: ResponseStream<Element>) {
        keepSettings(of: stream)
        failures = 0
        let hasEnded = stream.context.forbidsBody || stream.state.decoder.hasEnded
        state = hasEnded ? .ended(nil) : .waiting(delay(retryAfter: nil))
    }

    /// Prepares the next connection after a failure, or throws the error that ends the stream.
    private mutating func fail(_ error: ResponseError) throws(ResponseError) {
        if case .reading(let stream) = state { keepSettings(of: stream) }
        let reconnects = source.policy.reconnects(after: error, hasConnected: lastEventID != nil)
        guard reconnects, failures < source.policy.maxFailures else {
            state = .ended(error)
            throw error
        }
        failures += 1
        state = .waiting(delay(retryAfter: error.retryAfter))
    }

    /// Keeps what outlives a connection.
    private mutating func keepSettings(of stream: ResponseStream<Element>) {
        lastEventID = stream.lastEventID
        retry = stream.retry ?? retry
    }

    private func delay(retryAfter: Duration?) -> Duration {
        let random = source.timing.random()
        return source.policy.delay(failures: failures, retry: retry, retryAfter: retryAfter, random: random)
    }
}
