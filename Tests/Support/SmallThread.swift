import Foundation

/// A thread with a stack of 512 kB, as on Apple's systems.
public enum SmallThread {
    #if DEBUG
    /// The stack on which lists in lists are made: the frames of code that is not optimized are larger.
    public static let stackOfLists = 1 << 20
    #else
    /// The stack on which lists in lists are made: the frames of code that is not optimized are larger.
    public static let stackOfLists = 512 << 10
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
