import CDecantJPEG
import CDecantPixels
import DecantCore

/// A decoder of JPEG images.
enum JPEGDecoder: ImageHeaderReader {
    /// Reads the header.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        var limits = Limits.unlimited
        limits.metadataChunks = Limits().metadataChunks
        let file = try JPEGParser.parseBeginning(bytes, limits)
        guard let frame = file.frame else { throw bytes.cut("the header") }
        return header(file, frame, bytes)
    }

    /// Returns the size of the decoded pixels, which is smaller if the options specify a maximum.
    static func minSize(of header: ImageHeader, _ options: ImageOptions) -> (width: Int, height: Int) {
        let eighths = JPEGScale.eighths(of: header.width, by: header.height, within: options.maximumPixelSize)
        return JPEGScale.size(of: header.width, by: header.height, eighths)
    }

    private static func header(_ file: JPEGFile, _ frame: JPEGFrame, _ bytes: ImageBytes) -> ImageHeader {
        var header = ImageHeader(
            .jpeg,
            width: frame.width,
            height: frame.height,
            bitsPerChannel: frame.precision,
            colorModel: frame.colorModel,
            hasAlpha: false
        )
        header.orientation = file.orientation(bytes)
        return header
    }
}

extension JPEGDecoder {
    /// Decodes the image with pixels from a decoder of the system.
    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
    {
        let bytes = images.bytes
        let decode = { (plan: JPEGPlan, _: inout [Finding]) throws(ResponseError) -> JPEGPixels in
            // A system may fill missing rows without a report, so the end marker has to prove that there are none.
            let isCut = !plan.hasEnd || plan.lacksData
            guard !isCut || plan.acceptsPartial else { throw bytes.cut("the image data").withPartialOption }
            let (pixels, isComplete) = try images.pixels(0, of: header(plan.file, plan.frame, bytes))
            return (pixels, isComplete && !isCut)
        }
        var image = try image(bytes, images.options, in: &context, decode)
        image.isPremultiplied = images.options.premultipliesAlpha
        return image
    }

    /// Returns the image with pixels from a closure.
    private static func image(
        _ bytes: ImageBytes,
        _ options: ImageOptions,
        in context: inout DecodingContext,
        _ decode: (JPEGPlan, inout [Finding]) throws(ResponseError) -> JPEGPixels
    ) throws(ResponseError) -> DecodedImage {
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        let limits = context.limits
        let file = try JPEGParser.parse(bytes, limits, into: &findings)
        guard let frame = file.frame, let scan = file.scan else { throw bytes.cut("the header") }
        let plan = try JPEGPlan(bytes, file, frame, scan, options: options, limits: limits)
        let (pixels, isComplete) = try decode(plan, &findings)
        let area = ImageArea(width: frame.width, height: frame.height)
        var image = DecodedImage(header(file, frame, bytes), [ImageFrame(pixels, area: area)])
        image.isPartial = !isComplete
        if !isComplete { findings.append(bytes.truncationFinding) }
        image.exif = file.exif.map { bytes.bytes($0) }
        image.iccProfile = profile(file.profile, bytes, limits, &findings)
        return image
    }

    private static func profile(
        _ profile: JPEGProfile,
        _ bytes: ImageBytes,
        _ limits: Limits,
        _ findings: inout [Finding]
    ) -> [UInt8]? {
        guard let position = profile.position else { return nil }
        guard let parts = profile.ordered, parts.reduce(0, { $0 + $1.count }) <= limits.metadataBytes else {
            let message = "skipped the color profile, which is incomplete or exceeds the limit"
            findings.append(bytes.finding(.damagedMetadata, message, at: position))
            return nil
        }
        let joined = parts.flatMap { bytes.bytes($0) }
        return joined.isEmpty ? nil : joined
    }
}

/// The pixels of a JPEG, and whether the file has all of them.
private typealias JPEGPixels = (ImagePixels, isComplete: Bool)

/// A plan for decoding a JPEG, after its declared sizes were checked against the limits and its bytes.
private struct JPEGPlan {
    /// The longest side that libjpeg supports.
    private static let maxSide = 65_500
    /// The minimum cost of a scan in pixels, because a scan has a fixed cost even for a tiny image.
    private static let minScanPixels = 4096
    /// The memory that libjpeg needs in addition to coefficients: a few rows of each component.
    private static let rowMemory = 64 << 20
    let bytes: ImageBytes
    let file: JPEGFile
    let frame: JPEGFrame
    let acceptsPartial: Bool
    /// Whether the file is shorter than any image of its size.
    let lacksData: Bool
    /// The size of the decoded pixels, in eighths of the image's size.
    let eighths: Int
    /// The number of usable bytes.
    ///
    /// A truncated segment may follow them.
    let usableCount: Int
    /// The limit on the number of scans.
    let maxScans: Int
    /// The limit on the pixels of all scans.
    private let scanPixels: Int
    /// The number of bytes that libjpeg may allocate for coefficients.
    let memory: Int

