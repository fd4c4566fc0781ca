import CDecantPixels
import DecantCore
import DecantInflate

/// A decoder of the compressed rows of one image or frame of a PNG.
///
/// Rows are inflated into the end of the memory for the pixels, and converted from there to its start. One allocation
/// serves both. For a row of `r` bytes, including its filter type, and `p` bytes of pixels, the memory has `h * max(r,
/// p)` bytes: no row of pixels reaches into a row that has not been read. For example, an RGB image with 8 bits per
/// channel and 10 by 2 pixels has r = 31 and p = 40: 62 bytes are inflated to the offsets 18 to 79 of 80; the first row
/// is read from 18 to 48 and written to 0 to 39, the second is read from 49 to 79 and written to 40 to 79.
struct PNGImageDecoder {
    /// The largest number of bytes that one byte of deflate data can decode to (RFC 1951): 258 bytes for two bits.
    static let maxRatio = 1032
    let bytes: ImageBytes
    let file: PNGFile
    let format: PNGRowFormat
    /// The maximum side of frames after they are assembled.
    let maximumPixelSize: Int?

    init(_ bytes: ImageBytes, _ file: PNGFile, _ options: ImageOptions) throws(ResponseError) {
        self.bytes = bytes
        self.file = file
        maximumPixelSize = options.maximumPixelSize
        format = PNGRowFormat(file, keeps16Bits: options.keeps16Bits)
    }

    /// Decodes an image with its own header.
    func decode(_ data: [Range<Int>], _ header: PNGHeader) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        let position = data.first?.lowerBound ?? bytes.count
        let compressed = data.reduce(0) { $0 + $1.count }
        // Before allocation, check that the data is long enough for the pixels.
        guard header.rawCount / Self.maxRatio <= compressed || file.isCut else {
            let message = "\(compressed.counted("byte")) cannot hold \(header.width) by \(header.height) pixels"
            throw bytes.fault(message, at: position)
        }
        if format.isDeep {
            let (samples, isComplete): (SampleBuffer<UInt16>, Bool) = try samples(data, header)
            return (ImagePixels(width: header.width, height: header.height, deep: samples), isComplete)
        }
        let (samples, isComplete): (SampleBuffer<UInt8>, Bool) = try samples(data, header)
        return (ImagePixels(width: header.width, height: header.height, samples), isComplete)
    }

    private func samples<Sample: FixedWidthInteger & Sendable>(_ data: [Range<Int>], _ header: PNGHeader)
        throws(ResponseError)
        -> (SampleBuffer<Sample>, Bool)
    {
        if header.isInterlaced || file.isCut { return try separately(data, header) }
        return (try inOneBuffer(data, header), true)
    }

    /// The result of inflating the rows.
    enum Outcome {
        case done(Int)
        /// The data decodes to more bytes than the header announces.
        case excess
        case damaged(InflateError)
    }

    /// Returns the error for compressed rows that do not match the header.
    func fault(_ outcome: Outcome, _ data: [Range<Int>], _ header: PNGHeader) -> ResponseError {
        let position = data.first?.lowerBound ?? bytes.count
        switch outcome {
        case .done(let count):
            let message = "expected \(header.rawCount.counted("byte")) of pixels, but decoded \(count)"
            return bytes.fault(message, at: position)
        case .excess:
            let message = "expected \(header.rawCount.counted("byte")) of pixels, but the data has more"
            return bytes.fault(message, at: position)
        case .damaged(let error):
            let message = "the compressed data is damaged: \(error.reason)"
            return bytes.fault(message, at: Self.position(error.codedOffset, in: data) ?? position)
        }
    }

    /// Returns the position in the file of a byte of the concatenated chunks.
    private static func position(_ offset: Int, in data: [Range<Int>]) -> Int? {
        var offset = offset
        for range in data {
            if offset < range.count { return range.lowerBound + offset }
            offset -= range.count
        }
        return data.last?.upperBound
    }

    /// Returns the error for a row with an unknown filter type.
    func filterFault(_ row: Int, _ data: [Range<Int>]) -> ResponseError {
        bytes.fault("unknown filter type in row \(row)", at: data.first?.lowerBound ?? 0)
    }

    /// The error for a palette index without a color.
    var indexFault: ResponseError {
        let count = file.palette.count
        let message = "a palette index exceeds the \(count.counted("color")) of the palette"
        return bytes.fault(message, at: file.palettePosition)
    }
}

/// One of the seven reduced images of an interlaced image (Adam7, PNG §8.1).
struct PNGPass {
    let x: Int
    let y: Int
    let columnStep: Int
    let rowStep: Int

