import CDecantPixels
import DecantCore

/// A decoder of AVIF images: single images, grids of images, and sequences.
enum AVIFDecoder: ImageHeaderReader {
    /// Reads the header.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        try header(HEIFParser.parse(bytes), bytes)
    }

    private static func header(_ file: HEIFFile, _ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        try file.header(.avif, ImageArea(width: file.facts.width, height: file.facts.height), bytes)
    }
}

extension AVIFDecoder {
    /// A file whose sizes and counts were checked, and the number of frames to decode.
    private typealias Plan = (file: HEIFFile, header: ImageHeader, frameCount: Int)

    /// Decodes the image, or the frames of a sequence, with pixels from a decoder of the system.
    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
    {
        let bytes = images.bytes
        let (file, header, frameCount) = try plan(bytes, images.options, context.limits)
        let first = file.isSequence ? 0 : max(images.source.primaryIndex, 0)
        let (frames, isComplete) = try images.frames(first..<first + frameCount, of: header, isCut: file.isCut)
        var image = DecodedImage(header, frames)
        for (index, delay) in file.delays(of: frames.count).enumerated() { image.frames[index].delay = delay }
        if file.isCut, frames.count < frameCount { image.header.frames = frames.count }
        image.isPartial = !isComplete
        if image.isPartial { context.report(bytes.truncationFinding) }
        image.loopCount = file.loopCount
        image.iccProfile = images.profile(first, at: file.position, in: &context)
        if !file.isSequence { image.exif = images.exif(in: &context) }
        image.isPremultiplied = images.options.premultipliesAlpha
        return image
    }

    /// Parses the boxes, and checks sizes and counts against the limits.
    private static func plan(_ bytes: ImageBytes, _ options: ImageOptions, _ limits: Limits) throws(ResponseError)
        -> Plan
    {
        let file = try HEIFParser.parse(bytes)
        let header = try header(file, bytes)
        // A truncated sequence still has its first frames. A truncated single image has nothing to display.
        guard !file.isCut || options.acceptsPartial && file.isSequence else { throw bytes.cut("a box") }
        try ImageBudget.check(width: header.width, height: header.height, limits, in: bytes, at: file.position)
        for box in file.lists { try HEIFItemCount.check(bytes, box) }
        try file.checkParts(bytes, limits)
        let frameCount = max(options.firstFrameOnly ? 1 : file.frames, 1)
        var budget = ImageBudget(limits)
        for _ in 0..<frameCount {
            try budget.addFrame(pixels: header.width * header.height, in: bytes, at: file.position)
        }
        return (file, header, frameCount)
    }
}

#if DECANT_AVIF
import CDecantAVIF

extension AVIFDecoder: ImageDecoder {
    /// Decodes the image, or the frames of a sequence.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let (file, header, frameCount) = try plan(bytes, options, context.limits)
        let limits = context.limits
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try UnsafeAVIFDecoder.withDecoder(bytes, file, limits) { (decoder) throws(ResponseError) in
            var image = DecodedImage(header, [try decoder.frame(options)])
            try addCellAlphas(to: &image.frames[0].pixels, file, bytes, options, limits)
            do throws(ResponseError) {
                while image.frames.count < frameCount { image.frames.append(try decoder.frame(options)) }
            } catch {
                guard file.isCut else { throw error }
                image.header.frames = image.frames.count
            }
            image.isPartial = file.isCut
            if file.isCut { findings.append(bytes.truncationFinding) }
            image.loopCount = file.loopCount
            /// Returns metadata; nil with a finding if it exceeds the limit.
            func metadata(_ found: [UInt8], _ name: String) -> [UInt8]? {
                guard found.count <= limits.metadataBytes else {
                    findings.append(bytes.oversizedMetadata(name, at: file.position, limits))
                    return nil
                }
                return found.isEmpty ? nil : found
            }
            image.iccProfile = metadata(decoder.profile, "color profile")
            image.exif = metadata(decoder.exif, "Exif data").map(ExifReader.withoutName)
            if decoder.isApproximate {
                let message = "the constant-luminance matrix was decoded as the non-constant one"
                findings.append(bytes.finding(.irregularImage, message, at: file.position))
            }
            return image
        }
    }
}