    init(
        _ bytes: ImageBytes,
        _ file: JPEGFile,
        _ frame: JPEGFrame,
        _ scan: JPEGScan,
        options: ImageOptions,
        limits: Limits
    ) throws(ResponseError) {
        self.bytes = bytes
        self.file = file
        self.frame = frame
        acceptsPartial = options.acceptsPartial
        eighths = JPEGScale.eighths(of: frame.width, by: frame.height, within: options.maximumPixelSize)
        let hasSeveralScans = frame.process.isProgressive || scan.components < frame.components.count
        try Self.checkKind(frame, bytes)
        // Several scans need all coefficients. With arithmetic coding, few bytes can encode any number of pixels.
        let isWhole = hasSeveralScans || frame.process.isArithmetic
        let (width, height) = JPEGScale.size(of: frame.width, by: frame.height, isWhole ? 8 : eighths)
        try ImageBudget.check(width: width, height: height, limits, in: bytes, at: frame.position)
        guard max(frame.width, frame.height) <= Self.maxSide else {
            throw Self.unsupported("with a side of more than \(Self.maxSide) pixels", frame, bytes)
        }
        let shortage = Self.shortage(frame, scan, bytes)
        if let shortage, !acceptsPartial { throw shortage.withPartialOption }
        lacksData = shortage != nil
        let blocks = frame.blocks.reduce(0, +)
        memory = blocks * 64 * 2 + Self.rowMemory
        scanPixels = limits.scanPixels
        maxScans = scanPixels / max(frame.width * frame.height, Self.minScanPixels)
        guard hasSeveralScans else {
            usableCount = bytes.count
            return
        }
        let scans = Self.scans(bytes, from: scan.dataStart)
        usableCount = scans.usable
        guard scans.count <= maxScans else { throw scanExcess("\(scans.count.counted("scan"))", at: frame.position) }
    }

    /// The size of the decoded pixels.
    var size: (width: Int, height: Int) { JPEGScale.size(of: frame.width, by: frame.height, eighths) }

    /// Throws if libjpeg cannot decode the coding process, the precision, or the number of components.
    private static func checkKind(_ frame: JPEGFrame, _ bytes: ImageBytes) throws(ResponseError) {
        if let name = frame.process.unsupportedName { throw unsupported("of \(name)", frame, bytes) }
        guard frame.precision == 8 else { throw unsupported("with \(frame.precision) bits per channel", frame, bytes) }
        guard [1, 3, 4].contains(frame.components.count) else {
            throw unsupported("with \(frame.components.count.counted("component"))", frame, bytes)
        }
    }

    private static func unsupported(_ kind: String, _ frame: JPEGFrame, _ bytes: ImageBytes) -> ResponseError {
        let offset = bytes.body.start + bytes.start + frame.position
        return ResponseError(.unsupportedFormat, "a JPEG \(kind) cannot be decoded", byteOffset: offset)
    }

    /// Returns the error for a body that is too short for its blocks, or nil if it is long enough.
    ///
    /// A Huffman code has at least one bit. A sequential scan has two codes for each block (ITU T.81 §F.1.2), and the
    /// first scan of each component of a progressive image has one (§G.1.2.1). A component whose scan is missing has
    /// none.
    private static func shortage(
        _ frame: JPEGFrame,
        _ scan: JPEGScan,
        _ bytes: ImageBytes
    ) -> ResponseError? {
        guard !frame.process.isArithmetic else { return nil }
        let available = bytes.count - scan.dataStart
        let isFull = frame.process.isProgressive || scan.components == frame.components.count
        let blocks = isFull ? frame.codedBlocks.reduce(0, +) : frame.codedBlocks.min() ?? 0
        guard blocks / (frame.process.isProgressive ? 8 : 4) > available else { return nil }
        let message = "\(available.counted("byte")) cannot hold \(frame.width) by \(frame.height) pixels"
        return bytes.fault(message, at: bytes.count, .truncatedBody)
    }

    /// Returns the error for exceeding the limit on scan pixels.
    func scanExcess(_ scans: String, at position: Int) -> ResponseError {
        let message =
            "\(scans) of \(frame.width) by \(frame.height) pixels, "
            + "more than the limit of \(scanPixels.counted("pixel"))"
        return bytes.excess(message, at: position, .scanPixels)
    }
}

// MARK: - Unsafe
//
// Why: libjpeg reads the bytes of the body, and writes rows of pixels into uninitialized memory.
//
// Bound: the pixels have the size that is passed with their address, and libjpeg stops if it finds another size in the
// bytes. The bytes are passed with their count. All state of libjpeg lives within one call. Rows that it did not write
// are cleared.

