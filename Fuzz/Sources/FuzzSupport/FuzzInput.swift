public import DecantCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The bytes of one run: a prefix selects options, and the remainder is the input of the library.
public struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    /// Copies the bytes, which libFuzzer provides only for the duration of one call.
    public init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    /// Removes and returns the first byte; 0 if the input is exhausted.
    public mutating func takeByte() -> UInt8 {
        bytes.popFirst() ?? 0
    }

    /// Removes and returns up to a number of bytes from the front.
    ///
    /// - Parameter count: The maximum number of bytes.
    public mutating func take(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// The remaining bytes.
    public var rest: [UInt8] { Array(bytes) }

    /// The remaining bytes as a body.
    public var body: ResponseBytes { ResponseBytes(bytes) }

    /// The remaining bytes as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The targets of one program.
///
/// The environment variable `DECANT_FUZZ` names the target to run.
public struct FuzzTarget: Sendable {
    private let body: @Sendable (inout FuzzInput) -> Void

    /// Selects a target, or ends the process if the environment names an unknown one.
    ///
    /// - Parameter targets: The functions, by target name.
    public init(_ targets: [String: @Sendable (inout FuzzInput) -> Void]) {
        let name = getenv("DECANT_FUZZ").map { String(cString: $0) } ?? ""
        guard let body = targets[name] else {
            fatalError("DECANT_FUZZ is “\(name)”, but has to be one of \(targets.keys.sorted())")
        }
        self.body = body
    }

    /// Runs one input, and returns 0, as libFuzzer expects.
    public func run(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
        var input = FuzzInput(start, count)
        body(&input)
        return 0
    }
}
