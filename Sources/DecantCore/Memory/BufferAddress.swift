// Why: a buffer has no address if it has no memory, and unwrapping the optional without a check is undefined behaviour. Here it is
// checked: one comparison for each buffer, not for each element.

extension UnsafeBufferPointer {
    /// The address of the first element of a buffer that has memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableBufferPointer {
    /// The address of the first element of a buffer that has memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeMutablePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte of a buffer that has memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte of a buffer that has memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeMutableRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}
