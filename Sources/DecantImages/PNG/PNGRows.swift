import CDecantPixels
import DecantCore

/// A rule for converting the bytes of a row to pixels.
struct PNGRowFormat {
    /// The ways there are; each has loops of its own.
    enum Kind {
        /// Eight bits of red, green and blue.
        case rgb
        /// Eight bits of red, green, blue and alpha.
        case rgba
        case gray
        /// Eight bits of grey, and of alpha.
        case grayAlpha
        /// At most eight bits that a table makes a pixel of.
        case table
        case deep
    }

    let kind: Kind
    let header: PNGHeader
    /// The pixel for each value of a sample.
    let table: [UInt32]
    /// The number of values that represent a pixel; the others are errors.
    let tableCount: Int
    /// The transparent colour in the form that the loops compare with, or -1.
    let key: Int64
    /// Whether 16 bits a channel come out.
    let isDeep: Bool

    init(_ file: PNGFile, depth: ImageOptions.Depth) {
        header = file.header
        isDeep = depth == .source && header.depth == 16
        kind = Self.kind(file)
        table = kind == .table ? Self.table(file) : []
        tableCount = header.color == .indexed ? file.palette.count : 1 << min(header.depth, 8)
        switch (file.key, kind) {
        case (let key?, .rgb): self.key = Int64(key.red & 0xFF | (key.green & 0xFF) << 8 | (key.blue & 0xFF) << 16)
        case (let key?, .deep): self.key = Int64(key.red << 32 | key.green << 16 | key.blue)
        default: key = -1
        }
    }

    private static func kind(_ file: PNGFile) -> Kind {
        guard file.header.depth <= 8 else { return .deep }
        switch file.header.color {
        case .indexed: return .table
        case .gray: return file.header.depth == 8 && file.key == nil ? .gray : .table
        case .grayAlpha: return .grayAlpha
        case .rgb: return .rgb
        case .rgba: return .rgba
        }
    }

    /// The pixels of a palette, or the shades of grey, to the size that any byte is an index into.
    private static func table(_ file: PNGFile) -> [UInt32] {
        guard file.header.color == .gray else {
            return file.palette + Array(repeating: 0xFF00_0000, count: 256 - file.palette.count)
        }
        let last = (1 << file.header.depth) - 1
        let transparent = file.key.map { $0.red & last } ?? -1
        return (0..<256).map { value in
            let shade = UInt32(min(value, last) * 255 / last) * 0x01_0101
            return value == transparent ? shade : shade | 0xFF00_0000
        }
    }

    /// The bytes of a pixel that come out.
    var targetBytes: Int { isDeep ? 8 : 4 }
    /// The distance between a byte and the one that filters look at to its left (PNG §9.2).
    var filterStep: Int { max(1, header.bitsPerPixel / 8) }
}

// MARK: - Unsafe
//
// Why: undoing filters is most of the work of a PNG besides inflating; each loop runs over a whole row in C, and the rows are
// read from and written to memory that overlaps.
//
// Bound: one call decodes one row of `columns` pixels, which the caller guarantees: at `source` there are the bytes of such a
// row, with 16 more that may be read; `target` has capacity for its pixels; and `above` has as many. The scratch rows are
// allocated here, large enough for a row of the widest pass and the 16 bytes after it that a loop may touch.

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
    init(_ format: PNGRowFormat, scratch: UnsafeMutableBufferPointer<UInt8>, table: UnsafeBufferPointer<UInt32>) {
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

    /// Undoes the filter of one row and writes its pixels; false for an unknown filter type.
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
