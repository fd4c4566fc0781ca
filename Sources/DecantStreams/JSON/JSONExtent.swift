import CDecantScan
import DecantCore

/// Finds the end of a JSON value in a window, cut anywhere; no byte is read twice.
///
/// Brackets are counted outside strings, 64 bytes at once. Whether the value is JSON is left to the parser.
struct JSONExtent {
    private enum Kind {
        case none
        /// A string, an array, or an object, which its last byte ends.
        case delimited
        case scalar
    }

    private var kind = Kind.none
    private var state = decant_json_extent()
    private let kernel = decant_json_best_kernel()

    /// The offset of the first byte of the value.
    private(set) var start = 0

    /// The offset up to which the value has no end.
    private(set) var scanned = 0

    /// Whether the value is a number or a literal, which only the next byte can end.
    var isScalar: Bool { kind == .scalar }

    /// Begins a value with the byte at an offset that is held.
    mutating func begin(at offset: Int, in window: borrowing BodyWindow) {
        (start, scanned) = (offset, offset + 1)
        state = decant_json_extent()
        switch window[offset] {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            kind = .delimited
            state.depth = 1
        case UInt8(ascii: "\""):
            kind = .delimited
            state.strings.is_inside = .max
        default:
            kind = .scalar
            scanned = offset
        }
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held, and 64 can be read after them.

    /// The offset after the value; nil if its end is not before an offset, which is at most the window's end.
    mutating func end(in window: borrowing BodyWindow, before limit: Int) -> Int? {
        let left = limit &- scanned
        guard left > 0 else { return nil }
        guard kind == .delimited else { return scalarEnd(in: window, before: limit) }
        let length = unsafe decant_json_value_end(kernel, &state, window.address(of: scanned), left)
        guard length > 0 else {
            scanned = limit
            return nil
        }
        scanned = scanned &+ length
        return scanned
    }

    private mutating func scalarEnd(in window: borrowing BodyWindow, before limit: Int) -> Int? {
        while scanned < limit {
            let byte = window[scanned]
            guard !JSONItems.isWhiteSpace(byte) else { return scanned }
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return scanned
            default: scanned += 1
            }
        }
        return nil
    }
}
