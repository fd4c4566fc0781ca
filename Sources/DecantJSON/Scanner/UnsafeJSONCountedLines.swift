// Why: a count among the scanner's variables would take a register away from the others in all that is between two lines;
// so it stays in memory, where a function of C keeps it.
//
// Bound: the cell lives inside of the closure that lends it, which the scanner does not outlive.

import CDecantScan
import DecantDocument

/// Counts line ends.
@safe
struct UnsafeJSONCountedLines: JSONLineCounting {
    /// Line feeds in the lower half, carriage returns in the upper one; a text has less than 4 GiB.
    private let cell: UnsafeMutablePointer<UInt64>

    /// Takes a cell that outlives this value.
    @inline(__always)
    init(_ cell: UnsafeMutablePointer<UInt64>) {
        unsafe self.cell = cell
    }

    @inline(__always)
    func pass(_ byte: UInt8) { unsafe decant_count_line_end(cell, byte) }

    var isCounting: Bool { true }

    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes) {
        // What follows the offset is short: a name and a value that are not complete, or the piece is the last one.
        var feeds = UInt64(truncatingIfNeeded: piece.feeds)
        var returns = UInt64(truncatingIfNeeded: piece.returns)
        for position in offset..<max(offset, piece.end) {
            if text[position] == 0x0A { feeds &-= 1 }
            if text[position] == 0x0D { returns &-= 1 }
        }
        unsafe cell.pointee &+= feeds | returns << 32
    }

    var line: Int? {
        let bits = unsafe cell.pointee
        return bits >> 32 == 0 ? Int(truncatingIfNeeded: bits) &+ 1 : nil
    }
}
