// Why: a double is read from its text in the body, eight digits at a time, without a test for each.
//
// Bound: the scanner has found a valid number in the range, which a byte that belongs to no number follows; reading stops
// at it. `UnsafeJSONText` states how far beyond it a load may reach.

import DecantCore

extension ResponseBody {
    /// The valid number that stands in a range, as the nearest double, ties to even; infinity if it is too large for any.
    @inline(__always)
    func double(at offset: Int, length: Int) -> Double {
        let short = unsafe storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, from: start, count: count)
            return ShortDecimal(text, from: offset, to: offset &+ length)
        }
        return short.double ?? longDouble(at: offset, length: length, near: short)
    }

    @inline(never)
    private func longDouble(at offset: Int, length: Int, near short: ShortDecimal) -> Double {
        let text = span.extracting(offset..<offset &+ length)
        return LongDecimal(text).rounded(from: short.magnitude, in: text)
    }
}
