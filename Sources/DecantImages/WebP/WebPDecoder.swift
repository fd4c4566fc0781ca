import CDecantPixels
import DecantCore

/// A decoder of still and animated WebP images.
enum WebPDecoder: ImageHeaderReader {
    /// Reads the header, and counts the frames if the end is within reach.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        let (file, isAll) = try WebPParser.parseBeginning(bytes)
        var header = header(file, bytes)
        if file.isAnimated, !isAll { header.frames = nil }
        return header
    }

    private static func header(_ file: WebPFile, _ bytes: ImageBytes) -> ImageHeader {
        var header = ImageHeader(
            .webp,
            width: file.canvas.width,
            height: file.canvas.height,
            frames: file.isAnimated ? file.frameCount : 1,
            bitsPerChannel: 8,
            colorModel: .rgb,
            hasAlpha: file.hasAlpha
        )
        if let exif = file.exif { header.orientation = ExifReader.orientation(of: bytes, exif) ?? .up }
        return header
    }
}

extension WebPDecoder {
    /// Decodes the image, or the frames of an animation, with pixels from a decoder of the system.
    static func decode(_ images: SystemImageDecoder, in context: inout DecodingContext) throws(ResponseError)
        -> DecodedImage
    {
        let bytes = images.bytes
        let file = try WebPParser.parse(bytes, images.options, context.limits)
        var (frames, isComplete) = try images.frames(0..<file.frames.count, of: header(file, bytes), isCut: file.isCut)
        for index in frames.indices {
            frames[index].area = file.frames[index].area
            frames[index].delay = file.frames[index].delay
        }
        var image = image(file, frames, isPartial: !isComplete, bytes, in: &context)
        image.isPremultiplied = images.options.premultipliesAlpha
        return image
    }

    /// Returns the image with decoded frames, and reads its metadata.
    private static func image(
        _ file: WebPFile,
        _ frames: [ImageFrame],
        isPartial: Bool,
        _ bytes: ImageBytes,
        in context: inout DecodingContext
    ) -> DecodedImage {
        var image = DecodedImage(header(file, bytes), frames)
        if file.isAnimated { image.loopCount = file.plays == 0 ? nil : file.plays }
        image.iccProfile = metadata(file.profile, "color profile", bytes, in: &context)
        image.exif = metadata(file.exif, "Exif data", bytes, in: &context).map(ExifReader.withoutName)
        image.isPartial = isPartial
        if isPartial { context.report(bytes.truncationFinding) }
        return image
    }

    /// Returns metadata; nil with a finding if it exceeds the limit.
    private static func metadata(
        _ offset: Range<Int>?,
        _ name: String,
        _ bytes: ImageBytes,
        in context: inout DecodingContext
    ) -> [UInt8]? {
        guard let offset else { return nil }
        guard offset.count <= context.limits.metadataBytes else {
            context.report(bytes.oversizedMetadata(name, at: offset.lowerBound, context.limits))
            return nil
        }
        return bytes.bytes(offset)
    }
}

/// A compressed image in a WebP: the only image, or the image of a frame.
struct WebPImage {
    /// The available range of its chunks, starting with an ALPH chunk if present.
    let data: Range<Int>
    let width: Int
    let height: Int
    let isLossless: Bool
    /// Whether the header declares transparent pixels.
    let hasAlpha: Bool
    /// Whether its data ends too early.
    let isCut: Bool

    /// Parses the bitstream header in `VP8 ` or `VP8L`; the alpha chunk before it applies to `VP8 ` only.
    init(_ bytes: ImageBytes, _ chunk: WebPChunk, alpha: WebPChunk?) throws(ResponseError) {
        let start = chunk.data.lowerBound
        isLossless = chunk.type == WebPChunk.lossless
        let length = isLossless ? 5 : 10
        guard chunk.data.count >= length else { throw bytes.fault("an image has no data", at: start) }
        try bytes.require(length, at: start, "the bitstream header")
        if isLossless {
            // RFC 9649 §3.4
            let sides = bytes.little32(at: start + 1)
            guard bytes[start] == 0x2F, sides >> 29 == 0 else { throw Self.damaged(bytes, start) }
            width = 1 + sides & 0x3FFF
            height = 1 + sides >> 14 & 0x3FFF
            hasAlpha = sides >> 28 & 1 == 1
        } else {
            // RFC 6386 §9.1: a key frame, its start code, and two bits of scale with each side.
            guard bytes[start] & 1 == 0, bytes.bytes(start + 3..<start + 6) == [0x9D, 0x01, 0x2A] else {
                throw Self.damaged(bytes, start)
            }
            width = bytes.little16(at: start + 6) & 0x3FFF
            height = bytes.little16(at: start + 8) & 0x3FFF
            hasAlpha = alpha != nil
        }
        let first = isLossless ? chunk.position : alpha?.position ?? chunk.position
        data = first..<min(chunk.data.upperBound, bytes.count)
        isCut = chunk.data.upperBound > bytes.count
        guard width > 0, height > 0 else {
            throw bytes.fault("the image is \(width) by \(height) pixels", at: start + 6)
        }
    }

