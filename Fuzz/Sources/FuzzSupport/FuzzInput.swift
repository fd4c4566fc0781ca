public import DecantCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
    public var body: ResponseBytes { ResponseBytes(bytes) }

    /// The rest of the bytes as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The targets of one program, of which the variable `DECANT_FUZZ` of the environment names the one to run.
public struct FuzzTarget: Sendable {
    private let body: @Sendable (inout FuzzInput) -> Void

    /// Chooses a target, or ends the process if the environment names none of them.
    ///
    /// - Parameter targets: The functions, by the names of the targets.
    public init(_ targets: [String: @Sendable (inout FuzzInput) -> Void]) {
        let name = getenv("DECANT_FUZZ").map { String(cString: $0) } ?? ""
        guard let body = targets[name] else {
            fatalError("DECANT_FUZZ is “\(name)”, but has to be one of \(targets.keys.sorted())")
        }
        self.body = body
    }

    /// Runs one input, and returns 0, as libFuzzer expects.
    ///
    /// - Parameters:
    ///   - start: The first byte.
    ///   - count: The number of bytes.
    /// - Returns: 0.
    public func run(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
        var input = FuzzInput(start, count)
        body(&input)
        return 0
    }
}
