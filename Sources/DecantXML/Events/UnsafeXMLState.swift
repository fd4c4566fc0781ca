// Why: an event is lent by its reader and looked at before the next one is read. A pointer to the tokenizer makes it as
// small as one, and nothing of it is worked out before it is asked for.
//
// Bound: the tokenizer stands alone in memory that belongs to this value, which cannot be copied. Events hold the address
// only as long as their reader is borrowed, so that the tokenizer neither goes on nor goes away meanwhile.

import DecantCore

/// A tokenizer in a place of its own.
@safe
struct UnsafeXMLState: ~Copyable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    /// Puts a tokenizer into a place of its own.
    init(_ tokenizer: consuming XMLTokenizer) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: tokenizer)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// The tokenizer.
    var tokenizer: XMLTokenizer {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
        @inline(__always) unsafeMutableAddress { unsafe pointer }
    }

    /// The tokenizer, for events.
    @inline(__always)
    var loan: UnsafeXMLLoan { unsafe UnsafeXMLLoan(pointer) }
}
