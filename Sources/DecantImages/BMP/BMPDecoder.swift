import CDecantPixels
import DecantCore

/// A decoder of bitmaps.
struct BMPDecoder: ImageDecoder {
    let bytes: ImageBytes
    let header: BMPHeader
    /// The colors of the palette as pixels, padded to 256 entries.
    let palette: [UInt32]
    /// Whether missing rows are transparent instead of an error.
    let acceptsPartial: Bool

    init(_ bytes: ImageBytes, _ header: BMPHeader, acceptsPartial: Bool) throws(ResponseError) {
        self.bytes = bytes
        self.header = header
        self.acceptsPartial = acceptsPartial
        palette = header.isIndexed ? try Self.palette(bytes, header) : []
    }

    private static func palette(_ bytes: ImageBytes, _ header: BMPHeader) throws(ResponseError) -> [UInt32] {
        let (start, count, size) = header.palette
        try bytes.require(count * size, at: start, "the palette")
        var palette = [UInt32](repeating: 0xFF00_0000, count: 256)
        for index in 0..<min(count, 256) {
            let offset = start + index * size
            let color = UInt32(bytes[offset + 2]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset]) << 16
            palette[index] = color | 0xFF00_0000
        }
        return palette
    }

    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader { facts(try BMPHeader(file: bytes)) }

    static func facts(_ header: BMPHeader, _ format: ImageFormat = .bmp) -> ImageHeader {
        ImageHeader(
            format,
            width: header.width,
            height: header.height,
            bitsPerChannel: header.isIndexed ? header.bits : header.bits == 16 ? 5 : 8,
            colorModel: header.isIndexed ? .indexed : .rgb,
            hasAlpha: header.hasAlpha
        )
    }

    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let header = try BMPHeader(file: bytes)
        let (width, height) = (header.width, header.height)
        try ImageBudget.check(width: width, height: height, context.limits, in: bytes, at: 18)
        let decoder = try BMPDecoder(bytes, header, acceptsPartial: options.acceptsPartial)
        let (pixels, isComplete) = try decoder.pixels(&context)
        var image = DecodedImage(facts(header), [ImageFrame(pixels)])
        image.isPartial = !isComplete
        if !isComplete { context.report(bytes.truncationFinding) }
        if let profile = header.profile {
            if profile.count <= context.limits.metadataBytes {
                image.iccProfile = bytes.bytes(profile)
            } else {
                let message = "skipped the color profile, which exceeds the limit"
                context.report(bytes.finding(.damagedMetadata, message, at: profile.lowerBound))
            }
        }
        return image
    }

    /// Decodes the pixels, and returns whether they are complete.
    func pixels(_ context: inout DecodingContext) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        switch header.compression {
        case .runs8, .runs4, .runs24: try runPixels(&context)
        default: try rowPixels()
        }
    }

    /// The number of bytes of all rows; the last row may lack its padding.
    var dataCount: Int { header.stride * (header.height - 1) + header.rowBytes }

    /// Decodes uncompressed pixels.
    func rowPixels() throws(ResponseError) -> (ImagePixels, Bool) {
        let start = header.dataStart
        let isComplete = start <= bytes.count && dataCount <= bytes.count - start
        guard isComplete || acceptsPartial && start < bytes.count else {
            let error = bytes.cut("the pixels (\(dataCount.counted("byte")) from byte \(start))")
            throw start < bytes.count ? error.withPartialOption : error
        }
        let rows = isComplete ? header.height : (bytes.count - start) / header.stride
        return (try pixels(ofRows: rows), isComplete)
    }

    private func runPixels(_ context: inout DecodingContext) throws(ResponseError) -> (ImagePixels, Bool) {
        guard header.dataStart <= bytes.count else { throw bytes.cut("the header") }
        var runs = BMPRuns(bytes, header, acceptsPartial: acceptsPartial)
        let samples = try runs.decode()
        if let offset = runs.overlong {
            context.report(bytes.finding(.irregularImage, "a run exceeds its row", at: offset))
        }
        return (try pixels(ofRuns: samples), !runs.isCut)
    }

    /// The error for a palette index without a color.
    var indexFault: ResponseError {
        let count = header.palette.count
        let message = "a palette index exceeds the \(count.counted("color")) of the palette"
        return bytes.fault(message, at: header.palette.start)
    }

    /// The conversion of pixels of 16 or 32 bits: a shift and a mask for each channel, and the sample for each value.
    var fields: (bits: [UInt32], tables: [UInt8]) {
        var bits: [UInt32] = []
        var tables: [UInt8] = []
        for (channel, mask) in header.masks.enumerated() {
            let width = mask.nonzeroBitCount
            // Of more than eight bits, the upper ones are used.
            let used = min(width, 8)
            bits += [UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount + width - used), UInt32((1 << used) - 1)]
            let maxSample = max((1 << used) - 1, 1)
            let absent = channel == 3 ? 255 : 0
            tables += (0..<256).map { UInt8(width == 0 ? absent : min($0, maxSample) * 255 / maxSample) }
        }
        return (bits, tables)
    }
}

