import Foundation

/// A stream of the process to which is written.
enum StandardStream {
    case output
    case errors

    /// Writes a text in UTF-8.
    func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Writes bytes; the process ends if that is not possible, since no output could be read any more.
    func write(_ bytes: [UInt8]) {
        let stream: FileHandle = self == .output ? .standardOutput : .standardError
        do {
            try stream.write(contentsOf: Data(bytes))
        } catch {
            exit(2)
        }
    }
}
