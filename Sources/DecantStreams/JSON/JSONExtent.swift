import CDecantStreams
import DecantCore

/// Finds the end of a JSON value in a window, cut anywhere; no byte is looked at twice.
///
/// Brackets are counted outside strings, 64 bytes at once. Whether the value is JSON is left to the parser.
struct JSONExtent {
    private enum Kind {
        case none, container, string, scalar
    }

    private var kind = Kind.none
    private var state = decant_json_extent()

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
        case 0x5B, 0x7B:
            kind = .container
            state.depth = 1
        case 0x22: kind = .string
        default:
            kind = .scalar
            scanned = offset
        }
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held, and 64 can be read after them.

    /// The offset after the value; nil if its end is not before an offset, which is at most the window's end.
    @inline(__always)
    mutating func end(in window: borrowing BodyWindow, before limit: Int) -> Int? {
        let left = limit &- scanned
        guard left > 0 else { return nil }
        let address = unsafe window.address(of: scanned)
        let length: Int
        switch kind {
        case .container: length = unsafe decant_json_close(&state, address, left)
        case .string: length = unsafe decant_json_string_close(&state, address, left)
        default: return scalarEnd(in: window, before: limit)
        }
        guard length > 0 else {
            scanned = limit
            return nil
        }
        scanned = scanned &+ length
        return scanned
    }

    private mutating func scalarEnd(in window: borrowing BodyWindow, before limit: Int) -> Int? {
        while scanned < limit {
            switch window[scanned] {
            case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5D, 0x7D: return scanned
            default: scanned += 1
            }
        }
        return nil
    }
}
