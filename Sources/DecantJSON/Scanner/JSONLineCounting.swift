import CDecantScan
import DecantDocument

/// What hears of the line ends that the scanner passes, all of which are in white space: a string has none.
///
/// The scanner is compiled once with each kind. Counting takes a twentieth of its time, which a large text gets back when
/// something is wrong with it: to read it again takes twice as long, since no cache holds it any more.
protocol JSONLineCounting {
    /// Hears of a character of white space that is no space.
    func pass(_ byte: UInt8)

    /// Whether line ends are counted at all.
    var isCounting: Bool { get }

    /// Counts the line ends of a piece up to an offset in it.
    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes)

    /// The line where the scanner is, from 1; nil if it was not counted, or if carriage returns end lines, too.
    var line: Int? { get }
}

/// Counts nothing.
struct JSONUncountedLines: JSONLineCounting {
    @inline(__always)
    func pass(_ byte: UInt8) {}

    var isCounting: Bool { false }

    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes) {}

    var line: Int? { nil }
}

// Why: a count among the scanner's variables would take a register away from the others in all that is between two lines;
// so it stays in memory, where a function of C keeps it.
//
// Bound: the cell lives inside the closure that lends it, which the scanner does not outlive.

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
