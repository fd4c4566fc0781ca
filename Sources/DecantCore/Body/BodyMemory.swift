// Why: the base address of a buffer is nil if the buffer has no memory, and unwrapping the optional without a check is
// undefined behavior. These properties check it: one comparison for each buffer, not for each element.

import CDecantPages

extension UnsafeBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableBufferPointer {
    /// The address of the first element; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeMutablePointer<Element> {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address of the first byte; traps if the buffer has no memory.
    @inlinable @inline(__always)
    package var firstAddress: UnsafeMutableRawPointer {
        guard let baseAddress else { preconditionFailure("a buffer without memory") }
        return unsafe baseAddress
    }
}

// Why: a system provides memory page by page, on first touch. For a document of tens of megabytes these page faults
// were measured at half the parse time. Linux provides pages of 2 MB through `madvise`.
//
// Bound: only pages that lie entirely inside the buffer are passed to the system, as advice that does not change their
// contents.

/// Advice to the system about memory that was allocated and is about to be filled.
package enum UnsafeFreshMemory {
    /// The minimum size, in bytes, of a buffer that uses large pages.
    private static let least = 4 << 20

    /// Requests large pages for a buffer; does nothing if the buffer is small.
    package static func preferLargePages<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        guard bytes.count >= least, let start = bytes.baseAddress else { return }
        unsafe decant_prefer_large_pages(start, bytes.count)
    }
}

// Why: generic code often has two names for one type, and a dynamic cast from one to the other takes longer than
// decoding an integer.
//
// Bound: the two types are compared first, so the cast never changes the type or the layout of the value.

/// Returns a value under another name of its type; traps if the types differ.
@inlinable
@inline(__always)
package func renamed<Value, Other>(_ value: Value, to type: Other.Type) -> Other {
    precondition(Value.self == Other.self, "two types")
    return unsafe unsafeBitCast(value, to: type)
}
