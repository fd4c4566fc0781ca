#if DecantAsyncHTTPClient
import DecantCore
import NIOCore

/// The start and the deadline of a transfer.
struct TransferDeadline: Sendable {
    private let start = NIODeadline.now()

    /// The deadline; `distantFuture` if the transfer has none.
    let end: NIODeadline

    init(_ deadline: NIODeadline) {
        end = deadline
    }

    /// Creates a deadline relative to now; none if the timeout is nil.
    init(after timeout: Duration?) {
        guard let timeout else {
            end = .distantFuture
            return
        }
        // A negative timeout has already expired.
        let nanoseconds = Int64(clamping: timeout.attoseconds / 1_000_000_000)
        end = start + .nanoseconds(max(0, nanoseconds))
    }

    /// Whether the transfer has a deadline.
    var isFinite: Bool { end != .distantFuture }

    /// The time until the deadline, at least zero.
    var remaining: Duration { .nanoseconds(max(0, (end - .now()).nanoseconds)) }

    /// The time since the start.
    var elapsed: Duration { .nanoseconds((NIODeadline.now() - start).nanoseconds) }

    /// The duration of the transfer as text, such as “3 seconds” or “0.25 seconds”; after the deadline, the time
    /// allowed.
    var text: String {
        let now = NIODeadline.now()
        guard !isFinite || end > now else { return Duration.nanoseconds((end - start).nanoseconds).inSeconds }
        // Rounded to tenths.
        return Duration.milliseconds(((now - start).nanoseconds + 50_000_000) / 100_000_000 * 100).inSeconds
    }
}

extension Duration {
    /// The duration as text, rounded to milliseconds: “3 seconds” or “0.25 seconds”.
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