    static let all = [
        PNGPass(x: 0, y: 0, columnStep: 8, rowStep: 8), PNGPass(x: 4, y: 0, columnStep: 8, rowStep: 8),
        PNGPass(x: 0, y: 4, columnStep: 4, rowStep: 8), PNGPass(x: 2, y: 0, columnStep: 4, rowStep: 4),
        PNGPass(x: 0, y: 2, columnStep: 2, rowStep: 4), PNGPass(x: 1, y: 0, columnStep: 2, rowStep: 2),
        PNGPass(x: 0, y: 1, columnStep: 1, rowStep: 2),
    ]

    func columns(of width: Int) -> Int { width <= x ? 0 : (width - x + columnStep - 1) / columnStep }
    func rows(of height: Int) -> Int { height <= y ? 0 : (height - y + rowStep - 1) / rowStep }
}

// MARK: - Unsafe
//
// Why: rows are inflated and decoded within one block of uninitialized memory, whose parts overlap.
//
// Bound: the memory has the capacity that the documentation of `PNGImageDecoder` proves, and `slack` more bytes,
// which a loop may touch after the last row. All sizes are products of a checked width and height, and do not overflow.
// Pointers live inside the closures that provide them. The inflater stays within its spans, and its source and output
// never overlap.

extension PNGImageDecoder {
    /// The number of bytes after a row that may be written.
    private static let slack = 64
    /// The amount of consumed row data that is released to the system in one step.
    private static let releaseBytes = 1 << 20

