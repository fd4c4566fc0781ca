// The standard library gives the arguments of the process as repaired text only, and as pointers. The pointers are read
// before anything could change them: `argc` of them are there, and each ends with a zero byte.

/// Reads the arguments of the process as bytes.
enum UnsafeArguments {
    /// The arguments behind the name of the program.
    static var bytes: [[UInt8]] {
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
