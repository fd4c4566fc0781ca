// Why: a checksum reads each byte of a body once, and libdeflate does so sixteen and more at a time.
//
// Bound: the range of bytes lies in the body's storage, which is tested here; the pointer lives inside of the closure that
// lends it.

import DecantCore

#if PNG
import CDeflate

extension ImageBytes {
    /// Whether the CRC-32 behind a chunk is that of its type and data (PNG §5.5).
    func hasValidChecksum(_ chunk: PNGChunk) -> Bool {
        let range = chunk.data.lowerBound - 4..<chunk.data.upperBound
        precondition(range.lowerBound >= 0 && range.upperBound + 4 <= count)
        let from = body.start + start + range.lowerBound
        let sum = unsafe body.storage.withUnsafeBytes { storage in
            let part = unsafe UnsafeRawBufferPointer(rebasing: storage[from..<from + range.count])
            return unsafe libdeflate_crc32(0, part.baseAddress, part.count)
        }
        return Int(sum) == big32(at: range.upperBound)
    }
}
#else
extension ImageBytes {
    /// Checksums are only looked at by the decoder, which is not built in.
    func hasValidChecksum(_ chunk: PNGChunk) -> Bool { true }
}
#endif
