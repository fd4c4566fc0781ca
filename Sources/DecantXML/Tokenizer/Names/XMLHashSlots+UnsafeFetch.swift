// Why: in a large set each look-up would wait for memory.
//
// Bound: nothing is read here; the address is that of a slot, whose index has no more bits than that of the last one.

import CDecantScan

extension XMLHashSlots {
    /// Has the processor fetch the slot where looking for a hash begins.
    @inline(__always)
    func fetchAhead(_ hash: UInt32) {
        unsafe slots.withUnsafeBufferPointer { slots in
            guard let first = slots.baseAddress else { return }
            unsafe decant_fetch_ahead(first + Int(hash & UInt32(truncatingIfNeeded: slots.count &- 1)))
        }
    }
}
