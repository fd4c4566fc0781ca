public import DecantCore

/// The bytes of one run: some at the beginning choose options, the rest is what the library gets.
public struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    /// Copies the bytes, which libFuzzer provides for the time of one call.
    ///
    /// - Parameters:
    ///   - start: The first byte.
    ///   - count: The number of bytes.
    public init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    /// Takes one byte from the beginning; 0 once there is none.
    public mutating func takeByte() -> UInt8 {
        bytes.popFirst() ?? 0
    }

    /// Takes bytes from the beginning, as many as there are at most.
    ///
    /// - Parameter count: The number of bytes wanted.
    /// - Returns: The bytes.
    public mutating func take(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// The rest of the bytes.
    public var rest: [UInt8] { Array(bytes) }

    /// The rest of the bytes as a body.
    public var body: ResponseBody { ResponseBody(bytes) }

    /// The rest of the bytes as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
