import CDecantPixels
import DecantCore
import DecantInflate

/// Decodes the compressed rows of one picture or frame of a PNG.
///
/// Rows are inflated into the end of the memory that the pixels take, and made pixels from there to its beginning, so that
/// one allocation serves both. For a row of `r` bytes, its filter type included, and `p` bytes of pixels, the memory has
/// `h * max(r, p)` bytes: no row of pixels reaches into a row that is yet to be read. A photograph of 3 bytes a pixel and
/// 10 by 2 pixels, for example, has r = 31 and p = 40: 62 bytes are inflated to the places 18 to 79 of 80; the first row
/// is read from 18 to 48 and written to 0 to 39, the second is read from 49 to 79 and written to 40 to 79.
struct PNGPictureDecoder {
    /// Deflate cannot make more than this of one byte (RFC 1951): 258 bytes by two bits.
    static let highestRatio = 1032
    let bytes: ImageBytes
    let file: PNGFile
    let format: PNGRowFormat
    /// The size that frames have to fit into after they are assembled.
    let maximumPixelSize: Int?

    init(_ bytes: ImageBytes, _ file: PNGFile, _ options: ImageOptions) throws(ResponseError) {
        self.bytes = bytes
        self.file = file
        maximumPixelSize = options.maximumPixelSize
        format = PNGRowFormat(file, depth: options.depth)
    }

    /// Decodes a picture of its own size.
    func decode(_ data: [Range<Int>], _ header: PNGHeader) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        let position = data.first?.lowerBound ?? bytes.count
        let compressed = data.reduce(0) { $0 + $1.count }
        // Before anything is allocated: can so few bytes be so many pixels?
        guard header.rawCount / Self.highestRatio <= compressed || file.isCut else {
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
        return (try inPlace(data, header), true)
    }

    /// The ways in which inflating can end.
    enum Outcome {
        case done(Int)
        /// There is more than the header announces.
        case excess
        case damaged(InflateError)
    }

    /// The error for compressed rows that are not what the header announces.
    func fault(_ outcome: Outcome, _ data: [Range<Int>], _ header: PNGHeader) -> ResponseError {
        let position = data.first?.lowerBound ?? bytes.count
        switch outcome {
        case .done(let count):
            return bytes.fault(
                "expected \(header.rawCount.counted("byte")) of pixels, but decoded \(count)",
                at: position
            )
        case .excess:
            let message = "expected \(header.rawCount.counted("byte")) of pixels, but the data has more"
            return bytes.fault(message, at: position)
        case .damaged(let error):
            let message = "the compressed data is damaged: \(error.reason)"
            return bytes.fault(message, at: Self.position(error.codedOffset, in: data) ?? position)
        }
    }

    /// The position in the file of a byte of data in pieces.
    private static func position(_ offset: Int, in data: [Range<Int>]) -> Int? {
        var offset = offset
        for range in data {
            if offset < range.count { return range.lowerBound + offset }
            offset -= range.count
        }
        return data.last?.upperBound
    }

    /// The error for a row with a filter that there is none of.
    func filterFault(_ row: Int, _ data: [Range<Int>]) -> ResponseError {
        bytes.fault("unknown filter type in row \(row)", at: data.first?.lowerBound ?? 0)
    }

    /// The error for an index without a colour.
    var indexFault: ResponseError {
        let count = file.palette.count
        return bytes.fault(
            "a palette index exceeds the \(count.counted("colour")) of the palette",
            at: file.palettePosition
        )
    }
}

/// One of the seven reduced pictures of an interlaced one (Adam7, PNG §8.1).
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
// Why: rows are inflated and decoded within one piece of uninitialised memory, whose parts overlap.
//
// Bound: the memory has capacity for what the head of `PNGPictureDecoder` proves, and `slack` bytes more, which is what a loop may
// touch after the last row. All sizes are products of a checked width and height, so that none overflows. Pointers live
// inside the closures that provide them. The inflater keeps to the spans it is given, and its source and its output never
// overlap.

extension PNGPictureDecoder {
    /// The number of bytes after a row that may be written.
    private static let slack = 64
    /// From so many bytes on, memory that is done with is given back before the end.
    private static let large = 1 << 20

    /// Decodes a picture within one allocation.
    func inPlace<Sample: FixedWidthInteger & Sendable>(_ data: [Range<Int>], _ header: PNGHeader) throws(ResponseError)
        -> SampleBuffer<Sample>
    {
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

    /// Inflates the pieces of a stream, one after the other, to memory for all that they should make.
    ///
    /// - Returns: The number of bytes that came out, also before an error, and how it ended.
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
            pieces: for range in data {
                let piece = source.extracting(bytes.start + range.lowerBound..<bytes.start + range.upperBound)
                var position = 0
                switch try inflater.inflate(piece, from: &position, into: &output) {
                case .needsInput: continue
                case .outputFull: return .excess
                case .endOfMember, .end: break pieces
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

    /// Decodes the rows of a picture that is not interlaced.
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

    /// Decodes a picture from rows that are inflated elsewhere, as many as there are.
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

    /// The inflated rows, with room after them; fewer than announced only if the file is cut off.
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

    /// Decodes the seven reduced pictures of an interlaced one, as far as there are rows.
    ///
    /// The first ones touch few of the pixels' pages, and the pages of rows that are done with are given back, so that
    /// both together take little more memory than the pixels do.
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
                        if offset - given >= Self.large {
                            unsafe ImageMemory.giveBack(raw + given, Self.large)
                            given += Self.large
                        }
                    }
                }
            }
        }
    }
}