    /// Decodes an image within one allocation.
    func inOneBuffer<Sample: FixedWidthInteger & Sendable>(
        _ data: [Range<Int>],
        _ header: PNGHeader
    ) throws(ResponseError) -> SampleBuffer<Sample> {
        let size = MemoryLayout<Sample>.size
        let (raw, pixels) = (1 + header.rowBytes(header.width), header.width * format.targetBytes)
        let total = header.height * max(raw, pixels)
        var failure: ResponseError?
        let count = (total + Self.slack + size - 1) / size
        let samples = unsafe SampleBuffer<Sample>(capacity: count) { buffer, count in
            let memory = UnsafeMutableRawBufferPointer(buffer)
            do throws(ResponseError) {
                let offset = total - header.rawCount
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[offset..<total])
                let outcome = unsafe inflate(data, into: target).outcome
                guard case .done(header.rawCount) = outcome else { throw fault(outcome, data, header) }
                let base = unsafe memory.firstAddress.assumingMemoryBound(to: UInt8.self)
                try unsafe decodeRows(header, data, from: base + offset, to: base)
                count = header.height * pixels / size
            } catch { failure = error }
        }
        if let failure { throw failure }
        return samples
    }

    /// Inflates the chunks of a stream, in order, into memory for the announced rows.
    ///
    /// - Returns: The number of decoded bytes, including those before an error, and the result.
    private func inflate(
        _ data: [Range<Int>],
        into buffer: UnsafeMutableRawBufferPointer
    ) -> (count: Int, outcome: Outcome) {
        let target = unsafe buffer.assumingMemoryBound(to: UInt8.self)
        var output = unsafe OutputSpan(buffer: target, initializedCount: 0)
        let outcome = inflate(data, into: &output)
        return unsafe (output.finalize(for: target), outcome)
    }

    private func inflate(_ data: [Range<Int>], into output: inout OutputSpan<UInt8>) -> Outcome {
        var inflater = Inflater(.zlib, keepsOutput: true)
        let source = bytes.body.span
        do throws(InflateError) {
            chunks: for range in data {
                let chunk = source.extracting(bytes.start + range.lowerBound..<bytes.start + range.upperBound)
                var position = 0
                switch try inflater.inflate(chunk, from: &position, into: &output) {
                case .needsInput: continue
                case .outputFull: return .excess
                case .endOfMember, .end: break chunks
                }
            }
            try inflater.finish()
            return .done(output.count)
        } catch {
            return .damaged(error)
        }
    }

    /// Calls a closure with a decoder of rows and its scratch memory.
    private func withRows<Result>(
        _ header: PNGHeader,
        _ body: (inout UnsafePNGRows) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        var scratch = [UInt8](repeating: 0, count: UnsafePNGRows.scratchBytes(format))
        return try unsafe scratch.withUnsafeMutableBufferPointer { (scratch) throws(ResponseError) -> Result in
            try unsafe format.table.withUnsafeBufferPointer { (table) throws(ResponseError) -> Result in
                var rows = unsafe UnsafePNGRows(format, scratch: scratch, table: table)
                let result = try body(&rows)
                if rows.hasBadIndex { throw indexFault }
                return result
            }
        }
    }

    /// Decodes the rows of an image that is not interlaced.
    private func decodeRows(
        _ header: PNGHeader,
        _ data: [Range<Int>],
        from raw: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        count: Int? = nil
    ) throws(ResponseError) {
        let (rawBytes, pixelBytes) = (1 + header.rowBytes(header.width), header.width * format.targetBytes)
        try withRows(header) { (rows) throws(ResponseError) in
            var source = unsafe raw
            var pixels = unsafe target
            var above: UnsafePointer<UInt8>?
            for row in 0..<(count ?? header.height) {
                guard unsafe rows.decode(source, above: above, to: pixels, columns: header.width) else {
                    throw filterFault(row, data)
                }
                unsafe above = UnsafePointer(pixels)
                unsafe source += rawBytes
                unsafe pixels += pixelBytes
            }
        }
    }

    /// Decodes an image from rows that are inflated into separate memory; rows may be missing.
    func separately<Sample: FixedWidthInteger & Sendable>(_ data: [Range<Int>], _ header: PNGHeader)
        throws(ResponseError)
        -> (SampleBuffer<Sample>, Bool)
    {
        var raw = try rawBytes(data, header)
        let rawCount = raw.count
        let samples = header.width * header.height * 4
        var failure: ResponseError?
        let target = unsafe SampleBuffer<Sample>(capacity: samples, inLargePages: false) { memory, count in
            let bytes = UnsafeMutableRawBufferPointer(memory)
            if rawCount < header.rawCount { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0) }
            do throws(ResponseError) {
                try unsafe raw.withUnsafeMutableBufferPointer { (raw) throws(ResponseError) in
                    let base = unsafe bytes.firstAddress.assumingMemoryBound(to: UInt8.self)
                    let start = unsafe raw.firstAddress
                    if header.isInterlaced {
                        try unsafe decodePasses(header, data, from: start, count: raw.count, to: base)
                    } else {
                        let rows = raw.count / (1 + header.rowBytes(header.width))
                        try unsafe decodeRows(header, data, from: start, to: base, count: rows)
                    }
                }
                count = samples
            } catch { failure = error }
        }
        if let failure { throw failure }
        return (target, rawCount == header.rawCount)
    }

    /// Returns the inflated rows, with spare capacity after them; fewer than announced only if the file is truncated.
    private func rawBytes(_ data: [Range<Int>], _ header: PNGHeader) throws(ResponseError) -> SampleBuffer<UInt8> {
        let size = header.rawCount
        var outcome = Outcome.excess
        let raw = unsafe SampleBuffer<UInt8>(capacity: size + Self.slack, inLargePages: false) { buffer, count in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[0..<size])
            (count, outcome) = unsafe inflate(data, into: target)
        }
        if file.isCut { return raw }
        guard case .done(size) = outcome else { throw fault(outcome, data, header) }
        return raw
    }

    /// Decodes the available rows of the seven reduced images of an interlaced image.
    ///
    /// The first reduced images touch few pages of the pixels, and the pages of consumed rows are released. Both
    /// together take little more memory than the pixels alone.
    private func decodePasses(
        _ header: PNGHeader,
        _ data: [Range<Int>],
        from raw: UnsafeMutablePointer<UInt8>,
        count: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) throws(ResponseError) {
        let size = format.targetBytes
        var line = [UInt8](repeating: 0, count: 2 * (header.width * size + Self.slack))
        try unsafe line.withUnsafeMutableBufferPointer { (line) throws(ResponseError) in
            let first = unsafe line.firstAddress
            let lines = unsafe (first, first + line.count / 2)
            try withRows(header) { (rows) throws(ResponseError) in
                var (offset, given) = (0, 0)
                for pass in PNGPass.all where pass.columns(of: header.width) > 0 {
                    let columns = pass.columns(of: header.width)
                    for row in 0..<pass.rows(of: header.height) {
                        guard offset + 1 + header.rowBytes(columns) <= count else { return }
                        let pixels = unsafe row & 1 == 0 ? lines.0 : lines.1
                        let above = unsafe row == 0 ? nil : UnsafePointer(row & 1 == 0 ? lines.1 : lines.0)
                        guard unsafe rows.decode(raw + offset, above: above, to: pixels, columns: columns) else {
                            throw filterFault(row, data)
                        }
                        let start = ((pass.y + row * pass.rowStep) * header.width + pass.x) * size
                        if size == 4 {
                            unsafe decant_spread_4(pixels, target + start, columns, pass.columnStep)
                        } else {
                            unsafe decant_spread_8(pixels, target + start, columns, pass.columnStep)
                        }
                        offset += 1 + header.rowBytes(columns)
                        if offset - given >= Self.releaseBytes {
                            unsafe ImageMemory.giveBack(raw + given, Self.releaseBytes)
                            given += Self.releaseBytes
                        }
                    }
                }
            }
        }
    }
}

