import CDecantPixels
import DecantCore

/// A decoder of GIF images, which returns every frame as displayed.
struct GIFDecoder: ImageDecoder {
    private var reader: GIFReader
    private let bytes: ImageBytes
    private let limits: Limits
    private let options: ImageOptions
    private let codes = UnsafeGIFCodes()
    private var canvas: GIFCanvas
    private var budget: ImageBudget
    private var findings: [Finding] = []
    private var frames: [ImageFrame] = []
    private var isPartial = false
    /// The maximum number of blocks that are searched for frames, to keep reading the header fast.
    private static let maxHeaderBlocks = 2048
    /// The largest number of bytes that a byte of LZW data can decode to: 12 bits represent at most 4,096 indices.
    private static let maxRatio = 2731

    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        let reader = try GIFReader(bytes)
        guard reader.width > 0, reader.height > 0 else {
            throw bytes.fault("the image is \(reader.width) by \(reader.height) pixels", at: 6)
        }
        var header = header(reader)
        header.frames = countFrames(reader)
        return header
    }

    private static func header(_ reader: GIFReader) -> ImageHeader {
        ImageHeader(
            .gif,
            width: reader.width,
            height: reader.height,
            frames: nil,
            bitsPerChannel: reader.depth,
            colorModel: .indexed,
            hasAlpha: true
        )
    }

    /// Counts the frames, if the end is within reach; otherwise returns nil.
    private static func countFrames(_ reader: GIFReader) -> Int? {
        var reader = reader
        var frames = 0
        var blocks = 0
        do throws(ResponseError) {
            while let frame = try reader.next() {
                frames += 1
                var offset = frame.data
                while offset < reader.bytes.count, reader.bytes[offset] > 0, blocks < maxHeaderBlocks {
                    offset += 1 + Int(reader.bytes[offset])
                    blocks += 1
                }
                guard offset < reader.bytes.count, blocks < maxHeaderBlocks else { return nil }
                reader.move(to: offset + 1)
                blocks += 1
            }
        } catch {
            return nil
        }
        return reader.isCut ? nil : frames
    }

    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        var decoder = try GIFDecoder(bytes, context.limits, options)
        defer { for finding in decoder.findings { context.report(finding) } }
        do throws(ResponseError) {
            try decoder.run()
        } catch {
            guard error.code == .truncatedBody, !decoder.frames.isEmpty else { throw error }
            guard options.acceptsPartial else { throw error.withPartialOption }
            decoder.isPartial = true
        }
        return try decoder.image()
    }

    private init(_ bytes: ImageBytes, _ limits: Limits, _ options: ImageOptions) throws(ResponseError) {
        self.bytes = bytes
        self.limits = limits
        self.options = options
        reader = try GIFReader(bytes)
        try ImageBudget.check(width: reader.width, height: reader.height, limits, in: bytes, at: 6)
        canvas = GIFCanvas(width: reader.width, height: reader.height, background: reader.background)
        budget = ImageBudget(limits)
    }

    private mutating func run() throws(ResponseError) {
        while let frame = try reader.next() {
            // A frame may be larger than the canvas; decoding the clipped part costs time as well.
            let pixels = max(reader.width * reader.height, frame.area.width * frame.area.height)
            try budget.addFrame(pixels: pixels, in: bytes, at: frame.position)
            try draw(frame)
            if options.firstFrameOnly { return }
        }
        if reader.isCut { record("the trailer (0x3B) is missing", at: bytes.count) }
    }

    private mutating func draw(_ frame: GIFFrame) throws(ResponseError) {
        try checkSize(of: frame)
        if frame.area.x + frame.area.width > reader.width || frame.area.y + frame.area.height > reader.height {
            record("a frame exceeds the canvas and was clipped", at: frame.position + 1)
        }
        let palette = frame.palette ?? reader.palette
        let outcome = canvas.draw(frame, palette, codes, bytes)
        reader.move(to: codes.position)
        try judge(outcome, frame)
        var displayed = ImageFrame(canvas.pixels.fitted(within: options.maximumPixelSize), area: frame.area)
        displayed.delay = frame.control.delay
        frames.append(displayed)
        canvas.dispose()
    }

    /// Throws if a frame exceeds the limits, or if the remaining bytes cannot encode its pixels.
    private func checkSize(of frame: GIFFrame) throws(ResponseError) {
        let (width, height) = (frame.area.width, frame.area.height)
        try ImageBudget.check(width: width, height: height, limits, in: bytes, at: frame.position + 5)
        let rest = bytes.count - frame.data
        guard options.acceptsPartial || width * height / Self.maxRatio <= rest else {
            let message = "\(rest.counted("byte")) cannot hold a frame of \(width) by \(height) pixels"
            throw bytes.fault(message, at: frame.data, .truncatedBody)
        }
    }

    /// Handles a frame with damaged or incomplete data.
    private mutating func judge(_ outcome: UnsafeGIFCodes.Outcome, _ frame: GIFFrame) throws(ResponseError) {
        switch outcome {
        case .complete: return
        case .badCode: throw bytes.fault("the data of a frame has an invalid LZW code", at: frame.data)
        case .cut:
            guard options.acceptsPartial else { throw bytes.cut("the data of a frame").withPartialOption }
            isPartial = true
        case .short:
            let message =
                "a frame has only \(codes.count) of \((frame.area.width * frame.area.height).counted("pixel"))"
            guard options.acceptsPartial else {
                throw bytes.fault(message, at: frame.data, .truncatedBody).withPartialOption
            }
            isPartial = true
            record(message, at: frame.data)
        }
    }

    private mutating func image() throws(ResponseError) -> DecodedImage {
        guard !frames.isEmpty else { throw bytes.fault("the image has no frames", at: reader.position) }
        var header = Self.header(reader)
        header.frames = options.firstFrameOnly ? nil : frames.count
        var image = DecodedImage(header, frames)
        if let loops = reader.loops { image.loopCount = loops == 0 ? nil : loops }
        if let profile = reader.profile {
            image.iccProfile = reader.joinedBlocks(at: profile, limit: limits.metadataBytes)
            if image.iccProfile == nil {
                record("skipped the color profile, which is damaged or exceeds the limit", at: profile)
            }
        }
        image.isPartial = isPartial
        if isPartial { findings.append(bytes.truncationFinding) }
        return image
    }

    private mutating func record(_ message: String, at position: Int) {
        findings.append(bytes.finding(.irregularImage, message, at: position))
    }
}

