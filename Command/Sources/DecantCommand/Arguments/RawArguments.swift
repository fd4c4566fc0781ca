/// The arguments of the process as bytes, for file names that are not UTF-8.
///
/// The text of such an argument has replacement characters, with which no file would be found. Two names can repair to the
/// same text; they are told apart by their order.
final class RawArguments {
    private var queues: [String: [[UInt8]]] = [:]

    init(_ arguments: [[UInt8]] = UnsafeArguments.bytes) {
        for bytes in arguments.reversed() where String(validating: bytes, as: UTF8.self) == nil {
            queues[String(decoding: bytes, as: UTF8.self), default: []].append(bytes)
        }
    }

    /// The bytes of the next argument with this text.
    func bytes(for text: String) -> [UInt8] {
        queues[text]?.popLast() ?? Array(text.utf8)
    }
}
