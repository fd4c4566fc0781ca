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
        let isOver = isFinite && end <= .now()
        let (nanoseconds, unit): (Int64, Int64) =
            isOver ? ((end - start).nanoseconds, 1_000_000) : ((.now() - start).nanoseconds, 100_000_000)
        // In thousandths, rounded: how long it took until the start was noted does not show.
        let milliseconds = Int((max(0, nanoseconds) + unit / 2) / unit * (unit / 1_000_000))
        let (whole, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard fraction != 0 else { return whole.counted("second") }
        var digits = String(String(1000 + fraction).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits) seconds"
    }
}
#endif
