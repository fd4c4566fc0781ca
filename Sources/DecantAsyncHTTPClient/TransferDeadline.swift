#if DecantAsyncHTTPClient
import DecantCore
import NIOCore

/// The time at which a transfer ends at the latest, and the time at which it began.
struct TransferDeadline: Sendable {
    private let start = NIODeadline.now()

    /// The time for the client; `distantFuture` if there is none.
    let end: NIODeadline

    init(_ deadline: NIODeadline) {
        end = deadline
    }

    /// A deadline that follows the start; none if the timeout is nil.
    init(after timeout: Duration?) {
        guard let timeout else {
            end = .distantFuture
            return
        }
        // A negative timeout has passed at the start.
        let nanoseconds = Int64(clamping: timeout.attoseconds / 1_000_000_000)
        end = start + .nanoseconds(max(0, nanoseconds))
    }

    /// Whether there is one.
    var isFinite: Bool { end != .distantFuture }

    /// The time that is left, at least zero.
    var remaining: Duration { .nanoseconds(max(0, (end - .now()).nanoseconds)) }

    /// The time since the start.
    var elapsed: Duration { .nanoseconds((NIODeadline.now() - start).nanoseconds) }

    /// The time that the transfer took, in words: that allowed once it is over, such as “3 seconds” or “0.25 seconds”.
    var text: String {
        let now = NIODeadline.now()
        guard !isFinite || end > now else { return Duration.nanoseconds((end - start).nanoseconds).inSeconds }
        // In tenths, rounded.
        return Duration.milliseconds(((now - start).nanoseconds + 50_000_000) / 100_000_000 * 100).inSeconds
    }
}

extension Duration {
    /// The time in words, in thousandths of a second: “3 seconds” or “0.25 seconds”.
    var inSeconds: String {
        let milliseconds = max(0, Int(clamping: (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000))
        let (whole, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard fraction != 0 else { return whole.counted("second") }
        var digits = String(String(1000 + fraction).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits) seconds"
    }
}
#endif
