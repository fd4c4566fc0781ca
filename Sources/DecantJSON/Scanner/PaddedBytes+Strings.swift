import CDecantScan
package import DecantCore
import DecantDocument

extension PaddedBytes {
    /// The number of the next 16 bytes before the first one that ends a plain ASCII run of a string; 16 if none does.
    @inline(__always)
    func stringStop(at position: Int) -> Int {
        #if arch(x86_64) || arch(arm64)
        return unsafe decant_json_string_stop(address(of: position))
        #else
        return portableStringStop(at: position)
        #endif
    }

    /// The same by words of 8 bytes, for processors that the header does not know.
    @inline(__always)
    func portableStringStop(at position: Int) -> Int {
        let first = Self.stops(in: word64(at: position))
        if first != 0 { return first.trailingZeroBitCount >> 3 }
        let second = Self.stops(in: word64(at: position &+ 8))
        return second != 0 ? 8 &+ second.trailingZeroBitCount >> 3 : 16
    }

    /// Marks the bytes that end a plain run with their highest bit; right up to the lowest mark, which is all that counts,
    /// since a borrow can only spoil the bytes above one.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let escapes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let isQuote = (quotes &- ones) & ~quotes
        let isEscape = (escapes &- ones) & ~escapes
        let isControl = word &- 0x2020_2020_2020_2020
        return (isQuote | isEscape | isControl | word) & 0x8080_8080_8080_8080
    }
}

/// The two ways to find the end of a plain run in a string: the one of the processor's vectors, and the one of words.
///
/// They have to agree at every position of every text, which the tests compare.
package enum UnsafeStringStops {
    /// Counts the bytes before the first one that ends a plain run, by both ways.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - position: A position in it.
    /// - Returns: The numbers; 16 if none of the next 16 bytes ends the run.
    package static func both(in body: ResponseBody, at position: Int) -> (vectors: Int, words: Int) {
        precondition(position >= 0 && position <= body.count)
        let text = FlatDocument.make(body, capacity: 2, words: .json).bytes(upTo: body.count)
        return withExtendedLifetime(body) { (text.stringStop(at: position), text.portableStringStop(at: position)) }
    }
}
