#if JPEG
import DecantCore

/// What is decoded of a JPEG, once it is clear that it may be: its claims are held against the limits and its own bytes.
struct JPEGPlan {
    /// The longest side that libjpeg takes.
    private static let longestSide = 65_500

    /// What a scan counts for at least, since also one of a tiny picture takes its time.
    private static let leastScanPixels = 4096

    /// What libjpeg needs beside coefficients: a few rows of each component.
    private static let rowMemory = 64 << 20

    let bytes: ImageBytes
    let frame: JPEGFrame
    let acceptsPartial: Bool

    /// Whether there are fewer bytes than any picture of the size has.
    let lacksData: Bool

    /// The size of the pixels in eighths of that of the picture.
    let eighths: Int

    /// How many bytes are of use; behind them is a segment that is cut off.
    let usableCount: Int

    /// How many scans there may be.
    let mostScans: Int

    /// The limit that they come from.
    private let scanPixels: Int

    /// How many bytes libjpeg may take for coefficients.
    let memory: Int

    init(
        _ bytes: ImageBytes,
        _ frame: JPEGFrame,
        _ scan: (components: Int, spectrumStart: Int, dataStart: Int),
        _ options: ImageOptions,
        _ limits: Limits
    ) throws(ResponseError) {
        self.bytes = bytes
        self.frame = frame
        acceptsPartial = options.acceptsPartial
        eighths = JPEGScale.eighths(of: frame.width, by: frame.height, within: options.maximumPixelSize)
        let hasSeveralScans = frame.process.isProgressive || scan.components < frame.components.count
        try Self.checkKind(frame, bytes)
        // All coefficients are kept of several scans; and of arithmetic coding, so few bytes can be anything.
        let isWhole = hasSeveralScans || frame.process.isArithmetic
        let (width, height) = JPEGScale.size(of: frame.width, by: frame.height, isWhole ? 8 : eighths)
        try ImageBudget.check(width: width, height: height, limits, in: bytes, at: frame.position)
        guard max(frame.width, frame.height) <= Self.longestSide else {
            throw Self.unsupported("with a side of more than \(Self.longestSide) pixels", frame, bytes)
        }
        let shortage = Self.shortage(frame, scan, bytes)
        if let shortage, !acceptsPartial { throw shortage }
        lacksData = shortage != nil
        let blocks = frame.blocks.reduce(0, +)
        memory = blocks * 64 * 2 + Self.rowMemory
        scanPixels = limits.scanPixels
        mostScans = scanPixels / max(frame.width * frame.height, Self.leastScanPixels)
        guard hasSeveralScans else {
            usableCount = bytes.count
            return
        }
        let (scans, usable) = Self.scans(bytes, from: scan.dataStart)
        usableCount = usable
        guard scans <= mostScans else { throw scanExcess("\(scans) scans", at: frame.position) }
    }

    /// The size of the pixels to make.
    var size: (width: Int, height: Int) { JPEGScale.size(of: frame.width, by: frame.height, eighths) }

    /// Refuses what libjpeg cannot decode.
    private static func checkKind(_ frame: JPEGFrame, _ bytes: ImageBytes) throws(ResponseError) {
        if let name = frame.process.unsupportedName { throw unsupported("of \(name)", frame, bytes) }
        guard frame.precision == 8 else {
            throw unsupported("with \(frame.precision) bits a channel", frame, bytes)
        }
        guard [1, 3, 4].contains(frame.components.count) else {
            throw unsupported("of \(frame.components.count) components", frame, bytes)
        }
    }

    private static func unsupported(_ kind: String, _ frame: JPEGFrame, _ bytes: ImageBytes) -> ResponseError {
        let offset = bytes.body.start + bytes.start + frame.position
        return ResponseError(.unsupportedFormat, "a JPEG \(kind) cannot be decoded", offset: offset).binary
    }

    /// The error that so few bytes cannot be so many blocks; nil if they can.
    ///
    /// A code of Huffman's has a bit at least. A sequential scan has two codes for each block (ITU T.81 §F.1.2), and the first
    /// one of each component in a progressive picture has one (§G.1.2.1). Only a component whose scan never comes has none.
    private static func shortage(
        _ frame: JPEGFrame,
        _ scan: (components: Int, spectrumStart: Int, dataStart: Int),
        _ bytes: ImageBytes
    ) -> ResponseError? {
        guard !frame.process.isArithmetic else { return nil }
        let available = bytes.count - scan.dataStart
        let isFull = frame.process.isProgressive || scan.components == frame.components.count
        let blocks = isFull ? frame.codedBlocks.reduce(0, +) : frame.codedBlocks.min() ?? 0
        guard blocks / (frame.process.isProgressive ? 8 : 4) > available else { return nil }
        let message = "\(available) bytes of data cannot be \(frame.width) by \(frame.height) pixels"
        return bytes.fault(message, at: bytes.count, .truncatedBody)
    }

    /// The error that there are too many scans.
    func scanExcess(_ scans: String, at position: Int) -> ResponseError {
        let message =
            "\(scans) of \(frame.width) by \(frame.height) pixels, more than the limit of \(scanPixels) pixels"
        return bytes.excess(message, at: position, .scanPixels)
    }
}
#endif
