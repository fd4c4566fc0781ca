// MARK: - Unsafe
//
// Why: the base address of a buffer is nil if the buffer has no memory, and unwrapping the optional without a check is
// undefined behavior. These properties check it: one comparison for each buffer, not for each element.

extension UnsafeBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inline(__always)
    var firstAddress: UnsafePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inline(__always)
    var firstAddress: UnsafeMutablePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte; traps if the buffer has no memory.
    @inline(__always)
    var firstAddress: UnsafeMutableRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}
