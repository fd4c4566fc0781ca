// Why: what stands before a place can be a whole body, which is counted sixteen bytes at a time.
//
// Bound: the pointer lives inside of the closure that lends it, and only whole groups of 16 bytes of the span are read
// through it; at most 255 groups at once, so that no lane of 8 bits overflows.

import CDecantScan

extension TextCounts {
    /// The most bytes that can be counted at once.
    package static let limit = 255 * 16

    /// Counts in at most ``limit`` bytes.
    package init(of text: Span<UInt8>) {
        #if arch(x86_64) || arch(arm64)
        precondition(text.count <= Self.limit)
        let groups = text.count / 16
        let counts = unsafe text.withUnsafeBytes { bytes in
            // An empty span may have no address.
            groups == 0 ? decant_text_counts() : unsafe decant_count_text(bytes.baseAddress, groups)
        }
        self.init(portably: text.extracting((groups * 16)..<text.count))
        feeds += Int(counts.feeds)
        returns += Int(counts.returns)
        scalars += Int(counts.scalars)
        #else
        self.init(portably: text)
        #endif
    }
}
