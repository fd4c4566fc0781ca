import CDecantPixels
import DecantCore

/// A decoder of one page.
struct TIFFPageDecoder {
    let layout: TIFFLayout
    let format: TIFFRowFormat
    let chunks: TIFFChunks
    let acceptsPartial: Bool
    /// Whether the bits of each byte are stored in reverse order.
    let isBitReversed: Bool
    /// The total bytes of all strips and tiles before and after decoding, and whether all are complete.
    let work: (stored: Int, raw: Int, isWhole: Bool)
    /// A builder of JPEGs for strips or tiles with old-style JPEG compression.
    let oldJPEG: TIFFOldJPEG?
    let limits: Limits
    var page: TIFFPage { layout.page }
    var bytes: ImageBytes { page.directory.reader.bytes }

    init(_ page: TIFFPage, _ options: ImageOptions, _ limits: Limits) throws(ResponseError) {
        var layout = try TIFFLayout(page, limits)
        let chunks = try TIFFChunks(layout)
        acceptsPartial = options.acceptsPartial
        self.limits = limits
        work = try chunks.check(acceptsPartial: acceptsPartial)
        try layout.adopt(chunks)
        oldJPEG = layout.compression == .oldJPEG ? try TIFFOldJPEG(layout) : nil
        self.layout = layout
        self.chunks = chunks
        format = try TIFFRowFormat(layout, options)
        isBitReversed = try page.directory.integer(.fillOrder) == 2
    }
}

#if DECANT_TIFF
import CDecantTIFF

extension TIFFPageDecoder {
    /// Creates the decompressor; returns nil if the samples are not compressed.
    func codec() throws(ResponseError) -> UnsafeTIFFCodec? {
        let compression = layout.compression
        guard compression != .none else { return nil }
        let number = oldJPEG == nil ? compression : .jpeg
        guard UnsafeTIFFCodec.supports(number) else {
            throw page.directory.unsupported("compression \(page.compression) (not built into this libtiff)")
        }
        let options = try page.directory.integer(number == .group3 ? .t4Options : .t6Options) ?? 0
        let predictor = compression.hasPredictor ? try page.directory.integer(.predictor) ?? 1 : 1
        guard (1...3).contains(predictor) else { throw page.directory.unsupported("predictor \(predictor)") }
        let tables = try tables()
        guard
            let codec = UnsafeTIFFCodec(
                layout,
                compression: number.rawValue,
                options: options,
                predictor: predictor,
                tables: tables
            )
        else { throw bytes.fault("not enough memory to decode the image", at: page.directory.start) }
        guard codec.isReady else { throw bytes.fault(codec.errorWords, at: page.directory.start) }
        return codec
    }

    /// Returns the JPEG tables that all strips or tiles share.
    private func tables() throws(ResponseError) -> [UInt8] {
        guard layout.compression == .jpeg, page.directory[.jpegTables] != nil else { return [] }
        guard let range = page.directory.range(.jpegTables) else { throw bytes.cut("the JPEG tables") }
        guard range.count <= limits.metadataBytes else {
            throw bytes.excess(
                "JPEG tables of \(range.count.counted("byte")), more than the limit of \(limits.metadataBytes)",
                at: range.lowerBound,
                .metadataBytes
            )
        }
        return bytes.bytes(range)
    }

    /// Returns the error for a strip or tile that cannot be decoded.
    func fault(_ index: Int, _ words: String, _ range: Range<Int>) -> ResponseError {
        bytes.fault("\(name(index)): \(words.isEmpty ? "the data is damaged" : words)", at: range.lowerBound)
    }

    func name(_ index: Int) -> String { "\(layout.isTiled ? "tile" : "strip") \(index)" }
}

// MARK: - Unsafe
//
// Why: strips and tiles are decoded directly into uninitialized pixels, or through scratch memory for one of them.
//
// Bound: `layout` has checked sides and products. The scratch memory has capacity for one strip or tile of every used
// plane, or for one row, and `slack` more bytes, which a loop may touch after a row; bodies have the same slack after
// their last byte. A large strip is decoded to the end of the capacity for its own pixels, and each row is copied from
// there before its pixels are written: with rows of S bytes that become T, and n rows left, these begin n*S bytes
// before the end, and no pixels are written after n*T bytes before it, where the capacity is n*max(S, T) bytes.
// Pointers live inside the closures that provide them.

extension TIFFPageDecoder {
    private static let slack = 64
    /// Strips with at least this many bytes are decoded into the pixels instead of scratch memory.
    private static let minLargeBytes = 1 << 20

    /// The source and target memory of decoded rows.
    @safe
    private struct Buffers {
        let codec: UnsafeTIFFCodec?
        let rows: UnsafeTIFFRows
        let scratch: UnsafeMutableRawBufferPointer
        let target: UnsafeMutableRawBufferPointer
    }

