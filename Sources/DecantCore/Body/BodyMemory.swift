// Why: a buffer has no address if it has no memory, and unwrapping the optional without a check is undefined behaviour. Here it is
// checked: one comparison for each buffer, not for each element.

import CDecantPages

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

// Why: a system gives memory page by page, when each is first touched, and a document of tens of megabytes touches more of
// them than it has time for: half of the time of a parse was seen to go into that. Linux gives pages of 2 MB to whoever asks.
//
// Bound: only the pages that lie inside the buffer as a whole are passed to the system, as advice on how to hold them, which
// changes nothing of what is in them.

/// Memory that was allocated and is about to be filled.
package enum UnsafeFreshMemory {
    /// The least number of bytes for which large pages are worth the call, and the largest excess of the last one.
    private static let least = 4 << 20

    /// Asks for large pages for memory, if it is large itself.
    package static func preferLargePages<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        guard bytes.count >= least, let start = bytes.baseAddress else { return }
        unsafe decant_prefer_large_pages(start, bytes.count)
    }
}

// Why: generic code often has two names for one type, and a dynamic cast from one to the other takes longer than decoding an
// integer.
//
// Bound: both names are compared first, so that the value keeps its type and its layout.

/// Returns a value by the other name of its type.
@inlinable
@inline(__always)
package func renamed<Value, Other>(_ value: Value, to type: Other.Type) -> Other {
    precondition(Value.self == Other.self, "two types")
    return unsafe unsafeBitCast(value, to: type)
}
