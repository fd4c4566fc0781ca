internal import DecantCore

// Copies of bodies, and views of arrays that are changed in place.
//
// Why: a copy by bytes takes ten times as long, and a change of an array checks its ownership each time. The standard
// library's `mutableSpan` of an array needs macOS 26 or iOS 26, because an array of objects may be an `NSArray` there.

// MARK: - Unsafe

// Bound: the buffer of a body is copied inside the closure that receives it. An array of bytes is never an `NSArray`. Its
// elements are in its own storage, which exists and is not shared as long as the span borrows the array.

extension ResponseBytes {
    /// A copy of the bytes.
    var array: [UInt8] { unsafe span.withUnsafeBufferPointer { unsafe Array($0) } }
}

extension [UInt8] {
    /// A span to change the bytes, available on every supported system.
    var mutableElementSpan: MutableSpan<UInt8> {
        @_lifetime(&self)
        mutating get {
            let elements = unsafe withUnsafeMutableBufferPointer { elements in unsafe elements }
            return unsafe _overrideLifetime(elements.mutableSpan, mutating: &self)
        }
    }
}