extension AVIFDecoder {
    /// The maximum number of cells with separate alpha.
    ///
    /// Decoding each one searches the whole file.
    private static let maxCells = 256

    /// Decodes the alpha of each grid cell separately, and copies it into the pixels (MIAF §7.3.5.2).
    ///
    /// libavif supports only alpha of the whole image. Each alpha item is passed to it as the primary item.
    static func addCellAlphas(
        to pixels: inout ImagePixels,
        _ file: HEIFFile,
        _ bytes: ImageBytes,
        _ options: ImageOptions,
        _ limits: Limits
    ) throws(ResponseError) {
        let alphas = file.cellAlphas
        guard alphas.count <= maxCells else {
            throw bytes.fault("more than 256 grid cells have separate alpha (\(alphas.count))", at: file.position)
        }
        for (index, alpha) in alphas.enumerated() {
            guard let alpha, let cell = file.showing(alpha, bytes) else { continue }
            let size = cell.facts
            guard size.width > 0, size.height > 0 else {
                throw bytes.fault("a grid cell has no size", at: file.position)
            }
            try ImageBudget.check(width: size.width, height: size.height, limits, in: bytes, at: file.position)
            let columns = (pixels.width + size.width - 1) / size.width
            let values = try UnsafeAVIFDecoder.withDecoder(bytes, cell, limits) { (decoder) throws(ResponseError) in
                try decoder.frame(options).pixels
            }
            pixels.setAlpha(to: values, x: index % columns * size.width, y: index / columns * size.height)
        }
    }
}

extension ImagePixels {
    /// Copies the red channel of another image into alpha, where the two overlap.
    fileprivate mutating func setAlpha(to other: ImagePixels, x: Int, y: Int) {
        for row in 0..<max(0, min(other.height, height - y)) {
            for column in 0..<max(0, min(other.width, width - x)) {
                let (target, source) = (((y + row) * width + x + column) * 4 + 3, (row * other.width + column) * 4)
                if samples16.isEmpty {
                    samples8[target] = other.samples16.isEmpty ? other.samples8[source] : other[column, row].x
                } else {
                    let shallow = UInt16(other[column, row].x) * 257
                    samples16[target] = other.samples16.isEmpty ? shallow : other.samples16[source]
                }
            }
        }
    }
}

// MARK: - Unsafe
//
// Why: libavif decodes into its own planes, and converts them to pixels directly in uninitialized memory.
//
// Bound: the decoder belongs to one object, which frees it, and which lives only while the bytes that it reads are
// borrowed. After decoding a frame, its size is read from the decoder and has to equal the size in the header, which is
// checked against the limits. The memory has that many pixels; libavif writes all of them or reports a failure.
// Metadata pointers are read before the decoder advances.

/// A decoder of the frames of an AVIF in order, by libavif.
@safe
private final class UnsafeAVIFDecoder {
    private let decoder: OpaquePointer
    private let bytes: ImageBytes
    private let file: HEIFFile
    private var facts = decant_avif_facts()
    /// Whether colors could only be approximated.
    private(set) var isApproximate = false

    /// Calls a closure with a decoder of a file, which must not escape the closure.
    static func withDecoder<Result>(
        _ bytes: ImageBytes,
        _ file: HEIFFile,
        _ limits: Limits,
        _ body: (UnsafeAVIFDecoder) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        try unsafe repaired(bytes, file).withUnsafeBytes { (source) throws(ResponseError) in
            try body(try unsafe UnsafeAVIFDecoder(bytes, file, limits, source))
        }
    }

    private init(_ bytes: ImageBytes, _ file: HEIFFile, _ limits: Limits, _ source: UnsafeBufferPointer<UInt8>)
        throws(ResponseError)
    {
        self.bytes = bytes
        self.file = file
        let bounds = decant_avif_limits(
            pixels: UInt32(clamping: limits.pixels),
            side: UInt32(clamping: limits.imageSide),
            frames: UInt32(clamping: limits.frames)
        )
        let (isSequence, isCut): (Int32, Int32) = (file.isSequence ? 1 : 0, file.isCut ? 1 : 0)
        guard let decoder = unsafe decant_avif_create(source.baseAddress, source.count, bounds, isSequence, isCut)
        else {
            throw ResponseError(.limitExceeded, "not enough memory for the \(bytes.format)")
        }
        unsafe self.decoder = decoder
        try check(unsafe decant_avif_parse(decoder))
    }

