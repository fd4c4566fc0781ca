// A text that is read while it arrives is held from a little before the current place to where it has come. What was read is
// dropped when more is added, so that memory is bound by the longest token.
//
//   dropped | context | read … position … what has come | zeros
//           ^ start
//
// The names of open elements would be dropped as well; they move to `kept` before, in the order of the stack, and with them
// the lines they began on, which messages need.

import DecantCore
import DecantText

/// The part of a text that has arrived and is still needed, if a text is read while it arrives.
struct XMLWindow: ~Copyable {
    /// How much is held of what was read, to be shown in errors.
    static var context: Int { 256 }

    /// What is held of the text.
    var bytes = UnsafeXMLBuffer<UInt8>()

    /// Where that begins in the whole text.
    var start = 0

    /// The line and column at which that begins.
    var lines = LineCounter()

    /// The names of open elements whose start tags are not held any more.
    var kept = UnsafeXMLBuffer<UInt8>()

    /// Where the text came from, if that is not the body itself.
    var stream: TextStream?
}