    /// Decodes all pixels, and returns whether they are complete.
    func pixels(_ findings: inout [Finding]) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        let codec = try codec()
        if format.isDeep {
            let (samples, isComplete): (SampleBuffer<UInt16>, Bool) = try samples(codec, &findings)
            return (ImagePixels(width: page.width, height: page.height, deep: samples), isComplete)
        }
        let (samples, isComplete): (SampleBuffer<UInt8>, Bool) = try samples(codec, &findings)
        return (ImagePixels(width: page.width, height: page.height, samples), isComplete)
    }

    /// The number of planes to decode; 1 if samples are interleaved.
    private var planes: Int { page.isPlanar ? format.usedSamples : 1 }
    /// Whether rows convert to pixels without decoding.
    private var isPlain: Bool { layout.compression == .none && !page.isPlanar && !isBitReversed }

    /// Whether strips are decoded into the memory of the resulting pixels.
    private var decodesIntoPixels: Bool {
        guard !layout.isTiled, !page.isPlanar, !layout.isBlocked else { return false }
        if format.kind == .pixels { return true }
        let isOne = layout.down == 1
        return layout.rawBytes(rows: layout.rows) >= Self.minLargeBytes
            && (isOne || layout.rowBytes <= page.width * format.targetBytes)
    }

    private func samples<Sample: FixedWidthInteger & Sendable>(_ codec: UnsafeTIFFCodec?, _ findings: inout [Finding])
        throws(ResponseError) -> (SampleBuffer<Sample>, Bool)
    {
        // libtiff returns samples in native byte order. Uncompressed samples have the byte order of the file.
        let isBig = codec == nil ? page.directory.reader.isBigEndian : UInt16(1).bigEndian == 1
        let rows = UnsafeTIFFRows(format, isBigEndian: isBig)
        let raw = layout.rawBytes(rows: layout.rows)
        let scratchCount = (isPlain ? 0 : decodesIntoPixels ? layout.rowBytes : planes * raw) + Self.slack
        var scratch = SampleBuffer<UInt8>(uninitializedCount: scratchCount)
        var (failure, isComplete): (ResponseError?, Bool) = (nil, true)
        let (size, count) = (MemoryLayout<Sample>.size, page.width * page.height * 4)
        let needed = decodesIntoPixels && !isPlain ? max(count * size, layout.down == 1 ? raw : 0) : count * size
        let samples = unsafe SampleBuffer<Sample>(capacity: (needed + size - 1) / size) { target, filled in
            let target = UnsafeMutableRawBufferPointer(target)
            if acceptsPartial { unsafe target.initializeMemory(as: UInt8.self, repeating: 0) }
            do throws(ResponseError) {
                isComplete = try unsafe scratch.withUnsafeMutableBufferPointer { (scratch) throws(ResponseError) in
                    let scratch = UnsafeMutableRawBufferPointer(scratch)
                    return try unsafe decodeAll(
                        Buffers(codec: codec, rows: rows, scratch: scratch, target: target),
                        &findings
                    )
                }
                filled = count
            } catch { failure = error }
        }
        if let failure { throw failure }
        return (samples, isComplete)
    }

    /// Decodes the strips or tiles in order, and returns whether all are complete.
    private func decodeAll(_ buffers: Buffers, _ findings: inout [Finding]) throws(ResponseError) -> Bool {
        var isComplete = work.isWhole
        for index in 0..<layout.across * layout.down {
            if Task.isCancelled { throw ResponseError(.cancelled, "the task was canceled") }
            do throws(ResponseError) {
                if try !decode(index, buffers) { isComplete = false }
            } catch {
                guard acceptsPartial else { throw error }
                isComplete = false
                if !chunks.isListed(index) { break }
            }
            if let words = buffers.codec?.consumeWarning() { report(words, index, &findings) }
        }
        return isComplete
    }

    private func decode(_ index: Int, _ buffers: Buffers) throws(ResponseError) -> Bool {
        if decodesIntoPixels, !isPlain { return try decodeIntoPixels(index, buffers) }
        let (visible, stored) = layout.rows(in: index / layout.across)
        if isPlain {
            let range = try chunks.range(index, acceptsPartial: acceptsPartial)
            let groups = range.count / layout.rowBytes
            let rows = min(visible, layout.isBlocked ? groups * layout.subsampling.down : groups)
            unsafe bytes.withUnsafeBytes(in: range) { source in
                unsafe convert(source.firstAddress, index, rows: rows, buffers)
            }
            return rows == visible
        }
        let raw = layout.rawBytes(rows: stored)
        var rows = visible
        for plane in 0..<planes {
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffers.scratch[plane * raw..<(plane + 1) * raw])
            rows = min(rows, try unsafe expand(index + plane * layout.across * layout.down, buffers.codec, into: part))
        }
        unsafe convert(buffers.scratch.firstAddress, index, rows: rows, buffers)
        return rows == visible
    }

    /// Decodes a strip to the end of the capacity for its own pixels, and converts it row by row.
    private func decodeIntoPixels(_ index: Int, _ buffers: Buffers) throws(ResponseError) -> Bool {
        let rows = layout.rows(in: index).visible
        let (raw, width) = (layout.rawBytes(rows: rows), page.width * format.targetBytes)
        let start = unsafe buffers.target.firstAddress + index * layout.rows * width
        let end = unsafe layout.down == 1 ? buffers.target.count : index * layout.rows * width + rows * width
        let source = unsafe buffers.target.firstAddress + (end - raw)
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: source, count: raw)
        let decoded = try unsafe expand(index, buffers.codec, into: buffer)
        let line = unsafe buffers.scratch.firstAddress
        for row in 0..<decoded {
            let pixels = unsafe (start + row * width).assumingMemoryBound(to: UInt8.self)
            var samples = unsafe UnsafeRawPointer(source + row * layout.rowBytes)
            if format.kind != .pixels {
                unsafe line.copyMemory(from: samples, byteCount: layout.rowBytes)
                unsafe samples = UnsafeRawPointer(line)
            }
            let bytes = unsafe samples.assumingMemoryBound(to: UInt8.self)
            unsafe buffers.rows.convert(bytes, row: row, plane: 0, to: pixels, page.width)
        }
        if decoded < rows {
            unsafe (start + decoded * width).initializeMemory(
                as: UInt8.self,
                repeating: 0,
                count: (rows - decoded) * width
            )
        }
        return decoded == rows
    }

    /// Converts rows of a strip or tile to pixels.
    private func convert(_ source: UnsafeRawPointer, _ index: Int, rows: Int, _ buffers: Buffers) {
        let (row, column) = (index / layout.across, index % layout.across)
        let columns = min(layout.columns, page.width - column * layout.columns)
        let width = page.width * format.targetBytes
        let origin = row * layout.rows * width + column * layout.columns * format.targetBytes
        let plane = page.isPlanar ? layout.rawBytes(rows: layout.rows(in: row).stored) : 0
        for line in 0..<rows {
            let group = layout.isBlocked ? line / layout.subsampling.down : line
            let samples = unsafe (source + group * layout.rowBytes).assumingMemoryBound(to: UInt8.self)
            let pixels = unsafe buffers.target.firstAddress + origin + line * width
            unsafe buffers.rows.convert(
                samples,
                row: line,
                plane: plane,
                to: pixels.assumingMemoryBound(to: UInt8.self),
                columns
            )
        }
    }

    /// Decompresses a strip or tile of one plane, and returns the number of visible rows.
    private func expand(_ index: Int, _ codec: UnsafeTIFFCodec?, into buffer: UnsafeMutableRawBufferPointer)
        throws(ResponseError) -> Int
    {
        let range = try chunks.range(index, acceptsPartial: acceptsPartial)
        let (visible, rows) = layout.rows(in: index / layout.across % layout.down)
        // libtiff may leave these bytes unwritten although it reports success.
        let unwritten = acceptsPartial ? buffer.count : min(buffer.count, layout.compression.unwrittenBytes)
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[(buffer.count - unwritten)...]).initializeMemory(
            as: UInt8.self,
            repeating: 0
        )
        var copy: [UInt8]?
        if let oldJPEG {
            copy = oldJPEG.jpeg(range, rows: rows)
        } else {
            try TIFFStreamCheck.check(bytes, range, layout, rows: rows, limits)
            if isBitReversed { copy = turned(range) }
        }
        let isDecoded =
            unsafe copy?.withUnsafeBytes { unsafe expand($0, index, codec, into: buffer) }
            ?? bytes.withUnsafeBytes(in: range) { source in
                unsafe expand(UnsafeRawBufferPointer(source), index, codec, into: buffer)
            }
        if isDecoded { return visible }
        guard acceptsPartial else { throw fault(index, codec?.errorWords ?? "", range) }
        // libtiff does not report its progress on failure. Trailing zero bytes count as not reached.
        let used = unsafe buffer.lastIndex { $0 != 0 }.map { $0 / layout.rowBytes + 1 } ?? 0
        // The last row that was reached may be incomplete.
        return min(visible - 1, layout.isBlocked ? used * layout.subsampling.down : used)
    }

    private func expand(
        _ source: UnsafeRawBufferPointer,
        _ index: Int,
        _ codec: UnsafeTIFFCodec?,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        if let codec { return unsafe codec.decode(index, source, into: buffer) }
        let count = min(buffer.count, source.count)
        unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[0..<count]))
        return count == buffer.count
    }

    /// Returns the bytes of a range with the bits of each byte in reverse order.
    private func turned(_ range: Range<Int>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: range.count) { target, count in
            unsafe bytes.withUnsafeBytes(in: range) { source in
                unsafe decant_tiff_turn_bits(source.firstAddress, target.firstAddress, range.count)
            }
            count = range.count
        }
    }

    /// Reports a message of libtiff about a strip or tile that it decoded nevertheless, unless there are 16 findings.
    private func report(_ words: String, _ index: Int, _ findings: inout [Finding]) {
        guard findings.count < 16 else { return }
        let position = (try? chunks.range(index).lowerBound) ?? page.directory.start
        findings.append(bytes.finding(.irregularImage, "\(name(index)): \(words)", at: position))
    }
}