    deinit { unsafe decant_avif_destroy(decoder) }

    /// Returns the bytes, or a copy with the file's repairs applied.
    private static func repaired(_ bytes: ImageBytes, _ file: HEIFFile) -> ImageBytes {
        guard !file.repairs.isEmpty else { return bytes }
        var copy = bytes.bytes(0..<bytes.count)
        for (offset, value) in file.repairs {
            for index in 0..<4 { copy[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        }
        return ImageBytes(ResponseBytes(copy), bytes.format)
    }

    func frame(_ options: ImageOptions) throws(ResponseError) -> ImageFrame {
        try check(unsafe decant_avif_next(decoder))
        facts = unsafe decant_avif_facts(decoder)
        let (width, height) = (Int(facts.width), Int(facts.height))
        guard width == file.facts.width, height == file.facts.height else {
            let message = "an image is \(width) by \(height) pixels, but its header has another size"
            throw bytes.fault(message, at: file.position)
        }
        var frame: ImageFrame
        if options.keeps16Bits, facts.depth > 8 {
            frame = ImageFrame(ImagePixels(width: width, height: height, deep: try samples(width * height * 4)))
        } else {
            frame = ImageFrame(ImagePixels(width: width, height: height, try samples(width * height * 4)))
        }
        if file.isSequence { frame.delay = delay }
        return frame
    }

    /// The time to show the frame.
    private var delay: Duration { Duration(facts.duration, per: facts.timescale) }

    /// Returns the samples of the most recently decoded frame.
    private func samples<Sample: FixedWidthInteger & Sendable>(_ count: Int) throws(ResponseError) -> SampleBuffer<
        Sample
    > {
        let size = MemoryLayout<Sample>.size
        let ignoresAlpha: Int32 = file.hasAlpha ? 0 : 1
        var outcome = DECANT_AVIF_REFUSED
        var nearly: Int32 = 0
        let samples = unsafe SampleBuffer<Sample>(capacity: count) { buffer, initialized in
            let rowBytes = count / Int(facts.height) * size
            let depth = Int32(truncatingIfNeeded: size * 8)
            unsafe outcome = decant_avif_pixels(decoder, buffer.baseAddress, rowBytes, depth, ignoresAlpha, &nearly)
            initialized = outcome == DECANT_AVIF_DONE ? count : 0
        }
        try check(outcome)
        if nearly != 0 { isApproximate = true }
        return samples
    }

    /// The bytes of the color profile; empty without one.
    var profile: [UInt8] {
        var count = 0
        let start = unsafe decant_avif_profile(decoder, &count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// The bytes of the Exif data; empty without any.
    var exif: [UInt8] {
        var count = 0
        let start = unsafe decant_avif_exif(decoder, &count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Throws the error that libavif reports, with its message.
    private func check(_ outcome: decant_avif_outcome) throws(ResponseError) {
        guard outcome != DECANT_AVIF_DONE else { return }
        let more = unsafe String(cString: decant_avif_words(decoder))
        let words = unsafe String(cString: decant_avif_result(decoder)) + (more.isEmpty ? "" : ", \(more)")
        switch outcome {
        case DECANT_AVIF_OUT_OF_MEMORY:
            throw ResponseError(.limitExceeded, "not enough memory for the \(bytes.format)")
        case DECANT_AVIF_TRUNCATED:
            throw bytes.fault("the image data is truncated (libavif: \(words))", at: bytes.count, .truncatedBody)
        case DECANT_AVIF_NO_CODEC:
            throw ResponseError(.unsupportedFormat, "libavif was built without an AV1 decoder", byteOffset: 0)
        default: throw bytes.fault("the image cannot be decoded (libavif: \(words))", at: file.position)
        }
    }
}
#endif