/// A decompressor of run-length data: RLE8 and RLE4 into one index per pixel, RLE24 into three bytes.
///
/// Skipped pixels have the index 0, or are black. A run that exceeds its row is clipped, because common writers produce
/// such runs; a run below the last row is an error.
private struct BMPRuns {
    private let bytes: ImageBytes
    private let header: BMPHeader
    private let acceptsPartial: Bool
    private var position: Int
    private var x = 0
    private var y = 0
    /// The number of bytes of a pixel in the output, and in a run.
    private let size: Int
    /// Whether a byte has two indices of four bits.
    private let isNarrow: Bool
    /// The offset of a run that exceeded its row.
    private(set) var overlong: Int?
    /// Whether the data ended too early.
    private(set) var isCut = false
    /// The number of samples after the last pixel that loops may write.
    private static let slack = 16

    /// The samples of decoded runs, in the memory of an array.
    private typealias Samples = UnsafeMutablePointer<UInt8>

    init(_ bytes: ImageBytes, _ header: BMPHeader, acceptsPartial: Bool) {
        self.bytes = bytes
        self.header = header
        self.acceptsPartial = acceptsPartial
        position = header.dataStart
        size = header.compression == .runs24 ? 3 : 1
        isNarrow = header.compression == .runs4
    }

    /// Decodes one run or command; returns false at the end.
    private mutating func step(_ input: Span<UInt8>, _ samples: Samples) throws(ResponseError) -> Bool {
        guard y < header.height, position + 2 <= input.count else {
            if try isAtEnd(input) { return false }
            throw cut
        }
        let (count, value) = (Int(input[position]), input[position + 1])
        guard count == 0 else {
            unsafe try fill(count, input, samples)
            return true
        }
        guard value < 3 else {
            unsafe try copy(Int(value), input, samples)
            return true
        }
        unsafe clearNext(samples)
        position += 2
        switch value {
        case 0:
            x = 0
            y += 1
        case 1: return false
        default:
            guard position + 2 <= input.count else { throw cut }
            x += Int(input[position])
            y += Int(input[position + 1])
            position += 2
            x = min(x, header.width)
            guard y < header.height else { throw overrun }
        }
        return true
    }

    /// Returns whether all rows are complete; the end-of-image command may then be missing.
    private func isAtEnd(_ input: Span<UInt8>) throws(ResponseError) -> Bool {
        let hasMore = position + 2 <= input.count
        guard y >= header.height else { return !hasMore && y == header.height - 1 && x == header.width }
        guard hasMore, input[position] != 0 || input[position + 1] > 1 else { return true }
        throw overrun
    }

    /// Returns the samples of a run, clipped to its row, and moves behind them.
    private mutating func advance(by count: Int, at offset: Int) -> Range<Int> {
        if count > header.width - x { overlong = overlong ?? offset }
        let start = y * header.width + x
        let kept = min(count, header.width - x)
        x += kept
        return start * size..<(start + kept) * size
    }

    private var cut: ResponseError { bytes.cut("the run-length data") }
    private var overrun: ResponseError { bytes.fault("a run exceeds the last row", at: position) }

    // MARK: - Unsafe
    //
    // Why: a run has a few samples, so checks for each one take most of the time.
    //
    // Bound: `samples` has the samples of all rows and `slack` more. The range of a run is within its row. Loops write
    // at most 15 samples after it, which later runs overwrite, or which are cleared before pixels are skipped. They
    // read at most 15 bytes after a run, which the zeros after every body allow. Pointers live inside the closures that
    // provide them.

    /// Decodes the indices or colors, in rows from the bottom up, followed by spare capacity.
    mutating func decode() throws(ResponseError) -> [UInt8] {
        var samples = [UInt8](repeating: 0, count: header.width * header.height * size + Self.slack)
        let (body, part) = (bytes.body, bytes.start..<bytes.start + bytes.count)
        let input = body.span.extracting(part)
        do throws(ResponseError) {
            try unsafe samples.withUnsafeMutableBufferPointer { (samples) throws(ResponseError) in
                let samples = unsafe samples.firstAddress
                defer { unsafe clearNext(samples) }
                while try unsafe step(input, samples) {}
            }
        } catch {
            guard acceptsPartial, error.code == .truncatedBody else { throw error.withPartialOption }
            isCut = true
        }
        return samples
    }

    /// Clears the samples after the last run that a loop may have written.
    private func clearNext(_ samples: Samples) {
        guard y < header.height else { return }
        unsafe (samples + (y * header.width + x) * size).update(repeating: 0, count: Self.slack)
    }

