// Why: multiplying by alpha goes over all pixels, which the compiler only does in vectors without a test for each.
//
// Bound: the samples are whole pixels of four, and their number is what the storage itself says.

import CDecantPixels

extension ImagePixels {
    /// Multiplies the colours by their alpha.
    mutating func premultiply() {
        unsafe samples8.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe decant_premultiply(base.assumingMemoryBound(to: UInt32.self), bytes.count / 4)
        }
        for pixel in 0..<samples16.count / 4 {
            let alpha = UInt32(samples16[pixel * 4 + 3])
            for index in pixel * 4..<pixel * 4 + 3 {
                samples16[index] = UInt16(truncatingIfNeeded: (UInt32(samples16[index]) * alpha + 32767) / 65535)
            }
        }
    }
}
