import Foundation

/// A thread with a stack of 512 kB, as on Apple's systems.
public enum SmallThread {
    #if DEBUG
    /// The stack on which types of the caller's are made: the frames of unoptimised code, most of them in those types, are three
    /// times as large.
    public static let stackOfTypes = 2 << 20
    #else
    /// The stack on which types of the caller's are made: the frames of unoptimised code, most of them in those types, are three
    /// times as large.
    public static let stackOfTypes = 512 << 10
    #endif

    /// Runs something on such a thread.
    public static func run<Value: Sendable>(stack: Int = 512 << 10, _ body: @escaping @Sendable () throws -> Value)
        async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = stack
            thread.start()
        }
    }
}