extension JPEGPlan {
    /// Counts the scans and the bytes before a truncated segment, and looks for the end marker.
    private static func scans(_ bytes: ImageBytes, from start: Int) -> (count: Int, usable: Int, hasEnd: Bool) {
        unsafe bytes.withUnsafeBytes(in: start..<bytes.count) { source in
            var (usable, hasEnd) = (0, Int32(0))
            let scans = unsafe decant_jpeg_scans(source.firstAddress, source.count, &usable, &hasEnd)
            return (Int(scans), start + usable, hasEnd != 0)
        }
    }

    /// Whether the end-of-image marker follows the scans.
    fileprivate var hasEnd: Bool { file.scan.map { Self.scans(bytes, from: $0.dataStart).hasEnd } ?? false }
}

#if DECANT_JPEG
extension JPEGDecoder: ImageDecoder {
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        try image(bytes, options, in: &context) { (plan, findings) throws(ResponseError) in
            try plan.decode(&findings)
        }
    }
}

extension JPEGPlan {
    func decode(_ findings: inout [Finding]) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        let (width, height) = size
        let total = width * height * 4
        var outcome = decant_jpeg_outcome()
        let samples = unsafe SampleBuffer<UInt8>(capacity: total) { buffer, count in
            unsafe run(buffer, &outcome)
            let done = Int(outcome.rows) * width * 4
            unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done..<total])
                .initializeMemory(as: UInt8.self, repeating: 0)
            count = total
        }
        addWarnings(of: outcome, to: &findings)
        if let failure = failure(outcome) { throw failure }
        if outcome.end == Int32(DECANT_JPEG_NO_END) {
            findings.append(bytes.finding(.irregularImage, "the end-of-image marker (EOI) is missing", at: bytes.count))
        }
        let isComplete = outcome.end != Int32(DECANT_JPEG_TRUNCATED) && !lacksData
        return (ImagePixels(width: width, height: height, samples), isComplete)
    }

    private func run(_ buffer: UnsafeMutableBufferPointer<UInt8>, _ outcome: inout decant_jpeg_outcome) {
        unsafe bytes.withUnsafeBytes { source in
            var request = unsafe decant_jpeg_request()
            unsafe request.bytes = source.firstAddress
            unsafe request.count = usableCount
            unsafe request.pixels = UnsafeMutableRawPointer(buffer.firstAddress)
                .assumingMemoryBound(to: UInt32.self)
            unsafe request.width = Int32(size.width)
            unsafe request.height = Int32(size.height)
            unsafe request.eighths = Int32(eighths)
            unsafe request.components = Int32(frame.components.count)
            unsafe request.accepts_partial = acceptsPartial ? 1 : 0
            unsafe request.scans = Int64(maxScans)
            unsafe request.memory = Int64(memory)
            unsafe request.is_cancelled = { Task.isCancelled ? 1 : 0 }
            unsafe decant_jpeg_decode(&request, &outcome)
        }
    }

    private func failure(_ outcome: decant_jpeg_outcome) -> ResponseError? {
        let (words, offset) = message(outcome.failure)
        switch Int(outcome.end) {
        case DECANT_JPEG_DONE, DECANT_JPEG_NO_END: return nil
        case DECANT_JPEG_TRUNCATED where acceptsPartial && outcome.rows > 0: return nil
        case DECANT_JPEG_TRUNCATED:
            let error = bytes.cut("the image data")
            return acceptsPartial ? error : error.withPartialOption
        case DECANT_JPEG_TOO_MANY_SCANS:
            return scanExcess("more than \(maxScans) scans", at: offset)
        case DECANT_JPEG_CANCELLED: return ResponseError(.cancelled, "the task was canceled")
        case DECANT_JPEG_NO_MEMORY: return ResponseError(.limitExceeded, "not enough memory for the JPEG")
        default: return bytes.fault("libjpeg reports “\(words)”", at: offset)
        }
    }

    private func addWarnings(of outcome: decant_jpeg_outcome, to findings: inout [Finding]) {
        var outcome = outcome
        let kept = min(Int(outcome.warning_count), DECANT_JPEG_WARNINGS)
        let all = unsafe withUnsafeBytes(of: &outcome.warnings) { buffer in
            unsafe buffer.bindMemory(to: decant_jpeg_message.self).prefix(kept).map { message($0) }
        }
        for (words, offset) in all {
            findings.append(bytes.finding(.irregularImage, "libjpeg reports “\(words)”", at: offset))
        }
        if let last = all.last, Int(outcome.warning_count) > kept {
            let more = "libjpeg reports \((Int(outcome.warning_count) - kept).counted("more warning"))"
            findings.append(bytes.finding(.irregularImage, more, at: last.offset))
        }
    }

    private func message(_ message: decant_jpeg_message) -> (words: String, offset: Int) {
        var message = message
        let words = unsafe withUnsafeBytes(of: &message.words) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return (words, message.offset)
    }
}
#endif
