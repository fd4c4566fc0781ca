// Why: undoing filters is most of the work of a PNG besides inflating; each loop runs over a whole row in C, and the rows are
// read from and written to memory that overlaps.
//
// Bound: one call decodes one row of `columns` pixels, which the caller guarantees: at `source` there are the bytes of such a
// row, with 16 more that may be read; `target` has room for its pixels; and `above` has as many. The scratch rows are
// allocated here, large enough for a row of the widest pass and the 16 bytes behind it that a loop may touch.

#if PNG
import CDecantPixels
import DecantCore

/// Makes pixels of filtered rows, one after the other.
@safe
struct UnsafePNGRows {
    private let format: PNGRowFormat
    private let table: UnsafePointer<UInt32>
    private let zeros: UnsafeMutablePointer<UInt8>
    private var current: UnsafeMutablePointer<UInt8>
    private var previous: UnsafeMutablePointer<UInt8>

    /// Whether a palette index had no colour.
    private(set) var hasBadIndex = false

    /// The bytes of scratch memory that a picture needs.
    static func scratchBytes(_ format: PNGRowFormat) -> Int { 3 * rowBytes(format) }

    private static func rowBytes(_ format: PNGRowFormat) -> Int {
        (max(4 * format.header.width, format.header.rowBytes(format.header.width)) + 31) & ~15
    }

    /// Takes scratch memory, filled with zeros, and a table of 256 pixels.
    init(
        _ format: PNGRowFormat,
        scratch: UnsafeMutableBufferPointer<UInt8>,
        table: UnsafeBufferPointer<UInt32>
    ) {
        precondition(scratch.count >= Self.scratchBytes(format) && (table.count >= 256 || format.kind != .table))
        self.format = format
        let size = Self.rowBytes(format)
        unsafe zeros = scratch.firstAddress
        unsafe current = zeros + size
        unsafe previous = zeros + 2 * size
        // A table that is not used may be empty, and then has no address.
        unsafe self.table =
            table.baseAddress ?? UnsafePointer(UnsafeRawPointer(zeros).assumingMemoryBound(to: UInt32.self))
    }

    /// Undoes the filter of one row and writes its pixels.
    ///
    /// - Parameters:
    ///   - source: The filter type and the filtered bytes.
    ///   - above: The pixels of the row above; nil for the first row.
    ///   - target: Where the pixels go.
    ///   - columns: The number of pixels.
    /// - Returns: Whether there is such a filter.
    mutating func decode(
        _ source: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>?,
        to target: UnsafeMutablePointer<UInt8>,
        columns: Int
    ) -> Bool {
        let filter = unsafe UInt32(source[0])
        guard filter <= 4 else { return false }
        let bytes = unsafe source + 1
        let count = columns
        switch format.kind {
        case .rgb:
            unsafe decant_png_rgb(filter, bytes, above ?? UnsafePointer(zeros), target, count)
            if format.key >= 0 { unsafe decant_clear_key(words(target), count, UInt32(truncatingIfNeeded: format.key)) }
        case .rgba:
            unsafe decant_png_rgba(filter, bytes, above ?? UnsafePointer(zeros), target, count)
        default:
            let samples = max(1, (columns * format.header.bitsPerPixel + 7) / 8 / format.filterStep)
            unsafe swap(&current, &previous)
            let before = unsafe above == nil ? zeros : previous
            unsafe decant_png_plain(filter, bytes, before, current, samples, format.filterStep)
            unsafe expand(to: target, count)
        }
        return true
    }

    /// Makes pixels of the current row.
    private mutating func expand(to target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        switch format.kind {
        case .gray: unsafe decant_gray_pixels(current, words(target), count)
        case .grayAlpha: unsafe decant_gray_alpha_pixels(current, words(target), count)
        case .table:
            let bits = UInt32(format.header.depth)
            if format.tableCount < 1 << bits, unsafe decant_largest_sample(current, count, bits) >= format.tableCount {
                hasBadIndex = true
            }
            unsafe decant_table_row(current, words(target), count, table, bits)
        default:
            let channels = format.header.color.channels
            if format.isDeep {
                let target = unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
                unsafe decant_deep_to_16(current, target, count, channels, format.key)
            } else {
                unsafe decant_deep_row_to_8(current, words(target), count, channels, format.key)
            }
        }
    }

    /// The memory of pixels as words; rows of pixels begin at multiples of four bytes.
    private func words(_ target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt32> {
        unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self)
    }
}
#endif
