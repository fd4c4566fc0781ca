// Why: a node or an attribute is written for almost every token, and an array tests uniqueness and bounds for each.
//
// Bound: the builder tests before each token that there is room for what it may write, and reads only what it has written,
// which stands in one array whose storage nobody else can reach meanwhile. Debug builds assert both.

import DecantCore

/// Uninitialised room for plain values, filled from the front.
@safe
struct UnsafeXMLRoom<Element: BitwiseCopyable> {
    private let base: UnsafeMutablePointer<Element>

    /// The number of values that there is room for.
    let capacity: Int

    /// Takes room that outlives this value and is never empty.
    ///
    /// - Parameters:
    ///   - buffer: The room behind the values already written, which stand before it in the same piece of memory.
    ///   - written: How many of these there are.
    @inline(__always)
    init(_ buffer: UnsafeMutableBufferPointer<Element>, behind written: Int) {
        precondition(buffer.count > 0 && written >= 0)
        unsafe base = buffer.firstAddress - written
        capacity = written + buffer.count
    }

    /// A value; values are trivial, so that writing one over uninitialised room is the same as initialising it.
    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < capacity, "a value outside of the room")
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < capacity, "a value outside of the room")
            unsafe (base + index).initialize(to: newValue)
        }
    }
}
