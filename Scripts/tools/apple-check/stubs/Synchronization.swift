// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Synchronization that the package uses (SE-0410, SE-0433), for systems with words of 32 bits, where the
// toolchain's own interface does not compile. Bodies are never run.

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    public init(_ initialValue: consuming sending Value) { fatalError() }

    public borrowing func withLock<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result { fatalError() }

    public borrowing func withLockIfAvailable<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result? { fatalError() }
}

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
public struct AtomicLazyReference<Instance: AnyObject>: ~Copyable, @unchecked Sendable {
    public init() {}
    public borrowing func storeIfNil(_ desired: consuming Instance) -> Instance { fatalError() }
    public borrowing func load() -> Instance? { fatalError() }
}

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
public struct AtomicLoadOrdering {
    public static var relaxed: Self { fatalError() }
}

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
public struct AtomicStoreOrdering {
    public static var relaxed: Self { fatalError() }
}

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
public struct Atomic<Value>: ~Copyable, @unchecked Sendable {
    public init(_ initialValue: consuming Value) { fatalError() }
    public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
    public borrowing func store(_ desired: consuming Value, ordering: AtomicStoreOrdering) { fatalError() }
}
