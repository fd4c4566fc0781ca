// Why: a string is made of lent bytes in one step.
//
// Bound: the bytes are used inside of the closure that lends them.

extension XML.TextSpan {
    /// The text as a string, which is made anew each time.
    public var string: String {
        unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
