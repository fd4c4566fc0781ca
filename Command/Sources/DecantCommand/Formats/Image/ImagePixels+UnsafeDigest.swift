// The samples are lent as a span, which the hash does not take. It is handed a pointer to them that is valid for as long as it
// reads, and the number of bytes that the span itself says.

import Crypto
import DecantImages

extension ImagePixels {
    /// Adds the samples of 8 bits to a digest.
    func add(to hash: inout SHA256) {
        unsafe rgba8.withUnsafeBytes { bytes in
            unsafe hash.update(bufferPointer: bytes)
        }
    }
}
