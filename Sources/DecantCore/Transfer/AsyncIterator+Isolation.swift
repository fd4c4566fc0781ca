// MARK: - Unsafe

// Bound: nothing else can use the iterator until `next()` has returned.

extension AsyncIteratorProtocol {
    /// Returns the next element, on the actor if the system can: `next(isolation:)` needs macOS 15 or iOS 18.
    @inlinable
    package mutating func nextElement(isolation actor: isolated (any Actor)?) async throws -> Element? {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            return try await next(isolation: actor)
        }
        nonisolated(unsafe) var iterator = self
        defer { self = unsafe iterator }
        return try await unsafe iterator.next()
    }
}
