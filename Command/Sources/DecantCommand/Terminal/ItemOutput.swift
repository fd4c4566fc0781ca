import Synchronization

/// The items of a stream on their way to standard output, written in large parts.
///
/// Readers flush before they wait for more input, so every item is written before the next one arrives.
final class ItemOutput: Sendable {
    private static let capacity = 1 << 16

    private let buffer = Mutex<[UInt8]>([])

    /// Appends an item and a line feed.
    func write(_ append: (inout [UInt8]) -> Void) {
        buffer.withLock { buffer in
            append(&buffer)
            buffer.append(UInt8(ascii: "\n"))
            if buffer.count >= Self.capacity { Self.write(&buffer) }
        }
    }

    /// Writes the items.
    func flush() {
        buffer.withLock { if !$0.isEmpty { Self.write(&$0) } }
    }

    private static func write(_ buffer: inout [UInt8]) {
        StandardStream.output.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