/// The canvas for drawing the frames of a GIF.
private struct GIFCanvas {
    let width: Int
    let height: Int
    /// The samples to display; empty before the first frame.
    var samples: SampleBuffer<UInt8> = []
    /// The indices of the current frame, followed by spare capacity.
    ///
    /// The buffer is reused for the next frame.
    var indices: SampleBuffer<UInt8> = []
    /// The disposal of the last frame, the pixels before it, and the pixel that clears its area.
    private var pending: (disposal: FrameDisposal, area: ImageArea, before: SampleBuffer<UInt8>, empty: UInt32)?
    /// The index of the background color (GIF89a §18), in the palette of the current frame.
    private let background: Int

    init(width: Int, height: Int, background: Int) {
        self.width = width
        self.height = height
        self.background = background
    }

    var pixels: ImagePixels { ImagePixels(width: width, height: height, samples) }

    /// Draws a frame; missing pixels are transparent.
    ///
    /// Without a palette, indices are shades of gray.
    mutating func draw(
        _ frame: GIFFrame,
        _ palette: [UInt32]?,
        _ codes: UnsafeGIFCodes,
        _ bytes: ImageBytes
    ) -> UnsafeGIFCodes.Outcome {
        let outcome = decode(frame, codes, bytes)
        var table = palette ?? (0..<256).map { UInt32($0) * 0x01_0101 | 0xFF00_0000 }
        let ground = background < table.count ? table[background] : table[0]
        table += Array(repeating: 0xFF00_0000, count: 256 - table.count)
        // By convention, a frame with a transparent color has a transparent background.
        let empty = frame.control.transparent.map { table[Int($0)] & 0xFF_FFFF } ?? ground
        let before = frame.control.disposal == .restore ? samples : []
        pending = (frame.control.disposal, clipped(frame.area), before, empty)
        if samples.isEmpty, let transparent = frame.control.transparent { table[Int(transparent)] &= 0xFF_FFFF }
        paint(frame, clipped(frame.area), table, empty: empty, count: codes.count)
        return outcome
    }