    private static func damaged(_ bytes: ImageBytes, _ position: Int) -> ResponseError {
        bytes.fault("the bitstream header is damaged", at: position)
    }
}

#if DECANT_WebP
import CDecantWebP

extension WebPDecoder: ImageDecoder {
    /// Decodes the image, or the frames of an animation.
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        let file = try WebPParser.parse(bytes, options, context.limits)
        var composer = WebPComposer(bytes, file)
        for frame in file.frames { try composer.add(frame) }
        let isPartial = file.isCut || composer.isPartial
        return image(file, composer.finish(), isPartial: isPartial, bytes, in: &context)
    }
}

/// A composer that draws each frame of a WebP onto a copy of the canvas with the frames before it.
///
/// The result equals the output of libwebp's own composer bit for bit, because most programs use its arithmetic:
/// blending computes with integers and rounds down, and a frame is not blended over the parts of the canvas that were
/// cleared. For example, if a frame is ten pixels wide and covers four pixels that the frame before it cleared, these
/// four are stored unchanged, and the other six are blended with the canvas.
private struct WebPComposer {
    let bytes: ImageBytes
    let file: WebPFile
    /// The frames so far, each as displayed.
    private var frames: [ImageFrame] = []
    /// The disposal of the most recent frame.
    private var disposal = FrameDisposal.keep
    /// Whether the most recent frame started with an empty canvas.
    private var wasAlone = true
    /// Whether pixels are missing at the end of the data.
    private(set) var isPartial = false

    init(_ bytes: ImageBytes, _ file: WebPFile) {
        self.bytes = bytes
        self.file = file
    }

    mutating func add(_ frame: WebPFrame) throws(ResponseError) {
        let before = frames.last
        let isAlone = isAlone(frame)
        let (samples, rows) = try samples(frame, on: isAlone ? nil : before)
        if rows < frame.area.height { isPartial = true }
        let canvas = ImagePixels(width: file.canvas.width, height: file.canvas.height, samples)
        var displayed = ImageFrame(canvas, area: frame.area)
        displayed.delay = frame.delay
        frames.append(displayed)
        disposal = frame.disposal
        wasAlone = isAlone
    }

    /// Returns whether nothing below a frame is visible.
    private func isAlone(_ frame: WebPFrame) -> Bool {
        guard let before = frames.last else { return true }
        if covers(frame.area), !frame.blends || !frame.image.hasAlpha { return true }
        return disposal == .clear && (covers(before.area) || wasAlone)
    }

    /// Returns whether an area is the whole canvas.
    func covers(_ area: ImageArea) -> Bool { area.width == file.canvas.width && area.height == file.canvas.height }

    /// Returns the columns of a row that a frame blends with the canvas.
    func parts(of area: ImageArea, row: Int, without before: ImageFrame) -> [Range<Int>] {
        let columns = area.x..<area.x + area.width
        let hole = before.area
        guard disposal == .clear, hole.y..<hole.y + hole.height ~= row else { return [columns] }
        let cleared = (hole.x..<hole.x + hole.width).clamped(to: columns)
        guard !cleared.isEmpty else { return [columns] }
        return [columns.lowerBound..<cleared.lowerBound, cleared.upperBound..<columns.upperBound]
    }

    consuming func finish() -> [ImageFrame] {
        if !file.hasAlpha, !isPartial, mayBeTransparent {
            for index in frames.indices { frames[index].pixels.makeOpaque() }
        }
        return frames
    }

    /// Whether some pixel may be transparent, regardless of the declaration in the file.
    private var mayBeTransparent: Bool {
        guard let first = file.frames.first, covers(first.area) else { return true }
        return file.frames.contains { $0.disposal == .clear || $0.image.isLossless || $0.image.hasAlpha }
    }

    /// Returns the error for pixels that libwebp cannot decode.
    func fault(_ status: Int32, _ frame: WebPFrame) -> ResponseError {
        let words = Self.words(status)
        switch Outcome(rawValue: status) {
        case .outOfMemory: return ResponseError(.limitExceeded, "not enough memory for the \(bytes.format)")
        case .suspended, .notEnoughData:
            let message = "the image data is truncated (libwebp: \(words))"
            return bytes.fault(message, at: frame.image.data.upperBound, .truncatedBody)
        default: return bytes.fault("the image data is damaged (libwebp: \(words))", at: frame.image.data.lowerBound)
        }
    }

