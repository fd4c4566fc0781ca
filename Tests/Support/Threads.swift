import DecantCore
import Foundation

/// Eight threads that do the same work simultaneously.
public enum EightThreads {
    /// A barrier that releases the threads when all of them have arrived.
    private final class Gate: Sendable {
        private let arrivals = Lock(0)

        func pass(round: Int) {
            arrivals.withLock { $0 += 1 }
            while arrivals.withLock(\.self) < 8 * (round + 1) { Thread.sleep(forTimeInterval: 0.000_1) }
        }
    }

    /// Runs a closure 20 times on each of eight threads simultaneously.
    ///
    /// - Parameter body: The work. Its argument is the index of the round.
    /// - Returns: The results, in any order.
    public static func results<Value: Sendable>(_ body: @escaping @Sendable (Int) -> Value) async -> [Value] {
        let gate = Gate()
        let (values, results) = AsyncStream.makeStream(of: Value.self)
        for _ in 0..<8 {
            Thread.detachNewThread {
                for round in 0..<20 {
                    gate.pass(round: round)
                    results.yield(body(round))
                }
            }
        }
        var all: [Value] = []
        for await value in values {
            all.append(value)
            if all.count == 8 * 20 { break }
        }
        return all
    }
}

/// A thread with a 512 kB stack, the default on Apple platforms.
public enum SmallThread {
    #if DEBUG
    /// The stack size for creating nested lists.
    ///
    /// Unoptimized code has larger frames.
    public static let stackOfLists = 1 << 20
    #else
    /// The stack size for creating nested lists.
    ///
    /// Unoptimized code has larger frames.
    public static let stackOfLists = 512 << 10
    #endif

    /// Runs a closure on a thread with the given stack size in bytes.
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