    /// Applies the disposal of the last frame.
    mutating func dispose() {
        guard let pending else { return }
        self.pending = nil
        switch pending.disposal {
        case .keep: break
        case .restore:
            if pending.before.isEmpty {
                clear(ImageArea(width: width, height: height), to: pending.empty)
            } else {
                samples = pending.before
            }
        case .clear: clear(pending.area, to: pending.empty)
        }
    }

    /// Returns the part of an area that lies on the canvas.
    private func clipped(_ area: ImageArea) -> ImageArea {
        let (x, y) = (min(area.x, width), min(area.y, height))
        return ImageArea(x: x, y: y, width: min(area.width, width - x), height: min(area.height, height - y))
    }
}

extension GIFFrame {
    /// Returns the row of the image for a row of the data (GIF89a Appendix E).
    func row(_ index: Int) -> Int {
        guard isInterlaced else { return index }
        let first = (area.height + 7) / 8
        let second = first + (area.height + 3) / 8
        let third = second + (area.height + 1) / 4
        if index < first { return index * 8 }
        if index < second { return (index - first) * 8 + 4 }
        if index < third { return (index - second) * 4 + 2 }
        return (index - third) * 2 + 1
    }
}

// MARK: - Unsafe
//
// Why: indices become pixels row by row. The first frame is written directly to uninitialized memory.
//
// Bound: the indices have the size of the frame and 16 more bytes, the samples have the size of the canvas; a frame's
// rows and columns are clipped to the canvas before anything is written. For the first frame, every pixel is written,
// or the memory is cleared first. Pointers live inside the closures that provide them.

extension GIFCanvas {
    /// Decompresses a frame.
    mutating func decode(_ frame: GIFFrame, _ codes: UnsafeGIFCodes, _ bytes: ImageBytes) -> UnsafeGIFCodes.Outcome {
        let needed = frame.area.width * frame.area.height + 16
        if indices.count < needed { indices = SampleBuffer(uninitializedCount: needed) }
        return unsafe indices.withUnsafeMutableBufferPointer { unsafe codes.decode(frame, bytes, into: $0) }
    }

    /// Draws the first `count` indices of a frame.
    mutating func paint(_ frame: GIFFrame, _ area: ImageArea, _ table: [UInt32], empty: UInt32, count: Int) {
        let covers = area.width == width && area.height == height && count == frame.area.width * frame.area.height
        // A frame that covers the canvas does not need a copy of the previous pixels.
        if samples.isEmpty || covers && frame.control.transparent == nil {
            let size = width * height * 4
            samples = unsafe SampleBuffer(capacity: size) { buffer, initialized in
                if !covers {
                    unsafe UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt32.self, repeating: empty)
                }
                unsafe paint(frame, area, table, count, transparent: nil, to: UnsafeMutableRawBufferPointer(buffer))
                initialized = size
            }
        } else {
            let transparent = frame.control.transparent
            unsafe samples.withUnsafeMutableBytes { [self] buffer in
                unsafe paint(frame, area, table, count, transparent: transparent, to: buffer)
            }
        }
    }

    /// Sets all pixels of an area.
    mutating func clear(_ area: ImageArea, to pixel: UInt32) {
        unsafe samples.withUnsafeMutableBytes { [width] buffer in
            guard let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
            for row in area.y..<area.y + area.height {
                unsafe (base + row * width + area.x).update(repeating: pixel, count: area.width)
            }
        }
    }

    private func paint(
        _ frame: GIFFrame,
        _ area: ImageArea,
        _ table: [UInt32],
        _ count: Int,
        transparent: UInt8?,
        to buffer: UnsafeMutableRawBufferPointer
    ) {
        guard area.width > 0, area.height > 0 else { return }
        unsafe indices.withUnsafeBufferPointer { indices in
            let target = unsafe buffer.firstAddress.assumingMemoryBound(to: UInt32.self)
            for index in 0..<frame.area.height {
                let row = frame.row(index)
                let start = index * frame.area.width
                let columns = min(area.width, count - start)
                guard columns > 0 else { return }
                guard row < area.height else { continue }
                let source = unsafe indices.firstAddress + start
                let pixels = unsafe target + (area.y + row) * width + area.x
                if let transparent {
                    unsafe decant_table_pixels_over(source, pixels, columns, table, transparent)
                } else {
                    unsafe decant_table_pixels(source, pixels, columns, table)
                }
            }
        }
    }
}