    /// Repeats one index or color, or alternates between two indices.
    private mutating func fill(_ count: Int, _ input: Span<UInt8>, _ samples: Samples) throws(ResponseError) {
        guard 1 + size <= input.count - position else { throw cut }
        let range = advance(by: count, at: position)
        let target = unsafe samples + range.lowerBound
        let first = input[position + 1]
        if size == 3 {
            unsafe decant_fill_colors(target, range.count, first, input[position + 2], input[position + 3])
        } else if isNarrow {
            unsafe decant_fill_samples(target, range.count, first >> 4, first & 15)
        } else {
            unsafe decant_fill_samples(target, range.count, first, first)
        }
        position += 1 + size
    }

    /// Copies literal indices or colors, which are padded to a multiple of 16 bits.
    private mutating func copy(_ count: Int, _ input: Span<UInt8>, _ samples: Samples) throws(ResponseError) {
        let length = isNarrow ? (count + 1) / 2 : count * size
        position += 2
        guard length <= input.count - position else { throw cut }
        let range = advance(by: count, at: position - 2)
        unsafe input.extracting(position..<position + length).withUnsafeBufferPointer { literals in
            let (source, target) = unsafe (literals.firstAddress, samples + range.lowerBound)
            if isNarrow {
                unsafe decant_copy_nibbles(source, target, range.count)
            } else {
                unsafe decant_copy_samples(source, target, range.count)
            }
        }
        position += (length + 1) & ~1
    }
}

// MARK: - Unsafe
//
// Why: rows are converted to pixels by loops over whole rows, directly in uninitialized memory.
//
// Bound: the caller has checked that the bytes of `rows` rows are present; loops may read 16 more bytes, which the
// zeros after every body allow. The target has exactly as many pixels as the image, and each row of it is written once.
// Pointers live inside the closures that provide them.

extension BMPDecoder {
    /// Converts the rows of the body to pixels; rows after the first `rows` become transparent.
    func pixels(ofRows rows: Int) throws(ResponseError) -> ImagePixels {
        let start = header.dataStart
        precondition(rows == 0 || start + header.stride * (rows - 1) + header.rowBytes <= bytes.count)
        let fields = fields
        return try unsafe make(rows) { (row, target) in
            unsafe bytes.withUnsafeBytes { source in
                unsafe self.decode(source.firstAddress + start + row * header.stride, target, fields)
            }
        }
    }

    /// Converts decoded runs to pixels: indices of one byte, or colors of three bytes.
    func pixels(ofRuns samples: [UInt8]) throws(ResponseError) -> ImagePixels {
        let stride = header.isIndexed ? header.width : 3 * header.width
        precondition(samples.count >= stride * header.height + 16)
        return try unsafe make(header.height) { (row, target) in
            unsafe samples.withUnsafeBufferPointer { samples in
                let source = unsafe samples.firstAddress + row * stride
                if header.isIndexed { return unsafe look(source, target, bits: 8) }
                unsafe decant_bgr_pixels(source, target, header.width)
                return true
            }
        }
    }

    /// Converts stored rows to pixels; `decode` returns whether all indices have a color.
    private func make(_ rows: Int, _ decode: (Int, UnsafeMutablePointer<UInt32>) -> Bool) throws(ResponseError)
        -> ImagePixels
    {
        let (width, height) = (header.width, header.height)
        var isSound = true
        let samples = unsafe SampleBuffer<UInt8>(capacity: width * height * 4) { memory, count in
            let memory = UnsafeMutableRawBufferPointer(memory)
            if rows < height { unsafe memory.initializeMemory(as: UInt8.self, repeating: 0) }
            let target = unsafe memory.firstAddress.assumingMemoryBound(to: UInt32.self)
            for row in 0..<rows {
                let offset = (header.isTopDown ? row : height - 1 - row) * width
                if unsafe !decode(row, target + offset) { isSound = false }
            }
            count = width * height * 4
        }
        guard isSound else { throw indexFault }
        return ImagePixels(width: width, height: height, samples)
    }

    private func decode(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt32>,
        _ fields: (bits: [UInt32], tables: [UInt8])
    ) -> Bool {
        if header.isIndexed { return unsafe look(source, target, bits: UInt32(header.bits)) }
        if header.bits == 24 {
            unsafe decant_bgr_pixels(source, target, header.width)
        } else if header.masks.prefix(3) == [0xFF_0000, 0xFF00, 0xFF], [0, 0xFF00_0000].contains(header.masks[3]) {
            unsafe decant_bgra_pixels(source, target, header.width, header.masks[3] == 0 ? 0xFF00_0000 : 0)
        } else {
            unsafe fields.bits.withUnsafeBufferPointer { bits in
                unsafe fields.tables.withUnsafeBufferPointer { tables in
                    let size = header.bits / 8
                    unsafe decant_field_pixels(source, target, header.width, size, bits.baseAddress, tables.baseAddress)
                }
            }
        }
        return true
    }

    private func look(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt32>, bits: UInt32) -> Bool {
        unsafe palette.withUnsafeBufferPointer { palette in
            unsafe decant_table_row(source, target, header.width, palette.baseAddress, bits)
        }
        guard header.palette.count < 1 << bits else { return true }
        return unsafe decant_largest_sample(source, header.width, bits) < header.palette.count
    }
}
