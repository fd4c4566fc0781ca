// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of the module os that the package uses, with Apple's signatures. Bodies are never run.

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState initialState: State) { fatalError() }
    public init(initialState: State) where State: Sendable { fatalError() }
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R { fatalError() }
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }
}