/// A rule for converting the bytes of a row to pixels.
struct PNGRowFormat {
    /// The conversions; each has its own loops.
    enum Kind {
        /// Eight bits of red, green, and blue.
        case rgb
        /// Eight bits of red, green, blue, and alpha.
        case rgba
        case gray
        /// Eight bits of gray and of alpha.
        case grayAlpha
        /// At most eight bits that index a table of pixels.
        case table
        case deep
    }

    let kind: Kind
    let header: PNGHeader
    /// The pixel for each value of a sample.
    let table: [UInt32]
    /// The number of values that represent a pixel; the others are errors.
    let tableCount: Int
    /// The transparent color in the form that the loops compare with, or -1.
    let key: Int64
    /// Whether the output has 16 bits per channel.
    let isDeep: Bool

    init(_ file: PNGFile, keeps16Bits: Bool) {
        header = file.header
        isDeep = keeps16Bits && header.depth == 16
        kind = Self.kind(file)
        table = kind == .table ? Self.table(file) : []
        tableCount = header.color == .indexed ? file.palette.count : 1 << min(header.depth, 8)
        switch (file.key, kind) {
        case (let key?, .rgb): self.key = Int64(key.red & 0xFF | (key.green & 0xFF) << 8 | (key.blue & 0xFF) << 16)
        case (let key?, .deep): self.key = Int64(key.red) << 32 | Int64(key.green << 16 | key.blue)
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

    /// Returns the pixels of a palette or of the shades of gray, padded to 256 entries.
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

    /// The number of bytes of a pixel in the output.
    var targetBytes: Int { isDeep ? 8 : 4 }
    /// The distance between a byte and the byte to its left that filters use (PNG §9.2).
    var filterStep: Int { max(1, header.bitsPerPixel / 8) }
}

// MARK: - Unsafe
//
// Why: reversing filters is most of the work of a PNG besides inflating; each loop runs over a whole row in C, and the
// rows are read from and written to memory that overlaps.
//
// Bound: one call decodes one row of `columns` pixels. The caller guarantees that `source` points to the bytes of such
// a row with 16 more readable bytes, that `target` has capacity for its pixels, and that `above` has as many. The
// scratch rows are allocated here, large enough for a row of the widest pass and the 16 bytes after it that a loop may
// touch.

/// A converter of filtered rows to pixels, in order.
@safe
struct UnsafePNGRows {
    private let format: PNGRowFormat
    private let table: UnsafePointer<UInt32>
    private let zeros: UnsafeMutablePointer<UInt8>
    private var current: UnsafeMutablePointer<UInt8>
    private var previous: UnsafeMutablePointer<UInt8>
    /// Whether a palette index without a color was found.
    private(set) var hasBadIndex = false

    /// Returns the number of bytes of scratch memory that an image needs.
    static func scratchBytes(_ format: PNGRowFormat) -> Int { 3 * rowBytes(format) }

    private static func rowBytes(_ format: PNGRowFormat) -> Int {
        (max(4 * format.header.width, format.header.rowBytes(format.header.width)) + 31) & ~15
    }

    /// Creates a decoder with zeroed scratch memory and a table of 256 pixels.
    init(_ format: PNGRowFormat, scratch: UnsafeMutableBufferPointer<UInt8>, table: UnsafeBufferPointer<UInt32>) {
        precondition(scratch.count >= Self.scratchBytes(format) && (table.count >= 256 || format.kind != .table))
        self.format = format
        let size = Self.rowBytes(format)
        unsafe zeros = scratch.firstAddress
        unsafe current = zeros + size
        unsafe previous = zeros + 2 * size
        // An unused table may be empty, and then has no address.
        unsafe self.table =
            table.baseAddress ?? UnsafePointer(UnsafeRawPointer(zeros).assumingMemoryBound(to: UInt32.self))
    }

    /// Reverses the filter of one row and writes its pixels; returns false for an unknown filter type.
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

    /// Converts the current row to pixels.
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

    /// Returns the memory of pixels as words.
    ///
    /// Rows of pixels start at multiples of four bytes.
    private func words(_ target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt32> {
        unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self)
    }
}
