/// The arguments of the process as bytes, for file names that are not UTF-8.
///
/// The text of such an argument contains replacement characters, which match no file. Two names can have the same
/// repaired text; their order tells them apart.
package final class RawArguments {
    private var queues: [String: [[UInt8]]] = [:]

    package init(_ arguments: [[UInt8]] = UnsafeArguments.bytes) {
        for bytes in arguments.reversed() where String(validating: bytes, as: UTF8.self) == nil {
            queues[String(decoding: bytes, as: UTF8.self), default: []].append(bytes)
        }
    }

    /// Returns the bytes of the next argument with this text.
    package func bytes(for text: String) -> [UInt8] {
        queues[text]?.popLast() ?? Array(text.utf8)
    }
}

/// Reads the arguments of the process as bytes.
package enum UnsafeArguments {
    // MARK: - Unsafe
    //
    // Why: the standard library offers the arguments only as repaired text and as pointers. Bound: there are `argc`
    // pointers, and each string ends with a zero; they are read before anything could change them.

    /// The arguments after the name of the program.
    package static var bytes: [[UInt8]] {
        let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return unsafe pointers.dropFirst().compactMap { pointer in
            guard let pointer = unsafe pointer else { return nil }
            var bytes: [UInt8] = []
            var index = 0
            while unsafe pointer[index] != 0 {
                unsafe bytes.append(UInt8(bitPattern: pointer[index]))
                index += 1
            }
            return bytes
        }
    }
}
