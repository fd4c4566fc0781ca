package import DecantCore
import HTTPTypes

/// The rules by which a stream of events reconnects.
///
/// The delay before a connection is the reconnection time. It doubles with each further failure in a row, up to
/// ``maxBackoff``, and is at least what the server requests by `retry` or `Retry-After`, up to ``maxDelay``. A random
/// part is added, so that the clients of a restarted server do not return simultaneously.
public struct ReconnectionPolicy: Sendable, Hashable {
    /// The reconnection time until the stream sets another one by `retry`.
    ///
    /// A time set by the stream is at least 0.1 seconds.
    public var reconnectionTime: Duration

    /// The maximum delay that repeated failures lead to, unless the server requests a longer one.
    public var maxBackoff: Duration

    /// The maximum delay, even if the server requests a longer one; the random part is not included.
    public var maxDelay: Duration

    /// The maximum random part of a delay, as a fraction of the delay between 0 and 1.
    public var jitter: Double

    /// The number of failures in a row after which the stream reconnects; a further one ends it.
    ///
    /// An event, or a response that ends regularly, ends a row of failures.
    public var maxFailures: Int

    /// Whether a request whose method is not GET may be sent repeatedly.
    public var repeatsAnyMethod: Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - reconnectionTime: The reconnection time until the stream sets another one by `retry`.
    ///   - maxBackoff: The maximum delay that repeated failures lead to.
    ///   - maxDelay: The maximum delay, even if the server requests a longer one.
    ///   - jitter: The maximum random part of a delay, as a fraction of the delay.
    ///   - maxFailures: The number of failures in a row after which the stream reconnects; unlimited by default, as
    ///     in WHATWG HTML §9.2.3.
    ///   - repeatsAnyMethod: Whether a request whose method is not GET may be sent repeatedly.
    public init(
        reconnectionTime: Duration = .seconds(3),
        maxBackoff: Duration = .seconds(60),
        maxDelay: Duration = .seconds(3600),
        jitter: Double = 0.5,
        maxFailures: Int = .max,
        repeatsAnyMethod: Bool = false
    ) {
        self.reconnectionTime = reconnectionTime
        self.maxBackoff = maxBackoff
        self.maxDelay = maxDelay
        self.jitter = jitter
        self.maxFailures = maxFailures
        self.repeatsAnyMethod = repeatsAnyMethod
    }
}

extension ReconnectionPolicy {
    /// Throws if a request with a method must not be repeated.
    package func checkMethod(_ method: String) throws(ResponseError) {
        guard method != "GET", !repeatsAnyMethod else { return }
        let hint = "set `repeatsAnyMethod` of the `ReconnectionPolicy` if the server allows repeating the request"
        throw ResponseError(.rejected, "a \(method.excerpt(40)) request must not be repeated", hint: hint)
    }

    /// The minimum reconnection time, so that failures have a time to double.
    private static var minTime: Double { 0.001 }

    /// The minimum of a reconnection time set by a stream; that of Firefox is 0.5 seconds.
    private static var minTimeOfStream: Double { 0.1 }

    /// Ten years in seconds, which can be added to any instant.
    private static var tenYears: Double { 10 * 365 * 86_400 }

    /// Returns the delay before the next connection.
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row.
    ///   - retry: The reconnection time set by the stream.
    ///   - retryAfter: The delay requested by the last response.
    ///   - random: A random number between 0 and 1.
    func delay(failures: Int, retry: Duration?, retryAfter: Duration?, random: Double) -> Duration {
        let limit = max(Self.minTime, min(maxDelay.inSeconds, Self.tenYears))
        let time = min(
            limit,
            retry.map { max($0.inSeconds, Self.minTimeOfStream) } ?? max(reconnectionTime.inSeconds, Self.minTime)
        )
        let doubled = time * Double(sign: .plus, exponent: min(max(0, failures - 1), 100), significand: 1)
        var delay = max(time, min(doubled, maxBackoff.inSeconds))
        if let retryAfter { delay = max(delay, retryAfter.inSeconds) }
        delay = min(delay, limit)
        return .seconds(delay + delay * max(0, min(jitter, 1)) * random)
    }

    /// Returns whether an error leads to another connection.
    ///
    /// - Parameter hasConnected: Whether an earlier connection was successful, so the host exists.
    func reconnects(after error: ResponseError, hasConnected: Bool) -> Bool {
        // An error of an item is one of decoding, or of a closure of the program.
        guard error.itemIndex == nil else { return false }
        switch error.code {
        case .unacceptableStatus: return error.isTransient || error.context?.status == .internalServerError
        case .truncatedBody: return true
        case .transportFailed:
            if error.isTransient { return true }
            guard error.context?.status != nil else { return hasConnected && error.transferFault == .hostNotFound }
            return ![.malformedFraming, .malformedCoding, .oversizedFields].contains(error.transferFault)
        default: return false
        }
    }
}

extension Duration {
    /// The approximate number of seconds.
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