    /// The status codes of libwebp that are handled separately.
    enum Outcome: Int32 {
        case done = 0
        case outOfMemory = 1
        case suspended = 5
        case notEnoughData = 7
    }
}

// MARK: - Unsafe
//
// Why: libwebp decodes directly into the memory of the pixels, which is not cleared first if all of it is written.
//
// Bound: the memory has four bytes for each pixel of the canvas, whose size is checked; the parser has verified that a
// frame's area lies on the canvas, and therefore all of its rows do. libwebp receives the length of the memory from the
// area's first pixel on, and the bytes of one image, which lie in the body. Pointers live inside the closures that
// provide them. Parts of an area that libwebp did not write were cleared before, or are not returned.

extension WebPComposer {
    /// Returns the name of a status code of libwebp.
    static func words(_ status: Int32) -> String { unsafe String(cString: decant_webp_words(status)) }

    /// Returns the samples of the canvas with a frame drawn on it, and the number of decoded rows.
    ///
    /// If `before` is not nil, its pixels are visible around and below the frame.
    func samples(_ frame: WebPFrame, on before: ImageFrame?) throws(ResponseError) -> (SampleBuffer<UInt8>, rows: Int) {
        let size = file.canvas.width * file.canvas.height * 4
        var (status, rows) = (Int32(0), frame.area.height)
        let samples = unsafe SampleBuffer<UInt8>(capacity: size) { buffer, count in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            unsafe prepare(buffer, frame, before)
            let start = (frame.area.y * file.canvas.width + frame.area.x) * 4
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start..<size])
            if frame.image.isCut {
                (status, rows) = unsafe decodeBeginning(frame, to: target)
            } else {
                status = unsafe decode(frame, to: target)
            }
            guard status == 0 else { return }
            if let before, frame.blends { unsafe blend(target, frame, before) }
            count = size
        }
        guard status == 0 else { throw fault(status, frame) }
        return (samples, rows)
    }

    /// Prepares the canvas below a frame.
    private func prepare(_ buffer: UnsafeMutableRawBufferPointer, _ frame: WebPFrame, _ before: ImageFrame?) {
        guard !covers(frame.area) else { return }
        guard let before else {
            unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        unsafe before.pixels.samples8.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        if disposal == .clear { unsafe clear(buffer, before.area) }
    }

    private func clear(_ buffer: UnsafeMutableRawBufferPointer, _ area: ImageArea) {
        for row in area.y..<area.y + area.height {
            let start = (row * file.canvas.width + area.x) * 4
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + area.width * 4])
            unsafe part.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    private func decode(_ frame: WebPFrame, to target: UnsafeMutableRawBufferPointer) -> Int32 {
        unsafe bytes.withUnsafeBytes(in: frame.image.data) { source in
            unsafe decant_webp_decode(
                source.baseAddress,
                source.count,
                target.baseAddress,
                target.count,
                Int32(truncatingIfNeeded: file.canvas.width),
                Int32(truncatingIfNeeded: frame.area.width),
                Int32(truncatingIfNeeded: frame.area.height)
            )
        }
    }

    /// Decodes the available rows; the other rows become transparent.
    private func decodeBeginning(_ frame: WebPFrame, to target: UnsafeMutableRawBufferPointer) -> (Int32, rows: Int) {
        var rows: Int32 = 0
        let status = unsafe bytes.withUnsafeBytes(in: frame.image.data) { source in
            unsafe decant_webp_decode_beginning(
                source.baseAddress,
                source.count,
                target.baseAddress,
                target.count,
                Int32(truncatingIfNeeded: file.canvas.width),
                Int32(truncatingIfNeeded: frame.area.width),
                Int32(truncatingIfNeeded: frame.area.height),
                &rows
            )
        }
        return (status, Int(rows))
    }

    /// Blends the pixels of a frame over the frame before it, except in the area that was cleared.
    private func blend(_ target: UnsafeMutableRawBufferPointer, _ frame: WebPFrame, _ before: ImageFrame) {
        let (area, columns) = (frame.area, file.canvas.width)
        unsafe before.pixels.samples8.withUnsafeBytes { below in
            guard let target = target.baseAddress, let below = below.baseAddress else { return }
            for row in 0..<area.height {
                for part in parts(of: area, row: area.y + row, without: before) {
                    let offset = (row * columns + part.lowerBound - area.x) * 4
                    let source = ((area.y + row) * columns + part.lowerBound) * 4
                    unsafe decant_webp_blend(target + offset, below + source, part.count)
                }
            }
        }
    }
}
#endif
