import CDecantScan
import DecantCore
import DecantJSON

/// A scanner that finds the end of a JSON value in a window.
///
/// Chunks may be split anywhere; no byte is read twice.
///
/// It counts brackets outside strings, 64 bytes at a time. Validation is left to the parser.
struct JSONExtent {
    private enum Kind {
        case none
        /// A string, an array, or an object, which ends with its own closing byte.
        case delimited
        case scalar
    }

    private var kind = Kind.none
    private var state = decant_json_extent()
    /// The scanner of text with quirks, or nil for strict JSON.
    private var lenient: LenientJSONExtent?
    private let quirks: JSON.Quirks
    private let isInSequence: Bool
    private let kernel = decant_json_best_kernel()

    /// The offset of the first byte of the value.
    private(set) var start = 0

    /// The end offset of the scanned part of the value.
    private(set) var scanned = 0

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - quirks: The accepted quirks of the text.
    ///   - isInSequence: Whether an array, an object, or a string may follow a number or a literal without a separator.
    init(_ quirks: JSON.Quirks = [], isInSequence: Bool = false) {
        self.quirks = quirks
        self.isInSequence = isInSequence
    }

    /// Whether the value is a number or a literal.
    ///
    /// Only the byte after it can end it.
    var isScalar: Bool { kind == .scalar }

    /// Begins a value at the offset of its first byte, which must be held.
    mutating func restart(at offset: Int, in window: borrowing BodyWindow) {
        start = offset
        scanned = offset + 1
        state = decant_json_extent()
        lenient = LenientJSONExtent(quirks)
        if let lenient, lenient.isOpening(window[offset]) {
            kind = .delimited
            scanned = offset
            return
        }
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

    /// Returns the offset after the value; nil if the value does not end before `limit`, which is at most the window's
    /// end.
    mutating func end(in window: borrowing BodyWindow, before limit: Int) -> Int? {
        let left = limit &- scanned
        guard left > 0 else { return nil }
        guard kind == .delimited else { return scalarEnd(in: window, before: limit) }
        guard lenient == nil else { return lenientEnd(in: window, before: limit) }
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
            guard !JSONItems.isWhitespace(byte) else { return scanned }
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return scanned
            case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
                if isInSequence { return scanned }
                scanned += 1
            default:
                if isInSequence, lenient?.isOpening(byte) == true { return scanned }
                if lenient?.endsScalar(byte) == true { return scanned }
                scanned += 1
            }
        }
        return nil
    }

    private mutating func lenientEnd(in window: borrowing BodyWindow, before limit: Int) -> Int? {
        while scanned < limit {
            let byte = window[scanned]
            scanned += 1
            if lenient?.consume(byte) == true { return scanned }
        }
        return nil
    }
}
