// Why: libraries written in C read the bytes of a picture where they are.
//
// Bound: the address is lent together with the number of bytes, and not kept.

import DecantCore

extension ImageBytes {
    /// Lends the bytes to a function of C.
    func withUnsafeBytes<Result>(_ body: (_ base: UnsafePointer<UInt8>, _ count: Int) -> Result) -> Result {
        let from = self.body.start + start
        return unsafe self.body.storage.withUnsafeBytes { storage in
            let base = unsafe storage.firstAddress.assumingMemoryBound(to: UInt8.self)
            return unsafe body(base + from, count)
        }
    }
}
