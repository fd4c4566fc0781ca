import Foundation
import Synchronization

/// Eight threads that do the same at the same time.
public enum EightThreads {
    /// Lets a number of threads go on when all of them have come.
    private final class Gate: Sendable {
        private let arrivals = Atomic(0)

        func pass(round: Int) {
            arrivals.add(1, ordering: .acquiringAndReleasing)
            while arrivals.load(ordering: .acquiring) < 8 * (round + 1) { Thread.sleep(forTimeInterval: 0.000_1) }
        }
    }

    /// Returns the results of eight threads, each of which does something 20 times, at the same time as the others.
    ///
    /// - Parameter body: The work; its argument is the number of the turn.
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
