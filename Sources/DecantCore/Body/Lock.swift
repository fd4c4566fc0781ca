#if canImport(os)
package import os
#else
package import Synchronization
#endif

/// A value that one thread at a time can access.
///
/// Why: the standard library's `Mutex`, which this is elsewhere, needs macOS 15 or iOS 18.
package struct Lock<Value>: ~Copyable, Sendable {
    #if canImport(os)
    @usableFromInline let lock: OSAllocatedUnfairLock<Value>
    #else
    @usableFromInline let lock: Mutex<Value>
    #endif

    /// Creates a lock with the initial value.
    @inlinable
    package init(_ value: consuming sending Value) {
        #if canImport(os)
        lock = OSAllocatedUnfairLock(uncheckedState: value)
        #else
        lock = Mutex(value)
        #endif
    }
}

// MARK: - Unsafe

// Why: the closures of Apple's lock are not checked for what they send to other threads.
// Bound: those of `withLock` are, and the value is in only one place at any time.

extension Lock {
    /// Calls a closure that can read and change the value, while no other thread can access it.
    @inlinable
    package borrowing func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        #if canImport(os)
        nonisolated(unsafe) let result = lock.withLockUnchecked { value in
            nonisolated(unsafe) var taken = consume value
            let result = unsafe body(&taken)
            value = unsafe taken
            return result
        }
        return unsafe result
        #else
        lock.withLock(body)
        #endif
    }
}
