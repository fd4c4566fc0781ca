import Foundation
import Synchronization

/// How far a body has arrived, as text.
package struct ProgressText {
    /// The text, such as `12.4 MB of 200 MB, 35 MB/s, 1,234 items, 5 s left`.
    package let text: String

    /// Describes a transfer.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes that have arrived.
    ///   - total: The length of the body; nil if unknown.
    ///   - items: The number of items of a stream; nil for a whole body.
    ///   - seconds: The duration so far.
    package init(bytes: Int, of total: Int?, items: Int?, seconds: Double) {
        let rate = Double(bytes) / max(seconds, 0.001)
        var parts = [Self.size(Double(bytes)), "\(Self.size(rate))/s"]
        if let items { parts.append("\(items.grouped) \(items == 1 ? "item" : "items")") }
        if let total, total >= bytes, bytes > 0 {
            parts[0] += " of \(Self.size(Double(total)))"
            parts.append(Self.time(Double(total - bytes) / rate) + " left")
        }
        text = parts.joined(separator: ", ")
    }

    /// Returns a number of bytes with three digits in decimal units.
    private static func size(_ bytes: Double) -> String {
        var (value, unit) = (bytes, 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        let text = unit > 0 && tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
        return "\(text) \(units[unit])"
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 1e9))
        return whole < 120 ? "\(whole) s" : whole < 7200 ? "\(whole / 60) min" : "\(whole / 3600) h"
    }
}

/// A line on the terminal of standard error that shows how far a body has arrived.
///
/// It appears after half a second, and is erased before anything else is written.
final class ProgressLine: Sendable {
    private struct State {
        var isShown = false
        var hasEnded = false
        var items: Int?
    }

    private static let delay = 0.5
    private static let interval = 0.1

    private let state = Mutex(State())

    /// Starts a line; nil if standard error is not a terminal.
    ///
    /// - Parameters:
    ///   - total: The length of the body; nil if unknown.
    ///   - bytes: Returns the number of bytes that have arrived.
    init?(_ terminal: Terminal, of total: Int?, bytes: @escaping @Sendable () -> Int) {
        guard terminal.errorsAreTerminal, terminal.allowsProgress else { return nil }
        let start = ContinuousClock.now
        Thread.detachNewThread { [weak self] in
            Thread.sleep(forTimeInterval: Self.delay)
            while let self, self.show(bytes(), of: total, since: start) { Thread.sleep(forTimeInterval: Self.interval) }
        }
    }

    /// Counts an item of a stream.
    func count() {
        state.withLock { $0.items = ($0.items ?? 0) + 1 }
    }

    /// Erases the line until it is shown again, so that something else can be written.
    func erase() {
        state.withLock { Self.erase(&$0) }
    }

    /// Erases the line for good.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            Self.erase(&state)
        }
    }

    private func show(_ bytes: Int, of total: Int?, since start: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let progress = ProgressText(bytes: bytes, of: total, items: state.items, seconds: seconds)
            StandardStream.errors.write("\r\(progress.text)\u{1B}[K")
            state.isShown = true
            return true
        }
    }

    private static func erase(_ state: inout State) {
        if state.isShown { StandardStream.errors.write("\r\u{1B}[K") }
        state.isShown = false
    }
}