// MARK: - Unsafe
//
// Why: the decompressors are part of libtiff, called through the functions of CDecantTIFF.
//
// Bound: the handle belongs to one object, which closes it. Each buffer that libtiff reads or writes is passed with its
// length; libtiff stays within both, and does not write to its source, because it never has to reverse bits. Its
// messages are copied immediately.

/// A decompressor of the strips or tiles of one page.
@safe
final class UnsafeTIFFCodec {
    private let handle: OpaquePointer

    /// Creates a decompressor; returns nil if memory allocation fails.
    init?(_ layout: TIFFLayout, compression: Int, options: Int, predictor: Int, tables: [UInt8]) {
        let page = layout.page
        var facts = unsafe decant_tiff_layout()
        unsafe facts.width = UInt32(page.width)
        unsafe facts.height = UInt32(page.height)
        unsafe facts.tile_width = layout.isTiled ? UInt32(layout.columns) : 0
        unsafe facts.chunk_height = UInt32(layout.rows)
        unsafe facts.bits = UInt16(page.bits)
        unsafe facts.samples = UInt16(page.samples)
        unsafe facts.format = UInt16(page.format.rawValue)
        unsafe facts.compression = UInt16(compression)
        unsafe facts.photometric = Self.photometric(page.photometric)
        unsafe facts.planar = page.isPlanar ? 2 : 1
        unsafe facts.predictor = UInt16(predictor)
        unsafe facts.subsampling = (UInt16(layout.subsampling.across), UInt16(layout.subsampling.down))
        unsafe facts.fax_options = UInt32(truncatingIfNeeded: options)
        unsafe facts.is_big_endian = page.directory.reader.isBigEndian ? 1 : 0
        unsafe facts.wants_rgb = page.photometric == .yCbCr && layout.photometric == .rgb ? 1 : 0
        // The limit covers the state of all decompressors: windows of 8 MiB, and a few numbers for each sample.
        let limit = 64 << 20 + 16 * layout.rawBytes(rows: layout.rows)
        let handle = unsafe tables.withUnsafeBufferPointer { tables in
            unsafe facts.tables = tables.baseAddress
            unsafe facts.tables_count = UInt32(tables.count)
            return unsafe decant_tiff_open(&facts, limit)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    /// Returns the photometric interpretation for libtiff: only the values that its decompressors need.
    private static func photometric(_ photometric: TIFFPage.Photometric) -> UInt16 {
        switch photometric {
        case .yCbCr, .logL, .logLuv, .separated, .rgb: UInt16(photometric.rawValue)
        case .whiteIsZero, .blackIsZero, .palette, .mask: 1
        case .cieLab, .iccLab: 2
        }
    }

    /// Returns whether this build of libtiff supports a compression.
    static func supports(_ compression: TIFFCompression) -> Bool {
        decant_tiff_knows(UInt16(compression.rawValue)) != 0
    }

    /// Whether libtiff accepts the image.
    var isReady: Bool { unsafe decant_tiff_is_ready(handle) != 0 }

    /// Decompresses a nonempty strip or tile, and returns whether this succeeded.
    func decode(_ index: Int, _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Bool {
        let bytes = unsafe source.assumingMemoryBound(to: UInt8.self).baseAddress
        let buffer = unsafe target.assumingMemoryBound(to: UInt8.self).baseAddress
        return unsafe decant_tiff_decode(handle, UInt32(index), bytes, source.count, buffer, target.count) != 0
    }

    /// The message of the last error of libtiff; empty if no error occurred.
    var errorWords: String { unsafe String(cString: decant_tiff_error(handle)) }

    /// Returns and clears the last warning of libtiff, or else returns its last error message, or nil without either.
    func consumeWarning() -> String? {
        defer { unsafe decant_tiff_forget_warning(handle) }
        let words = unsafe String(cString: decant_tiff_warning(handle))
        return words.isEmpty ? errorWords.isEmpty ? nil : errorWords : words
    }

    deinit { unsafe decant_tiff_close(handle) }
}
#endif
