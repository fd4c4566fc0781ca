// Why: a system gives memory page by page, when each is first touched, and a document of tens of megabytes touches more of
// them than it has time for: half of the time of a parse was seen to go into that. Linux gives pages of 2 MB to whoever asks.
//
// Bound: only the pages that lie inside of the buffer as a whole are named, and the system is told how to hold them, which
// changes nothing of what is in them.

import CDecantPages

/// Memory that was allocated and is about to be filled.
package enum UnsafeFreshMemory {
    /// From how many bytes on large pages are worth the call, and what the last one of them may have too much.
    private static let least = 4 << 20

    /// Asks for large pages for memory, if it is large itself.
    package static func preferLargePages<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        guard bytes.count >= least, let start = bytes.baseAddress else { return }
        unsafe decant_prefer_large_pages(start, bytes.count)
    }
}
