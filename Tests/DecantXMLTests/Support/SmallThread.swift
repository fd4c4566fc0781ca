import Foundation

/// A thread with a stack of 512 kB, as on Apple's systems.
enum SmallThread {
    /// Runs something on such a thread.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }
}
